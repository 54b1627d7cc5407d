"""A reason as a step: its truths in an order in which each follows from those before.

What is supposed excludes candidates; a truth with one candidate left makes it true; that excludes
others, until a truth has none. Where each truth has a choice, the smallest one makes cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from sudoku_engine.board.candidates import Candidate, Candidates, Link
from sudoku_engine.board.exclusion import excluding
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.board.step import Branch, Step
from sudoku_engine.board.truths import (
    ClueTruth,
    Truth,
    candidate,
    candidates,
    held_in,
    in_words,
    left_on,
    number_of,
    truths_of,
)
from sudoku_engine.board.words import listed
from sudoku_engine.solving.smallest_reason import AnyTruth, Reason


class _Event(NamedTuple):
    """A truth that leaves one candidate, or none; or a clue that excludes candidates."""

    truth: AnyTruth
    true: int
    """The mask of the candidate that must be true, if there is one."""
    gone: int
    """The mask of its candidates that are false, without those that were false for a clue."""
    is_end: bool
    """Whether nothing is left."""

    def told(self, layout: Layout) -> str:
        """Return the event in words."""
        if self.is_end:
            return self.truth.lack
        if isinstance(self.truth, ClueTruth):
            lost = listed([in_words(each, is_true=False) for each in candidates(self.gone, layout)])
            return f"{lost} ({self.truth.brief})"
        where = f" ({self.truth.house})" if self.truth.house else ""
        return f"{in_words(candidates(self.true, layout)[0])}{where}"


class _Case(NamedTuple):
    """What follows from suppositions, up to a contradiction or a choice."""

    supposed: tuple[str, ...]
    """The suppositions, in words."""
    events: tuple[_Event, ...]
    choice: str
    """What makes the next cases, in words; nothing after a contradiction."""
    links: tuple[Link, ...]

    def told(self, layout: Layout) -> str:
        """Return the case in words."""
        told = [event.told(layout) for event in self.events]
        *before, last = [*told, self.choice] if self.choice else told
        word = "so" if self.choice else "then"
        after = f"{'; '.join(before)}; {word} {last}" if before else last
        return f"if {' and '.join(self.supposed)}: {after}"


def step_of(reason: Reason) -> Step:
    """Return `reason` as a step: it names the truths, and tells how the conclusions follow."""
    return _Teller(reason).step()


class _Teller:
    """Tells one reason."""

    def __init__(self, reason: Reason) -> None:
        self._reason = reason
        self._layout = layout = reason.grid.layout
        self._weak = layout.weak_links
        self._left, placed = left_on(reason.grid)
        cells = [
            cell
            for truth in reason.truths
            if isinstance(truth, ClueTruth)
            for cell in truth.part.cells
        ]
        filled = [truths_of(layout).every[cell] for cell in cells]
        self._truths: tuple[AnyTruth, ...] = tuple(
            dict.fromkeys([*reason.truths, *(each for each in filled if not each.mask & placed)])
        )
        """Those of the reason, and the cells of its clues: they are filled."""

    def step(self) -> Step:
        """Return the step."""
        reason, layout = self._reason, self._layout
        contraries = [
            *((each, False) for each in reason.placements),
            *((each, True) for each in reason.eliminations),
        ]
        cases = [case for each in contraries for case in self._cases_of(*each)]
        concluded = listed([in_words(each, not is_true) for each, is_true in contraries])
        is_one = len(cases) == 1
        is_single = bool(reason.placements) and len(reason.truths) == 1
        why = cases[0].told(layout) if is_one else "something has nothing left in each case"
        named = reduce(or_, (truth.mask for truth in reason.truths)) & self._left
        changed = {each for each, _ in contraries}
        clues = [truth.clue for truth in reason.truths if isinstance(truth, ClueTruth)]
        houses = [truth.house for truth in reason.truths if isinstance(truth, Truth)]
        weak = [link for case in cases for link in case.links if not link.strong]
        pairs = ((start[0], gone) for start, end, _ in weak for gone in end)
        return Step(
            reason.placements,
            reason.eliminations,
            because=[each for each in candidates(named, layout) if each not in changed],
            houses=[*dict.fromkeys(filter(None, houses))],
            pattern="" if is_single else ", ".join([truth.brief for truth in reason.truths]),
            reason=f"{why}; so {concluded}",
            links=cases[0].links if is_one else (),
            branches=[]
            if is_one
            else [Branch(each.told(layout), (), each.links) for each in cases],
            clues=excluding(pairs, layout, clues),
            difficulty=len(reason.truths),
        )

    def _cases_of(self, contrary: Candidate, is_true: bool) -> Iterator[_Case]:
        """Yield what follows if a candidate is true or false, case by case."""
        number = number_of(contrary, self._layout)
        free = self._left & ~(self._weak[number] if is_true else 1 << number)
        true = (number,) if is_true else ()
        yield from self._cases((in_words(contrary, is_true),), free, true)

    def _cases(
        self, supposed: tuple[str, ...], free: int, true: tuple[int, ...]
    ) -> Iterator[_Case]:
        """Yield what follows from suppositions, then the cases of a choice.

        `free`: the candidates that can still be true; `true`: those that are, in their order.
        """
        events: list[_Event] = []
        links: list[Link] = []
        while event := self._next(free, true):
            events.append(event)
            links += self._links(event, free, true)
            if event.is_end:
                yield _Case(supposed, tuple(events), "", tuple(links))
                return
            free &= ~event.gone
            if event.true:
                number = event.true.bit_length() - 1
                true = (*true, number)
                free &= ~self._weak[number]
        open_truths = [truth for truth in self._plain(true) if truth.mask & free]
        choice = min(open_truths, key=lambda truth: (truth.mask & free).bit_count())
        options = candidates(choice.mask & free, self._layout)
        yield _Case(supposed, tuple(events), choice.choice(options), tuple(links))
        for option in options:
            number = number_of(option, self._layout)
            yield from self._cases(
                (*supposed, in_words(option)), free & ~self._weak[number], (*true, number)
            )

    def _plain(self, true: Iterable[int]) -> Iterator[Truth]:
        """Yield the truths of cells and houses that nothing meets that is `true`."""
        met = sum(1 << number for number in true)
        for truth in self._truths:
            if isinstance(truth, Truth) and not truth.mask & met:
                yield truth

    def _next(self, free: int, true: Sequence[int]) -> _Event | None:
        """Return what follows next; None if each truth has a choice."""
        single = None
        for truth in self._plain(true):
            left = truth.mask & free
            if not left & left - 1:
                event = _Event(truth, left, truth.mask & self._left & ~left, not left)
                if event.is_end:
                    return event
                single = single or event
        return single or next(self._of_clues(free), None)

    def _of_clues(self, free: int) -> Iterator[_Event]:
        """Yield what the clues exclude, or that one cannot hold."""
        for truth in self._truths:
            if isinstance(truth, ClueTruth) and truth.part.fillings:
                cells = truth.part.cells
                held = held_in(cells, free, self._layout)
                kept = truth.part.fillings.supported(held)
                if kept != held:
                    gone = sum(
                        1 << index * len(self._layout.cells) + cell
                        for cell, before, after in zip(cells, held, kept or held)
                        for index in bits(before & ~after)
                    )
                    yield _Event(truth, 0, gone, not kept)

    def _links(self, event: _Event, free: int, true: Sequence[int]) -> Iterator[Link]:
        """Yield the links to an event: what is true excludes what is false, and so it follows."""
        lost = event.truth.mask & self._left & ~free & ~event.true
        gone: Candidates = ()
        for number in true:
            if excluded := tuple(candidates(lost & self._weak[number], self._layout)):
                yield Link((candidate(number, self._layout),), excluded, False)
                lost &= ~self._weak[number]
                gone += excluded
        if gone and event.true:
            yield Link(gone, tuple(candidates(event.true, self._layout)), True)
