"""The page of a replay, and the player of films for pages of others.

The player is written as modules of JavaScript, which import each other. A page that is one file
needs them as one script, so here they are joined.
"""

from __future__ import annotations

import json
import re
from base64 import b85encode
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any
from zlib import compress

from sudoku_engine.bundled import SITE
from sudoku_engine.errors import printable


def in_sight(value: Any) -> Any:
    r"""Return `value`, for JSON, with what is hidden in its texts written as Python writes it.

    >>> print(in_sight("a\x1b[31m\n\u202ecba"))
    a\x1b[31m
    \u202ecba
    """
    if isinstance(value, str):
        return printable(value, "\t\n\r")
    if isinstance(value, dict):
        return {name: in_sight(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [in_sight(each) for each in value]
    return value


PLAYER = f"{__package__}.player"
"""Where the modules of the player are, which others import as ``player/…``."""

_ELSEWHERE = {"player": PLAYER, "playground": f"{SITE}.page"}

_IMPORT = re.compile(r'^import .* from "(\.|player|playground)/(.+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default )", re.MULTILINE)
_COMMENT = re.compile(r"^ *(//.*|/\*\*.*|\*([ /].*)?)\n|^\n", re.MULTILINE)
_MARGIN = re.compile(r"^ +", re.MULTILINE)


def replay_page(document: Mapping[str, object]) -> str:
    """Return the HTML of a page that plays the film `document` without any other file."""
    return whole_page(document, "replay")


def whole_page(document: Mapping[str, object], name: str, *styles: str) -> str:
    """Return the HTML of a page with all that it needs: the script and the style with this `name`.

    `styles`: the names of other style sheets, as for `film_style`. Without JavaScript it says
    that it shows a film of a sudoku.
    """
    data = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    return Template(_text("replay.html")).substitute(
        title=escape(str(document.get("title", "Sudoku"))),
        language=document.get("language", "en"),
        style=packed(_MARGIN.sub("", film_style(*styles) + _text(f"{name}.css"))),
        script=packed(_MARGIN.sub("", script(f"{name}.js"))),
        document=packed(data),
        unpacked=script("unpacked.js"),
    )


@cache
def script(name: str, package: str = PLAYER) -> str:
    """Return this module of `package` as one script, after those that it imports."""
    done: set[tuple[str, str]] = set()
    parts: list[str] = []

    def add(name: str, package: str) -> None:
        if (name, package) not in done:
            done.add((name, package))
            text = _text(name, package)
            for place, imported in _IMPORT.findall(text):
                add(imported, _ELSEWHERE.get(place, package))
            parts.append(_EXPORT.sub("", _COMMENT.sub("", _IMPORT.sub("", text))))

    add(name, package)
    return "".join(parts)


@cache
def film_style(*names: str) -> str:
    """Return the style sheets with these `names`, by default that of a film."""
    text = "".join(_text(f"{name}.css") for name in names or ("film",))
    return re.sub(r"/\*.*?\*/\n*", "", text, flags=re.DOTALL)


def packed(text: str) -> str:
    """Return `text` deflated and in base 85 without ``<``, as ``unpacked.js`` reads it."""
    return b85encode(compress(text.encode(), 9)).replace(b"<", b",").decode("ascii")


def _text(name: str, package: str = PLAYER) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
