"""A reason as a step: its truths, in an order in which each follows from the truths before.

An assumption excludes candidates; a truth with one candidate left makes it true; that candidate
excludes others, until a truth has none left. If each truth has a choice, the smallest choice makes
cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sudoku_engine.board.candidates import Candidate, Candidates, Link
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.masks import bits, mask_of, union
from sudoku_engine.board.say import Said, say
from sudoku_engine.board.step import Branch, Step
from sudoku_engine.board.variants import excluding
from sudoku_plugins.reasons.smallest_reason import AnyTruth, Reason
from sudoku_plugins.strategies.analysis.truths import (
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


class _Event(NamedTuple):
    """A truth that leaves one candidate, or none; or a clue that excludes candidates."""

    truth: AnyTruth
    true: int
    """The mask of the candidate that must be true, if there is one."""
    gone: int
    """The mask of its candidates that are false, without those that a clue had already excluded."""
    is_end: bool
    """Whether no candidate is left."""

    def told(self, layout: Layout) -> Said:
        if self.is_end:
            return self.truth.lack
        if isinstance(self.truth, ClueTruth):
            lost = [in_words(each, is_true=False) for each in candidates(self.gone, layout)]
            return say("{lost} ({clue:name})", lost=lost, clue=self.truth.brief)
        end = in_words(candidates(self.true, layout)[0])
        house = self.truth.house
        return say("{holds} ({why})", holds=end, why=house) if house else end


class _Case(NamedTuple):
    """The consequences of assumptions, up to a contradiction or a choice."""

    supposed: Said
    told: Said
    """The consequences, in words."""
    links: tuple[Link, ...]

    @property
    def said(self) -> Said:
        return say("if {start}:| {end}", start=self.supposed, end=self.told)


def step_of(reason: Reason) -> Step:
    """Return `reason` as a step that names the truths and explains how the conclusions follow."""
    grid, truths = reason.grid, reason.truths
    layout, teller = grid.layout, _Teller(reason)
    contraries = [
        *((each, False) for each in reason.placements),
        *((each, True) for each in reason.eliminations),
    ]
    cases = [case for each in contraries for case in teller.cases_of(*each)]
    if len({case.told for case in cases}) == 1:  # one clue, for example, excludes them all
        supposed = say("{cases:or}", cases=[case.supposed for case in cases])
        links = tuple(link for case in cases for link in case.links)
        cases = [_Case(supposed, cases[0].told, links)]
    concluded = [in_words(each, not is_true) for each, is_true in contraries]
    is_one = len(cases) == 1
    why = cases[0].said if is_one else say("no case is possible")
    named = union(truth.mask for truth in truths) & left_on(grid)[0]
    changed = {each for each, _ in contraries}
    houses = [truth.house for truth in truths if isinstance(truth, Truth)]
    is_single = bool(reason.placements) and len(truths) == 1
    weak = [link for case in cases for link in case.links if not link.strong]
    return Step(
        reason.placements,
        reason.eliminations,
        because=[each for each in candidates(named, layout) if each not in changed],
        houses=[*dict.fromkeys(filter(None, houses))],
        pattern="" if is_single else ", ".join([str(truth.brief) for truth in truths]),
        reason=say("{why};| so {concluded}", why=why, concluded=concluded),
        links=cases[0].links if is_one else (),
        branches=[] if is_one else [Branch(each.said, (), each.links) for each in cases],
        clues=excluding(
            ((link.start[0], gone) for link in weak for gone in link.end),
            layout,
            [truth.clue for truth in truths if isinstance(truth, ClueTruth)],
        ),
        difficulty=len(truths),
    )


class _Teller:
    def __init__(self, reason: Reason) -> None:
        self._layout = layout = reason.grid.layout
        self._weak = layout.weak_links
        self._left, placed = left_on(reason.grid)
        self._clues = [truth for truth in reason.truths if isinstance(truth, ClueTruth)]
        filled = [truths_of(layout).every[cell] for each in self._clues for cell in each.part.cells]
        named = [truth for truth in reason.truths if isinstance(truth, Truth)]
        self._plain = [
            *dict.fromkeys([*named, *(each for each in filled if not each.mask & placed)])
        ]
        """The truths of cells and houses, and the truths that the cells of clues are filled."""

    def cases_of(self, contrary: Candidate, is_true: bool) -> Iterator[_Case]:
        """Yield the consequences of a candidate that is true or false, case by case."""
        number = number_of(contrary, self._layout)
        free = self._left & ~(self._weak[number] if is_true else 1 << number)
        yield from self._cases(in_words(contrary, is_true), free, (number,) if is_true else ())

    def _cases(self, supposed: Said, free: int, true: tuple[int, ...]) -> Iterator[_Case]:
        """Yield the consequences of assumptions, then the cases of a choice.

        `free`: the candidates that can still be true; `true`: the true candidates, in order.
        """
        told: list[Said] = []
        links: list[Link] = []
        while event := self._next(free, true):
            told.append(event.told(self._layout))
            links += self._links(event, free, true)
            if event.is_end:
                yield _Case(supposed, _in_order(told), tuple(links))
                return
            free &= ~event.gone
            if event.true:
                number = event.true.bit_length() - 1
                true = (*true, number)
                free &= ~self._weak[number]
        choices = [(truth, truth.mask & free) for truth in self._unmet(true) if truth.mask & free]
        truth, mask = min(choices, key=lambda each: each[1].bit_count())
        options = candidates(mask, self._layout)
        told.append(truth.choice(options))
        yield _Case(supposed, _in_order(told, is_choice=True), tuple(links))
        for option in options:
            number = number_of(option, self._layout)
            more = say("{supposed} and {option}", supposed=supposed, option=in_words(option))
            yield from self._cases(more, free & ~self._weak[number], (*true, number))

    def _unmet(self, true: Iterable[int]) -> Iterator[Truth]:
        met = mask_of(true)
        return (truth for truth in self._plain if not truth.mask & met)

    def _next(self, free: int, true: Sequence[int]) -> _Event | None:
        """Return the next consequence; None if each truth has a choice."""
        single = None
        for truth in self._unmet(true):
            left = truth.mask & free
            if not left & left - 1:
                event = _Event(truth, left, truth.mask & self._left & ~left, not left)
                if event.is_end:
                    return event
                single = single or event
        return single or next(self._of_clues(free), None)

    def _of_clues(self, free: int) -> Iterator[_Event]:
        """Yield the candidates that clues exclude, or a clue that cannot hold."""
        for truth in self._clues:
            assert truth.part.fillings is not None
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
        """Yield the links to an event: true candidates exclude false ones, so the event follows."""
        lost = event.truth.mask & self._left & ~free & ~event.true
        gone: Candidates = ()
        for number in true:
            if excluded := tuple(candidates(lost & self._weak[number], self._layout)):
                yield Link((candidate(number, self._layout),), excluded, False)
                lost &= ~self._weak[number]
                gone += excluded
        if gone and event.true:
            yield Link(gone, tuple(candidates(event.true, self._layout)), True)


def _in_order(told: Sequence[Said], is_choice: bool = False) -> Said:
    """Return events in words, with a contradiction or a choice at the end."""
    *before, last = told
    if not before:
        return last
    return say(
        "{before:; |};| so {last}" if is_choice else "{before:; |};| then {last}",
        before=before,
        last=last,
    )
