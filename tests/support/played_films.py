"""Films for browsers, played in Python: what a page has to draw, as shapes again."""

from __future__ import annotations

import json
import re
from base64 import b85decode
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple
from zlib import decompress

from sudoku_frontends.pictures.shapes import Disc, Line, Point, Polygon, Rect, Shape, Text
from sudoku_frontends.pictures.themes import THEMES

Record = dict[str, Any]
WORDS = ("title", "reason", "stress", "named", "notation", "legend")


class Shown(NamedTuple):
    """A view with all its words; `parts`: the part at each place."""

    moment: Record
    words: Record
    parts: list[int]


class Puzzle(NamedTuple):
    """A puzzle of a film: its own record and pictures, its boards, the document with the tables."""

    record: Record
    pictures: list[list[int]]
    boards: Record
    document: Record

    @classmethod
    def of(cls, document: Record, index: int = 0) -> Puzzle:
        """Return the puzzle at `index` of a document."""
        record = document["puzzles"][index]
        boards = document["boards"][record["board"]]
        return cls(record, document["pictures"][index], boards, document)

    def views(self) -> Iterator[Shown]:
        """Yield the views, each whole."""
        words: Record = {}
        parts = [0] * len(self.boards["places"])
        before, highest = [*parts], [0]
        pictures = iter(self.pictures)
        for moment in self.record["moments"]:
            for view in moment["views"]:
                words = {**words, **{name: view[name] for name in WORDS if name in view}}
                words.update(stage=view["stage"])
                change(parts, before, highest, next(pictures))
                yield Shown(moment, words, [*parts])

    def drawings(self) -> Iterator[tuple[Record, list[int]]]:
        """Yield the drawings of the sheet with their parts."""
        last = {id(view.moment): view.parts for view in self.views()}
        for moment in self.record["moments"]:
            if "drawing" in moment:
                parts = last[id(moment)]
                change(parts, [*parts], [max(parts)], moment["drawing"]["picture"])
                yield moment["drawing"], parts

    def picture(
        self, parts: Sequence[int], theme: str, has_candidates: bool = True
    ) -> dict[str, list[Shape]]:
        """Return the shapes of each part that has any, in the colours and lines of the theme."""
        plain = self.document["plain"]
        shown = parts if has_candidates else [part + plain[part] for part in parts]
        return {
            name: [
                _shape(number, (x, y), self.document, theme)
                for number in accumulate(self.document["parts"][part])
            ]
            for part, (name, x, y) in zip(shown, self.boards["places"], strict=True)
            if self.document["parts"][part]
        }


def change(parts: list[int], before: list[int], highest: list[int], changes: Sequence[int]) -> None:
    """Take `changes` of a picture; -1 is the part `before` the present one, less a higher one."""
    place = 0
    for ahead, part in zip(changes[::2], changes[1::2], strict=True):
        place += ahead
        if part < -1:
            part = highest[0] = highest[0] - 1 - part
        elif part == -1:
            part = before[place]
        before[place], parts[place] = parts[place], part


def boards(puzzle: Record) -> Iterator[tuple[Record, list[str]]]:
    """Yield each moment with the digits on its board."""
    digits = list(puzzle["line"].replace(".", " "))
    for moment in puzzle["moments"]:
        for cell, digit in moment["digits"]:
            digits[cell] = digit or " "
        yield moment, list(digits)


def shapes_of(part: int, tables: Record, theme: str) -> list[Shape]:
    """Return the shapes of a part at the corner of its picture."""
    return [_shape(number, (0, 0), tables, theme) for number in accumulate(tables["parts"][part])]


def _shape(number: int, at: Point, tables: Record, theme: str) -> Shape:
    usual, changes = tables["shapes"][number]
    changed = dict(zip(changes[::2], changes[1::2])) if theme == "projector" else {}
    kind, *fields = [changed.get(place, field) for place, field in enumerate(usual)]

    def colour(number: int) -> str:
        return str(tables["palette"][number][list(THEMES).index(theme)])

    if kind in "RDT":
        fields[0] += at[0]
        fields[1] += at[1]
    if kind == "T":
        x, y, text, size, paint, bold, anchor = fields
        return Text(x, y, text, size, colour(paint), bool(bold), anchor)
    if kind == "L":
        points, paint, line, dashed = fields
        return Line(_points(points, at), colour(paint), line, bool(dashed))
    *place, fill, outline, line = fields
    if kind == "P":
        return Polygon(_points(place[0], at), colour(fill), colour(outline), line)
    make = {"R": Rect, "D": Disc}[kind]
    return make(*place, colour(fill), colour(outline), line)  # type: ignore[no-any-return]


def _points(ways: Sequence[float], at: Point) -> tuple[Point, ...]:
    xs, ys = (accumulate(ways[axis::2], initial=at[axis]) for axis in (0, 1))
    return tuple(zip(xs, ys))[1:]


def document_in(page: str) -> Record:
    """Return the document of a page that plays it."""
    found = re.search('id="film-document">([^<]*)</script>', page)
    assert found
    return dict(json.loads(text_of_packed(found[1])))


def text_of_packed(text: str) -> str:
    """Return what `packed` of `page` packed."""
    return decompress(b85decode(text.replace(",", "<"))).decode()
