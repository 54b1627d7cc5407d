"""Steps: what they hold, how they read, and what a slip in making one is answered with."""

import copy
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from sudoku_engine import Branch, Candidate, Layout, Link, Step
from sudoku_engine.errors import LayoutError, StepError
from tests.support.boards import candidates

CLASSIC = Layout.named("9x9")


FIVE = Candidate(3, 5)

# A pair in column 4, with all that a step can have.
PAIR = Step(
    eliminations=candidates("r7c4:8", "r5c4:1", "r7c4:1"),
    because=candidates("r4c4:1", "r4c4:8", "r8c4:1", "r8c4:8"),
    houses=[CLASSIC.columns[3]],
    links=[(candidates("r4c4:1"), candidates("r8c4:1"), True)],
    branches=[
        Branch(
            "if r4c4 is 1",
            candidates("r8c4:8"),
            [(candidates("r4c4:1"), candidates("r8c4:8"), False)],
        ),
        Branch("if r4c4 is 8", {"on": candidates("r8c4:1", "r8c5:2")}),
    ],
    reason="r4c4 and r8c4 hold only 1 and 8",
    difficulty=2,
)

# A fish: its houses have roles.
FISH = Step(
    eliminations=candidates("r5c3:4"),
    because={"cause": candidates("r2c3:4"), "fin": candidates("r1c3:4", "r2c3:4")},
    houses={"base": CLASSIC.rows[1:3], "cover": [CLASSIC.columns[2], CLASSIC.rows[1]]},
)


class Whole:
    """A whole number that is no int, as numpy's are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Broken:
    """A thing that cannot even be printed, and says so at length."""

    def __repr__(self) -> str:
        raise RuntimeError("no\nno\nno")


# What a step holds


def test_a_step_of_nothing_is_empty() -> None:
    step = Step()
    assert (step.placements, step.eliminations, dict(step.because)) == ((), (), {})
    assert (step.houses, step.links, step.pattern, step.reason) == ((), (), "", "")
    assert (dict(step.house_roles), step.branches, step.difficulty) == ({}, (), None)


@pytest.mark.parametrize(
    "given",
    [[FIVE], {FIVE}, (Candidate(number, 5) for number in [3]), [(3, 5)]],
    ids=["list", "set", "generator", "plain pair"],
)
def test_any_candidates_become_a_tuple(given: Any) -> None:
    (candidate,) = Step(eliminations=given).eliminations
    assert (candidate.cell, candidate.digit) == FIVE


@pytest.mark.parametrize("kind", [Candidate, lambda *pair: pair])
def test_cells_keep_their_names(kind: Any) -> None:
    assert str(Step(placements=[kind(CLASSIC.cell("r1c4"), 5)]).placements[0].cell) == "r1c4"


def test_whole_numbers_of_other_kinds_become_ints() -> None:
    (placed,) = Step(placements=[Candidate(Whole(3), Whole(5))]).placements  # type: ignore[arg-type]
    assert (placed, type(placed.cell), type(placed.digit)) == (FIVE, int, int)


def test_candidates_can_have_roles_and_are_the_cause_without() -> None:
    assert dict(Step(because=[FIVE]).because) == {"cause": (FIVE,)}
    step = Step(because={"fin": [FIVE], "colour 1": {Candidate(0, 1)}})
    assert dict(step.because) == {"fin": (FIVE,), "colour 1": ((0, 1),)}


def test_a_link_goes_from_candidates_to_candidates() -> None:
    assert PAIR.links == (Link(((30, 1),), ((66, 1),), True),)  # type: ignore[arg-type]


def test_houses_may_be_any_of_the_layout() -> None:
    assert Step(houses=CLASSIC.rows[:2]).houses == CLASSIC.rows[:2]


def test_houses_may_have_roles_and_stand_together_each_once() -> None:
    assert dict(FISH.house_roles) == {
        "base": CLASSIC.rows[1:3],
        "cover": (CLASSIC.columns[2], CLASSIC.rows[1]),
    }
    assert FISH.houses == (*CLASSIC.rows[1:3], CLASSIC.columns[2])
    assert dict(PAIR.house_roles) == {}


def test_a_candidate_may_have_several_roles() -> None:
    roles = [role for role, group in FISH.because.items() if (11, 4) in group]
    assert roles == ["cause", "fin"]


def test_a_branch_holds_candidates_and_links_as_a_step_does() -> None:
    first, second = PAIR.branches
    assert first.title == "if r4c4 is 1"
    assert dict(first.because) == {"cause": ((66, 8),)}
    assert first.links == (Link(((30, 1),), ((66, 8),), False),)  # type: ignore[arg-type]
    assert list(second.because) == ["on"]


def test_the_grounds_of_a_step_are_those_of_its_roles_and_branches_each_once() -> None:
    assert PAIR.grounds == (*PAIR.because["cause"], *candidates("r8c5:2"))
    assert FISH.grounds == tuple(candidates("r2c3:4", "r1c3:4"))


def test_all_links_of_a_step_are_its_own_then_those_of_its_branches() -> None:
    assert [link.strong for link in PAIR.all_links] == [True, False]


@pytest.mark.parametrize("given", [3, 2.5, Fraction(1, 2)])
def test_a_difficulty_is_any_number(given: Any) -> None:
    difficulty = Step(difficulty=given).difficulty
    assert (difficulty, type(difficulty)) == (given, float)


# Steps never change


@pytest.mark.parametrize("name", ["placements", "because", "reason", "mine"])
def test_assigning_to_a_step_or_a_branch_says_that_it_never_changes(name: str) -> None:
    for kind, thing in ("step", PAIR), ("branch", PAIR.branches[0]):
        with pytest.raises(AttributeError, match=f"^a {kind} never changes: {name} was set when"):
            setattr(thing, name, ())


def test_deleting_from_a_step_says_that_it_never_changes() -> None:
    with pytest.raises(AttributeError, match=r"^a step never changes: reason cannot be deleted$"):
        del PAIR.reason


@pytest.mark.parametrize(
    "roles", [PAIR.because, FISH.house_roles, PAIR.house_roles, PAIR.branches[0].because]
)
def test_the_roles_of_a_step_cannot_be_assigned(roles: Any) -> None:
    with pytest.raises(TypeError):
        roles["fin"] = ()


def test_a_list_that_changes_later_does_not_change_the_step() -> None:
    given = [FIVE]
    step = Step(placements=given, because={"fin": given})
    given.clear()
    assert (step.placements, step.because["fin"]) == ((FIVE,), (FIVE,))


# Steps compare, copy and print


def test_steps_of_the_same_parts_are_equal() -> None:
    assert Step([FIVE], because=[FIVE]) == Step([FIVE], because={"cause": [FIVE]})
    assert hash(Step([FIVE], reason="so")) == hash(Step([FIVE], reason="so"))


@pytest.mark.parametrize(
    "other",
    [
        Step(eliminations=[FIVE]),
        Step([FIVE], because=[FIVE]),
        Step([FIVE], houses=[CLASSIC.rows[0]]),
        Step([FIVE], reason="so"),
        Step([FIVE], pattern="so"),
        Step([FIVE], branches=[Branch("so")]),
        Step([FIVE], difficulty=1),
        ((FIVE,),),
    ],
)
def test_a_step_of_other_parts_is_another(other: object) -> None:
    assert Step([FIVE]) != other


def test_houses_with_other_roles_make_another_step() -> None:
    assert FISH.replace(houses=FISH.houses) != FISH
    assert FISH.replace(houses={"base": FISH.houses}) != FISH


@pytest.mark.parametrize(
    "other", [Branch("no"), Branch("so", [FIVE]), Branch("so", (), [((), (), True)]), "so"]
)
def test_a_branch_of_other_parts_is_another(other: object) -> None:
    assert Branch("so") != other
    assert Branch("so") == Branch("so")
    assert hash(Branch("so")) == hash(Branch("so"))


def test_a_branch_prints_its_parts() -> None:
    assert repr(Branch("so", [FIVE])) == ("Branch('so', {'cause': (r1c4=5,)}, ())")


def test_a_step_with_changes_keeps_its_other_parts() -> None:
    changed = PAIR.replace(eliminations=[FIVE], reason="so")
    assert (changed.eliminations, changed.reason) == ((FIVE,), "so")
    assert changed.replace(eliminations=PAIR.eliminations, reason=PAIR.reason) == PAIR
    assert FISH.replace(reason="so").house_roles == FISH.house_roles


def test_a_step_is_not_replaced_in_parts_that_it_does_not_have() -> None:
    with pytest.raises(TypeError, match="causes"):
        PAIR.replace(causes=[])


@pytest.mark.parametrize("copied", [pickle.loads(pickle.dumps(PAIR)), copy.deepcopy(PAIR)])
def test_a_step_pickles_and_copies_back_equal(copied: Step) -> None:
    assert copied == PAIR
    assert copied.houses[0] is CLASSIC.columns[3]
    assert str(copied.eliminations[0].cell) == "r7c4"


def test_a_step_prints_what_it_does() -> None:
    step = Step([FIVE], because=[FIVE], reason="so")
    assert str(step) == "r1c4=5"
    assert repr(step) == "<Step r1c4=5>"


def test_a_step_prints_the_cells_of_its_own_board() -> None:
    layout = Layout.named("16x16")
    assert str(Step([Candidate(layout.cell("r10c12"), 16)])) == "r10c12=G"
    assert str(Step([Candidate(35, 2)], houses=[layout.rows[2]])) == "r3c4=2"


@pytest.mark.parametrize("step", [PAIR, FISH, Step([FIVE])])
@pytest.mark.parametrize(
    "line", ["{}", " 12. Naked Pair: {}", "X-Wing: {}   [my.py]   (then 5 open)"]
)
def test_what_a_step_prints_is_read(step: Step, line: str) -> None:
    read = Step.parse(line.format(step))

    assert read.effect == step.effect
    assert str(read) == str(step)


def test_what_is_no_step_is_not_read() -> None:
    with pytest.raises(LayoutError, match="'five in the middle' is not a step"):
        Step.parse("five in the middle")


# The notation


CORNER = candidates("r5c1:1")


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (Step(candidates("r5c5:8")), "r5c5=8"),
        (PAIR, "1,8 in r48c4 => r57c4<>1, r7c4<>8"),
        (Step([], [FIVE], [FIVE], pattern="box 1 and row 1"), "box 1 and row 1 => r1c4<>5"),
        (Step([FIVE], because=[FIVE]), "r1c4=5"),
        (Step([FIVE], because={"cause": [FIVE], "on": [FIVE]}), "r1c4=5"),
        (Step([], [FIVE], [FIVE]), "5 in r1c4 => r1c4<>5"),
        (Step(candidates("r1c1:2"), candidates("r1c2:1", "r1c3:1")), "r1c1=2, r1c23<>1"),
        (
            Step([], CORNER, {"cause": candidates("r1c1:1"), "fin": candidates("r2c1:2")}),
            "1,2 in r12c1 => r5c1<>1",
        ),
        (
            Step([], CORNER, branches=[Branch("so", candidates(f"r1c{i}:1")) for i in (1, 2)]),
            "1 in r1c12 => r5c1<>1",
        ),
        (Step([Candidate(-1, 0)]), "cell -1=0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_step_is_written_as_its_cause_an_arrow_and_its_effect(step: Step, text: str) -> None:
    assert step.notation(CLASSIC) == text


# Slips, each answered in one line


def broken_generator() -> Iterator[Candidate]:
    yield FIVE
    raise KeyError("mine")


SLIPS = {
    "a single candidate": FIVE,
    "a number": 5,
    "nothing": None,
    "a text": "r1c4=5",
    "texts": ["r1c4=5"],
    "a dict": {3: 5},
    "a dict of candidates": {FIVE: True},
    "cells": [3, 4],
    "a list in place of a pair": [[3, 5]],
    "three numbers": [(3, 5, 7)],
    "a truth value as digit": [Candidate(3, True)],
    "a truth value as cell": [Candidate(False, 5)],
    "a broken number as digit": [Candidate(3, 5.0)],  # type: ignore[arg-type]
    "the name of a cell": [Candidate("r1c4", 5)],  # type: ignore[arg-type]
    "a digit as text": [(3, "5")],
    "a house": [CLASSIC.rows[0]],
    "a step": Step([FIVE]),
    "a thing that cannot be printed": [Broken()],
}


def answer(make: Callable[[], Any]) -> str:
    """The one line that a slip is answered with."""
    with pytest.raises(StepError) as error:
        make()
    line = str(error.value)
    assert "\n" not in line
    assert len(line) < 160
    return line


CAUSE = ("because ", "a role of because ")
LINKS = ("links must ", "an end of a link ", "a link ")
HOUSES = ("houses must ", "a role of houses must ")
MADE: list[tuple[Callable[[Any], object], str | tuple[str, ...]]] = [
    (lambda slip: Step(placements=slip), "placements"),
    (lambda slip: Step(eliminations=slip), "eliminations"),
    (lambda slip: Step(because=slip), CAUSE),
    (lambda slip: Step(because={"fin": slip}), "because['fin']"),
    (lambda slip: Step(links=slip), LINKS),
    (lambda slip: Step(links=[(slip, [FIVE], True)]), "an end of a link"),
    (lambda slip: Step(links=[([FIVE], slip, True)]), "an end of a link"),
    (lambda slip: Step(branches=slip), "branches must "),
    (lambda slip: Branch("so", slip), CAUSE),
    (lambda slip: Branch("so", links=slip), LINKS),
    (lambda slip: Step(houses=slip), HOUSES),
    (lambda slip: Step(houses={"base": slip}), "houses['base'] must "),
]
"""How a step is made with a slip in one part, and the beginning of the answer."""


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_told_with_its_part(name: str) -> None:
    for make, beginning in MADE[:-2] if name == "a house" else MADE:
        assert answer(partial(make, SLIPS[name])).startswith(beginning)


@pytest.mark.parametrize("slip", ["5", True, [5], FIVE, float("nan"), float("inf")], ids=repr)
def test_what_is_no_difficulty_is_told(slip: Any) -> None:
    assert answer(lambda: Step(difficulty=slip)).startswith("difficulty must be a ")


@pytest.mark.parametrize("part", ["reason", "pattern"])
@pytest.mark.parametrize("slip", [None, 5, ["so"], b"so", CLASSIC.rows[0], Broken()], ids=type)
def test_what_is_no_text_is_told(part: str, slip: Any) -> None:
    assert answer(lambda: Step(**{part: slip})).startswith(f"{part} must be text, not ")


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (
            {"placements": FIVE},
            "placements must be a list of candidates, not one: write [Candidate(cell, digit)]",
        ),
        (
            {"eliminations": [Candidate("r1c4", 5)]},  # type: ignore[arg-type]
            "eliminations must have whole numbers for cell and digit, "
            "not Candidate(cell='r1c4', digit=5)",
        ),
        ({"houses": CLASSIC.rows[0]}, "houses must be a list of houses, not row 1: write [house]"),
        ({"houses": ["row 1"]}, "houses must hold houses of grid.layout, not 'row 1'"),
        ({"houses": "row 1"}, "houses must be a list of houses, not 'row 1'"),
        ({"reason": "so" * 12501}, "reason has 25,002 characters: at most 25,000 are read"),
        ({"because": {1: [FIVE]}}, "a role of because must be text, not 1"),
        (
            {"links": Link((FIVE,), (FIVE,), True)},
            "links must be a list of links, not one: write [link]",
        ),
        (
            {"branches": Branch("so")},
            "branches must be a list of branches, not one: write [branch]",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_slip_is_answered_with_how_to_write_it(slip: Any, told: str) -> None:
    assert answer(lambda: Step(**slip)) == told


def test_a_branch_without_a_title_of_text_is_answered() -> None:
    told = "the title of a branch must be text, not None"
    assert answer(lambda: Branch(None)) == told  # type: ignore[arg-type]


@pytest.mark.parametrize("strong", ["weak", 1, None])
def test_the_strength_of_a_link_is_true_or_false(strong: Any) -> None:
    assert answer(lambda: Step(links=[([FIVE], [FIVE], strong)])) == (
        f"a link is strong (True) or weak (False), not {strong!r}"
    )


def test_an_error_in_a_generator_of_candidates_comes_through() -> None:
    with pytest.raises(KeyError, match="mine"):
        Step(eliminations=broken_generator())
