"""Forcing net: suppose something, follow it with all singles, and see whether it can be.

Suppose that a cell is 5. Eliminate 5 from all that sees it. Some cell may have only one candidate
left then, some house one place for a digit: these are true too, if the 5 is. They eliminate more,
and so on. What grows from a single candidate is a **net**: unlike a chain it may need several of
its parts to get on. There are two ways to learn something from it.

**Contradiction.** The net may run into something impossible: a cell without candidates, a digit
without a place in some house, or twice in a house. Then what you supposed is false::

    suppose r1c1=5  ->  r1c9=2, the last candidate of the cell
                    ->  r7c9=8, the last candidate of the cell
                    ->  r7c1=2, the last place in row 7
                    ->  r4c1 has no candidate left
    so r1c1 is not 5

**Verity.** Try all candidates of a cell in turn, or all places of a digit in a house. One of them
is true. If each of the nets places the same digit, or eliminates the same candidate, it is so in
any case.

This is hard work by pencil, and the last thing to try. Yet it is no guess: you go on with what is
proved, not with what you supposed. Begin with cells of two candidates and digits with two places.

Contradictions come first, short ones before long ones, then verities. A step shows only the part
of the net that it needs. In its notation, the digits follow in order from what is supposed, with
the house where one has no other place: ``r1c1=5, r1c9=2, r7c1=2 (row 7) -> contradiction in r4c1``.
Described at https://hodoku.sourceforge.net/en/tech_last.php.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain, count

from sudoku_engine import Branch, Candidate, Grid, House, Layout, Link, Step
from sudoku_engine.board.masks import bits
from sudoku_engine.board.notation import effect_text
from sudoku_engine.board.say import Said, say
from sudoku_engine.search.classic import LAYOUT
from sudoku_plugins.strategies.analysis.pattern_texts import Net, net_text
from sudoku_plugins.strategies.analysis.truths import (
    Truth,
    candidate,
    candidates,
    in_words,
    packed,
    truths_of,
)
from sudoku_plugins.strategies.families import forcing_strategy
from sudoku_plugins.strategies.forcing import (
    AT_ONCE,
    End,
    Proof,
    Waves,
    proof_of,
    refutation,
    waves_from,
    waves_of,
)


def contradiction_step(proof: Proof, grid: Grid) -> Step:
    """Return the step that eliminates the assumption of `proof`."""
    layout = grid.layout
    supposed = candidate(proof.supposed, layout)
    what = _supposed(proof, layout)
    branches, nets = [], []
    for net in proof.nets:
        around = () if net is proof else (proof.supposed,)
        end = net.end.text
        title = (
            say("if {what} and {more}, {end}", what=what, more=_supposed(net, layout), end=end)
            if around
            else say("if {what}, {end}", what=what, end=end)
        )
        branches.append(branch_of(title, net, layout, around))
        digits, _ = written = _net(net, f"contradiction in {net.end.place}", layout)
        before = [(candidate(node, layout), None) for node in around]
        nets.append(written._replace(digits=(*before, *digits)))
    return Step(
        eliminations=[supposed],
        houses=houses_of([proof]) or layout.houses_of(supposed.cell)[:1],
        branches=branches,
        pattern=net_text(nets, layout),
        reason=say(
            "if {what},| {following}{end};| so {concluded}",
            what=what,
            following=_following(proof),
            end=proof.end.text,
            concluded=in_words(supposed, False),
        ),
        difficulty=proof.size,
    )


def _supposed(proof: Proof, layout: Layout) -> Said:
    return in_words(candidate(proof.supposed, layout))


def _following(proof: Proof) -> Said | str:
    more, n = len(proof.placed) - 1, len(proof.refuted)
    told = []
    if n:
        told.append(
            say("a net within it rules out another candidate")
            if n == 1
            else say("{n:#} nets within it each rule out another candidate", n=n)
        )
    if more:
        told.append(
            say("one more digit follows")
            if more == 1
            else say("{more:#} more digits follow", more=more)
        )
    return say("{told} until ", told=told) if told else ""


def branch_of(title: Said, proof: Proof, layout: Layout, around: Sequence[int] = ()) -> Branch:
    """Return the case that `proof` follows to its `end`; `around`: what is supposed before it.

    An arrow leads to each candidate that is ``off``. Those that are ``off elsewhere`` are false by
    another case: by the net around this one, or by a net within it.
    """
    on = off = 0
    for each in proof.placed:
        on |= 1 << each.candidate
        off |= each.off
    off |= proof.end.off
    here = 0
    for other, _ in proof.causes:
        here |= 1 << other
    links = links_of(proof, layout)
    for cause in around:
        seen = layout.weak_links[cause] & off & ~here
        links[:0] = [_weak(cause, other, layout) for other in bits(seen)]
        here |= seen
    named = {
        "on": [candidate(node, layout) for node in (*around, *(p.candidate for p in proof.placed))],
        "off": candidates(off & here & ~on, layout),
        "off elsewhere": candidates(off & ~here & ~on, layout),
    }
    return Branch(title, {role: group for role, group in named.items() if group}, links)


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
    if proof.end.pair:
        links.append(Link(proof.end.pair[:1], proof.end.pair[1:], strong=False))
    return links


def _weak(cause: int, other: int, layout: Layout) -> Link:
    return Link((candidate(cause, layout),), (candidate(other, layout),), strong=False)


def _net(proof: Proof, end: str, layout: Layout) -> Net:
    digits = [
        (candidate(each.candidate, layout), each.truth.house if each.truth else None)
        for each in proof.placed
    ]
    return Net(tuple(digits), end)


def houses_of(proofs: Iterable[Proof]) -> list[House]:
    """Return the houses whose last places `proofs` use, each once."""
    truths: list[Truth | None] = []
    for proof in proofs:
        for net in proof.nets:
            truths += [each.truth for each in net.placed]
            truths.append(None if net.end.on else net.end.truth)
    return list(dict.fromkeys(truth.house for truth in truths if truth and truth.house))


def verity_step(
    truth: Truth, proofs: Sequence[Proof], conclusion: Candidate, is_true: bool, grid: Grid
) -> Step:
    """Return the step for the conclusion of all cases of a `truth`, true or not (`is_true`)."""
    layout = grid.layout
    conclusions = (conclusion,)
    placed, eliminated = (conclusions, ()) if is_true else ((), conclusions)
    effect = effect_text(placed, eliminated, layout)
    supposed = [candidate(proof.supposed, layout) for proof in proofs]
    branches = [
        branch_of(say("if {start}", start=_supposed(proof, layout)), proof, layout)
        for proof in proofs
    ]
    houses = [truth.house] if truth.house else []
    houses += houses_of(proofs)
    return Step(
        placements=placed,
        eliminations=eliminated,
        because=supposed,
        houses=[*dict.fromkeys(houses)] or layout.houses_of(truth.cell or 0)[:1],
        branches=branches,
        pattern=net_text([_net(proof, effect, layout) for proof in proofs], layout),
        reason=say(
            "{choice};| in each case {concluded} in the end",
            choice=truth.choice(supposed),
            concluded=in_words(conclusion, is_true),
        ),
        difficulty=sum(proof.size for proof in proofs),
    )


MOST_TRIES = 2_000
"""The suppositions within the net of one candidate; on hard puzzles it takes some hundreds.

Each candidate has its own. Cells with the same number of candidates are tried on the same board,
or none of them if that does not fit, so the order of the cells does not matter.
"""
MOST_TRIES_ELSEWHERE = 400
"""The same on boards other than the classic one, where each takes longer."""
MOST_TRIES_ON_BOARD = 120_000
"""The tries on all of such a board: each of its candidates has the same part of them."""


def refuted(board: int, placed: int, layout: Layout) -> Iterator[Waves]:
    """Yield the waves of each supposition that contradicts itself only by nets within its net."""
    groups = small_cells_first(board, placed, layout)
    most = MOST_TRIES
    if layout.usual is not LAYOUT:
        most = min(MOST_TRIES_ELSEWHERE, MOST_TRIES_ON_BOARD // max(sum(map(len, groups)), 1))
    for node in chain.from_iterable(groups):
        waves = nested_waves(board, placed, 1 << node, layout, most)
        if waves.refuted and not waves.board:
            yield waves


def nested_waves(board: int, placed: int, start: int, layout: Layout, most_tries: int) -> Waves:
    """Return the consequences of `start`, as `waves_of` does, with nested nets."""
    found = waves_of(board, placed, start, layout)
    waves, refuted = list(found.waves), dict(found.refuted)
    before, possible = found, 0
    is_changed = True
    while is_changed and found.board:
        is_changed = False
        for group in small_cells_first(found.board, found.placed, layout):
            if before is not found:
                before, possible = found, 0
            is_open = before.board & ~before.placed
            suppositions = [node for node in group if is_open >> node & 1]
            most_tries -= len(suppositions)
            for node in suppositions if most_tries >= 0 else ():
                if (found.board & ~possible) >> node & 1:
                    inner = waves_of(before.board, before.placed, 1 << node, layout)
                    possible |= inner.placed  # none of these contradicts itself either
                    if not inner.board:
                        refuted[len(waves)] = inner
                        waves.append((found.board, 0))
                        others = ~(1 << node)
                        found = waves_of(found.board & others, found.placed & others, 0, layout)
                        waves += found.waves
                        is_changed = True
                        if not found.board:
                            return Waves(waves, 0, found.placed, refuted)
    return Waves(waves, found.board, found.placed, refuted)


def small_cells_first(board: int, placed: int, layout: Layout) -> list[list[int]]:
    """Return the candidates of the open cells, those of cells with the same number together."""
    by_size: dict[int, list[int]] = {}
    for truth in truths_of(layout).every[: len(layout.cells)]:
        if not (cell := board & truth.mask) & placed:
            by_size.setdefault(cell.bit_count(), []).extend(bits(cell))
    return [by_size[size] for size in sorted(by_size)]


FORCING_NET_EXAMPLE = (
    ":0000:x:.63.57....97..63..1.42...7.4.156.7.9...7....3.7..2.54...8...2.774.......6.5.7.4.8:"
    "218 119 228 129 529 835 251 855 856 956 158 961 974 375 376 976 386 396 996:::"
)
"""1 in r6c4 leads to 9 and 8 in r1c7."""


@forcing_strategy("Forcing Net", score=700, level="extreme", example=FORCING_NET_EXAMPLE)
def forcing_net(grid: Grid) -> Iterator[Step]:
    """Suppose something and follow all singles, to a contradiction or to the same in all cases."""
    board, placed = packed(grid)
    followed = waves_from(board, placed, grid.layout)
    yield from contradictions(followed.values(), grid)
    yield from _verities(followed, board, placed, grid)


NESTED_FORCING_NET_EXAMPLE = (
    ":0000:x:8....4.6.....5.8...5.....47.6..387..7......3.9.32.......19......7...64......1...2:"
    "929 957 959:::"
)
"""1 in r2c9 and three nets within it leave no place for 2 in row 8."""


@forcing_strategy(
    "Nested Forcing Net", score=700, level="extreme", example=NESTED_FORCING_NET_EXAMPLE
)
def nested_forcing_net(grid: Grid) -> Iterator[Step]:
    """Suppose something, and more within its net, where the net alone comes to no contradiction.

    A forcing net follows what is supposed with all singles. On the hardest boards no net
    contradicts itself, and the nets from all cases have nothing in common. Then suppose something,
    follow it to where nothing more follows, and there suppose something else as well. If this
    contradicts itself, it is false under the first supposition, which may get its net going
    again::

        suppose r2c9=1  ->  nothing more follows
            suppose r2c8=9 as well  ->  ...  ->  row 4 has no place left for 1
            suppose r1c3=2 as well  ->  ...  ->  row 1 has no place left for 1
            suppose r1c4=1 as well  ->  ...  ->  column 1 has 1 twice
            so these three are false, if r2c9 is 1
                        ->  ...  ->  row 8 has no place left for 2
        so r2c9 is not 1

    That is as far as anybody would go, and more a search than a technique: so it comes last, and on
    HoDoKu's scale each net of a step counts as one, those within it too. Of the hardest puzzles
    known, all of those that we tried are solved so. To see what is solved without, leave it out:
    ``disable: [nested_forcing_net]`` in a configuration.

    In the notation each net within the net begins with both things that are supposed. Nets are
    looked for up to a limit, on boards of up to nine rows. Described at
    https://www.sudokuwiki.org/Nishio_Forcing_Chains (as far as single nets go).
    """
    board, placed = packed(grid)
    layout = grid.layout
    if layout.n <= 9:
        for waves in refuted(board, placed, layout):
            yield contradiction_step(refutation(waves, layout), grid)


def contradictions(followed: Iterable[Waves], grid: Grid) -> Iterator[Step]:
    """Yield a step for each supposition that contradicts itself, roughly the shortest first."""
    failed = [waves for waves in followed if not waves.board]
    failed.sort(key=lambda waves: len(waves.waves))
    waiting: list[tuple[int, int, Proof]] = []
    order = count()
    for waves in failed:
        proof = refutation(waves, grid.layout)
        heappush(waiting, (proof.size, next(order), proof))
        if len(waiting) == AT_ONCE:
            yield contradiction_step(heappop(waiting)[2], grid)
    while waiting:
        yield contradiction_step(heappop(waiting)[2], grid)


def _verities(followed: dict[int, Waves], board: int, placed: int, grid: Grid) -> Iterator[Step]:
    """Yield a step for each conclusion that all cases of some truth share, simple ones first."""
    weak = grid.layout.weak_links
    found: dict[tuple[int, bool], tuple[tuple[int, int], Truth, list[Waves]]] = {}
    for truth in truths_of(grid.layout).every:
        if truth.mask & placed:
            continue
        cases = [followed[number] for number in bits(board & truth.mask)]
        if not cases or not all(case.board for case in cases):
            continue  # a contradiction, which is a step of its own
        left, true = 0, ~placed
        for case in cases:
            left |= case.board
            true &= case.placed
        gone = board & ~left
        for number in bits(true):
            gone &= ~weak[number]
        key = len(cases), sum(len(case.waves) for case in cases)
        for number, is_true in (
            *((n, True) for n in bits(true)),
            *((n, False) for n in bits(gone)),
        ):
            if (number, is_true) not in found or key < found[number, is_true][0]:
                found[number, is_true] = key, truth, cases
    for (number, is_true), (_, truth, cases) in sorted(found.items(), key=lambda each: each[1][0]):
        end = End(1 << number, 0, None) if is_true else End(0, 1 << number, None)
        proofs = [proof_of(case, end, grid.layout) for case in cases]
        yield verity_step(truth, proofs, candidate(number, grid.layout), is_true, grid)
