"""The checks of one plugin of any kind, one after another.

For strategies written only for the known boards, some are made once more on hidden boards: after
those on the boards of the kit, and only if the strategy is right there. What they find is for
teachers.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

from sudoku_engine.board.words import counted
from sudoku_engine.errors import MachineFault, PluginError, UsageError, error_text
from sudoku_engine.plugins.component import Component
from sudoku_plugins.kit.advice import with_advice
from sudoku_plugins.kit.algorithms import Algorithm
from sudoku_plugins.kit.checks import Subject, other_kinds
from sudoku_plugins.kit.checks.exercise_steps import is_frugal, steps_are_right
from sudoku_plugins.kit.checks.rule import RULE_CHECKS, RuleSubject, is_the_rule
from sudoku_plugins.kit.checks.strategy import AGAINST, STRATEGY_CHECKS
from sudoku_plugins.kit.checks.strategy.reasons import follows
from sudoku_plugins.kit.checks.strategy.sameness import explain
from sudoku_plugins.kit.checks.strategy.steps import first_problem
from sudoku_plugins.kit.checks.strategy.subject import StrategySubject
from sudoku_plugins.kit.findings import OUR_FAILURE, Check, Finding, NotChecked, NotNeeded
from sudoku_plugins.kit.kit import Kit, as_component, bundled_kit
from sudoku_plugins.kit.plugin_calls import Unusable, traces_of
from sudoku_plugins.kit.technique_comparison import Comparison
from sudoku_plugins.sandbox.host import GuestDied

CHECKS: Mapping[str, tuple[Check, ...]] = MappingProxyType(
    {
        "strategy": STRATEGY_CHECKS,
        "solver": other_kinds.SOLVER_CHECKS,
        "generator": other_kinds.GENERATOR_CHECKS,
        "checker": other_kinds.CHECKER_CHECKS,
        "reporter": other_kinds.RUN_CHECKS,
        "frontend": other_kinds.RUN_CHECKS,
        "rule": RULE_CHECKS,
        "format": other_kinds.FORMAT_CHECKS,
    }
)

SUBJECTS: dict[str, type[Subject]] = {
    "strategy": StrategySubject,
    "solver": other_kinds.SolverSubject,
    "generator": other_kinds.GeneratorSubject,
    "checker": other_kinds.CheckerSubject,
    "reporter": other_kinds.RunSubject,
    "frontend": other_kinds.RunSubject,
    "rule": RuleSubject,
    "format": other_kinds.FormatSubject,
}


ON_ONE_BOARD = {"true", "gives_steps", "changes_something", "candidates", "fires", "against"}
"""The checks of a strategy that fail on a board whatever it was asked before."""


NOT_IN_HOMEWORK = {"shown", "other_boards"}
"""The checks of a strategy that stay advice if it is compared: no lesson is about them."""


def checks_of(
    kind: str, is_compared: bool, is_strict: bool = False, exercise: Algorithm | None = None
) -> tuple[Check, ...]:
    """Return the checks for a `kind` of plugin.

    `is_compared`: with a given technique, as an exercise: then its reasons must be right, too.
    `is_strict`: all checks must be passed, but for those of NOT_IN_HOMEWORK if it is compared.
    Advice comes last: if it ends the plugin, all that it must pass is known. `exercise`: the one
    that it is to be; its steps come before all else.
    """
    checks = CHECKS[kind]
    if exercise is not None and exercise.sort == "predict":
        return (steps_are_right,)
    if is_compared and kind == "strategy":
        # The technique that is given takes the place of the one with a name like the strategy's.
        checks = (*(check for check in checks if check.name != "complete"), AGAINST)
    if is_compared and kind == "rule":
        checks = (*checks, is_the_rule)
    musts = {each.name for each in checks if each.is_must}
    if is_strict:
        musts |= {each.name for each in checks} - (NOT_IN_HOMEWORK if is_compared else set())
    musts |= {follows.name} if is_compared else set()
    checks = tuple(replace(each, is_must=each.name in musts) for each in checks)
    checks = tuple(sorted(checks, key=lambda check: not check.is_must))
    if exercise is None:
        return checks
    return (steps_are_right, *checks, *((is_frugal,) if exercise.work else ()))


STEPS_FIRST = "the steps of the exercise come first"
"""Why a check is not made while a step of the exercise is wrong."""


class Examination:
    """The checks of one component."""

    def __init__(self, component: Component, kit: Kit) -> None:
        """Prepare the checks; raises UsageError for a component not for the kit's layout."""
        self.component = component
        self.kit = kit
        subject = SUBJECTS[component.kind]
        self._subject = subject(kit.caller(component, subject.patience), kit)
        self._end: Unusable | None = None
        self._has_steps = True  # all steps of its exercise, as far as known

    @property
    def boards(self) -> int:
        """The number of boards on which the component was tried so far."""
        return self._subject.boards

    @property
    def fired(self) -> int:
        """The number of boards on which it found something."""
        return self._subject.fired

    @property
    def counts_of_right(self) -> tuple[int, int]:
        """The number of boards on which a strategy found something or failed, and was right."""
        boards = right = 0
        if isinstance(self._subject, StrategySubject):
            with suppress(Unusable, NotChecked):
                for position, answer in self._subject.answers():
                    if answer.given or answer.why:
                        boards += 1
                        right += first_problem(answer, position.solution) is None
        return boards, right

    @property
    def comparison(self) -> Comparison | None:
        """The result of the comparison with a technique; None without one."""
        return self._subject.comparison

    @property
    def steps_done(self) -> int:
        """The number of steps of its exercise that are right."""
        return self._subject.steps_done

    @property
    def fatal_end(self) -> Unusable | None:
        """Why the component is not to be called again, if it gave no answer on any board."""
        return None if self.boards else self._end

    def checks(self) -> Iterator[Check]:
        """Yield the checks in their order; run each once."""
        kind = self.component.kind
        kit = self.kit
        for check in checks_of(kind, kit.is_compared, kit.is_strict, kit.exercise):
            yield replace(check, kind=kind, make=self._make)

    def findings(self) -> Iterator[Finding]:
        """Run the checks; yield the finding of each."""
        for check in self.checks():
            yield check.run()

    def progress(self) -> Iterator[tuple[int, int]]:
        """Do the work that most checks need; yield the number of boards done, and of all boards."""
        if isinstance(self._subject, StrategySubject) and self._has_steps:
            yield from self._subject.progress()

    def _make(self, check: Check) -> Finding:
        finding = self._look(check)
        finding = finding or Finding(ok=True)
        if finding.ok is False:
            finding = with_advice(self.component, finding, self._subject.family)
            if isinstance(self._subject, StrategySubject) and check.name in ON_ONE_BOARD:
                finding = explain(self._subject, finding)
            if check.name == steps_are_right.name:
                self._has_steps = False
        about = finding.about or (check.wrong if finding.ok is False else check.right)
        if finding.error is not None:
            traces = traces_of(finding.error, self.component.file)
            finding = replace(finding, trace=traces.own, full_trace=traces.every, error=None)
        if check.is_on_boards and not finding.evidence:
            evidence = (self._subject.caller.left_out, *self._subject.evidence)
            finding = replace(finding, evidence=tuple(filter(None, evidence)))
        is_must = finding.is_must or (self.kit.is_strict and finding.ok is False)
        return replace(finding, check=check.name, is_must=check.is_must and is_must, about=about)

    def _look(self, check: Check) -> Finding | None:
        if self._end is not None:
            return Finding(self._end.why, ok=None)
        if not self._has_steps:
            return Finding(STEPS_FIRST, ok=None)
        self._subject.caller.begin_check()
        try:
            return check.look(self._subject)
        except NotChecked as why_not:
            return Finding(str(why_not), ok=None, is_needless=isinstance(why_not, NotNeeded))
        except Unusable as end:
            self._end = end
            return Finding(end.why, end.grid, line=end.line, is_late=end.is_late)
        except (GuestDied, MachineFault, MemoryError, PluginError, UsageError):
            raise  # the plugin has ended its process, or is not there when it is loaded again
        except Exception as error:
            why = f"{OUR_FAILURE}: {error_text(error)}"
            return Finding(why, ok=None, is_of_kit=True, error=error)


def checks_for(
    component: object, kit: Kit | None = None, kind: str = "strategy"
) -> Iterator[Check]:
    """Yield the checks for `component`: a strategy, or an object of another `kind`."""
    return Examination(as_component(component, kind), kit or bundled_kit()).checks()


HIDDEN = "hidden"  # with a ``_`` the beginning of the names of these checks

REPEATED = ("in_time", "true", "gives_steps", "leaves_board", "changes_something", "candidates")
"""The checks of the kit that are made on hidden boards, too."""

AS_OFTEN = f"{HIDDEN}_fires"  # the check that it finds something as often as on the kit's boards
AS_MUCH = f"{HIDDEN}_against"  # the check that it finds as much of the technique as on these
PUZZLES = 31  # from which hidden boards are made; and the number of hidden puzzles to solve
FEWEST = 10  # finds that must be expected before it is said that there are too few
MUCH_LESS = 0.3  # the part of the technique that may be missing by chance on hidden boards


def is_hidden(check: str) -> bool:
    """Return whether a `check` is made on hidden boards."""
    return check.startswith(f"{HIDDEN}_")


def has_hidden_boards(component: Component, kit: Kit, findings: Iterable[Finding]) -> bool:
    """Return whether hidden boards may tell more: of a strategy that is right on known ones."""
    is_asked = kit.exercise is None or kit.exercise.sort != "predict"
    is_wrong = any(each.check in REPEATED and each.prevents_pass for each in findings)
    return component.kind == "strategy" and is_asked and not is_wrong


def hidden_kit(kit: Kit, seed: str) -> Kit:
    """Return the `kit` with the boards of `seed`."""
    return replace(kit, hidden_seed=seed, puzzles=PUZZLES, fresh=None)


def hidden_findings(known: Examination, hidden: Examination) -> Iterator[Finding]:
    """Yield the findings on a strategy that was examined on the boards of the kit."""
    for check in hidden.checks():
        if check.name in REPEATED:
            yield on_hidden_boards(check.run())
        elif check.name == AGAINST.name:
            check.run()  # it compares; what counts is how much is found beside the known boards
    yield _as_often(known, hidden)
    if known.comparison is not None and known.kit.against is not None:
        yield _as_much(known, hidden)


def on_hidden_boards(finding: Finding) -> Finding:
    """Return `finding` as one about hidden boards."""
    why = f"on hidden boards: {finding.why}" if finding.why else ""
    return replace(finding, check=f"{HIDDEN}_{finding.check}", why=why)


def _as_often(known: Examination, hidden: Examination) -> Finding:
    expected = known.fired * hidden.boards / max(known.boards, 1)
    is_less = expected >= FEWEST and hidden.fired < expected / 4
    why = (
        f"it finds something on {hidden.fired} of {counted(hidden.boards, 'hidden board')}, and "
        f"on {known.fired} of {known.boards} that are known: does it look up the known ones?"
    )
    about = "it finds something on hidden boards as often as on known ones"
    return Finding(why if is_less else "", check=AS_OFTEN, about=about, ok=not is_less)


def _as_much(known: Examination, hidden: Examination) -> Finding:
    there = hidden.comparison
    about = "it finds as much of the technique on hidden boards as on known ones"
    if known.comparison is None or there is None or there.n_wanted < FEWEST:
        why = "there are too few steps of the technique on the hidden boards"
        return Finding(why, check=AS_MUCH, about=about, ok=None, is_needless=True)
    is_less = known.comparison.part - there.part > MUCH_LESS
    why = (
        f"on hidden boards {there.praise}, on known ones {known.comparison.praise}: "
        "does it look up the known ones?"
    )
    return Finding(why if is_less else "", check=AS_MUCH, about=about, ok=not is_less)
