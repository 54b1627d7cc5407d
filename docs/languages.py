"""Make the catalogues of the languages: what is said in English, and what is said for it.

Run from anywhere, after a text has changed or a translation is written::

    python docs/languages.py

``docs/catalogues/de.po`` is the catalogue as people write it, ``de.mo`` of
``sudoku_engine/languages`` as Python reads it. New texts are added without a translation, and stay
English; those that nobody says any more go.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import datetime, timezone
from itertools import chain
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sudoku_engine.api.strategy import FAMILIES, LEVELS
from sudoku_engine.board.say import FOLDER
from sudoku_engine.solving.run_state import ASSUMING, GAVE_UP, SEVERAL, UNFIT
from sudoku_frontends.classroom.class_site import PAGES
from sudoku_frontends.film.document import LATER, PAGE_WORDS
from sudoku_frontends.film.page import texts_of, words_of
from sudoku_frontends.player.editor_state import HOW, MODES, PAD_KEYS
from sudoku_frontends.player.exercise_help import NEXT as NEXT_BOARD
from sudoku_frontends.player.strategy_help import ASK_AGAIN, CASE_AGAIN, FOLLOWS_AGAIN
from sudoku_frontends.player.strategy_help import NEXT as NEXT_KEYS
from sudoku_frontends.site.room_contents import DOORS, PARTS, exercises
from sudoku_frontends.site.rooms import NEWS, PAGE_PARTS, ROOMS
from sudoku_plugins.course.exercises import Exercise
from sudoku_plugins.course.judging import BEGINNINGS
from sudoku_plugins.course.proving import ProofExercise
from sudoku_plugins.session.advice import GAVE_UP as UNKNOWN
from sudoku_plugins.session.advice import SEVERAL as SEVERAL_SOLUTIONS
from sudoku_plugins.strategies.order import STRATEGIES
from sudoku_plugins.variants.rule_book import RULE_BOOK

WRITTEN = Path(__file__).parent / "catalogues"
ROOT = WRITTEN.parent.parent
SOURCES = ("sudoku_engine", "plugins", "frontends")

PLAYER_FOLDER = ROOT / "frontends/sudoku_frontends/film/player"
CLASS_FOLDER = ROOT / "frontends/sudoku_frontends/classroom/page"

FIRST = datetime(2026, 11, 26, tzinfo=timezone.utc)

LEGEND = (
    *("cause", "eliminated", "placed", "house", "look here", "base", "cover", "fin", "pincer"),
    *("link", "pivot", "corner", "extra", "subset", "colour", "off", "on", "off elsewhere", "als"),
    *("pair", "crossing", "line set", "box set", "stem", "strong link", "weak link", "group"),
    *("not true", "wrong", "tried", "moved", "supposed", "blocks"),
)
"""The roles of candidates and houses in a step, and the signs next to them."""

WORDS = (
    *("and", "to", "row", "column", "box", "diagonal", "region", "window"),
    *("rows", "columns", "boxes", "diagonals", "these rows", "these columns", "these boxes"),
    *("these diagonals", "the base houses", "the cover houses", "no strategy finds a step"),
    *("beyond", "solved", "stuck", "contradiction", "stopped", "none", "Contradiction", "Stopped"),
    *(
        "the search broke off",
        "no solution",
        "locked candidates",
        "a hidden subset",
        "a naked subset",
    ),
    *("a continuous nice loop", "an SK-loop", "multi-sector locked sets"),
    *("each has a candidate in the same cell", "each has the same digit in sight"),
    "one has a candidate in the same cell, the other the digit in sight",
)
"""Words that are parts of what is said."""


FIRST_ALONE = slice(1)

SAYING = {
    **dict.fromkeys(("say", "tell", "told", "Prompt"), FIRST_ALONE),
    "Message": slice(3),
    "Choice": slice(2),
    "Binding": slice(2, 4),
}
"""The arguments of a function, or of a class, that are said to a person."""


CONSTANTS = (
    *(
        *MODES.values(),
        *HOW.values(),
        *NEXT_KEYS.values(),
        NEXT_BOARD,
        ASK_AGAIN,
        CASE_AGAIN,
        FOLLOWS_AGAIN,
    ),
    *(*PAD_KEYS, *BEGINNINGS.values(), Exercise.BEST, ProofExercise.BEST),
    *(*chain(*LATER.values()), *ASSUMING, *UNFIT, SEVERAL, GAVE_UP, SEVERAL_SOLUTIONS, UNKNOWN),
)
"""What is told by the names of constants."""


def texts() -> list[str]:
    """Return all that is said, each once: templates, words, names of techniques."""
    said = [text for folder in SOURCES for text in _said_in(ROOT / folder)]
    names = [each.name for each in STRATEGIES]
    for rule in RULE_BOOK.rules.values():
        names += [rule.name, rule.id.replace("_", " ")]  # the second as clues are written
    every = dict.fromkeys([*WORDS, *LEGEND, *PAGE_WORDS, *names, *said, *CONSTANTS, *_page_texts()])
    return [text for text in every if re.search(r"[^\W\d_]{2}", re.sub(r"\{\w+(:name)?", "", text))]


def _page_texts() -> Iterator[str]:
    """Yield what the pages of the site say."""
    yield from (*LEVELS, *FAMILIES, *PARTS.values(), *DOORS, *NEWS.values())
    for room in (*ROOMS, *PAGES.values()):
        yield from (room.title, room.about)
    for ways in DOORS.values():
        yield from (text for _, *texts in ways for text in texts)
    for part in chain(sorted(PAGE_PARTS.glob("*.html")), sorted(CLASS_FOLDER.glob("*.html"))):
        yield from texts_of(part.read_text(encoding="utf-8"))
    for folder in (PAGE_PARTS, PLAYER_FOLDER, CLASS_FOLDER):
        for script in sorted(folder.glob("*.js")):
            yield from words_of(script.read_text(encoding="utf-8"))
    for each in exercises():
        yield from (each["name"], each["task"])


def _said_in(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                said = node.args[SAYING.get(node.func.id, slice(0))]
                found = [text for each in said for text in _constants(each)]
                if not found and node.func.id == "say":
                    raise SystemExit(f"{path}:{node.lineno}: a template must be a plain text")
                yield from filter(None, found)


def _constants(node: ast.expr) -> Iterator[str]:
    """Yield the texts that a template may be: a choice has two."""
    if isinstance(node, ast.IfExp):
        yield from (*_constants(node.body), *_constants(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def catalogue(language: str) -> Catalog:
    """Return the catalogue of a `language` with all that is said now."""
    path = WRITTEN / f"{language}.po"
    known = Catalog(language)
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, language)
    found = Catalog(language, project="sudoku-engine", version="1", fuzzy=False)
    found.last_translator = found.language_team = found.msgid_bugs_address = "sudoku-engine"
    found.header_comment = f"# What sudoku-engine says, in the language {language}."
    found.creation_date = found.revision_date = FIRST  # so that the files change with the texts
    for text in texts():
        old: Message | None = known.get(text)
        found.add(text, old.string if old else "")
    return found


def main() -> None:
    """Write the catalogues."""
    for path in sorted(WRITTEN.glob("*.po")):
        language = path.stem
        made = catalogue(language)
        with path.open("wb") as file:
            write_po(file, made, width=0, include_lineno=False)
        with Path(FOLDER, f"{language}.mo").open("wb") as file:
            write_mo(file, made)


if __name__ == "__main__":
    main()
