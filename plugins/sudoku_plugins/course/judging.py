"""Whether an answer is right: a step of the technique, another true step, or wrong and why.

Answers are in the notation of steps, as people type it: sloppy, or only what the step changes.
Techniques are known in their order of trial: where one is the next useful one, and what it finds.
A wrong change is refuted from the fewest truths, so a person can follow it on paper. A false
pattern in the answer is named, too, and one that does not prove a right change is worth half a
point.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Literal, NamedTuple

from sudoku_engine.api.event_text import short_notation, why_texts
from sudoku_engine.api.events import Faulted, Rejected, Started, Stepped, add_faults
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.notation import chain_in, effect_text, effects_in, subset_in
from sudoku_engine.board.say import tell
from sudoku_engine.board.step import COVER, Candidate, Step
from sudoku_engine.board.words import sentence
from sudoku_engine.errors import GaveUp, LayoutError, SudokuError, UsageError
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import count_solutions
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import DEFAULTS, LoopSettings
from sudoku_plugins.kit.advice.claim import Claim, first
from sudoku_plugins.kit.advice.step_advice import rules_of_family
from sudoku_plugins.reasons.reasons import counter_board, seen_by
from sudoku_plugins.reasons.smallest_reason import Reason, smallest_reason
from sudoku_plugins.reasons.why import step_of
from sudoku_plugins.session.survey import survey
from sudoku_plugins.strategies.analysis.pattern_texts import fish_in, linked_sets_in

HOW_TO_WRITE = "write what the step changes, such as r5c5=8 or r57c4-1, r7c4-8"

_ARROWS = re.compile("⇒|→|==>|=>")
_NUMBER = re.compile(r"^\s*\d+[.)]\s+")
_NAME = re.compile(r"^[^:=<>]*:\s+")
_REMARK = re.compile(r"\s*[\[(][^\])]*[\])]\s*$")
_CELL = re.compile(r"r\s*(\d+)\s*c\s*(\d+)")
_NOT = re.compile(r"\s*(?:<>|><|!=|/=|≠|\bis not\b|\bisn't\b|\bnot\b|-)\s*")
_IS = re.compile(r"\s*(?:==|:=|=|:|\bis\b)\s*")


class Answer(NamedTuple):
    """A step that a person found."""

    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    pattern: str = ""  # the text before ``=>``, or empty

    @property
    def claims(self) -> tuple[Candidate, ...]:
        """All candidates that it places or eliminates."""
        return (*self.placements, *self.eliminations)


def answer_in(text: str, layout: Layout) -> Answer:
    """Return the step that a person wrote as `text`; raise LayoutError if it is not a step.

    Capitals and blanks do not matter, a line of ``steps`` may be copied whole, and what stands
    before ``=>`` may be left out.

    >>> answer = answer_in("R4C4 != 1,8", Layout.named("9x9"))
    >>> [str(candidate.digit) for candidate in answer.eliminations]
    ['1', '8']
    """
    words = _NUMBER.sub("", text.strip())
    while _REMARK.search(words):
        words = _REMARK.sub("", words)
    *before, effect = _ARROWS.split(words)
    pattern = before[0] if before else ""
    try:
        placements, eliminations = effects_in(_strict(effect, layout), layout)
    except LayoutError as error:
        if "step: write" in error.what:
            raise LayoutError(f"{text.strip()!r} is not a step: {HOW_TO_WRITE}") from None
        raise
    return Answer(
        tuple(dict.fromkeys(placements)),
        tuple(dict.fromkeys(eliminations)),
        _NAME.sub("", pattern).strip(),
    )


def _strict(effect: str, layout: Layout) -> str:
    """Return `effect` as `effects_in` reads it, with a digit of its own in each part."""
    effect = _CELL.sub(r"r\1c\2", _NAME.sub("", effect).lower())
    effect = _IS.sub("=", _NOT.sub("<>", effect))
    effect = re.sub(r"\band\b|&|;", ",", effect).strip(" ,.")
    digit = f"[{layout.signs.lower()}]"
    cells = r"r\d+c\d+(?:[\s,]+r\d+c\d+)*"
    parts = re.compile(rf"({cells})(<>|=)({digit}(?:[\s,/]*{digit})*)(?=[\s,]|$)")

    def each_digit(match: re.Match[str]) -> str:
        where = ",".join(re.split(r"[\s,]+", match[1]))
        return ", ".join(f"{where}{match[2]}{each}" for each in re.findall(digit, match[3]))

    return parts.sub(each_digit, effect)


class PracticeBoard(NamedTuple):
    """A board to practise a technique on."""

    grid: Grid  # the board as it stands
    technique: Component  # what to look for
    event: Stepped  # a step of the technique on the board; hints speak of it
    is_next: bool = True  # whether all simpler techniques find nothing more there


@dataclass(frozen=True)
class Techniques:
    """The strategies that are loaded, and how they are called."""

    strategies: Sequence[Component]
    settings: LoopSettings = DEFAULTS
    faults: list[Faulted | Rejected] = field(default_factory=list)
    """The faults of strategies so far, one for each strategy."""

    def next_board(
        self, puzzle: Grid, wanted: Sequence[Component], turns_before: int = 0
    ) -> PracticeBoard | None:
        """Return the first of the `boards`, or the one after `turns_before`; None without one."""
        return next(islice(self.boards(puzzle, wanted), turns_before, None), None)

    def boards(self, puzzle: Grid, wanted: Sequence[Component]) -> Iterator[PracticeBoard]:
        """Yield the boards on the way to the solution of `puzzle` where one of `wanted` is next."""
        by_id = {each.id: each for each in wanted}
        board = puzzle
        for event in self._events(puzzle, self._order(wanted), wanted[0]):
            if isinstance(event, Stepped) and event.strategy.id in by_id:
                technique = by_id[event.strategy.id]
                yield PracticeBoard(board, technique, event._replace(number=1))
            board = event.grid

    def board_as_it_is(self, grid: Grid, technique: Component) -> PracticeBoard | None:
        """Return `grid` as a board for `technique`, even if simpler ones find something there."""
        for event in self._events(grid, [technique], technique):
            if isinstance(event, Stepped):
                return PracticeBoard(grid, technique, event._replace(number=1), is_next=False)
            grid = event.grid
        return None

    def steps(self, grid: Grid, technique: Component) -> list[Stepped]:
        """Return all steps of `technique` on `grid`, of those with one effect the first."""
        found = survey(grid, [technique], self._settings(technique))
        add_faults(self.faults, found.faults)
        return [each.event for each in found.steps]

    def _order(self, wanted: Sequence[Component]) -> list[Component]:
        """Return the strategies with those that are `wanted`, which may have other options.

        One that takes no part by default is tried before the first that is not easier. Those of a
        harder level come last: some are tried before it. Those that were at fault are left out.
        """
        by_id = {each.id: each for each in wanted}
        order = [by_id.pop(each.id, each) for each in self.strategies]
        for technique in by_id.values():
            harder = (i for i, each in enumerate(order) if each.score >= technique.score)
            order.insert(next(harder, len(order)), technique)
        hardest = max(LEVELS.index(each.level) for each in wanted)
        order.sort(key=lambda each: LEVELS.index(each.level) > hardest)
        return [each for each in order if not self.is_at_fault(each)]

    def is_at_fault(self, strategy: Component) -> bool:
        """Return whether `strategy` has failed, or found a wrong step, on a board before."""
        return any(fault.strategy.id == strategy.id for fault in self.faults)

    def _events(
        self, grid: Grid, order: Sequence[Component], technique: Component
    ) -> Iterator[Started | Stepped]:
        for event in Loop(order, self._settings(technique)).events(grid):
            if isinstance(event, (Started, Stepped)):
                yield event
            elif isinstance(event, (Faulted, Rejected)):
                add_faults(self.faults, [event])

    def _settings(self, technique: Component) -> LoopSettings:
        return replace(self.settings, mode="first", pencilmarks=technique.marks or "auto")


MOST_TRUTHS = 6  # a longer proof convinces nobody
REFUTATION_BUDGET = 20_000  # the choices that are tried for it


def refutation(claim: Candidate, is_placed: bool, grid: Grid) -> str:
    """Return why a `claim` on `grid` is false, in a sentence; empty if that takes many truths."""
    if grid.marks != "auto":
        return ""
    named = Candidate(grid.layout.cells[claim.cell], claim.digit)
    placed, eliminated = ([], [named]) if is_placed else ([named], [])
    with suppress(GaveUp, UsageError):  # without python-sat all reasons are smallest
        reason = smallest_reason(grid, placed, eliminated, REFUTATION_BUDGET, MOST_TRUTHS)
        if isinstance(reason, Reason):
            return " ".join(why_texts(step_of(reason)))
    return ""


Judgement = Literal["right", "half", "other", "wrong"]


class Verdict(NamedTuple):
    """The verdict on an answer."""

    judgement: Judgement
    """``right``: a step of the technique, or a part of one; ``half``: so, but with a pattern that
    does not prove it; ``other``: true, but not that."""
    why: str
    """What the step is, or why it is wrong, or not what was asked for."""
    reasons: tuple[str, ...] = ()
    step: Stepped | None = None
    """The step of a strategy that the answer is, or is a part of."""
    is_whole: bool = True
    """Whether the answer is all of that step."""

    @property
    def text(self) -> str:
        """The verdict in a line."""
        return f"{tell(BEGINNINGS[self.judgement])} {self.why}"


BEGINNINGS: Mapping[Judgement, str] = {
    "right": "right:",
    "half": "half right:",
    "other": "true, but",
    "wrong": "wrong:",
}


class Judge:
    """Judges answers on one `board`. Strategies are called when the first answer is there."""

    def __init__(self, board: PracticeBoard, techniques: Techniques) -> None:
        self._technique = board.technique
        self._grid = board.grid
        self._techniques = techniques

    def verdict(self, answer: Answer) -> Verdict:
        """Return the verdict on `answer`; may take long."""
        grid = self._grid
        claims = [each for each in answer.claims if each.digit in grid.candidates(each.cell)]
        gone = [claim for claim in answer.claims if claim not in claims]
        if not claims:
            return Verdict("wrong", self._why_gone(gone[0]))
        truths = {claim: self._is_true(claim, answer) for claim in claims}
        if false := [claim for claim in claims if truths[claim] is False]:
            reasons = self._about(false, answer)
            why = tell(
                "with {digit} in {cell} the puzzle has no solution"
                if false[0] in answer.placements
                else "without {digit} in {cell} the puzzle has no solution",
                digit=false[0].digit,
                cell=grid.layout.cells[false[0].cell],
            )
            return Verdict("wrong", why, tuple(reasons))
        found = self._of_the_technique({*claims}, answer)
        if found is None and None in truths.values():
            return Verdict("wrong", tell("the search gave up, so it is unknown whether it is true"))
        if found is not None and found.judgement == "right" and self._has_false_pattern(answer):
            found = self._half(found, answer)
        found = found or self._of_another({*claims})
        remark = [tell("Left out: {why}.", why=self._why_gone(gone[0]))] if gone else []
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
                remark = tell("but that is not all, it also gives {rest}", rest=rest)
                return self._right(remark, event)._replace(is_whole=False)
        if not steps:
            return None
        if more := claims.difference(*(_changes(event.step) for event in steps)):
            surplus = self._effect(Step(answer.placements, answer.eliminations), more)
            why = tell(
                "{effect} is more than {technique} gives here", effect=surplus, technique=name
            )
            return Verdict("other", why)
        return self._right(tell("several steps at once"), *steps)

    def _has_false_pattern(self, answer: Answer) -> bool:
        """Return whether the answer does not follow from the pattern before it.

        That a puzzle has one solution is no pattern on the board, and a chain does not say all of
        the sets (``{149}``) that it goes through: both count as right.
        """
        is_untold = self._technique.assumes_unique or "{" in answer.pattern
        if is_untold or self._has_known_pattern(answer):
            return False
        step, grid = _as_step(answer, answer.claims, self._grid), self._grid
        try:
            return step is not None and bool(counter_board(grid, step, facts=seen_by(step, grid)))
        except GaveUp:
            return False

    def _has_known_pattern(self, answer: Answer) -> bool:
        patterns = (event.step.notation(self._grid.layout) for event in self._steps)
        return _plain(answer.pattern) in [_plain(each.partition(" => ")[0]) for each in patterns]

    def _half(self, right: Verdict, answer: Answer) -> Verdict:
        """Return the verdict on what is `right`, but not for its reason."""
        effect = effect_text(answer.placements, answer.eliminations, self._grid.layout)
        why = tell(
            "{effect} is right, but {pattern} does not prove it",
            effect=effect,
            pattern=answer.pattern,
        )
        return right._replace(judgement="half", why=why, reasons=(right.why, *right.reasons))

    def _right(self, remark: str, *steps: Stepped) -> Verdict:
        told = [(self._notation(event), *why_texts(event.step)) for event in steps]
        why, *reasons = [*([remark] if remark else []), *chain.from_iterable(told)]
        return Verdict("right", why, tuple(reasons), steps[0])

    def _of_another(self, claims: set[Candidate]) -> Verdict:
        """Return which other strategy finds the answer, if any does."""
        for strategy in self._techniques.strategies:
            if strategy.id == self._technique.id or self._techniques.is_at_fault(strategy):
                continue
            for event in self._techniques.steps(self._grid, strategy):
                if claims <= _changes(event.step):
                    why = tell(
                        "that is {technique}, which was not asked for", technique=strategy.name
                    )
                    return Verdict("other", why, (self._notation(event),), event)
        return Verdict("other", tell("not found by any strategy that is loaded"))

    @cached_property
    def _steps(self) -> Sequence[Stepped]:
        return self._techniques.steps(self._grid, self._technique)

    def _is_true(self, claim: Candidate, answer: Answer) -> bool | None:
        """Return whether the claim of `answer` about a candidate is true; None if unknown."""
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
            return tell("{cell} holds {digit} already", cell=name, digit=held)
        return tell("{digit} is not a candidate of {cell}", digit=claim.digit, cell=name)

    def _about(self, false: Sequence[Candidate], answer: Answer) -> Iterator[str]:
        """Yield what is wrong with the pattern of a false answer, and what of it is right."""
        if answer.pattern and self._has_known_pattern(answer):
            yield tell("The pattern is right, but this does not follow from it.")
        elif why := why_no_pattern(answer, false, self._grid, self._technique.family or ""):
            yield sentence(why)
        elif why := refutation(false[0], false[0] in answer.placements, self._grid):
            yield why
        for event in self._steps:
            if right := _changes(event.step).intersection(answer.claims):
                yield tell("{effect} is right.", effect=self._effect(event.step, right))
                return

    def _effect(self, step: Step, candidates: Iterable[Candidate]) -> str:
        """Return the changes that `step` makes to some of its candidates, in the usual notation."""
        some = {*candidates}
        return effect_text(
            tuple(each for each in step.placements if each in some),
            tuple(each for each in step.eliminations if each in some),
            self._grid.layout,
        )

    def _notation(self, event: Stepped) -> str:
        return f"{tell(event.strategy.name)}: {short_notation(event.step, self._grid.layout)}"


def _changes(step: Step) -> set[Candidate]:
    """Return the candidates that `step` changes; the solution says which of them are placed."""
    return {*step.placements, *step.eliminations}


def _plain(pattern: str) -> str:
    return "".join(pattern.lower().split())


def why_no_pattern(answer: Answer, false: Sequence[Candidate], grid: Grid, family: str) -> str:
    """Return the fault in the pattern of an `answer` with `false` claims; empty if unknown."""
    claim = Claim(step_of_answer(answer, false, grid), grid)
    if not (claim.because or answer.placements):
        return ""
    return first(rules_of_family(family), claim)


def step_of_answer(answer: Answer, claims: Sequence[Candidate], grid: Grid) -> Step:
    """Return some `claims` of `answer` as a step, with its pattern as the reason if it is read."""
    return _as_step(answer, claims, grid) or _part(answer, claims)


def _part(answer: Answer, claims: Sequence[Candidate]) -> Step:
    return Step(
        [each for each in answer.placements if each in claims],
        [each for each in answer.eliminations if each in claims],
    )


def _as_step(answer: Answer, claims: Sequence[Candidate], grid: Grid) -> Step | None:
    """Return the `claims` of `answer` as a step for its pattern; None if that cannot be read."""
    for reader in _READERS:
        with suppress(SudokuError):
            return reader(_part(answer, claims), answer.pattern, grid)
    return None


def _subset(step: Step, pattern: str, grid: Grid) -> Step:
    digits, cells = subset_in(pattern, grid.layout)
    return step.replace(because=_candidates(cells, digits, grid))


def _fish(step: Step, pattern: str, grid: Grid) -> Step:
    digit, base, cover, fins, endofins = fish_in(pattern, grid.layout)
    body = [cell for house in base for cell in house.cells if cell not in fins]
    because = {
        "cause": _candidates(body, [digit], grid),
        "fin": [Candidate(cell, digit) for cell in (*fins, *endofins)],
    }
    return step.replace(because=because, houses={"base": base, COVER: cover})


def _sets(step: Step, pattern: str, grid: Grid) -> Step:
    sets, _, _ = linked_sets_in(pattern, grid.layout)
    named = {f"als {name}": _candidates(cells, digits, grid) for name, cells, digits in sets}
    return step.replace(because=named)


def _chain_of_answer(step: Step, pattern: str, grid: Grid) -> Step:
    links = chain_in(pattern, grid.layout)
    ends = [each for link in links for each in (*link.start, *link.end)]
    return step.replace(links=links, because=ends)


_READERS: Sequence[Callable[[Step, str, Grid], Step]] = (_subset, _fish, _sets, _chain_of_answer)


def _candidates(cells: Iterable[int], digits: Iterable[int], grid: Grid) -> list[Candidate]:
    """Return those of these `digits` in `cells` that are candidates of the board."""
    named = dict.fromkeys(Candidate(cell, digit) for cell in cells for digit in digits)
    return [each for each in named if each.digit in grid.candidates(each.cell)]
