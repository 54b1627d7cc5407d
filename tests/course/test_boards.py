"""Boards to practise on: the technique is next there, and the same seed gives the same boards."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from sudoku_engine import GaveUp, Grid, Layout, LoopSettings
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.course.boards import Supply, boards_of, rules_of
from sudoku_plugins.course.judging import PracticeBoard, Techniques
from sudoku_plugins.generators.known_puzzles import known_puzzles
from tests.support.files import plugin_file

NINE, FOUR = Layout.named("9x9"), Layout.named("4x4")

NEVER_NEXT = {
    *("franken_x_wing", "franken_swordfish", "finned_franken_x_wing"),
    *("wxyz_wing", "aligned_pair_exclusion", "cage_splitting"),
}
"""Techniques that take part by default and never get a turn: others always find something first."""


@pytest.fixture(scope="module")
def techniques(registry: Registry) -> Techniques:
    quick = LoopSettings(guard=False, step_timeout=0)
    return Techniques(registry.loop_strategies("auto"), quick)


def no_puzzle(technique: Component, number: int) -> Grid:
    raise GaveUp("no puzzle is needed here")


def supply(
    techniques: Techniques, wanted: list[Component], seed: str = "a"
) -> Iterator[PracticeBoard]:
    return Supply(techniques, wanted, NINE, seed, no_puzzle).boards()


def with_own(folder: Path, name: str, body: str) -> Registry:
    """The strategies, with a person's own one of this `name` before all others."""
    head = f'@strategy("{name}", score=1, level="easy")\ndef {name.lower()}(grid):\n'
    loaded = Registry()
    loaded.load([str(plugin_file(folder, f"{head}    {body}\n"))])
    return loaded


def test_known_puzzles_have_a_dozen_boards_for_each_usual_technique() -> None:
    labels = [label for labels in known_puzzles().values() for label in labels]
    assert labels.count("naked_pair") >= 12
    assert labels.count("x_wing") >= 12


def laid(technique: Component, number: int) -> Grid:
    """Return an open board of four rows with a thermometer, which no known puzzle has."""
    assert rules_of(technique, FOUR) == ("thermometer",)
    return Grid.parse("clues: thermometer r1c1,r2c2,r3c3,r4c4\n" + "." * 16)


def test_a_technique_for_clues_has_boards_with_the_clues_of_its_example(
    techniques: Techniques, registry: Registry
) -> None:
    wanted = [registry.find("strategy", "thermometer_bounds")]
    board = next(Supply(techniques, wanted, FOUR, "a", laid).boards())
    assert board.is_next
    assert [clue.rule for clue in board.grid.layout.clues] == ["thermometer"]


def test_a_technique_for_clues_that_is_never_next_has_the_board_of_its_example(
    techniques: Techniques, registry: Registry
) -> None:
    board = next(supply(techniques, [registry.find("strategy", "cage_splitting")]))
    assert not board.is_next
    assert [clue.value for clue in board.grid.layout.clues] == [24, 30]


@pytest.mark.thorough
def test_every_technique_that_gets_a_turn_has_a_board_at_once(
    techniques: Techniques, registry: Registry
) -> None:
    for technique in techniques.strategies:
        tried: list[int] = []
        board = next(Supply(techniques, [technique], NINE, "a", no_puzzle, tried.append).boards())
        assert board.is_next == (technique.id not in NEVER_NEXT), technique.id
        assert len(tried) <= 5, technique.id
    assert techniques.faults == []


def test_on_a_board_everything_simpler_finds_nothing(
    techniques: Techniques, registry: Registry
) -> None:
    xy_wing = registry.find("strategy", "xy_wing")
    board = next(supply(techniques, [xy_wing]))
    simpler = techniques.strategies[: list(techniques.strategies).index(xy_wing)]
    assert all(not list(each.call(board.grid)) for each in simpler)
    assert board.event.step.effect in [step.effect for step in xy_wing.call(board.grid)]
    assert board.event.number == 1


def test_techniques_by_name_alone_are_practised_on_their_example_with_their_marks(
    techniques: Techniques, registry: Registry
) -> None:
    board = next(supply(techniques, [registry.find("strategy", "squirmbag")]))
    assert (board.is_next, board.event.strategy.id) == (False, "squirmbag")
    board = next(supply(techniques, [registry.find("strategy", "visible_single")]))
    assert board.grid.marks == "manual"


def test_the_same_seed_gives_the_same_boards_and_they_differ(
    techniques: Techniques, registry: Registry
) -> None:
    wanted = registry.strategies_named("intersections")
    first, again, other = (
        [(each.technique.id, each.grid) for each in islice(supply(techniques, wanted, seed), count)]
        for seed, count in (("a", 4), ("a", 2), ("b", 2))
    )
    assert first[:2] == again
    assert first[:2] != other
    assert len({grid for _, grid in first}) == 4
    assert {name for name, _ in first[:3]} == {each.id for each in wanted}  # one of each


def test_boards_of_a_puzzle_come_one_after_another_round_by_round(
    techniques: Techniques, registry: Registry
) -> None:
    pair = registry.find("strategy", "naked_pair")
    lines = [line for line, labels in known_puzzles().items() if "naked_pair" in labels]
    puzzles = [*map(Grid.parse, lines[:2])]
    first, second, *more = boards_of(puzzles, techniques, [pair])
    givens = [each.given for each in puzzles]
    assert [first.grid.given, second.grid.given] == givens
    assert all(each.grid.given in givens for each in more)
    assert all(each.event.strategy.id == "naked_pair" for each in (first, second, *more))


def test_a_strategy_at_fault_takes_no_further_part(tmp_path: Path) -> None:
    loaded = with_own(tmp_path, "Broken", "return grid.nothing")
    techniques = Techniques(loaded.loop_strategies("auto"))
    for seed in "ab":
        next(supply(techniques, [loaded.find("strategy", "naked_pair")], seed))
    assert [fault.strategy.id for fault in techniques.faults] == ["broken"]
    with pytest.raises(GaveUp, match="no board was found for Broken: it is at fault"):
        next(supply(techniques, [loaded.find("strategy", "broken")]))


def test_of_what_cannot_be_found_it_says_how_to_help(techniques: Techniques) -> None:
    jellyfish = next(each for each in techniques.strategies if each.id == "jellyfish")
    small = Supply(techniques, [jellyfish], Layout.named("4x4"), "a", no_puzzle)
    with pytest.raises(GaveUp, match=r"Jellyfish is the next useful one: name puzzles .* --from"):
        next(small.boards())


def test_a_technique_that_is_not_done_yet_is_not_tried_on_all_puzzles(tmp_path: Path) -> None:
    loaded = with_own(tmp_path, "Mine", "return []")
    tried: list[int] = []
    techniques, mine = Techniques(loaded.loop_strategies("auto")), loaded.find("strategy", "mine")
    boards = Supply(techniques, [mine], NINE, "a", no_puzzle, tried.append).boards()
    with pytest.raises(GaveUp, match=r"^Mine finds nothing on \d+ boards: see what `sudoku-engine"):
        next(boards)
    assert not tried
