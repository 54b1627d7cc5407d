"""The page of a replay, and the player of films for pages of others.

The player is written as modules of JavaScript, which import each other. A page that is one file
needs them as one script, so here they are joined.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from zlib import compress

_IMPORT = re.compile(r'^import .* from "\./(.+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_COMMENT = re.compile(r"^ *(//.*|/\*\*.*|\*([ /].*)?)\n|^\n", re.MULTILINE)


def replay_page(document: Mapping[str, object]) -> str:
    """Return the HTML of a page that plays the film `document` without any other file."""
    film = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    return Template(_text("replay.html")).substitute(
        title=escape(str(document.get("title", "Sudoku"))),
        style=_packed(film_style() + _text("replay.css")),
        script=_packed(_joined("replay.js")),
        document=_packed(film),
    )


@cache
def film_script() -> str:
    """Return the player as one module of JavaScript that exports ``Film``.

    Its class is made with an element, a document and options: see ``film.js``.
    """
    return f"{_joined('film.js')}export {{ Film }};\n"


@cache
def film_style() -> str:
    """Return the style sheet of a film."""
    return re.sub(r"/\*.*?\*/\n*", "", _text("film.css"), flags=re.DOTALL)


def _joined(name: str, done: set[str] | None = None) -> str:
    """Return the module `name` after those that it imports, each once, without comments."""
    done = set() if done is None else done
    done.add(name)
    text = _text(name)
    before = [_joined(other, done) for other in _IMPORT.findall(text) if other not in done]
    own = _EXPORT.sub("", _COMMENT.sub("", _IMPORT.sub("", text)))
    return "".join([*before, own])


def _packed(text: str) -> str:
    return b64encode(compress(text.encode(), 9)).decode("ascii")


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
