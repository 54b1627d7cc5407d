"""Whether an answer is right: a step of the technique, another true step, or wrong and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from sudoku_engine.api.event_text import short_notation, why_texts
from sudoku_engine.api.events import Stepped
from sudoku_engine.board.notation import effect_text
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import sentence, symbol
from sudoku_engine.solving.oracle import count_solutions
from sudoku_engine.testing.practice.answers import Answer
from sudoku_engine.testing.practice.refutation import refutation
from sudoku_engine.testing.practice.techniques import PracticeBoard, Techniques

Judgement = Literal["right", "other", "wrong"]


class Verdict(NamedTuple):
    """The verdict on an answer."""

    judgement: Judgement
    """``right``: a step of the technique, or a part of one; ``other``: true, but not that."""
    why: str
    """What the step is, or why it is wrong, or not what was asked for."""
    reasons: tuple[str, ...] = ()
    """More about it, in sentences."""
    step: Stepped | None = None
    """The step of a strategy that the answer is, or is a part of."""
    is_whole: bool = True
    """Whether the answer is all of that step."""

    @property
    def text(self) -> str:
        """The verdict in a line."""
        return f"{_BEGINNINGS[self.judgement]} {self.why}"


_BEGINNINGS: Mapping[Judgement, str] = {"right": "right:", "other": "true, but", "wrong": "wrong:"}


class Judge:
    """Judges answers on one `board`. Strategies are called when the first answer is there."""

    def __init__(self, board: PracticeBoard, techniques: Techniques) -> None:
        self._technique = board.technique
        self._grid = board.grid
        self._techniques = techniques

    def verdict(self, answer: Answer) -> Verdict:
        """Return the verdict on `answer`; may take long."""
        claims = [claim for claim in answer.claims if self._is_candidate(claim)]
        gone = [claim for claim in answer.claims if claim not in claims]
        if not claims:
            return Verdict("wrong", self._why_gone(gone[0]))
        truths = {claim: self._is_true(claim, answer) for claim in claims}
        if false := [claim for claim in claims if truths[claim] is False]:
            reasons = self._about(false, answer)
            return Verdict("wrong", self._why_false(false[0], answer), tuple(reasons))
        found = self._of_the_technique({*claims}, answer)
        if found is None and None in truths.values():
            return Verdict("wrong", "the search gave up, so nobody knows whether it is true")
        found = found or self._of_another({*claims})
        remark = [f"Left out: {self._why_gone(gone[0])}."] if gone else []
        return found._replace(reasons=(*found.reasons, *remark))

    def _of_the_technique(self, claims: set[Candidate], answer: Answer) -> Verdict | None:
        """Return the verdict on a step of the technique, or a part of steps; None for any other."""
        name = self._technique.name
        steps = sorted(
            (event for event in self._steps if claims & _changes(event.step)),
            key=lambda event: _changes(event.step) != claims,
        )
        for event in steps:
            if claims == _changes(event.step):
                return self._right("", event)
            if claims < _changes(event.step):
                rest = self._effect(event.step, _changes(event.step) - claims)
                remark = f"but that is not all, it also gives {rest}"
                return self._right(remark, event)._replace(is_whole=False)
        if not steps:
            return None
        if more := claims.difference(*(_changes(event.step) for event in steps)):
            surplus = self._effect(Step(answer.placements, answer.eliminations), more)
            return Verdict("other", f"{surplus} is more than {name} gives here")
        return self._right("several steps at once", *steps)

    def _right(self, remark: str, *steps: Stepped) -> Verdict:
        first, *more = [line for event in steps for line in self._described(event)]
        if remark:
            return Verdict("right", remark, (first, *more), steps[0])
        return Verdict("right", first, tuple(more), steps[0])

    def _of_another(self, claims: set[Candidate]) -> Verdict:
        """Return which other strategy finds the answer, if any does."""
        for strategy in self._techniques.strategies:
            if strategy.id == self._technique.id or self._techniques.is_at_fault(strategy):
                continue
            for event in self._techniques.steps(self._grid, strategy):
                if claims <= _changes(event.step):
                    why = f"that is {strategy.name}, which was not asked for"
                    return Verdict("other", why, (self._notation(event),), event)
        return Verdict("other", "not found by any strategy that is loaded")

    @cached_property
    def _steps(self) -> Sequence[Stepped]:
        return self._techniques.steps(self._grid, self._technique)

    def _is_candidate(self, claim: Candidate) -> bool:
        return claim.digit in self._grid.candidates(claim.cell)

    def _is_true(self, claim: Candidate, answer: Answer) -> bool | None:
        """Return whether what `answer` says of a candidate is true; None if nobody knows."""
        is_placed = claim in answer.placements
        if is_placed and claim in answer.eliminations:
            return False
        known = count_solutions(self._grid)
        if known.solution is not None:
            return (known.solution[claim.cell] == claim.digit) is is_placed
        denied = Step(eliminations=[claim]) if is_placed else Step(placements=[claim])
        others = count_solutions(self._grid.apply(denied)).solutions
        return None if others is None else others == 0

    def _why_gone(self, claim: Candidate) -> str:
        name, held = self._grid.layout.cells[claim.cell], self._grid.digits[claim.cell]
        if held:
            return f"{name} holds {symbol(held)} already"
        return f"{symbol(claim.digit)} is no candidate of {name}"

    def _why_false(self, claim: Candidate, answer: Answer) -> str:
        name, digit = self._grid.layout.cells[claim.cell], symbol(claim.digit)
        if claim in answer.placements:
            return f"with {digit} in {name} the puzzle has no solution"
        return f"without {digit} in {name} the puzzle has no solution"

    def _about(self, false: Sequence[Candidate], answer: Answer) -> Iterator[str]:
        """Yield what is wrong with the pattern of a false answer, and what of it is right."""
        layout = self._grid.layout
        known = [_plain(event.step.notation(layout).partition(" => ")[0]) for event in self._steps]
        if answer.pattern and _plain(answer.pattern) in known:
            yield "The pattern is right, but this does not follow from it."
        else:
            # Only here: the rules for what is wrong take a while to load.
            from sudoku_engine.testing.practice.wrong_patterns import why_no_pattern

            why = why_no_pattern(answer, false, self._grid, self._technique.family or "")
            if why:
                yield sentence(why)
            elif why := refutation(self._claimed(false[0], answer), self._grid):
                yield why
        for event in self._steps:
            if right := _changes(event.step).intersection(answer.claims):
                yield f"{self._effect(event.step, right)} is right."
                return

    def _claimed(self, claim: Candidate, answer: Answer) -> Step:
        """Return the step that does what `answer` says of a candidate."""
        if claim in answer.placements:
            return Step(placements=[claim])
        return Step(eliminations=[claim])

    def _effect(self, step: Step, candidates: Iterable[Candidate]) -> str:
        """Return what `step` does with these of its candidates, in the usual notation."""
        some = {*candidates}
        return effect_text(
            tuple(each for each in step.placements if each in some),
            tuple(each for each in step.eliminations if each in some),
            self._grid.layout,
        )

    def _described(self, event: Stepped) -> list[str]:
        """Return a step, then why it is true, in sentences."""
        return [self._notation(event), *why_texts(event.step)]

    def _notation(self, event: Stepped) -> str:
        return f"{event.strategy.name}: {short_notation(event.step, self._grid.layout)}"


def _changes(step: Step) -> set[Candidate]:
    """Return what `step` places or eliminates; which of the two is known from the solution."""
    return {*step.placements, *step.eliminations}


def _plain(pattern: str) -> str:
    return "".join(pattern.lower().split())
