"""Checks of the finds and the description of a strategy.

It must find something itself, by its watched actions, and the steps of the technique that it seems
to be; it and its steps must be described.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from sudoku_engine import Grid, Step, SudokuError
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.words import counted, sentence
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.advice import advice_on_silence
from sudoku_plugins.kit.advice.code import cause_of_silence, slip_in
from sudoku_plugins.kit.advice.features import what_is_missed
from sudoku_plugins.kit.advice.slips import LOOKING
from sudoku_plugins.kit.boards_with_solutions import Position, technique_like
from sudoku_plugins.kit.checks import is_named, prints_nothing
from sudoku_plugins.kit.checks.strategy.steps import demand_right_steps
from sudoku_plugins.kit.checks.strategy.subject import BY_HAND, StrategySubject
from sudoku_plugins.kit.findings import Finding, NotChecked, check
from sudoku_plugins.kit.own_work import CodeOwner, Deed, heard, watched_call
from sudoku_plugins.kit.plugin_calls import StrategyAnswer, Unusable
from sudoku_plugins.kit.technique_comparison import Comparison, compare, finder_of, those_before

LOOK_YOURSELF = (
    "find the step from the candidates on the board, like a person who does not know the solution"
)

ASKING = {
    CodeOwner.SEARCH.name: "it asks the engine's search for the solution",
    CodeOwner.ENGINE.name: "it lets the engine solve the board",
    CodeOwner.KIT.name: "it looks up the boards of this check and their solutions",
}

WRITE_YOURSELF = "write the technique yourself: that is what it is for"

MOST_FIRED, MOST_OTHERS = 8, 3  # boards that are watched: with finds, and others
PATIENCE = 4  # how many times longer a call may take while it is watched


@check("own_work", "it does not find its steps itself")
def finds_itself(subject: StrategySubject) -> Finding | None:
    """It finds its steps itself."""
    component, kit = subject.component, subject.kit
    if component.is_bundled:
        return None
    caller, part = kit.caller(component, PATIENCE), max(subject.effort.calls // 4, 1)
    sample = chain(*subject.sample(MOST_FIRED, MOST_OTHERS, part))
    boards = [(position.grid,) for position, _ in sample]
    watched: list[list[Deed]] = []
    with suppress(Unusable):
        for deeds in caller.results(watched_call, boards):
            watched.append([Deed(*each) for each in deeds])
    if boards and not watched:
        raise NotChecked("its calls take too long to be watched")
    subject.looking = _looking(component)
    may_borrow = not (kit.is_compared or kit.is_strict or kit.demands_own_work)
    if its := _ours_at((component.file, component.line), kit.ours):
        return Finding(f"it is our {its.name}", advice=WRITE_YOURSELF, is_must=not may_borrow)
    for name, file, line in caller.result(heard):
        if os.path.dirname(file) == os.path.dirname(component.file):
            why = f"it looks up the boards of this check and their solutions ({name})"
            return Finding(why, line=line, advice=LOOK_YOURSELF)
    borrowed = [_blame(deed, subject, may_borrow) for deeds in watched for deed in deeds]
    # The first of the worst.
    return max(borrowed, key=lambda finding: finding.is_must, default=subject.looking)


def _looking(component: Component) -> Finding | None:
    """Return the advice to a strategy that looks at the date, or the machine's name."""
    looking = slip_in(component.file, LOOKING, line=component.line)
    if looking is None:
        return None
    why, _, advice = looking.advice.partition(": ")
    return Finding(why, line=looking.line, advice=advice, is_must=False)


def _blame(deed: Deed, subject: StrategySubject, may_borrow: bool) -> Finding:
    line = deed.line or subject.component.line
    if deed.owner in ASKING:
        return Finding(f"{ASKING[deed.owner]}: {deed.what}", line=line, advice=LOOK_YOURSELF)
    its = _ours_at(deed.begin, subject.kit.ours)
    why = f"it calls our {its.name}" if its else f"it uses a part of our strategies: {deed.what}"
    return Finding(why, line=line, advice=WRITE_YOURSELF, is_must=not may_borrow)


def _ours_at(place: tuple[str, int], ours: Iterable[Component]) -> Component | None:
    return next((each for each in ours if (each.file, each.line) == tuple(place)), None)


TOO_STRICT = "is a condition too strict?"


@check("example", "its example shows no step")
def on_its_example(subject: StrategySubject) -> Finding | None:
    """An example that it declares shows a step."""
    component = subject.component
    text = component.example
    if text is None or not text.strip():
        return None
    advice = "write it as 81 characters between quotes, with '.' for an open cell"
    try:
        grid = parse(text)
    except SudokuError as error:
        why = f"its example cannot be read: {error.what}"
        return Finding(why, line=component.line, advice=advice)
    if not component.suits(grid.layout.n):
        why = f"its example is a {grid.layout} board, a size that it does not declare"
        return Finding(why, grid, line=component.line)
    for board in (grid, grid.with_marks(BY_HAND)):
        position = Position(board, (), "its example")
        (answer,) = subject.answers_to([position])
        subject.on_example.append((position, answer))
        if answer.steps or answer.why:
            return None
    if not subject.with_steps():
        raise NotChecked("it must find something first")
    why, advice = "it finds nothing on its own example", advice_on_silence(component) or TOO_STRICT
    return Finding(why, grid, line=component.line, advice=advice)


@check("fires", "it finds nothing")
def fires(subject: StrategySubject) -> Finding | None:
    """It finds something."""
    if subject.with_steps() or subject.fired:
        return None
    if not subject.boards:
        raise NotChecked("there is no board for it")
    if any(answer.why or answer.given or answer.changed for _, answer in subject.answers()):
        raise NotChecked("it must find steps first")
    cause = cause_of_silence(subject.component)
    if cause is not None:
        return Finding(cause.advice, line=cause.line)
    technique = subject.technique
    if technique is not None:
        for position, answer in subject.answers():
            finding = _find_missed(subject, technique, answer)
            if finding is not None and finding.step is not None:
                size = len(finding.step.grounds)  # on a small board a pattern shrinks too

                def look(grid: Grid, size: int = size) -> Finding | None:
                    return _find_missed(subject, technique, subject.answer(grid), size)

                return subject.on_small_board(position, finding, look)
    advice = advice_on_silence(subject.component) or (
        f"{TOO_STRICT} With @strategy(..., example='81 characters') the kit tries your board"
    )
    return Finding(_nothing_found(subject), line=subject.component.line, advice=advice)


def _nothing_found(subject: StrategySubject) -> str:
    return f"it finds nothing on any of {counted(subject.boards, 'board')}"


def _find_missed(
    subject: StrategySubject, technique: Component, answer: StrategyAnswer, size: int = 0
) -> Finding | None:
    """Return what `technique` finds on the board of `answer`, by `size` candidates or more."""
    grid = answer.grid
    singles = {cell for cell in grid.open_cells if len(grid.candidates(cell)) == 1}

    def has_single(step: Step) -> bool:
        digits = {digit for _, digit in step.grounds}
        return any(len(grid.places(digit, house)) == 1 for house in step.houses for digit in digits)

    found = (
        step
        for step in technique.call(grid) or ()
        if len(step.grounds) >= size
        and (step.placements or not singles & {cell for cell, _ in step.grounds})
        and not (step.eliminations and has_single(step))
    )
    step = next(found, None)
    if step is None or answer.given or answer.why:
        return None
    found_here = f"{technique.name} finds {short_notation(step, grid.layout)} here"
    why = f"{_nothing_found(subject)}; {found_here}"
    return Finding(why, grid, step, line=subject.component.line)


MOST_EXTRA = 12  # steps for which simpler techniques are asked whether they find them


@check("against", "it is not the technique that it is compared with")
def is_the_technique(subject: StrategySubject) -> Finding | None:
    """It is the technique that it is compared with."""
    kit = subject.kit
    if kit.compared_instead:
        evidence = f"not compared: {kit.compared_instead} is the strategy of the file that is meant"
        why = "another strategy of the file is meant"
        return Finding(why, ok=None, is_needless=True, evidence=(evidence,))
    return None if kit.against is None else _difference_from(subject, kit.against)


@check("complete", "it does not find just what the technique with its name finds", is_must=False)
def finds_what_is_named(subject: StrategySubject) -> Finding | None:
    """It finds what the technique with its name finds."""
    demand_right_steps(subject)
    technique = technique_like(subject.component, subject.kit.ours)
    return None if technique is None else _difference_from(subject, technique)


def _difference_from(subject: StrategySubject, technique: Component) -> Finding | None:
    if not subject.with_steps():
        raise NotChecked("it must find something first")
    answers, calls = list(subject.answers()), subject.effort.calls
    found = compare(subject.caller, technique, answers, subject.kit.ours, calls)
    if not found.n_steps and not found.n_found and not found.missed:
        raise NotChecked(f"there is no board to compare it with {technique.name} on")
    subject.comparison = found
    return replace(_difference_in_words(found, subject), line=subject.component.line)


def _difference_in_words(found: Comparison, subject: StrategySubject) -> Finding:
    technique, why = found.technique.name, found.in_words
    other: Component | None = None
    if found.extra:
        before = those_before(found.technique, subject.kit.ours)
        others = [
            (finder_of(step, position.grid, before), position, step)
            for position, step in found.extra[:MOST_EXTRA]
        ]
        # A step that no simpler technique finds tells more.
        other, position, step = min(others, key=lambda each: each[0] is not None)
        if other is None:
            advice = f"each step of this strategy should follow from one {technique}"
        else:
            of_all = f"{len(found.extra)} of its {found.n_steps} steps"
            why = f"{found.praise}; {technique} leaves {of_all} to simpler techniques"
            advice = f"{other.name} finds this step, too: leave it to that technique"
    if found.missed and (not found.extra or (other is not None and found.kept)):
        position, step = found.missed[0]
        advice = (
            subject.cause(Finding("", position.grid, step))
            or f"{technique} says: {sentence(step.reason)}"
        )
    elif not found.extra:
        too = "; some of its steps simpler techniques find, too" if found.has_simple_cases else ""
        return Finding(f"{found.praise}{too}", ok=True)
    missed, kept = ([(at.grid, step) for at, step in each] for each in (found.missed, found.kept))
    own = [(at.grid, step) for at, answer in subject.with_steps() for step in answer.steps]
    if in_common := what_is_missed(missed, kept, own):
        why = f"{why}; {in_common}"
    return Finding(why, position.grid, step, advice=advice, source=position.source)


@check("named", "its id, name, score or level is missing", is_on_boards=False)
def has_score_and_level(subject: StrategySubject) -> Finding | None:
    """It has an id, a name, a score and a level."""
    if subject.component.level not in LEVELS:
        return Finding("it has no level", advice=f"its level is one of {', '.join(LEVELS)}")
    return is_named.look(subject)


@check("quiet", "it prints something", is_must=False)
def is_quiet(subject: StrategySubject) -> Finding | None:
    """It prints nothing."""
    for _ in subject.answers():
        pass
    return prints_nothing.look(subject)


@check("reason", "its steps do not say why", is_must=False)
def says_why(subject: StrategySubject) -> Finding | None:
    """Its steps say why."""
    return _first_without(
        subject, "its steps do not say why", "reason=f'…'", lambda step: step.reason
    )


@check("because", "its steps do not name the candidates that they follow from", is_must=False)
def names_causes(subject: StrategySubject) -> Finding | None:
    """Its steps name the candidates that they follow from."""
    why = "its steps do not name the candidates that they follow from"
    fix = "because=[Candidate(cell, digit), ...]"
    return _first_without(subject, why, fix, lambda step: step.grounds or step.placements)


def _first_without(
    subject: StrategySubject, why: str, fix: str, has_it: Callable[[Step], object]
) -> Finding | None:
    for _, answer in subject.with_steps():
        for step, line in answer.steps_with_lines():
            if not has_it(step):
                return Finding(why, line=line, advice=f"add {fix} to Step")
    return None


@check("shown", "it declares no example", is_must=False, is_on_boards=False)
def has_example(subject: StrategySubject) -> Finding | None:
    """It declares an example."""
    if subject.component.example:
        return None
    advice = "with example='81 characters' in @strategy(...) the command `explain` shows it"
    return Finding("it declares no example", line=subject.component.line, advice=advice)
