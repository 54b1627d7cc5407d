"""Schemes for the points of strategies, in YAML, and the built-in scheme."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from sudoku_engine.config.yaml_reader import read_file, read_text
from sudoku_engine.errors import ConfigError, ConfigErrors, near_name, quoted
from sudoku_engine.plugins.options import Value, converted
from sudoku_plugins.kit.checks.exercise_steps import is_frugal, steps_are_right
from sudoku_plugins.kit.checks.other_kinds import GENERATOR_CHECKS, SOLVER_CHECKS
from sudoku_plugins.kit.checks.rule import RULE_CHECKS, is_the_rule
from sudoku_plugins.kit.checks.strategy import AGAINST, STRATEGY_CHECKS
from sudoku_plugins.kit.examination import HIDDEN, is_hidden

BUILT_IN = """\
# How many points a strategy earns. Save it, change it, and use it: --scheme FILE
checks:           # for each check that it passes (`plugins check` names them in --json):
  must: 0.5       # one that it must pass
  advice: 0.25    # one that is only advice
  true: 3         # this one, by its name: no step may contradict the solution
  follows: 2      # each step follows from what it names
  puzzles: 0      # no step is wrong on the puzzles: see `faults`
  hidden: 0       # each check on hidden boards (--hidden-seed); who fails one is wrong, see below
solved:           # for each puzzle that it solves and simpler strategies alone do not:
  each: 0.5
  most: 5         # but never more than this
against: 10       # for all steps of the technique or exercise that --against names; half for half
faults:           # taken off for each step or call that is wrong on the puzzles:
  each: 0.5
  most: 2         # but never more than this
total:
  least: 0        # never fewer than this
  most: none      # never more than this
  failed: none    # never more than this if it fails a check that it must pass
  wrong: 10       # if it is wrong on each board, by a false step or a call that fails, points are
                  # scaled down to this; if on half of the boards, half the way to it
  borrowed: 0     # never more than this if the work is not its own: see `own_work`
  idle: 0         # never more than this if it gives no step, like an exercise left as it was
parts:            # of all points that there are, 0 to 1:
  missed: 0.2     # never more than this if it finds nothing of the technique that --against names;
                  # if it finds half, never more than half the way from this to all
  reasons: 0.5    # if no step follows from what it names, points are scaled down to this; if half
                  # of the steps do, half the way to it
"""

MOST = 10_000  # the greatest number of points that a scheme may have

ON_PUZZLES = "puzzles"  # the check that no step is wrong on the puzzles of the class

SOUND = frozenset(
    {
        *("true", "gives_steps", "in_time", "leaves_board"),
        *("answers", "yes_or_no", "allows", "refuses", "obeyed", "order", "every_digit"),
        is_the_rule.name,
    }
)
"""The checks without which work is wrong, and not only half done."""

LIMITS = (
    *("solved.most", "faults.most", "total.most", "total.failed", "total.wrong"),
    *("total.borrowed", "total.idle", "parts.missed", "parts.reasons"),
)
"""The keys besides checks that may be ``none`` for no limit."""

NUMBERS = ("against", "solved.each", "faults.each", "total.least", *LIMITS)


Checks = dict[str, tuple[bool, bool | None]]
"""By name of a check, whether it must be passed and whether it was; None: it was not made."""


@dataclass
class Score:
    """The facts that decide the points of one strategy; parts are 0 to 1."""

    checks: Checks = field(default_factory=dict)
    solved: int = 0  # puzzles that it solved
    solvable: int = 0  # puzzles that it could solve
    faults: int = 0  # its steps and calls that were wrong
    is_wrong: bool = False  # whether one of these contradicts the solution, or gives no steps
    right: float = 0.0  # the part of the boards with finds on which nothing was wrong
    part: float = 0.0  # the part of the technique that it found
    whole: float = 0.0  # the part that it could find: 0 if it is compared with none, else 1
    unfounded: float = 0.0  # the part of its steps that do not follow from what they name
    is_borrowed: bool = False  # whether its work is not its own, or differs where nobody checks it
    not_made: frozenset[str] = frozenset()  # checks that wait for steps of an exercise: no fault
    is_idle: bool = False  # whether it gives no step on any board: it finds nothing, or fails


@dataclass(frozen=True)
class Scheme:
    """The points for each achievement."""

    checks: Mapping[str, float]  # by name
    numbers: Mapping[str, float | None]  # by key, such as ``solved.each``; None for no limit

    def points(self, score: Score) -> float:
        """Return the points for `score`."""
        most = self.most_points(score)
        earned = self._earned(score) - self._times("faults", score.faults)
        earned *= 1 - score.unfounded * (1 - self._part("reasons"))
        if score.whole:
            missed = self._part("missed")
            earned = min(earned, (missed + (1 - missed) * score.part) * most)
        if any(is_must and not ok for is_must, ok in score.checks.values()):
            earned = _at_most(earned, self.numbers["total.failed"])
        if score.is_wrong or any(
            not ok and (name in SOUND or is_hidden(name)) and name not in score.not_made
            for name, (_, ok) in score.checks.items()
        ):
            earned = self._if_wrong(earned, score)
        if score.is_borrowed:
            earned = _at_most(earned, self.numbers["total.borrowed"])
        if score.is_idle:
            earned = _at_most(earned, self.numbers["total.idle"])
        earned = _at_most(earned, self.numbers["total.most"])
        return round(max(earned, self.numbers["total.least"] or 0.0), 2)

    def most_points(self, score: Score) -> float:
        """Return the points for passing all checks of `score`, and all that could be done."""
        return round(_at_most(self._earned(self._best(score)), self.numbers["total.most"]), 2)

    def _best(self, score: Score) -> Score:
        checks: Checks = {name: (is_must, True) for name, (is_must, _) in score.checks.items()}
        return replace(score, checks=checks, solved=score.solvable, part=score.whole)

    def _earned(self, score: Score) -> float:
        """Return the points for `score` before anything is taken off."""
        checks = score.checks.items()
        earned = sum(self.for_check(name, is_must) for name, (is_must, ok) in checks if ok)
        return earned + self.for_part(score.part) + self.for_solved(score.solved)

    def for_check(self, name: str, is_must: bool) -> float:
        """Return the points for passing a check."""
        name = HIDDEN if is_hidden(name) else name
        return self.checks.get(name, self.checks["must" if is_must else "advice"])

    def for_solved(self, count: int) -> float:
        """Return the points for the number of puzzles solved."""
        return self._times("solved", count)

    def for_part(self, part: float) -> float:
        """Return the points for a part of the technique, 0 to 1."""
        return round(part * (self.numbers["against"] or 0.0), 2)

    def _if_wrong(self, earned: float, score: Score) -> float:
        """Return the points of wrong work that would have `earned` these if it were right.

        Half of a technique is still worth more than nothing, and so is one that is seldom wrong.
        Checks that were not made, as its steps must be right first, do not cost points once more.
        """
        wrong, most = self.numbers["total.wrong"], self._earned(self._best(score))
        if wrong is None or most <= wrong:
            return _at_most(earned, wrong)
        made = {name: each for name, each in score.checks.items() if each[1] is not None}
        possible = self._earned(self._best(replace(score, checks=made)))
        return min(earned / (possible or 1), 1.0) * (wrong + score.right * (most - wrong))

    def _part(self, word: str) -> float:
        part = self.numbers[f"parts.{word}"]
        return 1.0 if part is None else part

    def _times(self, section: str, count: int) -> float:
        each = self.numbers[f"{section}.each"] or 0.0
        return _at_most(each * count, self.numbers[f"{section}.most"])


def _at_most(points: float, most: float | None) -> float:
    return points if most is None else min(points, most)


def read_scheme(path: str) -> Scheme:
    """Return the scheme in the file at `path`, else as in `BUILT_IN`; raises ConfigErrors."""
    return _scheme(read_file(path), built_in())


@cache
def built_in() -> Scheme:
    """Return the scheme that is used if no other is named."""
    return _scheme(read_text(BUILT_IN, "the built-in scheme"), Scheme({}, {}))


def _scheme(root: Value | None, base: Scheme) -> Scheme:
    checks, numbers = dict(base.checks), dict(base.numbers)
    errors: list[ConfigError] = []
    for name, node in _read_values(root, errors):
        section, _, word = name.rpartition(".")
        try:
            if name in LIMITS and node.is_none and not node.is_empty:
                numbers[name] = None
                continue
            number: float = converted(node, float, word)
            most = 1 if section == "parts" else MOST
            if not 0 <= number <= most:
                raise node.error(f"{word} must be 0 to {most}, not {node}")
            if section == "checks":
                checks[word] = number
            else:
                numbers[name] = number
        except ConfigError as error:
            errors.append(error)
    if errors:
        raise ConfigErrors(errors)
    return Scheme(checks, numbers)


def _read_values(root: Value | None, errors: list[ConfigError]) -> Iterator[tuple[str, Value]]:
    """Yield each value with its key, such as ``solved.each``; add unknown keys to `errors`."""
    if root is not None and root.entries is None:
        errors.append(root.error(f"a scheme has keys such as 'checks:', not {root}"))
        return
    every = (*STRATEGY_CHECKS, AGAINST, *RULE_CHECKS, is_the_rule, *SOLVER_CHECKS)
    names = [check.name for check in (*every, *GENERATOR_CHECKS, steps_are_right, is_frugal)]
    known = {"against": [], "checks": ["must", "advice", *names, ON_PUZZLES, HIDDEN]}
    for name in NUMBERS:
        section, dot, word = name.partition(".")
        if dot:
            known.setdefault(section, []).append(word)
    for key, node in (root.entries if root else None) or ():
        words = known.get(key.text)
        if words is None:
            near = near_name(key.text, known)
            errors.append(key.error(f"unknown key {quoted(key.text)}: {near}"))
        elif not words:
            yield key.text, node
        elif node.entries is None:
            what = f"{key.text} has keys of its own, indented below it, not {node}"
            errors.append(node.error(what))
        else:
            for inner, value in node.entries:
                if inner.text in words:
                    yield f"{key.text}.{inner.text}", value
                    continue
                near = near_name(inner.text, words)
                what = f"unknown key {quoted(inner.text)} in {key.text}: {near}"
                errors.append(inner.error(what))
