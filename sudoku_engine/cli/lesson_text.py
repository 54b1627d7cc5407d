"""A docstring in Markdown, for a terminal or as plain text; its drawings stay as they are."""

from __future__ import annotations

import re
from typing import TextIO

from sudoku_engine.board.terminal import COLUMNS, has_colour, room

READABLE = 100
"""The longest line that is easy to read."""

OF_A_BOARD = re.compile(r"[\s\d.*|+_-]{7}")
"""The beginning of a line of a drawn board."""

NOTE = re.compile(r"(.*\S|\s{17,})\s{3,}(\S.*?[A-Za-z]{3}.*)")
"""A line of a drawing with a note beside it, which has a word."""

PRODUCT = re.compile(r"(`+[^`]*`+)|(?<=\w)\*(?=\w)")
"""A star between letters; or a piece of code, in which stars stay as they are anyway."""


def lesson_text(text: str, out: TextIO) -> str:
    """Return `text` as `out` shows it: paragraphs as wide as there is room, drawings as drawn.

    Paragraphs that are boards need no mark as a drawing.
    """
    from markdown_it import MarkdownIt  # only here: they take a while to load
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.markdown import CodeBlock, Markdown
    from rich.text import Text

    class Drawing(CodeBlock):
        """Lines that are not broken."""

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            """Draw it."""
            lines, notes = _apart(str(self.text).rstrip().splitlines(), options.max_width - 2)
            drawing = "\n".join(f"  {line}" for line in lines).rstrip()
            yield Text(drawing, no_wrap=True, overflow="ignore")
            if notes:
                yield Text("\n".join(["", *notes]))

    class Lesson(Markdown):
        """Markdown with drawings."""

        elements = {**Markdown.elements, "fence": Drawing, "code_block": Drawing}  # noqa: RUF012

    markdown = Lesson("")
    markdown.parsed = MarkdownIt("commonmark", {"html": False}).parse(_marked(text))
    console = Console(
        file=out,
        width=min(room(out) or COLUMNS, READABLE),
        force_terminal=has_colour(out),
        highlight=False,
    )
    with console.capture() as drawn:
        console.print(markdown, crop=False)
    return "\n".join(line.rstrip() for line in drawn.get().strip("\n").split("\n"))


def _apart(lines: list[str], most: int) -> tuple[list[str], list[str]]:
    """Return the `lines` of a drawing, and the notes beside it for which there is no room."""
    if max(map(len, lines), default=0) <= most:
        return lines, []
    found = [NOTE.fullmatch(line) for line in lines]
    left = [each[1] if each else line for each, line in zip(found, lines)]
    return left, [each[2] for each in found if each]


def _marked(text: str) -> str:
    """Return `text` with all drawings marked as Markdown does: by four blanks before each line."""
    parts = re.split(r"(\n[ \t]*\n)", re.sub(r"\s?::$", ":", text, flags=re.MULTILINE))
    return "".join(_drawing(part) if _is_board(part) else _prose(part) for part in parts)


def _is_board(part: str) -> bool:
    lines = part.splitlines()
    return len(lines) > 1 and all(map(OF_A_BOARD.match, lines)) and not part.startswith("    ")


def _prose(part: str) -> str:
    """Return `part` with the stars of products, such as ``2*3``, as they are."""
    if part.startswith("    "):
        return part
    return PRODUCT.sub(lambda found: found[1] or r"\*", part)


def _drawing(part: str) -> str:
    return "\n".join(f"    {line}" for line in part.splitlines())
