"""A sheet of puzzles to print: an HTML page with the boards as SVG, for any browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.picture.board_picture import picture
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.svg import svg
from sudoku_engine.picture.themes import THEMES, Theme

SIDE = 480
"""The size of a board in the unit of its picture; on paper it fills its place."""

COLUMNS = {1: 1, 2: 1, 4: 2, 6: 2, 9: 3, 12: 3}
"""By number of puzzles on a page, how many are beside each other."""

WIDTHS = {1: "17cm", 2: "11.5cm", 4: "8.3cm", 6: "7.2cm", 9: "5.6cm", 12: "5.2cm"}
"""By number of puzzles on a page, the width of a board, so that they fit on A4 and Letter."""

SOLUTIONS = 12
"""The number of solutions on a page."""

STYLE = """
@page { margin: 1.5cm; }
body { margin: 0; background: #fff; color: #111; font-family: 'DejaVu Sans', Verdana, Arial,
  sans-serif; }
.page { break-after: page; max-width: 18cm; margin: 0 auto; }
.page:last-child { break-after: auto; }
h1 { font-size: 15pt; margin: 0 0 4mm; }
.boards { display: grid; gap: 7mm 6mm; justify-content: center; }
figure { margin: 0; width: 100%; break-inside: avoid; }
figcaption { font-size: 10pt; margin: 0 0 1.5mm; }
svg { display: block; width: 100%; height: auto; }
"""


class Item(NamedTuple):
    """A puzzle on a sheet: its board, a `note` above it, its solution if known."""

    grid: Grid
    note: str = ""
    solution: Grid | None = None


def sheet(
    items: Sequence[Item],
    *,
    title: str = "",
    per_page: int = 4,
    has_candidates: bool = False,
    has_solutions: bool = False,
) -> str:
    """Return a page of HTML with the puzzles of `items`, `per_page` of them on each sheet.

    `per_page` is a key of `COLUMNS`. With `has_solutions` the boards of the solutions follow on
    sheets of their own, under the numbers of their puzzles.
    """
    numbered = [(number, item) for number, item in enumerate(items, 1)]
    pages = [
        _page(title, _figures(some, has_candidates), per_page)
        for some in _parts(numbered, per_page)
    ]
    solved = [(n, Item(item.solution)) for n, item in numbered if item.solution is not None]
    if has_solutions:
        heading = f"{title}: solutions" if title else "Solutions"
        pages += [
            _page(heading, _figures(some, False, "solution"), SOLUTIONS)
            for some in _parts(solved, SOLUTIONS)
        ]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            f'<head><meta charset="utf-8"><title>{escape(title or "Sudoku")}</title>',
            f"<style>{STYLE}</style></head>",
            "<body>",
            *pages,
            "</body>",
            "</html>",
            "",
        ]
    )


Numbered = tuple[int, Item]


def _parts(items: Sequence[Numbered], size: int) -> Iterator[Sequence[Numbered]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _page(title: str, figures: Sequence[str], per_page: int) -> str:
    heading = [f"<h1>{escape(title)}</h1>"] if title else []
    columns = f"grid-template-columns: repeat({COLUMNS[per_page]}, {WIDTHS[per_page]})"
    boards = [f'<div class="boards" style="{columns}">', *figures, "</div>"]
    return "\n".join(['<section class="page">', *heading, *boards, "</section>"])


def _figures(items: Sequence[Numbered], has_candidates: bool, prefix: str = "puzzle") -> list[str]:
    return [
        f"<figure><figcaption>{number}{f' · {escape(item.note)}' if item.note else ''}"
        f"</figcaption>\n{_board(item.grid, has_candidates, f'{prefix} {number} ')}</figure>"
        for number, item in items
    ]


def _board(grid: Grid, has_candidates: bool, prefix: str) -> str:
    scene = Scene(grid, has_candidates=has_candidates, has_labels=False, has_words=False)
    theme: Theme = THEMES["light"]
    parts = picture(scene, theme, SIDE, SIDE)
    return svg(parts, SIDE, SIDE, f"{prefix}: {grid.line}", prefix=prefix)
