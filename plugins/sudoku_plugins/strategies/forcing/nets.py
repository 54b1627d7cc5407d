"""The steps of forcing nets: contradictions and verities with their proofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudoku_engine import Branch, Candidate, Grid, House, Layout, Link, Step
from sudoku_engine.board.masks import bits
from sudoku_engine.board.notation import Net, effect_text, net_text
from sudoku_plugins.strategies.analysis.nodes import candidate, candidates
from sudoku_plugins.strategies.forcing.proof import Proof
from sudoku_plugins.strategies.forcing.units import Unit, in_words


def contradiction_step(proof: Proof, grid: Grid) -> Step:
    """Return the step that eliminates what `proof` supposes."""
    layout = grid.layout
    supposed = candidate(proof.supposed, layout)
    what = f"if {_supposed(proof, layout)}"
    branches, nets = [], []
    for net in proof.nets:
        around = () if net is proof else (supposed,)
        case = f"{what} and {_supposed(net, layout)}" if around else what
        branches.append(branch_of(f"{case}, {net.end.text}", net, layout, around))
        digits, _ = written = _net(net, f"contradiction in {net.end.place}", layout)
        nets.append(written._replace(digits=(*((each, None) for each in around), *digits)))
    return Step(
        eliminations=[supposed],
        houses=houses_of([proof]) or layout.houses_of(supposed.cell)[:1],
        branches=branches,
        pattern=net_text(nets, layout),
        reason=f"{what}, {_following(proof)}{proof.end.text}; so {in_words(supposed, False)}",
        difficulty=proof.size,
    )


def _supposed(proof: Proof, layout: Layout) -> str:
    """Return in words what is supposed."""
    return in_words(candidate(proof.supposed, layout))


def _following(proof: Proof) -> str:
    """Return in words what follows before the end."""
    more, n = len(proof.placed) - 1, len(proof.refuted)
    told = []
    if n:
        nets = "a net within it rules" if n == 1 else f"{n} nets within it each rule"
        told.append(f"{nets} out another candidate")
    if more:
        told.append("one more digit follows" if more == 1 else f"{more} more digits follow")
    return f"{' and '.join(told)} until " if told else ""


def branch_of(title: str, proof: Proof, layout: Layout, around: Iterable[Candidate] = ()) -> Branch:
    """Return the case that `proof` follows to its `end`; `around`: what is supposed before it."""
    on = off = 0
    for each in proof.placed:
        on |= 1 << each.candidate
        off |= each.off
    off |= proof.end.off
    named = {
        "on": [*around, *(candidate(each.candidate, layout) for each in proof.placed)],
        "off": candidates(off & ~on, layout),
    }
    return Branch(
        title, {role: group for role, group in named.items() if group}, links_of(proof, layout)
    )


def links_of(proof: Proof, layout: Layout) -> list[Link]:
    """Return the links: weak from a digit to what it eliminates, strong to what is left."""
    causes = dict(proof.causes)
    links = []
    linked = 0
    for each in proof.placed:
        for other in bits(each.off & ~linked):
            if other in causes:
                links.append(_weak(causes[other], other, layout))
        linked |= each.off
        if each.off:
            off = tuple(candidates(each.off, layout))
            links.append(Link(off, (candidate(each.candidate, layout),), strong=True))
    links += [
        _weak(cause, other, layout) for other, cause in proof.causes if not linked >> other & 1
    ]
    return links


def _weak(cause: int, other: int, layout: Layout) -> Link:
    return Link((candidate(cause, layout),), (candidate(other, layout),), strong=False)


def _net(proof: Proof, end: str, layout: Layout) -> Net:
    """Return `proof` for its notation."""
    digits = [
        (candidate(each.candidate, layout), each.unit.house if each.unit else None)
        for each in proof.placed
    ]
    return Net(tuple(digits), end)


def houses_of(proofs: Iterable[Proof]) -> list[House]:
    """Return the houses whose last places `proofs` use, each once."""
    units: list[Unit | None] = []
    for proof in proofs:
        for net in proof.nets:
            units += [each.unit for each in net.placed]
            units.append(None if net.end.on else net.end.unit)
    return list(dict.fromkeys(unit.house for unit in units if unit and unit.house))


def verity_step(
    unit: Unit, proofs: Sequence[Proof], conclusion: Candidate, is_true: bool, grid: Grid
) -> Step:
    """Return the step that places or eliminates (`is_true`?) what all cases of a `unit` come to."""
    layout = grid.layout
    conclusions = (conclusion,)
    placed, eliminated = (conclusions, ()) if is_true else ((), conclusions)
    effect = effect_text(placed, eliminated, layout)
    supposed = [candidate(proof.supposed, layout) for proof in proofs]
    branches = [branch_of(f"if {_supposed(proof, layout)}", proof, layout) for proof in proofs]
    houses = [unit.house] if unit.house else []
    houses += houses_of(proofs)
    return Step(
        placements=placed,
        eliminations=eliminated,
        because=supposed,
        houses=[*dict.fromkeys(houses)] or layout.houses_of(unit.cell or 0)[:1],
        branches=branches,
        pattern=net_text([_net(proof, effect, layout) for proof in proofs], layout),
        reason=f"{unit.choice(supposed)}; in each case {in_words(conclusion, is_true)} in the end",
        difficulty=sum(proof.size for proof in proofs),
    )
