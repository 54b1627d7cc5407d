"""Words as data: a reason that can be split into clauses and told in other languages.

A reason is *said*: a template in English, and the parts that it names::

    say("{cells} hold only {digits} and use them up,| so no other cell of {houses} can hold them",
        cells=cells, digits=digits, houses=houses)

No words are written before somebody reads them, since the search for steps needs none. `str` writes
the English words, `tell` writes the language that a person chose, and `clauses_of` splits the words
into clauses with the cells, digits and houses of each.

In a template, ``|`` separates clauses. A number is the symbol of a digit, as the board of the other
parts writes it; ``{size:#}`` writes a plain number. A list has *and* before its last thing, or
another word, as in ``{cells:or}``; other signs, as in ``{cases:; |}``, stand between all things.
Parts that a template does not name, such as the links of a chain, belong to the first clause.

A catalogue maps English templates and words to those of another language. It is a gettext
catalogue, which Python reads without other packages, also in a browser. English needs none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple, Union, cast

from sudoku_engine.board.candidates import Link
from sudoku_engine.board.layout import SYMBOLS, Cell, House
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import UsageError, printable

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "languages")

LANGUAGES = ("en", *sorted(name[:-3] for name in os.listdir(FOLDER) if name.endswith(".mo")))
"""The codes of the languages: English, and those that have a catalogue."""


class Said:
    """A template with its parts; see `say`. It compares by its English words."""

    __slots__ = ("_text", "parts", "template")

    def __init__(self, template: str, parts: dict[str, Part]) -> None:
        self.template = template
        self.parts = parts
        self._text: str | None = None

    def __str__(self) -> str:
        if self._text is None:
            self._text = _told(self, _in_english)
        return self._text

    def __repr__(self) -> str:
        return f"say({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Said, str)) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Said, (self.template, self.parts)


Part = Union[int, str, House, Link, Said, Collection[Any]]
"""A part of a template: a cell, digit, house, text, something said, or a list of these."""

Words = Union[str, Said]
"""Text in English, or words that can be told in other languages as well."""

Catalogue = Callable[[str], str]
"""A function that returns the words or the template of a language for the English ones."""


def say(template: str, /, **parts: Part) -> Said:
    """Return what `template` says of its `parts`.

    >>> str(say("{digits} are in {house}", digits={8, 1}, house="row 3"))
    '1 and 8 are in row 3'
    """
    return Said(template, parts)


Span = tuple[str, Any]
"""A piece of text, and the cell, digit or house that it names; None if it names nothing."""


class Clause(NamedTuple):
    """A part of a reason, and the things that it is about."""

    spans: tuple[Span, ...]
    things: tuple[Any, ...]
    """The cells, digits, houses and links, named or not, in order."""

    @property
    def text(self) -> str:
        """Its words."""
        return "".join([text for text, _ in self.spans])

    def of(self, kind: type) -> list[Any]:
        """Return the things of a `kind`, each once: `Cell`, `House`, `Link`, or int for digits."""
        return [*dict.fromkeys(thing for thing in self.things if type(thing) is kind)]


def clauses_of(words: Words) -> list[Clause]:
    """Return the clauses of `words` in the current language.

    >>> [each.text for each in clauses_of(say("{digit} is here,| so not there", digit=4))]
    ['4 is here,', ' so not there']
    """
    clauses: list[tuple[list[Span], list[Any]]] = [([], [])]
    for text, thing in _spans(words, _speaker.catalogue, "", _signs_in(words) or SYMBOLS):
        if thing is _BREAK:
            if clauses[-1][0]:
                clauses.append(([], []))
            continue
        if text:
            clauses[-1][0].append((text, thing))
        if thing is not None:
            clauses[-1][1].append(thing)
    return [Clause(tuple(spans), tuple(things)) for spans, things in clauses if spans]


def tell(words: Words, /, **parts: Part) -> str:
    """Return `words` in the current language; words without a translation stay English.

    With `parts`, the words are a template as for `say`.
    """
    if parts and not isinstance(words, Said):
        words = Said(words, parts)
    catalogue = _speaker.catalogue
    if catalogue is _in_english:
        return str(words)
    return _told(words, catalogue) if isinstance(words, Said) else catalogue(words)


def _in_english(words: str) -> str:
    return words


class _Speaker:
    """The language of this process, as in `locale`: a person reads one language."""

    language = "en"
    catalogue: Catalogue = staticmethod(_in_english)


_speaker = _Speaker()


def spoken() -> str:
    """Return the code of the current language."""
    return _speaker.language


def speak(language: str) -> None:
    """Speak a `language` from now on: ``de``, or with a country, ``de-AT``."""
    code = language.replace("_", "-").partition("-")[0].lower()
    if code not in LANGUAGES:
        raise UsageError(f"no language {language!r}: {' or '.join(LANGUAGES)}")
    _speaker.language, _speaker.catalogue = code, _catalogue(code)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a `language` for a while."""
    before = _speaker.language
    speak(language)
    try:
        yield
    finally:
        speak(before)


@lru_cache(None)
def _catalogue(language: str) -> Catalogue:
    if language == "en":
        return _in_english
    from gettext import GNUTranslations  # English needs no gettext

    with open(f"{FOLDER}/{language}.mo", "rb") as file:
        translated = GNUTranslations(file).gettext
    return lambda words: words and translated(words)  # "" has the header


_BREAK = object()
"""Stands between clauses."""


def _told(said: Said, catalogue: Catalogue) -> str:
    signs = _signs_in(said) or SYMBOLS
    return "".join([text for text, _ in _spans(said, catalogue, "", signs)])


def _signs_in(part: Any) -> str:
    """Return the signs of the digits on the board that `part` is about, ``""`` if none is named."""
    kind = type(part)
    if kind is Cell:
        return cast(Cell, part).signs
    if kind is House:
        return cast(House, part).layout.signs
    if kind is Said:
        part = part.parts.values()
    elif kind in (int, str) or not isinstance(part, Iterable):
        return ""
    return next(filter(None, map(_signs_in, part)), "")


def _spans(part: Any, catalogue: Catalogue, form: str, signs: str) -> Iterator[Span]:
    """Yield the texts of `part`, each with the thing that it names, and breaks between clauses."""
    kind = type(part)
    if kind is Said:
        pieces = _pieces(catalogue(part.template))
        named = {name for _, name, _ in pieces}
        for name, each in part.parts.items():
            if name not in named:
                yield from (
                    ("", thing)
                    for _, thing in _spans(each, catalogue, "", signs)
                    if thing is not None
                )
        for text, name, own in pieces:
            yield from _parted(text)
            if name:
                yield from _spans(part.parts[name], catalogue, own, signs)
    elif kind is Cell:
        yield part.name, part
    elif kind is int:
        yield (str(part) if form == "#" else symbol(part, signs)), (None if form == "#" else part)
    elif kind is House:
        yield _named(part.name, catalogue), part
    elif kind is Link:
        yield "", part
    elif kind is str or not isinstance(part, Collection):
        text = printable(str(part))
        yield (_named(text, catalogue) if form == "name" else text and catalogue(text)), None
    else:
        yield from _list_spans(part, catalogue, form, signs)


def _list_spans(
    part: Collection[Any], catalogue: Catalogue, form: str, signs: str
) -> Iterator[Span]:
    things = sorted(part) if all(type(each) is int for each in part) else [*part]
    between = last = form
    if not form or form[0].isalpha():
        between, last = ", ", f" {form or catalogue('and')} "
    for number, each in enumerate(things):
        if number:
            yield from _parted(last if number == len(things) - 1 else between)
        yield from _spans(each, catalogue, "", signs)


def _parted(text: str) -> Iterator[Span]:
    first, *others = text.split("|")
    yield first, None
    for other in others:
        yield "", _BREAK
        yield other, None


def tell_name(name: str) -> str:
    """Return a name in the current language, such as ``row 3`` or ``Killer Cage 17``."""
    return _named(name, _speaker.catalogue)


def _named(name: str, catalogue: Catalogue) -> str:
    """Return a name: the longest beginning that the catalogue has, then the other words."""
    if catalogue is _in_english:
        return name
    words = name.split(" ")
    for end in range(len(words), 0, -1):
        first = " ".join(words[:end])
        if (own := catalogue(first)) != first:
            return " ".join([own, *map(catalogue, words[end:])])
    return name


@lru_cache(None)
def _pieces(template: str) -> Sequence[tuple[str, str, str]]:
    """Return the texts of a template, each with the part after it and its form."""
    from string import Formatter  # later: a file of this name may lie where the program starts

    pieces = Formatter().parse(printable(template))
    return [(text, name or "", form or "") for text, name, form, _ in pieces]
