"""Pages in the language that is spoken: their texts, their links, and the words of their scripts.

Each language has pages of its own beside the English ones: ``board.html``, ``board.de.html``. So
nothing is translated while somebody looks on, and a page brings the words of one language alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape, unescape
from itertools import chain

from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.say import LANGUAGES, speaking, spoken, tell

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
