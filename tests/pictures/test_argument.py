"""Reasons as moving arguments: what each clause points at, and how it is drawn."""

from dataclasses import replace

from sudoku_engine import Author, Candidate, Ended, Grid, Started, Step, Stepped, say
from sudoku_engine.board.say import speaking
from sudoku_frontends.pictures.argument import blockers_of, moves_of
from sudoku_frontends.pictures.event_scenes import scene_of, scenes_of, step_views
from sudoku_frontends.pictures.highlights import marking_of
from sudoku_frontends.pictures.scene import Scene, Stage, StepView
from sudoku_frontends.pictures.shapes import Line, Text
from tests.support.pictures import NINE, OPEN, at, cell, parts_of, words_of

A, B, C, D = at("r1c1", 5), at("r1c6", 5), at("r4c6", 5), at("r4c2", 5)
LINKS = [(A, B, True), (B, C, False), (C, D, True)]


def chain() -> Step:
    """Return a chain of three links, told in two clauses and a conclusion."""
    first, *others = Step(links=LINKS).links
    told = say(
        "if {start} is not {digit},| then {clauses:|, so };| so {end} is not {digit}",
        start=NINE.cell("r1c1"),
        digit=5,
        clauses=[
            say("{cell} is {digit}", links=[first], cell=NINE.cell("r1c6"), digit=5),
            say("{cell} is {digit}", links=others, cell=NINE.cell("r4c2"), digit=5),
        ],
        end=NINE.cell("r2c2"),
    )
    return Step(
        eliminations=at("r2c2", 5),
        because={"off": [*A, *C], "on": [*B, *D]},
        links=LINKS,
        reason=told,
    )


EVENT = Stepped(7, Author("x_chain", "X-Chain"), chain(), OPEN)


def shown(view: StepView) -> Scene:
    return scene_of(EVENT, OPEN, **view._asdict())


def test_a_chain_is_told_link_by_link_and_not_before_its_technique() -> None:
    stages = ["where", "what", *["why"] * 5, "change"]
    views = step_views(EVENT)
    assert [view.stage for view in views] == stages
    links = [len(marking_of(shown(view)).links) for view in views]
    assert links == [0, 0, 0, 1, 2, 3, 3, 3]


def test_words_that_are_told_stand_out() -> None:
    said = []
    for view in step_views(EVENT)[2:6]:
        scene = shown(view)
        assert scene.stress
        said.append(scene.reason[slice(*scene.stress)])
    assert said == ["If r1c1 is not 5,", "then r1c6 is 5,", "so r4c2 is 5;", "so r4c2 is 5;"]
    drawn = parts_of(shown(StepView("why", None, 1)))["title"]
    (bold,) = (shape.text for shape in drawn[1:] if isinstance(shape, Text) and shape.bold)
    assert bold == said[1]


def test_what_earlier_clauses_named_is_pale() -> None:
    marking = marking_of(shown(StepView("why", None, 2)))
    assert {*A} == marking.past & {*A, *B, *C, *D}
    assert marking.roles.keys() == {*A, *B, *C}
    assert marking.links[0] in marking.past
    assert marking.links[1] not in marking.past
    assert marking_of(shown(StepView("why"))).past == frozenset()


def test_arrows_keep_their_ways_and_numbers_from_clause_to_clause() -> None:
    def links(view: StepView) -> list[tuple[object, ...]]:
        shapes = parts_of(shown(view))["links"]
        return [shape.points for shape in shapes if isinstance(shape, Line)]

    whole = links(StepView("why"))
    assert [shape for shape in links(StepView("why", None, 2)) if shape not in whole] == []
    assert words_of(parts_of(shown(StepView("why", None, 2))), "links") == ["1", "2"]
    assert words_of(parts_of(shown(StepView("why"))), "links") == ["1", "2", "3"]


def test_a_reason_of_one_clause_and_cases_have_no_moves() -> None:
    assert not moves_of(Step(at("r1c1", 5), reason="it is so"))


def test_a_clause_that_points_at_nothing_is_told_with_the_one_before() -> None:
    reason = say(
        "{cells} hold only {digits}| and use them up,| so {gone} is not {digits}",
        cells=[NINE.cell("r5c2"), NINE.cell("r5c8")],
        digits=[6, 9],
        gone=NINE.cell("r5c4"),
    )
    pair = [*at("r5c2", 6, 9), *at("r5c8", 6, 9)]
    assert not moves_of(Step([], at("r5c4", 6), because=pair, reason=reason))  # it points at all
    step = Step([], at("r5c4", 6), because=[*pair, *at("r5c5", 1)], reason=reason)
    (move,) = moves_of(step)
    assert str(reason)[slice(*move.span)] == "r5c2 and r5c8 hold only 6 and 9 and use them up,"
    with speaking("de"):
        assert len(moves_of(step)) == 1


SINGLE = Grid.parse("5........" + "." * 9 + "...5....." + ".......5." + "." * 36 + "4........")


def test_digits_that_block_a_hidden_single_have_rings_and_lines() -> None:
    step = Step(at("r2c9", 5), houses=[NINE.boxes[2]], reason="it is the only cell")
    blockers = blockers_of(step, SINGLE)
    assert {each.cell for each in blockers} == {cell("r1c1"), cell("r3c4"), cell("r4c8")}
    assert sorted(blockers[Candidate(cell("r4c8"), 5)]) == at("r2c8", 5)
    scene = Scene(SINGLE, step, stage="why")
    assert "blocks" in words_of(parts_of(scene), "legend")
    lines = [shape for shape in parts_of(scene)["links"] if isinstance(shape, Line)]
    assert len(lines) == 3
    assert parts_of(replace(scene, stage="what"))["links"] == ()


def test_digits_that_a_naked_single_sees_are_each_ringed_once() -> None:
    grid = Grid.parse("1234....." + ".......5." + "........." * 7)
    step = Step(at("r1c8", 9), because=at("r1c8", 9), houses=NINE.houses_of(7))
    assert sorted(each.digit for each in blockers_of(step, grid)) == [1, 2, 3, 4, 5]


def names_from_near(step: Step, stage: Stage) -> set[str]:
    return {*words_of(parts_of(Scene(OPEN, step, stage=stage, is_near=True)), "edge")}


def test_a_pattern_is_seen_from_near_with_its_reason_and_of_a_wide_net_its_change() -> None:
    assert not names_from_near(chain(), "what")
    names = names_from_near(chain(), "why")
    assert {f"r{row}" for row in range(1, 6)} <= names
    assert not {"r9", "c9"} & names
    net = Step(eliminations=at("r2c2", 5), because=at("r1c1", 5) + at("r9c9", 5))
    names = names_from_near(net, "why")
    assert {"r2", "c2"} <= names
    assert "r9" not in names


def test_the_first_and_the_last_picture_say_how_hard_a_puzzle_is() -> None:
    author = Author("naked_single", "Naked Single")
    end = Ended("solved", "strategies", OPEN, 1, {author.id: 4}, 0.0, "", (), "hard", 1234)
    first, last = scenes_of([Started(OPEN, (author,)), end])
    assert first.reason == last.reason == "Level hard, score 1234. 4 Naked Single."
