"""Comments on code that passes: each kind of line has its comment, and good code has none."""

from pathlib import Path

import pytest

from sudoku_plugins.course.course import course, solution
from sudoku_plugins.kit.advice.code import MOST, comments_on
from sudoku_plugins.kit.advice.slips import KEPT, slips_in
from sudoku_plugins.kit.kit import bundled_kit
from tests.support.pupils import RIGHT

TABLE = [
    ("def f(a):\n    try:\n        return a[0]\n    except:\n        return 0\n", "essential", 4),
    ("def f(grid):\n    return grid._cells\n", "essential", 2),
    ("def f(a):\n    for b in a:\n        a.remove(b)\n", "essential", 3),
    ("def f(a):\n    return [a[i] + 1 for i in range(81)]\n", "worth doing", 2),
    ("def f(a):\n    return [*permutations(a, 2)]\n", "worth doing", 2),
    ("def f(a):\n    list = a\n    return list\n", "worth doing", 2),
    ("def f(g):\n    return g.rows + g.columns + g.boxes\n", "worth doing", 2),
    ("def f(a):\n    return a == True\n", "style", 2),
    ("import os\n", "style", 1),
    ("def f(a):\n    b = a\n    return a\n", "style", 2),
]


@pytest.mark.parametrize(("code", "kind", "line"), TABLE)
def test_a_line_has_a_comment_of_its_kind(tmp_path: Path, code: str, kind: str, line: int) -> None:
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")

    found = comments_on(str(tmp_path / "mine.py"))
    assert [(one.kind, one.line) for one in found] == [(kind, line)]


def test_our_example_and_the_solutions_of_the_course_have_no_comments(tmp_path: Path) -> None:
    file, taught = tmp_path / "mine.py", course()
    texts = [solution(each) for each in bundled_kit().ours if each.id in taught]

    for text in (RIGHT, *texts):
        file.write_text(text, encoding="utf-8")
        assert comments_on(str(file)) == ()


def test_the_most_important_come_first_and_not_too_many(tmp_path: Path) -> None:
    code = "".join(f"import m{n}\n" for n in range(9)) + "def f(grid):\n    return grid._cells\n"
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    kinds = [one.kind for one in comments_on(str(tmp_path / "mine.py"))]

    assert kinds == ["essential", *["style"] * (MOST - 1)]


KEEPING = {
    "a list that each call empties": "a = []\ndef f():\n    a.clear()\n    a.append(1)\n",
    "an object's list that each call makes": (
        "class F:\n    def f(self):\n        self.a = []\n        self.g()\n"
        "    def g(self):\n        self.a.append(1)\n"
    ),
    "a name that each call sets": "a = []\ndef f():\n    global a\n    a = [1]\n    return a\n",
    "a list that each call fills further": "a = []\ndef f():\n    a.append(1)\n",
}


@pytest.mark.parametrize("code", KEEPING.values(), ids=KEEPING.keys())
def test_what_is_kept_in_code_that_passes_has_no_comment(tmp_path: Path, code: str) -> None:
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")

    assert comments_on(str(tmp_path / "mine.py")) == ()


@pytest.mark.parametrize(
    ("code", "has_slip"), [*zip(KEEPING.values(), (False, False, False, True))]
)
def test_only_what_no_call_begins_anew_explains_other_steps(
    tmp_path: Path, code: str, has_slip: bool
) -> None:
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")

    assert any(each.kind == KEPT for each in slips_in(str(tmp_path / "mine.py"))) is has_slip


def test_a_chain_of_elif_is_not_deep(tmp_path: Path) -> None:
    chain = "".join(f"    elif a == {n}:\n        return {n}\n" for n in range(2, 12))
    code = f"def f(a):\n    if a == 1:\n        return 1\n{chain}"
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")

    assert comments_on(str(tmp_path / "mine.py")) == ()
