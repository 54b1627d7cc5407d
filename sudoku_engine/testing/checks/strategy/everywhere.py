"""Check that a strategy finds the same steps in another process, in which nobody checks it.

Such a process shows, too, whether it is wrong on a board only because it remembers an earlier one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.testing.advice import advice_on_changes
from sudoku_engine.testing.advice.code import advice_from_code, slip_in
from sudoku_engine.testing.advice.slips import KEPT
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.checks.strategy.repeats import in_words, outcome
from sudoku_engine.testing.checks.strategy.steps import demand_right_steps, no_answer, untrue
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.effort import spread
from sudoku_engine.testing.findings import Finding, NotChecked, NotNeeded, check
from sudoku_engine.testing.fresh_run import CHECK_SEED, OTHER_SEED, Ask
from sudoku_engine.testing.plugin_calls import StrategyAnswer, Unusable

MOST_FIRED, MOST_OTHERS = 30, 10
"""The numbers of boards on which it finds something, and of others, that are asked again."""

NOT_WATCHED = "it behaves differently while it is checked"

LOOKS_AROUND = "a strategy sees the board and nothing else: what else does it look at?"

BY_ORDER = (
    "a set of texts has another order in each process: go through sorted(...), or through a list"
)

BY_PROCESS = "nothing but the board may decide about the steps"


class _Difference(NamedTuple):
    """A board on which another process has another answer."""

    position: Position
    here: StrategyAnswer
    there: StrategyAnswer

    @property
    def is_of_order(self) -> bool:
        """Whether only the order of the steps differs."""
        return sorted(map(repr, outcome(self.here))) == sorted(map(repr, outcome(self.there)))


@check("everywhere", "it does not find the same steps in another process")
def same_everywhere(subject: StrategySubject) -> Finding | None:
    """It finds the same steps in another process."""
    ask = subject.kit.fresh
    if subject.component.is_bundled:
        return None
    if ask is None:
        raise NotNeeded("only `plugins check` asks it in another process")
    demand_right_steps(subject)
    if not subject.is_steady:
        raise NotChecked("it must find the same steps twice first")
    part, answered = max(subject.effort.calls // 4, 1), list(subject.answers())
    asked = [
        *spread([each for each in answered if each[1].steps], min(MOST_FIRED, part)),
        *spread([each for each in answered if not each[1].steps], min(MOST_OTHERS, part)),
    ]
    found = _difference(subject, ask, asked, OTHER_SEED)
    if found is None:
        return None
    there, solution = found.there, found.position.solution
    if wrong := untrue(there, solution) or no_answer(there, solution):
        return _unlike(subject, wrong, f"in a plain run {wrong.why}")
    plain = None if found.is_of_order else _difference(subject, ask, asked, CHECK_SEED)
    if plain is None or plain.is_of_order:
        return _by_process(subject, found, BY_ORDER)
    again = _difference(subject, ask, asked, CHECK_SEED)
    if again is None or outcome(again.there) != outcome(plain.there):
        return _by_process(subject, found, BY_PROCESS)
    return _unlike(
        subject,
        _finding(plain, ""),
        f"in a plain run it finds {in_words(plain.there)}, here {in_words(plain.here)}",
    )


def _difference(
    subject: StrategySubject,
    ask: Ask,
    asked: Sequence[tuple[Position, StrategyAnswer]],
    hash_seed: int,
) -> _Difference | None:
    """Return the first difference from the answers in a fresh process; raise NotChecked."""
    boards: list[Grid] = [position.grid for position, _ in asked]
    run = ask(subject.component, boards, hash_seed)
    for (position, here), there in zip(asked, run.answers):
        if outcome(here) != outcome(there):
            return _Difference(position, here, there)
    if run.why:
        raise NotChecked(f"in another process {run.why}")
    return None


def _unlike(subject: StrategySubject, finding: Finding, how: str) -> Finding:
    """Return the `finding` that it behaves differently while it is checked; `how` says so."""
    asking = slip_in(subject.component.file, "asking")
    line = finding.line if asking is None else asking.line
    advice = LOOKS_AROUND if asking is None else asking.in_words
    why = f"{NOT_WATCHED}: {how}"
    return replace(finding, why=why, line=line, advice=advice, about=NOT_WATCHED)


def _by_process(subject: StrategySubject, found: _Difference, advice: str) -> Finding:
    one, other = in_words(found.here), in_words(found.there)
    what = "other steps"
    if found.is_of_order:
        what, one, other = "the same steps in another order", f"first {one}", f"first {other}"
    why = f"in another process it finds {what}: here {one}, there {other}"
    return _finding(found, why, one, other, advice, subject.component.line)


def _finding(
    found: _Difference,
    why: str,
    claim: str = "",
    truth: str = "",
    advice: str = "",
    line: int = 0,
) -> Finding:
    position, here, there = found
    step = next(iter(there.steps or here.steps), None)
    return Finding(why, position.grid, step, claim, truth, line, advice, position.source)


REMEMBERS = "it remembers an earlier board"


def explained(subject: StrategySubject, finding: Finding) -> Finding:
    """Return the `finding`; if a fresh process has another answer to its board, it says so.

    Only the first finding with a board is looked at: what is remembered spoils all others too.
    """
    ask, board = subject.kit.fresh, finding.board
    if ask is None or board is None or subject.is_explained or subject.component.is_bundled:
        return finding
    subject.is_explained = True
    try:
        here = subject.answer(board)
    except (Unusable, NotChecked):
        return finding
    for hash_seed in (OTHER_SEED, CHECK_SEED):  # the first is there already
        run = ask(subject.component, [board], hash_seed)
        if not run.answers or _steps(run.answers[0]) == _steps(here):
            return finding
    there = in_words(run.answers[0])
    component = subject.component
    kept = advice_from_code(component.file, KEPT, line=component.line)
    asks = advice_from_code(component.file, "asking")
    if asks and not kept:
        why = f"asked in a plain run, it finds {there}; while it is checked, {finding.why}"
        return replace(finding, why=why, advice=asks)
    now = finding.why if here.steps or here.why else "it finds nothing"
    why = f"{REMEMBERS}: asked about this one first, it finds {there}; after others, {now}"
    return replace(finding, why=why, about=REMEMBERS, advice=kept or advice_on_changes(component))


def _steps(answer: StrategyAnswer) -> list[str]:
    # An error from another process is told only in words, and there a thing that is no step is one.
    is_error = answer.why or len(answer.steps) < len(answer.given)
    return ["an error"] if is_error else sorted(map(repr, outcome(answer)))
