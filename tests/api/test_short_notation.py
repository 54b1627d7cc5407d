"""The notation of a step for people: of long nets and long effects a part is left out."""

import pytest

from sudoku_engine import Author, Branch, Candidate, Grid, Layout, Step, Stepped
from sudoku_engine.api.event_text import LONGEST, hint_text, short_notation
from sudoku_engine.board.notation import effects_in

CLASSIC = Layout.named("9x9")


def net(row: int, digits: int) -> str:
    """A net of 1s and 2s in a row, of as many digits."""
    placed = [f"r{row}c{i % 9 + 1}={i % 2 + 1} (box {i % 9 + 1})" for i in range(digits)]
    return f"{', '.join(placed)} -> contradiction in row {row}"


def step_of(*nets: str, cases: int | None = None) -> Step:
    number = len(nets) if cases is None else cases
    return Step(
        [],
        [Candidate(0, 5)],
        pattern="; ".join(nets),
        reason="so",
        branches=[Branch(f"if {i} is true") for i in range(number)],
    )


def test_of_a_long_net_the_first_digits_and_the_end_are_left() -> None:
    assert short_notation(step_of(net(1, 20)), CLASSIC) == (
        "r1c1=1 (box 1), r1c2=2 (box 2), ... 18 more ... -> contradiction in row 1 => r1c1<>5"
    )


def test_of_many_nets_only_the_first_is_left() -> None:
    step = step_of(*(net(row, 3) for row in range(1, 9)))
    assert short_notation(step, CLASSIC) == f"{net(1, 3)}; ... 7 more nets ... => r1c1<>5"


@pytest.mark.parametrize(
    "step",
    [
        step_of(net(1, 4)),
        step_of(net(1, 2), net(2, 2), net(3, 2)),
        step_of(net(1, 12), cases=2),
        step_of(" ".join(["r1c2 =4= r1c8 -4-"] * 13)),
        step_of(),
    ],
    ids=["short", "short nets", "not of the cases", "a chain", "nothing"],
)
def test_other_patterns_stay_as_they_are(step: Step) -> None:
    assert short_notation(step, CLASSIC) == step.notation(CLASSIC)


def test_of_a_step_that_changes_half_the_board_two_lines_are_left() -> None:
    every = [Candidate(cell, digit) for cell in range(0, 81, 2) for digit in CLASSIC.digits]
    assert short_notation(Step(eliminations=every, because=every), CLASSIC) == (
        "1,2,3,4,5,6,7,8,9 in r13579c13579,r2468c2468 => r13579c13579,r2468c2468<>1, "
        "r13579c13579,r2468c2468<>2, r13579c13579,r2468c2468<>3, r13579c13579,r2468c2468<>4, "
        "…"
    )
    placed = short_notation(Step([Candidate(cell, cell % 9 + 1) for cell in range(81)]), CLASSIC)
    assert placed.endswith("r123456789c7=7, …")
    assert short_notation(step_of("x " * 200), CLASSIC) == f"{'x ' * 119}x … => r1c1<>5"


def test_the_effect_of_a_short_notation_reads_back() -> None:
    step = step_of(net(1, 20), net(2, 20))
    assert effects_in(short_notation(step, CLASSIC), CLASSIC) == ([], [Candidate(0, 5)])


@pytest.mark.parametrize("number", [1, 2])
def test_cases_tell_what_the_notation_leaves_out(number: int) -> None:
    nets = [net(row, 20) for row in range(1, number + 1)]
    event = Stepped(1, Author("net", "Net"), step_of(*nets), Grid.parse("." * 81))
    _, *cases, reason = hint_text(event, "why").splitlines()
    assert [case.partition(" true: ")[2] for case in cases] == [f"{each}." for each in nets]
    assert reason == "So."
    assert len(step_of(*nets).pattern) > LONGEST


def test_many_cases_are_counted_unless_a_hint_is_asked_for_all() -> None:
    event = Stepped(
        1,
        Author("net", "Net"),
        step_of(*(net(row, 9) for row in range(1, 9))),
        Grid.parse("." * 81),
    )
    assert hint_text(event, "why").splitlines()[1:] == ["It has 8 cases.", "So."]
    assert len(hint_text(event, "why", is_whole=True).splitlines()) == 10
