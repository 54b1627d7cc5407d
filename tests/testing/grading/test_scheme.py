"""How many points a strategy earns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.errors import ConfigError
from sudoku_engine.testing.grading.scheme import BUILT_IN, Score, built_in, read_scheme
from tests.support.paths import EXAMPLES

Run = Any


def scheme_file(folder: Path, text: str) -> str:
    file = folder / "scheme.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


PASSED = {"named": (True, True), "true": (True, True), "docstring": (False, True)}


def test_points_are_summed_over_checks_puzzles_and_faults(tmp_path: Path) -> None:
    text = "checks: {must: 2, advice: 1, true: 5}\nsolved: {each: 0.5}\nfaults: {each: 1.5}\n"
    scheme = read_scheme(scheme_file(tmp_path, text))

    assert scheme.points(Score(PASSED, solved=4, faults=1)) == 2 + 5 + 1 + 4 * 0.5 - 1.5


def test_points_have_limits(tmp_path: Path) -> None:
    text = (
        "checks: {must: 2}\nsolved: {each: 1, most: 3}\nfaults: {each: 1, most: 2}\n"
        "total: {least: 1, most: 6, failed: 4, idle: 2}\n"
    )
    scheme = read_scheme(scheme_file(tmp_path, text))
    failed = {"named": (True, True), "fires": (True, False)}

    assert scheme.points(Score({}, solved=100)) == 3
    assert scheme.points(Score({"named": (True, True)}, solved=3, faults=100)) == 2 + 3 - 2
    assert scheme.points(Score(PASSED, solved=100)) == 6
    assert scheme.points(Score(failed, solved=100)) == 4
    assert scheme.points(Score(failed, solved=100, is_idle=True)) == 2
    assert scheme.points(Score({}, faults=100)) == 1


def test_wrong_work_has_a_limit_that_half_done_work_does_not_have() -> None:
    half = {**PASSED, "against": (True, False)}
    wrong = {**PASSED, "true": (True, False)}

    def points(checks: dict[str, tuple[bool, bool]], part: float, solved: int = 5) -> float:
        return built_in().points(Score(checks, solved, 10, part=part))

    assert points(half, 0.5) > 6
    assert points(wrong, 1.0, 10) < 6
    assert points(PASSED, 1.0) > points(half, 0.5) > points(half, 0.1) > points(wrong, 1.0)


def test_wrong_work_that_finds_half_has_more_than_wrong_work_that_finds_nothing() -> None:
    wrong = {**PASSED, "true": (True, False)}
    points = [built_in().points(Score(wrong, 0, 10, part=part)) for part in (0.0, 0.5, 1.0)]

    assert 0 < points[0] < points[1] < points[2] < 6
    assert points[1] == pytest.approx((points[0] + points[2]) / 2, abs=0.01)


def test_borrowed_work_has_no_points_unless_a_scheme_gives_some(tmp_path: Path) -> None:
    borrowed = Score({**PASSED, "own_work": (True, False)}, 5, 10, part=1.0, is_borrowed=True)
    lenient = read_scheme(scheme_file(tmp_path, "total: {borrowed: 4}"))

    assert (built_in().points(borrowed), lenient.points(borrowed)) == (0, 4)


def test_a_call_that_fails_on_the_puzzles_alone_makes_work_wrong(tmp_path: Path) -> None:
    scheme = read_scheme(scheme_file(tmp_path, "total: {wrong: 2}"))
    harmless = Score(PASSED, faults=1, part=1.0)

    assert scheme.points(harmless) > 2 > scheme.points(replace(harmless, is_wrong=True))


def test_half_of_a_technique_earns_half_of_its_points(tmp_path: Path) -> None:
    scheme = read_scheme(scheme_file(tmp_path, "against: 8"))

    assert scheme.points(Score({}, part=0.5)) == 4


def test_what_a_scheme_leaves_out_is_as_it_is_built_in(tmp_path: Path) -> None:
    assert read_scheme(scheme_file(tmp_path, "total: {most: none}")) == built_in()
    assert read_scheme(scheme_file(tmp_path, BUILT_IN)) == built_in()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("cheks: {must: 1}", ":1:1: unknown key 'cheks': did you mean 'checks'?"),
        ("checks:\n  treu: 1", ":2:3: unknown key 'treu' in checks: did you mean 'true'?"),
        ("solved:\n  eech: 1", ":2:3: unknown key 'eech' in solved: did you mean 'each'?"),
        ("solved: 3", ":1:9: solved has keys of its own, indented below it, not '3'"),
        ("checks:\n  must: many", ":2:9: must must be a number, not 'many'"),
        ("faults:\n  each: -1", ":2:9: each must be 0 to 10000, not '-1'"),
        ("faults:\n  each: none", ":2:9: each must be a number, not 'none'"),
        ("- 1", ":1:1: a scheme has keys such as 'checks:', not a list"),
        ("total: {most: 1, most: 2}", ":1:18: 'most' is given twice"),
    ],
)
def test_a_wrong_scheme_is_reported_with_its_place(tmp_path: Path, text: str, error: str) -> None:
    with pytest.raises(ConfigError) as raised:
        read_scheme(scheme_file(tmp_path, text))

    assert error in str(raised.value)


def test_the_example_gives_twenty_points_for_all() -> None:
    from sudoku_engine.testing.examination import checks_of

    scheme = read_scheme(str(EXAMPLES / "grading.yaml"))
    checks = {check.name: (check.is_must, True) for check in checks_of("strategy", True)}

    assert scheme.points(Score(checks, 9, 9, part=1.0)) == 20
    assert scheme.checks["true"] == 3


def test_show_scheme_prints_a_scheme_that_can_be_read(run: Run, tmp_path: Path) -> None:
    done = run("plugins", "grade", "--show-scheme")

    assert (done.status, done.out) == (0, BUILT_IN)
