"""A lesson about a component: its docstring, and its example before and after."""

import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.api.events import Ended, Faulted, Rejected, Started, Stepped
from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.board.candidate_board import legend, step_marks
from sudoku_engine.board.grid import Grid, Marks
from sudoku_engine.board.text_board import clue_list
from sudoku_engine.board.words import sentence
from sudoku_engine.errors import PluginError, SudokuError
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings

OF_A_BOARD = re.compile(r"[\s\d.*|+_-]{7}")
"""The beginning of a line of a drawn board."""

PRODUCT = re.compile(r"(`+[^`]*`+)|(?<=\w)\*(?=\w)")
"""A star between letters, or a piece of code, in which stars stay anyway."""


def title(component: Component) -> str:
    """Return the name, the kind and the id of `component` in one line."""
    kind = KINDS[component.kind].label
    about = f"{kind} {component.id}"
    if component.kind == "strategy":
        about = f"{component.id}, {component.level}, score {component.score}"
    return f"{component.name} ({about})"


def explanation(component: Component) -> str:
    """Return the explanation of `component`, as Markdown."""
    if component.is_bundled:
        return lesson_of(component)
    docs = [component.module_doc, component.doc]
    text = "\n\n".join(inspect.cleandoc(doc) for doc in docs if doc)
    return text or f"It has no explanation: write a docstring in {component.shown_file}."


def lesson_of(component: Component) -> str:
    """Return the docstring that teaches a bundled `component`: its own, or its module's.

    A module with the name of the component teaches it. Components that share a module's lesson have
    a sentence each.
    """
    own, teaches_one = inspect.cleandoc(component.doc), Path(component.file).stem == component.id
    return own if "\n\n" in own and not teaches_one else inspect.cleandoc(component.module_doc)


def markdown_of(text: str) -> str:
    """Return a lesson with its drawings marked as in Markdown, by four blanks before each line."""
    parts = re.split(r"(\n[ \t]*\n)", re.sub(r"\s?::$", ":", text, flags=re.MULTILINE))
    for number, part in enumerate(parts):
        lines = part.splitlines()
        if part.startswith("    "):
            continue
        if len(lines) > 1 and all(map(OF_A_BOARD.match, lines)):
            parts[number] = "\n".join(f"    {line}" for line in lines)
        else:  # the stars of products, such as 2*3, stay as they are
            parts[number] = PRODUCT.sub(lambda found: found[1] or r"\*", part)
    return "".join(parts)


def worked_example(
    component: Component,
    settings: LoopSettings,
    draw: Callable[..., str],
    wrap: Callable[[str], str],
) -> str:
    """Return the example of `component`: the board, the step that it finds, the board after it.

    `draw` (such as `candidate_board`) draws boards for the output, `wrap` breaks long lines. Raises
    PluginError if it finds nothing.
    """
    example = component.example
    if not example:
        if component.kind != "strategy":
            return ""
        return (
            f"It has no example: give @strategy one in {component.shown_file}, example='a board'."
        )
    started, stepped = example_run(component, settings)
    grid, step = started.grid, stepped.step
    placed = placed_mark(grid)
    signs = step_marks(step)
    notes = [*([f"{placed} before a placed digit"] if placed else []), *legend(signs)]
    return "\n".join(
        [
            wrap(f"Example, before: ({', '.join(notes)})"),
            *clue_list(grid.layout),
            draw(grid, placed=placed, marks=signs, has_labels=True),
            wrap(f"{component.name}: {short_notation(step, grid.layout)}"),
            *([wrap(sentence(step.reason))] if step.reason else []),
            "After:",
            draw(stepped.grid, placed=placed, has_labels=True),
        ]
    )


def placed_mark(example: Grid) -> str:
    """Return the mark for placed digits of an `example`; empty if it has only givens."""
    filled = example.layout.all_cells & ~example.boards[0]
    return "+" if filled & ~example.given else ""


def example_run(component: Component, settings: LoopSettings) -> tuple[Started, Stepped]:
    """Return the start of a run of `component` on its example, and its step; raises PluginError."""
    marks: Marks = component.marks or settings.pencilmarks
    try:
        grid = parse(component.example or "", marks=marks)
    except SudokuError as error:
        raise _bad_example(component, f"cannot be read: {error.what}") from error
    loop = Loop([component], replace(settings, pencilmarks=marks))
    started = Started(grid)
    for event in loop.events(grid):
        if isinstance(event, Started):
            started = event
        if isinstance(event, Stepped):
            return started, event
        if isinstance(event, (Faulted, Rejected)):
            raise _bad_example(component, f"shows a fault: {event.why}", event.line)
        if isinstance(event, Ended):
            why = "; ".join([*([event.why] if event.why else []), *event.notes])
            raise _bad_example(component, "gives it nothing to find" + (why and f" ({why})"))
    raise AssertionError("a run's events end with Ended")


def _bad_example(component: Component, what: str, line: int = 0) -> PluginError:
    return PluginError(
        f"the example of {component.id!r} {what}", component.id, component.shown_file, line
    )
