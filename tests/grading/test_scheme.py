"""How many points a strategy earns."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.errors import ConfigError
from sudoku_plugins.grading.scheme import BUILT_IN, Scheme, Score, built_in, read_scheme
from tests.support.paths import EXAMPLES


@pytest.fixture
def scheme(tmp_path: Path) -> Callable[[str], Scheme]:
    """Read a scheme from its text."""

    def read(text: str) -> Scheme:
        (tmp_path / "scheme.yaml").write_text(text, encoding="utf-8")
        return read_scheme(str(tmp_path / "scheme.yaml"))

    return read


Read = Callable[[str], Scheme]

PASSED = {"named": (True, True), "true": (True, True), "docstring": (False, True)}


FAILED = {"named": (True, True), "fires": (True, False)}

SUMS = "checks: {must: 2, advice: 1, true: 5}\nsolved: {each: 0.5}\nfaults: {each: 1.5}\n"
LIMITS = (
    "checks: {must: 2}\nsolved: {each: 1, most: 3}\nfaults: {each: 1, most: 2}\n"
    "total: {least: 1, most: 6, failed: 4, idle: 2}\n"
)


@pytest.mark.parametrize(
    ("text", "score", "points"),
    [
        (SUMS, Score(PASSED, solved=4, faults=1), 2 + 5 + 1 + 4 * 0.5 - 1.5),
        (LIMITS, Score({}, solved=100), 3),
        (LIMITS, Score({"named": (True, True)}, solved=3, faults=100), 2 + 3 - 2),
        (LIMITS, Score(PASSED, solved=100), 6),
        (LIMITS, Score(FAILED, solved=100), 4),
        (LIMITS, Score(FAILED, solved=100, is_idle=True), 2),
        (LIMITS, Score({}, faults=100), 1),
        ("against: 8", Score({}, part=0.5), 4),
        # Borrowed work has no points unless a scheme gives some.
        ("", Score(PASSED, 5, 10, part=1.0, is_borrowed=True), 0),
        ("total: {borrowed: 4}", Score(PASSED, 5, 10, part=1.0, is_borrowed=True), 4),
        # Neither do checks on hidden boards.
        ("", Score({"true": (True, True), "hidden_true": (True, True)}), 3),
    ],
)
def test_points_are_summed_within_limits(
    scheme: Read, text: str, score: Score, points: float
) -> None:
    assert scheme(text).points(score) == points


def test_wrong_work_has_a_limit_that_half_done_work_does_not_have() -> None:
    half = {**PASSED, "against": (True, False)}
    wrong = {**PASSED, "true": (True, False)}

    def points(checks: dict[str, tuple[bool, bool]], part: float, solved: int = 5) -> float:
        return built_in().points(Score(checks, solved, 10, part=part, whole=1))

    assert points(half, 0.5) > 10
    assert points(wrong, 1.0, 10) < 10
    assert points(PASSED, 1.0) > points(half, 0.5) > points(wrong, 1.0)


def test_wrong_work_that_finds_half_has_more_than_wrong_work_that_finds_nothing() -> None:
    wrong = {**PASSED, "true": (True, False)}
    scores = (Score(wrong, 0, 10, part=part, whole=1) for part in (0.0, 0.5, 1.0))
    nothing, half, all_of_it = map(built_in().points, scores)

    assert 0 < nothing < half < all_of_it < 10
    assert half == pytest.approx((nothing + all_of_it) / 2, abs=0.01)


def test_the_seldomer_work_is_wrong_the_less_it_loses() -> None:
    wrong = {**PASSED, "true": (True, False)}
    scores = (Score(wrong, part=1, whole=1, right=right) for right in (0, 0.5, 1))

    # 0.5 and 0.25 for checks and 10 for the technique, of 13.75, are scaled down to 10 at worst.
    assert [*map(built_in().points, scores)] == [7.82, 9.28, 10.75]


def test_checks_that_wait_for_right_steps_cost_wrong_work_nothing_more() -> None:
    failed = {"named": (True, True), "true": (True, False), "follows": (True, False)}
    waiting = {**failed, "follows": (True, None)}
    failing, not_made = (Score(checks, part=1, whole=1) for checks in (failed, waiting))

    # 10.5 of 15.5 points, and of the 13.5 that can be had without the check that was not made.
    assert built_in().points(failing) == round(10.5 / 15.5 * 10, 2)
    assert built_in().points(not_made) == round(10.5 / 13.5 * 10, 2)


def test_who_finds_nothing_of_the_technique_has_a_fifth_of_all_points_at_most() -> None:
    def points(part: float) -> float:
        return built_in().points(Score(PASSED, 10, 10, part=part, whole=1))

    # 3.75 for checks, 5 for puzzles and 10 for the technique: 18.75 in all.
    assert points(0) == 3.75 == 18.75 / 5
    assert points(0.5) == round(18.75 * (0.2 + 0.8 / 2), 2)
    assert points(1) == 18.75


def test_who_explains_all_steps_falsely_has_half_of_the_points_at_most() -> None:
    checks = {**PASSED, "follows": (True, False)}  # it would be worth 2 more

    def points(unfounded: float) -> float:
        return built_in().points(Score(checks, part=1, whole=1, unfounded=unfounded))

    assert (points(0), points(0.5), points(1)) == (13.75, 10.31, 6.88)


def test_a_call_that_fails_on_the_puzzles_alone_makes_work_wrong(scheme: Read) -> None:
    strict, harmless = scheme("total: {wrong: 2}"), Score(PASSED, faults=1, part=1.0, whole=1)

    assert strict.points(harmless) > 2 > strict.points(replace(harmless, is_wrong=True))


def test_what_a_scheme_leaves_out_is_as_it_is_built_in(scheme: Read) -> None:
    assert scheme("total: {most: none}") == scheme(BUILT_IN) == built_in()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("cheks: {must: 1}", ":1:1: unknown key 'cheks': did you mean 'checks'?"),
        ("checks:\n  treu: 1", ":2:3: unknown key 'treu' in checks: did you mean 'true'?"),
        ("solved:\n  eech: 1", ":2:3: unknown key 'eech' in solved: did you mean 'each'?"),
        ("solved: 3", ":1:9: solved has keys of its own, indented below it, not '3'"),
        ("checks:\n  must: many", ":2:9: must must be a number, not 'many'"),
        ("faults:\n  each: -1", ":2:9: each must be 0 to 10000, not '-1'"),
        ("parts:\n  missed: 20", ":2:11: missed must be 0 to 1, not '20'"),
        ("faults:\n  each: none", ":2:9: each must be a number, not 'none'"),
        ("- 1", ":1:1: a scheme has keys such as 'checks:', not a list"),
        ("total: {most: 1, most: 2}", ":1:18: 'most' is given twice"),
    ],
)
def test_a_wrong_scheme_is_reported_with_its_place(scheme: Read, text: str, error: str) -> None:
    with pytest.raises(ConfigError) as raised:
        scheme(text)

    assert error in str(raised.value)


def test_the_example_gives_twenty_points_for_all() -> None:
    from sudoku_plugins.kit.examination import checks_of

    scheme = read_scheme(str(EXAMPLES / "grading.yaml"))
    checks = {check.name: (check.is_must, True) for check in checks_of("strategy", True)}

    assert scheme.points(Score(checks, 9, 9, part=1.0)) == 20
    assert scheme.checks["true"] == 3


def test_show_scheme_prints_a_scheme_that_can_be_read(run: Any) -> None:
    done = run("plugins", "grade", "--show-scheme")

    assert (done.status, done.out) == (0, BUILT_IN)
