"""Words as data: the text, the clauses, and what they speak of."""

import pickle

import pytest

from sudoku_engine import Candidate, Cell, House, Layout, Link, Step, say
from sudoku_engine.board.say import Part, Said, clauses_of

LAYOUT = Layout.named("9x9")
R1C1, R1C2, R1C3 = LAYOUT.cells[:3]


@pytest.mark.parametrize(
    ("template", "part", "text"),
    [
        ("{part}", R1C1, "r1c1"),
        ("{part}", 12, "C"),
        ("{part:#}", 12, "12"),
        ("{part}", {8, 1}, "1 and 8"),
        ("{part:or}", [R1C2, R1C1, R1C3], "r1c2, r1c1 or r1c3"),
        ("{part}", LAYOUT.houses[:1], "row 1"),
        ("{part:; |}", [say("{x}", x=1), say("{x}", x=2)], "1; 2"),
        ("{part: and }", ["A", "B", "C"], "A and B and C"),
        ("not {part},| so", say("{cell} is {digit}", cell=R1C1, digit=4), "not r1c1 is 4, so"),
    ],
)
def test_a_part_is_written_as_people_write_it(template: str, part: Part, text: str) -> None:
    assert str(say(template, part=part)) == text


def test_clauses_have_the_things_of_their_parts() -> None:
    link = Link((Candidate(R1C1, 5),), (Candidate(R1C2, 5),), True)
    said = say(
        "in {house} {cells:or},| so {steps:|, so }",
        house=LAYOUT.houses[0],
        cells=[R1C1, R1C2],
        steps=[say("{digit} goes", digit=5), say("{digit} stays", digit=7, link=link)],
    )

    clauses = clauses_of(said)

    assert [each.text for each in clauses] == [
        "in row 1 r1c1 or r1c2,",
        " so 5 goes",
        ", so 7 stays",
    ]
    assert "".join(each.text for each in clauses) == str(said)
    assert [each.of(Cell) for each in clauses] == [[R1C1, R1C2], [], []]
    assert [each.of(int) for each in clauses] == [[], [5], [7]]
    assert clauses[0].of(House) == [LAYOUT.houses[0]]
    assert clauses[2].of(Link) == [link]


def test_a_plain_text_is_one_clause() -> None:
    assert [each.text for each in clauses_of("so; it goes")] == ["so; it goes"]


def test_what_is_said_is_pickled_and_equals_its_text() -> None:
    said = say("{cells} are in {house}", cells=[R1C1, R1C2], house=LAYOUT.houses[0])
    step = Step(placements=[Candidate(R1C1, 5)], reason=said)

    again = pickle.loads(pickle.dumps(step))

    assert again == step
    assert again == step.replace(reason="r1c1 and r1c2 are in row 1")
    assert isinstance(again.said, Said)
    assert again.said.parts == said.parts
    assert type(again.said.parts["cells"][0]) is Cell
