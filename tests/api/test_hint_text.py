"""Where a hint sends the pupil: to a few houses, or to a digit, and never to the answer."""

from collections.abc import Iterable

from sudoku_engine import Author, Branch, Candidate, Grid, House, Layout, Step, Stepped
from sudoku_engine.api.event_text import case_words, hint_text

CLASSIC = Layout.named("9x9")
EMPTY = Grid.parse("." * 81)
ROWS = CLASSIC.rows


def where(step: Step) -> str:
    return hint_text(Stepped(1, Author("fish", "Fish"), step, EMPTY), "where")


def step_with(houses: Iterable[House], *digits: int) -> Step:
    because = [Candidate(number, digit) for number, digit in enumerate(digits)]
    return Step([], [Candidate(80, 1)], because, houses)


def test_a_hint_names_a_few_houses() -> None:
    assert where(step_with(ROWS[:3], 1, 1)) == "Look at row 1, row 2 and row 3."


def test_a_hint_for_a_fish_keeps_its_cover_secret() -> None:
    houses = {"base": ROWS[:2], "cover": CLASSIC.columns[:2]}
    step = Step([], [Candidate(80, 4)], [Candidate(0, 4)], houses)
    assert where(step) == "Look at row 1 and row 2."


def test_instead_of_many_houses_a_hint_names_the_digit() -> None:
    assert where(step_with(ROWS[:4], 7, 7)) == "Look at the 7s."
    event = Stepped(1, Author("fish", "Fish"), step_with(ROWS[:4], 7), EMPTY)
    assert hint_text(event, "what") == "Look for: Fish in the 7s."


def test_of_many_houses_with_several_digits_a_hint_names_the_fullest() -> None:
    assert where(step_with([*ROWS[1:5], ROWS[0]], 7, 8)) == "Look at row 1 and around."


def test_a_hint_tells_the_cases_before_what_they_have_in_common() -> None:
    cases = [Branch("if r1c1 is 1"), Branch("if r1c1 is 2")]
    step = Step([], [Candidate(80, 4)], pattern="net", reason="both ways", branches=cases)
    assert hint_text(Stepped(1, Author("net", "Net"), step, EMPTY), "why").splitlines() == [
        "Net: net => r9c9<>4",
        "Case 1 of 2: if r1c1 is 1.",
        "Case 2 of 2: if r1c1 is 2.",
        "Both ways.",
    ]


def test_a_single_case_has_no_number_and_is_left_to_the_reason() -> None:
    step = Step([], [Candidate(80, 4)], reason="so", branches=[Branch("if r1c1 is 1")])
    assert str(case_words(step, 0)) == "if r1c1 is 1"
    lines = hint_text(Stepped(1, Author("net", "Net"), step, EMPTY), "why").splitlines()
    assert lines[1:] == ["So."]
