"""Whether a strategy is wrong on a board only because it remembers an earlier one."""

from __future__ import annotations

from dataclasses import replace

from sudoku_engine.testing.advice import advice_on_changes
from sudoku_engine.testing.advice.code import advice_from_code
from sudoku_engine.testing.advice.slips import KEPT
from sudoku_engine.testing.checks.strategy.repeats import in_words, outcome
from sudoku_engine.testing.checks.strategy.subject import StrategySubject
from sudoku_engine.testing.findings import Finding, NotChecked
from sudoku_engine.testing.fresh_run import CHECK_SEED, OTHER_SEED
from sudoku_engine.testing.plugin_calls import StrategyAnswer, Unusable

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
