"""What follows from a supposition, wave after wave, until nothing follows or it contradicts itself.

A *wave* is a set of digits that are placed at the same time: the first is what is supposed. Each
eliminates what it sees; then every truth (a cell, or a digit in a house) with one candidate left
gives a digit of the next wave. A truth with none left is a contradiction, and so are two digits of
one wave that see each other.

A truth is a cell, or a digit in a house (`analysis.truths`). So a naked and a hidden single are
the same thing: a truth with one candidate left.

The waves know what was placed, and when, but not why: they have to be fast, since for each step
there are hundreds of suppositions. For the few that are shown a *proof* finds out, the part of the
waves that it takes, and no more. It goes back from the end: a digit was placed since a truth had
nothing else left; each of its other candidates was eliminated by a digit of an earlier wave that
sees it; and that digit was placed for a reason, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from operator import or_
from types import MappingProxyType
from typing import NamedTuple

from sudoku_engine import Layout, names
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.candidates import Candidates
from sudoku_engine.board.masks import bits, union
from sudoku_engine.board.say import Said, say
from sudoku_engine.search.classic import (
    BOXES,
    COLUMNS,
    LAYOUT,
    MINI_COLUMNS,
    MINI_ROWS,
    OVER_BOX,
    OVER_COLUMN,
    OVER_DIGITS,
    OVER_ROW,
    PLANE,
    PLANES_147,
    ROWS,
)
from sudoku_plugins.strategies.analysis.truths import Truth, candidates, in_words, truths_of

MOST_ENDS = 6
"""How many contradictions of one net are compared: which are, depends on the order of the cells.

So a turned board may show another proof, of the same effect.
"""

AT_ONCE = 8
"""How many contradictions are worked out before the shortest of them is shown."""


class Waves(NamedTuple):
    """What follows from a supposition; sets of candidates are masks, as in `analysis.truths`."""

    waves: list[tuple[int, int]]
    """The board before each wave, and the digits that it places. If it contradicts itself for lack
    of candidates, the last one is the board that lacks them, and places nothing."""
    board: int
    """What is left in the end, placed digits too; 0 for a contradiction."""
    placed: int
    """The digits that were placed then."""
    refuted: Mapping[int, Waves] = MappingProxyType({})
    """By number of a wave that places nothing, what refutes a candidate that the next board lacks:
    the waves that follow from it, which contradict themselves."""


def waves_of(board: int, placed: int, start: int, layout: Layout) -> Waves:
    """Return what follows if the candidates of the mask `start` are true.

    `board`: the candidates and the placed digits, which are `placed`.
    """
    if layout.usual is LAYOUT:
        return _classic_waves(board, placed, start)
    return _general_waves(board, placed, start, layout)


def waves_from(board: int, placed: int, layout: Layout) -> dict[int, Waves]:
    """Return what follows from each candidate of the `board` that is not placed, by its number.

    Most steps eliminate a candidate or two, and from most others there follows the same as before.
    """
    latest = _latest(layout)
    (board_before, placed_before), before = latest[0]
    gone = board_before & ~board
    if placed != placed_before or board & ~board_before:
        before = {}
    found = {}
    for node in bits(board & ~placed):
        kept = _without(before[node], gone, layout) if node in before else None
        found[node] = kept or waves_of(board, placed, 1 << node, layout)
    latest[0] = (board, placed), found
    return found


@lru_cache(maxsize=1)
def _latest(layout: Layout) -> list[tuple[tuple[int, int], dict[int, Waves]]]:
    return [((0, 0), {})]


def _without(waves: Waves, gone: int, layout: Layout) -> Waves | None:
    """Return the `waves` of a board that has lost the candidates `gone`, None if they may differ.

    They do not differ if each truth that lacks one of these keeps two others as long.
    """
    boards = [board for board, wave in waves.waves[1:] if wave]
    boards.append(waves.board)
    boards.reverse()
    for node in bits(gone):
        board = next((each & ~gone for each in boards if each >> node & 1), 0)
        for truth in truths_of(layout).with_candidate[node] if board else ():
            left = board & truth.mask
            if not left & left - 1:
                return None
    kept = [(board & ~gone, wave) for board, wave in waves.waves]
    return Waves(kept, waves.board & ~gone, waves.placed)


def _classic_waves(board: int, placed: int, wave: int) -> Waves:
    """Return the waves on a plain 9x9 board; for its tricks see `sudoku_engine.search`."""
    weak = LAYOUT.weak_links
    waves = []
    while True:
        waves.append((board, wave))
        seen = union([weak[node] for node in bits(wave)])
        if wave & seen:
            return Waves(waves, 0, 0)
        board ^= board & seen
        placed |= wave
        a, b = board >> 1, board >> 2
        either = board | a
        minis = (either | b) & MINI_ROWS
        twice = (board & a | either & b) & MINI_ROWS
        a, b = minis >> 3, minis >> 6
        either = minis | a
        if (either | b) & ROWS != ROWS:
            break
        several = ROWS & (minis & a | either & b | twice | twice >> 3 | twice >> 6)
        hidden = (ROWS ^ several) * OVER_ROW
        a, b = minis >> 9, minis >> 18
        either = minis | a
        if (either | b) & BOXES != BOXES:
            break
        several = BOXES & (minis & a | either & b | twice | twice >> 9 | twice >> 18)
        hidden |= (BOXES ^ several) * OVER_BOX
        a, b = board >> 9, board >> 18
        either = board | a
        minis = (either | b) & MINI_COLUMNS
        twice = (board & a | either & b) & MINI_COLUMNS
        a, b = minis >> 27, minis >> 54
        either = minis | a
        if (either | b) & COLUMNS != COLUMNS:
            break
        several = COLUMNS & (minis & a | either & b | twice | twice >> 27 | twice >> 54)
        hidden |= (COLUMNS ^ several) * OVER_COLUMN
        a, b = board >> 81, board >> 162
        either = board | a
        threes = (either | b) & PLANES_147
        twice = (board & a | either & b) & PLANES_147
        first, a, b = threes & PLANE, threes >> 243 & PLANE, threes >> 486
        either = first | a
        if either | b != PLANE:
            break
        choices = first & a | either & b | (twice | twice >> 243 | twice >> 486) & PLANE
        wave = board & (hidden | (PLANE ^ choices) * OVER_DIGITS) & ~placed
        if not wave:
            return Waves(waves, board, placed)
    return Waves([*waves, (board, 0)], 0, 0)


class Fold(NamedTuple):
    """Truths of one shape, such as all rows with all digits: a few shifts look at all of them."""

    firsts: int
    shifts: tuple[tuple[int, ...], ...]
    """The shifts that bring all others there: those of each group, after those of groups before."""

    def last_places(self, board: int) -> int | None:
        """Return the candidates that are the only ones of a truth; None if one has none."""
        once, twice = board, 0
        for group in self.shifts:
            first, second = once, twice
            for shift in group:
                other = first >> shift
                twice |= once & other | second >> shift
                once |= other
        if once & self.firsts != self.firsts:
            return None
        single = self.firsts & ~twice
        for group in self.shifts:
            before = single
            for shift in group:
                single |= before << shift
        return single & board


@per_layout
def folds_of(layout: Layout) -> tuple[Fold, ...]:
    """Return all truths of `layout`."""
    firsts: dict[int, int] = {}
    for truth in truths_of(layout).every:
        first = truth.mask & -truth.mask
        shape = truth.mask // first
        firsts[shape] = firsts.get(shape, 0) | first
    return tuple([Fold(first, tuple(_shifts(shape))) for shape, first in firsts.items()])


def _shifts(shape: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of shifts for a `shape`: rows of equal steps, while it consists of such.

    Where a row is a divisor, and no bits of the product meet, the shape is the rest in each place.
    """
    while (n := shape.bit_count()) > 1:
        step = next(bits(shape ^ 1))
        for count in range(2, n):
            row = sum(1 << step * i for i in range(count))
            if shape % row == 0 and (shape // row).bit_count() * count == n:
                yield tuple(range(step, step * count, step))
                shape //= row
                break
        else:
            yield tuple(bits(shape ^ 1))
            return


def _general_waves(board: int, placed: int, wave: int, layout: Layout) -> Waves:
    weak, folds = layout.weak_links, folds_of(layout)
    waves = []
    while True:
        waves.append((board, wave))
        placed |= wave
        seen = union([weak[node] for node in bits(wave)])
        board &= ~seen
        if wave & ~board:
            return Waves(waves, 0, 0)
        wave = 0
        for fold in folds:
            last = fold.last_places(board)
            if last is None:
                waves.append((board, 0))
                return Waves(waves, 0, 0)
            wave |= last
        wave &= ~placed
        if not wave:
            return Waves(waves, board, placed)


class Placed(NamedTuple):
    """A digit that is placed in a proof."""

    candidate: int
    truth: Truth | None
    """The truth in which it is the last candidate; None for what is supposed."""
    off: int
    """The mask of the other candidates of the truth, which are false."""


class End(NamedTuple):
    """The end of a net: true and false candidates, as masks, and the contradiction."""

    on: int
    off: int
    truth: Truth | None
    """The truth that lacks candidates, or has two that are true; None for others."""
    pair: Candidates = ()
    """Two that are true and exclude each other by a clue; none for a verity."""

    @property
    def place(self) -> str:
        """The cell or house in which it is wrong."""
        return str(self.truth.place) if self.truth else names([cell for cell, _ in self.pair])

    @property
    def text(self) -> Said:
        """The contradiction, in words."""
        if self.truth is None:
            return say("{pair: and }, which a clue forbids", pair=[*map(in_words, self.pair)])
        if not self.on:
            return self.truth.lack
        if self.truth.house is None:
            return say("{place} has two digits", place=self.truth.place)
        return say("{place} has {digit} twice", place=self.truth.place, digit=self.truth.digit)


class Proof(NamedTuple):
    """How an end follows from a supposition."""

    placed: tuple[Placed, ...]
    """In order; what is supposed comes first."""
    causes: tuple[tuple[int, int], ...]
    """By candidate that is eliminated, in order: a placed digit that sees it."""
    end: End
    refuted: tuple[Proof, ...] = ()
    """The nets within this net: each refutes what it supposes besides."""
    given: int = 0
    """The candidates that are false by the net around this one."""

    @property
    def size(self) -> int:
        """The number of digits placed, with what is supposed."""
        return len(self.placed) + sum(proof.size for proof in self.refuted)

    @property
    def supposed(self) -> int:
        """What is supposed."""
        return self.placed[0].candidate

    @property
    def nets(self) -> Iterator[Proof]:
        """The nets within this one, and the net itself."""
        yield from self.refuted
        yield self


def refutation(waves: Waves, layout: Layout, first: int = 0) -> Proof:
    """Return the shortest proof that `waves`, which contradict themselves, do so.

    `first`: the board around it, if it is a net within a net.
    """
    truths = truths_of(layout)
    board, wave = waves.waves[-1]
    first = first or waves.waves[0][0]
    ends: list[End] = []
    if wave:
        for one in bits(wave):
            for truth in truths.with_candidate[one]:
                for other in bits(wave & truth.mask & -(2 << one)):
                    ends.append(End(1 << one | 1 << other, 0, truth))
            for other in bits(wave & layout.weak_links[one] & -(2 << one) if not ends else 0):
                both = 1 << one | 1 << other
                ends.append(End(both, 0, None, tuple(candidates(both, layout))))
    else:
        ends += [
            End(0, first & truth.mask, truth) for truth in truths.every if not board & truth.mask
        ]
        ends.sort(key=lambda end: end.off.bit_count())
    known: dict[int, Proof] = {}
    searches = [_Search(waves, each, layout, first, known) for each in ends[:MOST_ENDS]]
    least = min(search.size for search in searches)
    proofs = [search.proof() for search in searches if search.size == least]
    return min(proofs, key=lambda proof: len(proof.causes))


def proof_of(waves: Waves, end: End, layout: Layout, first: int = 0) -> Proof:
    """Return why the `waves` come to this `end`; `first` as for `refutation`."""
    return _Search(waves, end, layout, first or waves.waves[0][0], {}).proof()


class _Search:
    """Goes back through waves from an end."""

    def __init__(
        self, waves: Waves, end: End, layout: Layout, first: int, known: dict[int, Proof]
    ) -> None:
        """Go back; `known`: by number of a wave, the nets within the net that are worked out."""
        self._waves = waves.waves
        self._refuted_waves = waves.refuted
        self._before = [0, *accumulate([wave for _, wave in waves.waves], or_)]
        """By wave, the digits of the waves before it."""
        self._needed = end.on
        """The digits that the proof needs; no two waves place the same."""
        self._end = end
        self._with_candidate = truths_of(layout).with_candidate
        self._weak = layout.weak_links
        self._first = first
        self._without = [0] * len(waves.waves)
        """By wave that places nothing, the candidate, if the proof needs that it is refuted."""
        self._given = 0
        self._placed: list[Placed] = []
        self._refuted: list[Proof] = []
        self._need_causes(end.off, len(self._waves))
        for number in range(len(self._waves) - 1, 0, -1):
            for candidate in bits(self._needed & self._waves[number][1]):
                truth, others = self._reason(candidate, number)
                self._need_causes(others, number)
                self._placed.append(Placed(candidate, truth, others))
            if self._without[number]:
                if number not in known:
                    known[number] = refutation(waves.refuted[number], layout, first)
                self._refuted.append(known[number])
                self._need_causes(known[number].given, number)
        start = self._waves[0][1]
        self._needed |= start
        self._placed += [Placed(candidate, None, 0) for candidate in bits(start)]
        self._placed.reverse()
        self._refuted.reverse()
        self.size = len(self._placed) + sum([proof.size for proof in self._refuted])
        """The size of the proof."""

    def proof(self) -> Proof:
        """Return the proof."""
        placed, end = tuple(self._placed), self._end
        causes = tuple(self._causes([*(each.off for each in placed), end.off]))
        return Proof(placed, causes, end, tuple(self._refuted), self._given)

    def _causes(self, masks: list[int]) -> Iterator[tuple[int, int]]:
        """Yield each candidate of the `masks` that a digit eliminates, once, with this digit."""
        done = self._given
        for mask in masks:
            for other in bits(mask & ~done):
                done |= 1 << other
                if seen := self._weak[other] & self._needed:  # else a net within it refutes it
                    yield other, next(bits(self._earliest(seen)))

    def _reason(self, candidate: int, number: int) -> tuple[Truth, int]:
        """Return the truth by which wave `number` has `candidate`, and its other candidates.

        Of several it is the one that needs the fewest new digits.
        """
        board, alone = self._waves[number][0], 1 << candidate
        reasons = [
            (truth, self._first & truth.mask ^ alone)
            for truth in self._with_candidate[candidate]
            if board & truth.mask == alone
        ]
        if len(reasons) == 1:
            return reasons[0]

        def cost(reason: tuple[Truth, int]) -> tuple[int, int]:
            _, others = reason
            return len(self._without_cause(others, number)), others.bit_count()

        return min(reasons, key=cost)

    def _without_cause(self, off: int, number: int) -> list[tuple[int, int]]:
        """Return the candidates of `off` that nothing needed before wave `number` eliminates.

        Each with what it sees.
        """
        off &= self._waves[0][0]
        if self._refuted_waves:
            off &= ~union(self._without[:number])
        causes, weak = self._needed & self._before[number], self._weak
        return [(other, seen) for other in bits(off) if not (seen := weak[other]) & causes]

    def _need_causes(self, off: int, number: int) -> None:
        """Need for each candidate of `off` what eliminates it before wave `number`."""
        self._given |= off & ~self._waves[0][0]
        without = self._without_cause(off, number)
        while without:
            other, seen = without[0]
            if seen & self._before[number]:
                best = self._earliest(seen)
                if best & best - 1:
                    # Of several digits take the one that eliminates most of the others.
                    best = 1 << max(
                        bits(best), key=lambda cause: sum([s >> cause & 1 for _, s in without])
                    )
                self._needed |= best
                without = [each for each in without if not each[1] & best]
            else:
                self._without[self._wave_without(other) - 1] = 1 << other
                del without[0]

    def _earliest(self, digits: int) -> int:
        """Return the `digits` of the first wave that places any of them."""
        return next(found for _, wave in self._waves if (found := wave & digits))

    def _wave_without(self, candidate: int) -> int:
        return next(i for i, (board, _) in enumerate(self._waves) if not board >> candidate & 1)
