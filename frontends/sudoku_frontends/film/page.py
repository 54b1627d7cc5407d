"""The page of a replay, the player of films for pages of others, and pages in other languages.

The player is written as modules of JavaScript, which import each other. A page that is one file
needs them as one script, so here they are joined.

Each language has pages of its own beside the English ones: ``board.html``, ``board.de.html``. So
nothing is translated while somebody looks on, and a page brings the words of one language alone.
"""

import json
import re
from base64 import b85encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape, unescape
from importlib.resources import files
from itertools import chain
from string import Template
from typing import Any
from zlib import compress

from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.say import LANGUAGES, speaking, spoken, tell
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


_TEXT = re.compile(
    r'(?P<before>>\s*|\s(?:title|aria-label|placeholder)=")'
    r'(?P<text>[^<>"\s](?:[^<>"]*[^<>"\s])?)(?=\s*<|")'
)
_WORD = re.compile(r'(?<![.\w])(?:word|button)\("([^"]*)"|"aria-label": "([^"]*)"')
_COUNTED = re.compile(r'(?<![.\w])counted\([^"]*, "([^"]*)", "([^"]*)"')


def in_language(part: str) -> str:
    """Return a part of a page, HTML as people write it, with its texts as the language has them."""
    return _TEXT.sub(lambda found: found["before"] + told(unescape(_plain(found["text"]))), part)


def texts_of(part: str) -> Iterator[str]:
    """Yield the texts of a part of a page that can be told in other languages."""
    for found in _TEXT.finditer(part):
        if "$" not in found["text"]:
            yield unescape(_plain(found["text"]))


def _plain(text: str) -> str:
    return " ".join(text.split())


def told(words: str) -> str:
    """Return English `words` as the language has them, as HTML."""
    return escape(tell(words))


def words_of(script: str) -> Iterator[str]:
    """Yield the words that a `script` says by ``word``, on buttons and to screen readers."""
    for texts in (*_WORD.findall(script), *_COUNTED.findall(script)):
        yield from filter(None, texts)


def page_words(scripts: Iterable[str]) -> str:
    """Return the element with the words of a page's `scripts`; ``elements.js`` reads it."""
    if spoken() == LANGUAGES[0]:
        return ""
    said = {text: tell(text) for text in chain(LEVELS, *map(words_of, scripts))}
    data = json.dumps(said, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="own-words">{data}</script>\n'


def own_path(path: str, language: str = "") -> str:
    """Return the path of a page, or of a file that it reads, in a language; that which is spoken.

    >>> own_path("board.html", "de"), own_path("practise.html#x_wing", "de")
    ('board.de.html', 'practise.de.html#x_wing')
    """
    code = language or spoken()
    return (
        path if code == LANGUAGES[0] else re.sub(r"(?=\.(html|json)\b)", f".{code}", path, count=1)
    )


def other_languages(path: str) -> str:
    """Return links to the page at `path` in all other languages."""
    links = []
    for code in LANGUAGES:
        if code != spoken():
            with speaking(code):
                name = tell("English")  # a language calls itself so in its catalogue
            attributes = f'class="language" lang="{code}" hreflang="{code}"'
            links.append(f'<a {attributes} href="{own_path(path, code)}">{name}</a>')
    return "".join(links)
