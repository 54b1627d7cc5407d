"""What `explain` makes of a docstring: paragraphs of the right width, drawings left alone."""

import inspect
import io
import re

import pytest
from rich.cells import cell_len

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.reasons.explain_command import lesson_text
from sudoku_plugins.reasons.lesson import lesson_of
from tests.support.terminals import Terminal

LESSON = """
**Two cells.** Look for *two* cells of a house with the same ``candidates``, so that
no other cell can hold them::

    12  .   .  |  12  .   .       here, see `naked_pair`
    .   .   .  |  **  .   .

* one thing,
* and `another_thing`.

<b> is 1 < 2, and a*b*c is a product.
"""


class Screen(Terminal):
    encoding = "utf-8"


def shown(text: str, width: int, monkeypatch: pytest.MonkeyPatch, **environment: str) -> list[str]:
    """The lines of `text` on a terminal of this `width`."""
    for name, value in {
        "COLUMNS": str(width),
        "TERM": "xterm",
        "NO_COLOR": "1",
        **environment,
    }.items():
        monkeypatch.setenv(name, value)
    return lesson_text(text, Screen()).splitlines()


def test_paragraphs_fill_the_width_and_drawings_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(LESSON, 40, monkeypatch) == [
        "Two cells. Look for two cells of a house",
        "with the same candidates, so that no",
        "other cell can hold them:",
        "",
        "  12  .   .  |  12  .   .       here, see `naked_pair`",
        "  .   .   .  |  **  .   .",
        "",
        " • one thing,",
        " • and another_thing.",
        "",
        "<b> is 1 < 2, and a*b*c is a product.",
    ]


def test_a_terminal_shows_what_stands_out_and_a_pipe_has_no_signs_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = shown(LESSON, 80, monkeypatch)
    assert "  12  .   .  |  12  .   .       here, see `naked_pair`" in wide
    assert shown(LESSON, 80, monkeypatch, NO_COLOR="")[0].startswith("\x1b[1mTwo cells.\x1b[0m")
    assert lesson_text(LESSON, io.StringIO()).startswith("Two cells. Look for two cells")


def test_a_board_needs_no_mark_to_stay_a_board() -> None:
    text = "Look here:\n\n1 2 . | . . .\n. . 3 | . 4 .\n\nand there."

    assert lesson_text(text, io.StringIO()) == (
        "Look here:\n\n  1 2 . | . . .\n  . . 3 | . 4 .\n\nand there."
    )


@pytest.mark.parametrize(
    ("kind", "component", "words"),
    [
        ("strategy", "locked_candidates", "**Pointing.**"),  # in the docstring of its own module
        ("strategy", "xy_wing", "pincers"),  # in its own docstring: the module has other wings, too
        ("checker", "brute_force", "Bi-directional"),
    ],
)
def test_a_component_is_taught_by_the_module_that_is_named_after_it(
    kind: str, component: str, words: str, registry: Registry
) -> None:
    assert words in lesson_of(registry.find(kind, component))


def test_every_lesson_is_plain_and_fits_a_terminal() -> None:
    registry = Registry()
    registry.load()
    components = [component for kind in KINDS for component in registry.of_kind(kind)]
    for text in {inspect.cleandoc(component.module_doc) for component in components}:
        plain = lesson_text(text, io.StringIO())

        drawn = [line for line in text.splitlines() if line.startswith("    ")]
        assert not [line for line in drawn if cell_len(line) > 78]
        assert max(map(cell_len, plain.splitlines())) <= 80
        drawings = {line.strip() for line in drawn}
        prose = [line for line in plain.splitlines() if line.strip() not in drawings]
        assert not [line for line in prose if re.search(r"``|\*\*|::$|(^|\s)\*\w", line)]
