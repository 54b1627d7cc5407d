"""The rooms of the site, and the frame that their pages have in common.

To declare a room, add a row to `ROOMS` and put its parts in the folder ``page``: ``NAME.html``, its
page below the list of rooms (no ``<html>``, no inline script); ``NAME.js``, a module that the page
loads; and each style sheet that the row names. The page becomes ``NAME.html`` of the site. Scripts
import ``player/…`` and each other; `python.js` starts Python with what ``site.json`` says.
"""

import base64
import hashlib
import html
import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import NamedTuple

from sudoku_engine.board.say import spoken, tell
from sudoku_engine.bundled import NAME, VERSION
from sudoku_frontends.film.page import (
    in_language,
    other_languages,
    own_path,
    page_words,
    script,
    told,
)
from sudoku_frontends.site.room_contents import (
    board_files,
    doors,
    lessons,
    make_choices,
    start_files,
    stock_files,
    technique_options,
)

PAGE_PARTS = Path(__file__).parent / "page"

PAGE_PACKAGE = f"{__package__}.page"

TECHNIQUES = "techniques/index.html"
"""The list of all techniques; `technique_pages` makes it, and a page for each of them."""


class Room(NamedTuple):
    """A room: a page of the site."""

    name: str
    """The name of its files, and of its page."""
    title: str
    """Its name in the list of rooms."""
    about: str
    """The purpose of the room, in a sentence."""
    styles: tuple[str, ...] = ()
    """Its style sheets, besides the one that all rooms share."""
    script: str = ""
    """Its module; empty: the one with its name."""
    package: str = PAGE_PACKAGE
    """Where its part and its module are."""
    later: tuple[tuple[str, str], ...] = ()
    """The modules that its own imports when it needs them, each with its package."""
    words: Callable[[], Mapping[str, str]] = dict
    """Makes the HTML that its part asks for by ``$name``."""
    files: Callable[[], Mapping[str, bytes]] = dict
    """Makes further files of the site that its script fetches, by their paths."""
    own_files: Callable[[], Mapping[str, bytes]] = dict
    """Makes those that each language has for itself."""

    @property
    def path(self) -> str:
        """The path of its page in the site, in the language that is spoken."""
        return own_path(f"{self.name}.html")


FILM = ("film/film.css",)

HAND = (*FILM, "film/hand_board.css", "hand_room.css")

WRITE = Room(
    "write",
    "Write",
    "Write a technique of your own, have it checked, and watch it solve a puzzle.",
    (*HAND, "film/trace_film.css", "playground.css"),
    "playground.js",
)

ROOMS = (
    Room(
        "index", "Start", "What this is.", (*FILM, "index.css"), words=doors, own_files=start_files
    ),
    Room(
        "board",
        "Board",
        "Play a puzzle of your own, with hints, reasons, all steps, and a film.",
        (*FILM, "film/hand_board.css", "board_room.css"),
        "board_room.js",
        files=board_files,
    ),
    Room("learn", "Learn", "The course, one step after another.", ("learn.css",), words=lessons),
    Room(
        "practise",
        "Practise",
        "Find a technique on boards where it comes next, or prove an elimination.",
        HAND,
        words=technique_options,
    ),
    Room(
        "make",
        "Make",
        "Puzzles by level, technique and rule, to play, to send and to print.",
        ("make.css",),
        words=make_choices,
        files=stock_files,
    ),
    WRITE,
)


def room_page(room: Room, imports: Mapping[str, str], *, alone_at: str = "") -> bytes:
    """Return the page of `room` in the language that is spoken.

    Its policy lets it run only the site's scripts and the import map.

    imports: the import map. alone_at: the path of its page, if it has no list of rooms.
    """
    import_map = json.dumps({"imports": imports}, indent=1)
    digest = base64.b64encode(hashlib.sha256(import_map.encode()).digest()).decode()
    usual = {
        "import_map": import_map,
        "import_map_hash": f"sha256-{digest}",
        "version": html.escape(f"{NAME} {VERSION}"),
        "proving": _part("proving.html"),
        "state": _part("state.html") + (other_languages(alone_at) if alone_at else ""),
    }
    body = Template(_part(f"{room.name}.html", room.package)).substitute(usual, **room.words())
    name = room.script or f"{room.name}.js"
    frame = {
        "language": spoken(),
        "title": f"{tell(room.title)} · Sudoku",
        "words": page_words(script(*each) for each in ((name, room.package), *room.later)),
        "styles": "".join(f'<link rel="stylesheet" href="{each}">\n' for each in room.styles),
        "script": name,
        "site": ALONE if alone_at else site_head(),
        "rooms": "" if alone_at else navigation(f"{room.name}.html"),
        "body": body,
    }
    return Template(_part("frame.html")).substitute(usual, **frame).encode()


ALONE = """\
<link rel="icon" href="data:,">
<link rel="stylesheet" href="rooms.css">
<script type="module" src="language.js"></script>
"""
"""What the head of a page that stands alone has besides."""


def site_head(up: str = "") -> str:
    """Return the same for a page of the site; `up`: the way from there to its folder."""
    return f"""\
<link rel="icon" href="{up}icon.svg">
<link rel="apple-touch-icon" href="{up}icon_192.png">
<link rel="manifest" href="{up}site.webmanifest">
<link rel="stylesheet" href="{up}rooms.css">
<script type="module" src="{up}rooms.js"></script>
"""


NEWS = {
    "newer": "A newer version of this site is ready.",
    "elsewhere": "Another window has loaded a newer version.",
    "reload": "Reload",
    "unkept": "This site could not be kept in this browser: it needs the network.",
    "forgetful": (
        "This browser cannot save anything, or is full: your work here is lost when you leave."
    ),
}


def navigation(here: str, up: str = "", page: str = "") -> str:
    """Return the list of rooms for the page at the path `here`.

    up: the way from there to the folder of the site. page: its path, if it is one of several there.
    """
    pages = [(f"{room.name}.html", room.title, room.about) for room in ROOMS]
    pages.insert(-1, (TECHNIQUES, "Techniques", tell("Every technique, with an example.")))
    links = []
    for path, title, about in pages:
        current = ' aria-current="page"' if path == here else ""
        to, name = up + own_path(path), told(title)
        links.append(f'<a href="{to}" title="{told(about)}"{current}>{name}</a>')
    words = "".join(f' data-{name}="{told(text)}"' for name, text in NEWS.items())
    news = f'<p id="site-news" role="status"{words}></p>'
    others = other_languages(up + (page or here))
    return f'<nav id="rooms" aria-label="{tell("Rooms")}">{"".join(links)}{others}</nav>{news}'


def _part(name: str, package: str = PAGE_PACKAGE) -> str:
    return in_language(files(package).joinpath(name).read_text(encoding="utf-8"))
