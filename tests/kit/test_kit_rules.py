"""The checks for rules: right ones pass, and of each usual mistake the cause is told."""

import re
from pathlib import Path

import pytest

from sudoku_engine import rule
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing import Finding, bundled_kit
from tests.support.kit import components, failed, findings_on
from tests.support.samples import thorough


def checked(folder: Path, code: str, *wanted: str) -> dict[str, Finding]:
    """What comes of the checks of the only rule in `code`, or of those `wanted` alone."""
    (found,) = components(folder, f"from sudoku_engine import rule\n\n{code}").values()
    return findings_on(found, bundled_kit(), *wanted)


RIGHT = {
    "neighbours": """
@rule("Neighbours", draws="white dot")
def mine(a, b):
    "They are neighbours."
    return abs(a - b) == 1
""",
    "a sum": """
@rule("Sum", ordered=False, distinct=True, draws="cage")
def mine(digits, value):
    "They add up to the value."
    return sum(digits) == value
""",
    "all different": """
@rule("Different", ordered=False, distinct=True)
def mine(digits):
    "They differ."
    return True
""",
    "the least and the greatest": """
@rule("Renban", ordered=False, distinct=True)
def mine(digits):
    "They are neighbours in counting."
    return digits[-1] - digits[0] == len(digits) - 1
""",
    "a machine": """
@rule("Machine")
class mine:
    "The digits add up to the value."
    def __init__(self, value):
        self.start, self.value = 0, value
    def step(self, state, digit):
        return state + digit if state + digit <= self.value else None
    def accepts(self, state):
        return state == self.value
""",
    "everywhere": """
@rule("Camel", everywhere=lambda layout: [(0, 7), (1, 6)])
def mine(a, b):
    "They differ."
    return a != b
""",
    "a value of digits": """
@rule("Among", ordered=False)
def mine(digits, value: str):
    "Only digits of the value."
    return all(str(digit) in value for digit in digits)
""",
    "a name with capitals": """
@rule("Grow", id="MyRule")
def grow(a, b):
    "They grow."
    return a < b
""",
}


@pytest.mark.parametrize("right", RIGHT)
def test_a_right_rule_passes(tmp_path: Path, right: str) -> None:
    found = checked(tmp_path, RIGHT[right])
    assert [each.why for each in found.values() if each.prevents_pass] == []


@pytest.mark.parametrize(
    "name",
    [
        *("even", "palindrome", "windoku", "counting_circles", "pairs", "column_index"),
        *map(thorough, ("killer_cage", "quadruple")),
    ],
)
def test_a_bundled_rule_passes(registry: Registry, name: str) -> None:
    found = findings_on(registry.find("rule", name), bundled_kit())
    assert [each.why for each in found.values() if each.prevents_pass] == []


WRONG = {
    "yes_or_no": ("a > b", "1 in r1c1 and 1 in r1c2", "write return before this"),
    "allows": ("return a - b == 1 and b - a == 1", "", "did you mean `or`?"),
    "refuses": ("return a != 1 or a != 2", "", "did you mean `and`?"),
    "same_twice": (
        "mine_seen.append(a); return len(mine_seen) % 3 > 0",
        "1 in r1c1 and 1 in r1c2",
        "mine_seen is filled here",
    ),
}


@pytest.mark.parametrize(("check", "told"), WRONG.items(), ids=list(WRONG))
def test_a_mistake_with_two_digits_is_shown_on_the_smallest_clue(
    tmp_path: Path, check: str, told: tuple[str, str, str]
) -> None:
    body, where, advice = told
    code = f'mine_seen = []\n@rule("Mine")\ndef mine(a, b):\n    "Mine."\n    {body}\n'
    (finding,) = failed(checked(tmp_path, code))
    assert finding.check == check
    assert where in finding.why
    assert "r1c1,r1c2)" in finding.why
    assert advice in finding.advice


MISTAKES = {
    "prints": ("", "print(sum(digits))", "yes_or_no", "print only shows"),
    "returns in the loop": (
        "",
        "for each in digits:\n        if each > 1:\n            return True\n"
        "        else:\n            return False\n    return True",
        "every_digit",
        "this return ends the loop",
    ),
    "a number": ("", "return sum(digits) - 5", "yes_or_no", "a number is not an answer"),
    "past the end": (
        "",
        "return all(digits[i] < digits[i + 1] for i in range(len(digits)))",
        "answers",
        "i + 1 runs past the last digit",
    ),
    "three digits": ("", "return digits[0] < digits[2]", "answers", "if len(digits) < 3"),
    "names for three": ("", "a, b, c = digits\n    return a + b == c", "answers", "!= 3"),
    "order": (
        ", ordered=False",
        "return all(abs(a - b) > 1 for a, b in zip(digits, digits[1:]))",
        "order",
        "leave out ordered=False",
    ),
    "a digit and not a comparison": (
        "",
        "return digits[0] == 1 or 9",
        "yes_or_no",
        "write `or digits[0] == 9`",
    ),
    "round the end": (
        "",
        "return all(digits[i - 1] < digits[i] for i in range(len(digits)))",
        "allows",
        "i - 1 is -1 at first",
    ),
    "an answer in quotes": ("", 'return "True"', "yes_or_no", "leave out the quotes"),
    "a call of itself": ("", "return mine()", "answers", "compare this call of mine"),
    "a division": ("", "return 5 // (digits[0] - 1) > 1", "answers", "divides by 0"),
    "no function": (
        ", everywhere=[(0, 1)]",
        "return sum(digits) == 5",
        "answers",
        "everywhere=lambda layout",
    ),
    "a digit as text": ("", "return str(sum(digits)) == 5", "allows", "remove str"),
    "a board": ("", "return digits.digits[0] < 5", "answers", "knows only the digits of its cells"),
    "the first turn": (
        "",
        "for each in digits:\n        if each > 1:\n            return False\n        return True",
        "every_digit",
        "this return ends the loop",
    ),
    "the last is left out": (
        "",
        "return sum(digits[i] for i in range(len(digits) - 1)) == 4",
        "every_digit",
        "this range leaves it out: end with",
    ),
}


@pytest.mark.parametrize("case", MISTAKES.values(), ids=list(MISTAKES))
def test_a_usual_mistake_is_told_with_its_cause(tmp_path: Path, case: tuple[str, ...]) -> None:
    options, body, check, advice = case
    code = f'@rule("Mine"{options})\ndef mine(digits):\n    "Mine."\n    {body}\n'
    found = checked(tmp_path, code, check)[check]
    assert advice in found.in_short
    assert found.has_failed


IDLE = {
    "whatever its value is": "return sum(digits) == 5",
    "whatever the digits are": "return sum(range(len(digits))) == value",
    "it expects digits that add up to 1 less than the value": "return sum(digits) == value - 1",
}


@pytest.mark.parametrize(("why", "body"), IDLE.items(), ids=list(IDLE))
def test_what_never_counts_is_told(tmp_path: Path, why: str, body: str) -> None:
    code = f'@rule("Mine", ordered=False)\ndef mine(digits, value):\n    {body}'
    (finding,) = failed(checked(tmp_path, code))
    assert finding.why.startswith(why)


@pytest.mark.parametrize(
    ("shape", "near"), [("thermometre", "thermometer"), ("purpel line", "purple line")]
)
def test_an_unknown_shape_is_advice(shape: str, near: str, tmp_path: Path) -> None:
    code = f'@rule("Mine", draws="{shape}")\ndef mine(a, b):\n    "Mine."\n    return a < b'
    finding = checked(tmp_path, code, "drawn")["drawn"]
    assert (finding.state, finding.advice) == ("advice", f"did you mean {near!r}?")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("class Mine:\n    def step(self, a, b): return a", "Mine has no accepts"),
        (
            "class Mine:\n    def __init__(self, start): pass\n"
            "    def step(self, a, b): return a\n    def accepts(self, a): return True",
            "Mine.__init__ may take value, n, size, cells, layout and digit, not start",
        ),
        ("def mine(a, b, c): return a", "mine must take two digits"),
        ("def mine(*digits): return True", "write (digits), without a star"),
        ("async def mine(a, b): return True", "write def and return, no async and no yield"),
        ("def mine(a, b): yield True", "write def and return, no async and no yield"),
    ],
)
def test_a_rule_that_cannot_be_asked_is_refused_as_it_is_read(code: str, why: str) -> None:
    with pytest.raises(TypeError, match=re.escape(why)):
        exec(f'@rule("Mine")\n{code}', {"rule": rule})


def test_the_name_of_a_class_is_written_in_small_letters_in_puzzles() -> None:
    class EvenSum:
        def step(self, state: int, digit: int) -> int:
            return (state + digit) % 2

        def accepts(self, state: int) -> bool:
            return not state

    assert rule("Even Sum")(EvenSum).id == "even_sum"


def test_a_machine_whose_states_are_lists_is_told_to_use_tuples(tmp_path: Path) -> None:
    code = """
@rule("Different")
class Different:
    "All differ."
    start = []
    def step(self, state, digit):
        return None if digit in state else [*state, digit]
    def accepts(self, state):
        return True
"""
    assert "write (1, 2)" in checked(tmp_path, code, "answers")["answers"].advice


def test_a_text_that_is_compared_with_a_number_comes_before_other_causes(tmp_path: Path) -> None:
    body = "return str(sum(digits)) == value and len(set(digits)) == len(digits)"
    code = f'@rule("Mine", ordered=False)\ndef mine(digits, value: int):\n    "Mine."\n    {body}\n'
    finding = checked(tmp_path, code, "allows")["allows"]
    assert "`str(sum(digits))` is text and `value` a number" in finding.advice


UNOBEYED = {
    "on a 4x4 board it leaves no way: 1 has no place left in column 1": (
        "everywhere=lambda layout: [(row.cells[0], row.cells[-1]) for row in layout.rows]",
        "a > b",
    ),
    "1 has no place left in box": ("over=lambda layout: [r.cells for r in layout.rows]", "a < b"),
    # Five digits of nine are odd, so a row of odd and even in turn has an odd one at both ends.
    "a search through all 9x9 boards finds none": (
        "everywhere=lambda layout: [(c, c + d) for d in (1, layout.n) "
        "for c in range(layout.n**2 - d) if d > 1 or (c + 1) % layout.n]",
        "(a + b) % 2 == 1",
    ),
}


@pytest.mark.parametrize(("why", "rule"), UNOBEYED.items(), ids=list(UNOBEYED))
def test_a_rule_that_no_board_obeys_fails(tmp_path: Path, why: str, rule: tuple[str, str]) -> None:
    code = f'@rule("Mine", {rule[0]})\ndef mine(a, b):\n    "Mine."\n    return {rule[1]}'
    (finding,) = failed(checked(tmp_path, code, "obeyed"))
    assert why in finding.why
    assert "board by hand until you are stuck" in finding.advice


def test_a_rule_that_only_the_smallest_boards_cannot_obey_passes(tmp_path: Path) -> None:
    # On a 4x4 board each cell has a neighbour of all digits but one.
    code = """
@rule("Mine", everywhere=lambda layout: [house.cells for house in layout.houses[:-layout.n]])
def mine(a, b):
    "Mine."
    return abs(a - b) != 1
"""
    assert checked(tmp_path, code, "obeyed")["obeyed"].ok


def test_a_rule_for_the_whole_board_may_have_a_coloured_line(tmp_path: Path) -> None:
    code = """
@rule("Rows", draws="green line", everywhere=lambda layout: [r.cells for r in layout.rows])
def mine(a, b):
    "Neighbours in a row differ."
    return a != b
"""
    assert checked(tmp_path, code, "drawn")["drawn"].ok
