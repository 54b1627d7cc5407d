"""The steps of forcing nets: contradictions and verities with their proofs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudoku_engine import Branch, Candidate, Grid, House, Layout, Link, Step
from sudoku_engine.board.masks import bits
from sudoku_engine.board.notation import Net, effect_text, net_text
from sudoku_engine.board.words import symbol
from sudoku_plugins.strategies.forcing.proof import Proof, proof_of
from sudoku_plugins.strategies.forcing.units import (
    Unit,
    candidate,
    candidates,
    rules_of,
)
from sudoku_plugins.strategies.forcing.waves import Waves

MOST_ENDS = 6
"""How many contradictions of one net are compared."""


class End(NamedTuple):
    """How a net ends: what is true or false then, as masks, and what contradicts that."""

    on: int
    off: int
    unit: Unit | None
    """The unit that lacks candidates, or has two that are true; None for a verity."""

    @property
    def text(self) -> str:
        """What is wrong, in words."""
        if self.unit is None:
            return ""
        if not self.on:
            return self.unit.lack
        if self.unit.house is None:
            return f"{self.unit.cell} has two digits"
        return f"{self.unit.house} has {symbol(self.unit.digit)} twice"


def refutation(waves: Waves, layout: Layout) -> tuple[Proof, End]:
    """Return the shortest proof that `waves`, which contradict themselves, do so."""
    rules = rules_of(layout)
    board, wave = waves.waves[-1]
    first = waves.waves[0][0]
    ends: list[End] = []
    if wave:
        for one in bits(wave):
            for unit in rules.units_of[one]:
                for other in bits(wave & unit.mask & -(2 << one)):
                    ends.append(End(1 << one | 1 << other, 0, unit))
    else:
        ends += [End(0, first & unit.mask, unit) for unit in rules.units if not board & unit.mask]
        ends.sort(key=lambda end: end.off.bit_count())
    proofs = [(proof_of(waves.waves, end.on, end.off, layout), end) for end in ends[:MOST_ENDS]]
    return min(proofs, key=lambda pair: (pair[0].size, len(pair[0].causes)))


def contradiction_step(proof: Proof, end: End, grid: Grid) -> Step:
    """Return the step that eliminates what `proof` supposes."""
    layout = grid.layout
    supposed = candidate(proof.placed[0].candidate, layout)
    cell, digit = layout.cells[supposed.cell], symbol(supposed.digit)
    what, what_not = f"{cell} is {digit}", f"{cell} is not {digit}"
    houses = houses_of(proof, end)
    if not houses:
        assert end.unit is not None
        houses = [end.unit.house or layout.houses_of(end.unit.cell or 0)[0]]
    return Step(
        eliminations=[supposed],
        houses=houses,
        branches=[branch_of(f"if {what}", proof, end, layout)],
        pattern=net_text([_net(proof, _where(end), layout)], layout),
        reason=f"if {what}, {_number(proof)} until {end.text}; so {what_not}",
        difficulty=proof.size,
    )


def _number(proof: Proof) -> str:
    """Return in words how many digits follow."""
    more = proof.size - 1
    if not more:
        return "nothing more is needed"
    return "one more digit follows" if more == 1 else f"{more} more digits follow"


def _where(end: End) -> str:
    assert end.unit is not None
    return f"contradiction in {end.unit.place}"


def branch_of(title: str, proof: Proof, end: End, layout: Layout) -> Branch:
    """Return the case that `proof` follows to its `end`."""
    on = off = 0
    for each in proof.placed:
        on |= 1 << each.candidate
        off |= each.off
    off |= end.off
    named = {
        "on": [candidate(each.candidate, layout) for each in proof.placed],
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


def houses_of(proof: Proof, end: End) -> list[House]:
    """Return the houses whose last places `proof` uses, each once."""
    units = [each.unit for each in proof.placed]
    if not end.on:
        units.append(end.unit)
    return list(dict.fromkeys(unit.house for unit in units if unit and unit.house))


def verity_step(
    unit: Unit, cases: Sequence[tuple[Proof, End]], conclusion: Candidate, true: bool, grid: Grid
) -> Step:
    """Return the step that places or eliminates (`true`?) what all `cases` of a `unit` come to."""
    layout = grid.layout
    conclusions = (conclusion,)
    placed, eliminated = (conclusions, ()) if true else ((), conclusions)
    effect = effect_text(placed, eliminated, layout)
    supposed = [candidate(proof.placed[0].candidate, layout) for proof, _ in cases]
    branches = [
        branch_of(f"if {layout.cells[cell]} is {symbol(digit)}", *case, layout)
        for (cell, digit), case in zip(supposed, cases)
    ]
    houses = [unit.house] if unit.house else []
    houses += [house for case in cases for house in houses_of(*case)]
    told = f"{layout.cells[conclusion.cell]} is {'' if true else 'not '}{symbol(conclusion.digit)}"
    return Step(
        placements=placed,
        eliminations=eliminated,
        because=supposed,
        houses=[*dict.fromkeys(houses)] or layout.houses_of(unit.cell or 0)[:1],
        branches=branches,
        pattern=net_text([_net(proof, effect, layout) for proof, _ in cases], layout),
        reason=f"{unit.choice(supposed)}; whichever of them is true, {told} in the end",
        difficulty=sum(proof.size for proof, _ in cases),
    )
