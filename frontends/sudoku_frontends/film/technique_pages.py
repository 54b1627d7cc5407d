"""A page for each technique, made from the code: its example drawn, its lesson, its film.

The pages stand beside the player of films, in a folder of any site. They need no script to be
read: the board is drawn in them, in colours that follow the browser. The film waits in the page,
packed, and the player is loaded for it when somebody wants to see it.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby
from string import Template
from typing import NamedTuple, TypeAlias

from markdown_it import MarkdownIt

from sudoku_engine import LoopSettings, Started, Stepped
from sudoku_engine.api.strategy import FAMILIES, LEVELS
from sudoku_engine.board.say import LANGUAGES, spoken, tell
from sudoku_engine.board.words import capitalized
from sudoku_engine.bundled import NAME
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.options import described, parameters_of
from sudoku_engine.plugins.registry import Registry
from sudoku_frontends.film.document import PAGE_COLOURS, film_document
from sudoku_frontends.film.film_pictures import SIGN, USUAL, colours_of
from sudoku_frontends.film.page import PLAYER, own_path, packed, told
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.captions import Sign, legend_entries
from sudoku_frontends.pictures.clue_words import rim_of
from sudoku_frontends.pictures.event_scenes import scene_of
from sudoku_frontends.pictures.highlights import marking_of
from sudoku_frontends.pictures.page_geometry import frame_of
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Part
from sudoku_frontends.pictures.svg import svg
from sudoku_plugins.kit.starter import curriculum, lesson, task
from sudoku_plugins.reasons.lesson import example_run, lesson_of, markdown_of

FOLDER = "techniques"
"""The folder of the pages in a site."""

PLAYER_FOLDER = "film"
"""The folder of the player in a site, which other pages use, too."""

PLAYER_FILES = files(PLAYER)

SIDE = 500
"""The side of a drawn board, in its own unit."""

_PRE = '<pre tabindex="0">'
"""The beginning of what may be scrolled, also by keys."""

_COLOUR = re.compile(r'(?<=fill="|roke=")(?!none")[^"]+')
_ADDRESS = re.compile(r"https?://[^\s,]*[^\s,.]")
_DESCRIBED = re.compile(r"\s*\bDescribed\s+(?:at|in)\s+https?://.*?(?=\n\n|\Z)", re.DOTALL)


CountedOver: TypeAlias = Callable[[Sequence[Component]], Iterator[Component]]
"""Goes over techniques, and shows whoever waits how many of them are done."""


class Lesson(NamedTuple):
    """A technique, and the step that it finds on its example."""

    technique: Component
    started: Started
    stepped: Stepped

    @property
    def scene(self) -> Scene:
        """The board with the step, without words."""
        return replace(scene_of(self.stepped, self.started.grid), has_words=False)


def technique_pages(
    rooms: str | None = "../",
    head: str = "",
    navigation: Callable[[str], str] | None = None,
    ids: Collection[str] | None = None,
    counted_over: CountedOver = iter,
) -> dict[str, bytes]:
    """Return the files of the pages by their paths, with those of the player that they share.

    `rooms`: where ``practise.html`` and ``write.html`` are, seen from a page; None for a site
    without them. `head`: what the site has in the head of each page; `navigation` returns what it
    has at the top of the page at a path. All is in the language that is spoken.
    `ids`: the techniques; None for all. `counted_over`: yields them again as their pages are made,
    which takes a while.
    """
    player = {
        f"{PLAYER_FOLDER}/{file.name}": file.read_bytes()
        for file in sorted(PLAYER_FILES.iterdir(), key=lambda file: file.name)
        if file.name.endswith((".js", ".css"))
    }
    known = [each for each in _techniques() if ids is None or each.id in ids]
    colours: set[str] = set(PAGE_COLOURS.values())
    frame = Template((PLAYER_FILES / "technique.html").read_text("utf-8"))
    pages: dict[str, str] = {}

    def add(name: str, body: str, title: str, about: str) -> None:
        bar = navigation(f"{FOLDER}/{name}") if navigation else _navigation()
        words = {"title": escape(title), "about": escape(about), "language": spoken()}
        pages[own_path(name)] = frame.substitute(words, head=head, navigation=bar, body=body)

    for place, technique in enumerate(counted_over(known)):
        each = _lesson_on(technique)
        body = _page(each, known[max(place - 1, 0) : place + 2], rooms, colours)
        add(f"{technique.id}.html", body, tell(technique.name), tell(task(technique)))
        pages[f"{technique.id}.svg"] = thumbnail(each)
    about = tell("Techniques of sudoku, from easy to hard.")
    add("index.html", "".join(_index(known)), tell("Techniques"), about)
    pages["technique.css"] = _palette(colours) + (PLAYER_FILES / "technique.css").read_text("utf-8")
    return {**player, **{f"{FOLDER}/{name}": text.encode() for name, text in pages.items()}}


@cache
def _techniques() -> Sequence[Component]:
    registry = Registry()
    registry.load()
    return sorted(registry.of_kind("strategy"), key=_difficulty)


def _difficulty(each: Component) -> tuple[int, int, float]:
    family = FAMILIES.index(each.family) if each.family else len(FAMILIES)
    return LEVELS.index(each.level), family, each.score


@cache  # the same in each language
def _lesson_on(technique: Component) -> Lesson:
    return Lesson(technique, *example_run(technique, LoopSettings(step_timeout=0)))


def _palette(names: Iterable[str]) -> str:
    """Return a style sheet with these colours as properties, as the browser or the page prefers."""
    light, dark = (f"{{ {_in_theme(names, theme)} }}" for theme in (0, 1))
    return (
        f":root {light}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme]) {dark} }}\n"
        f'@media screen {{ :root[data-theme="dark"] {dark} }}\n'
    )


def _in_theme(names: Iterable[str], theme: int) -> str:
    return " ".join(f"{_property(name)}: {colours_of(name)[theme]};" for name in sorted(names))


def _property(colour: str) -> str:
    return "--" + re.sub(r"\W+", "-", colour)


def _painted(drawing: str, colours: set[str]) -> str:
    """Return an SVG whose colours are properties of its page; add their names to `colours`."""

    def property_of(found: re.Match[str]) -> str:
        colours.add(found[0])
        return f"var({_property(found[0])})"

    return _COLOUR.sub(property_of, drawing)


def _board(scene: Scene, title: str = "", description: str = "") -> str:
    """Return the drawn board of `scene`, cut to the board where nothing is around it."""
    layout = scene.grid.layout
    frame = frame_of(layout, SIDE, SIDE, has_words=False)
    x, y, side, _ = frame.board
    view = None
    if not scene.has_labels and not any(rim_of(layout)):
        view = (x - 3, y - 3, side + 6, side + 6)
    parts = picture(scene, USUAL, SIDE, SIDE)
    return svg(parts, SIDE, SIDE, title, description, view=view)


def thumbnail(each: Lesson) -> str:
    """Return a small picture of the step, without candidates, that knows light and dark itself."""
    colours: set[str] = set()
    scene = replace(each.scene, has_candidates=False, has_labels=False)
    drawing = _painted(_board(scene, each.technique.name), colours)
    dark = f"@media (prefers-color-scheme: dark) {{ :root {{ {_in_theme(colours, 1)} }} }}"
    style = f"<style>:root {{ {_in_theme(colours, 0)} }} {dark}</style>"
    return drawing.replace("<title>", f"{style}<title>", 1)


def _page(each: Lesson, near: Sequence[Component], rooms: str | None, colours: set[str]) -> str:
    technique = each.technique
    film = film_document([(tell(technique.name), (each.started, each.stepped))])
    data = json.dumps(film, separators=(",", ":"), ensure_ascii=False)
    return "".join(
        [
            f"<h1>{told(technique.name)}</h1>\n{_facts(technique)}",
            '<div class="columns">\n',
            _painted(_example(each), colours),
            f'<div class="about">\n{_lesson(technique)}{_do(technique, rooms)}',
            f"{_described(technique)}{_options(technique)}</div>\n</div>\n",
            _near(technique, near),
            f'<script type="application/octet-stream" id="film-document">{packed(data)}</script>\n',
            f'<script type="module" src="../{PLAYER_FOLDER}/technique.js"></script>\n',
        ]
    )


def _navigation() -> str:
    link = f'<a href="{own_path("index.html")}">{tell("All techniques")}</a>'
    return f'<nav class="top" aria-label="{tell("Site")}">{link}</nav>'


def _facts(technique: Component) -> str:
    score = tell("score {n}", n=f"{technique.score:g}")
    facts = [tell(technique.level), tell(technique.family or ""), score]
    if technique.assumes_unique:
        facts.append(tell("needs a puzzle with one solution"))
    if technique.marks:
        facts.append(tell("with pencil marks kept by hand"))
    if not technique.is_by_default:
        facts.append(tell("takes part only by name"))
    return f'<ul class="facts">{"".join(f"<li>{fact}</li>" for fact in facts if fact)}</ul>\n'


def _example(each: Lesson) -> str:
    """Return the figure: the board with the step, the signs on it, the step in words."""
    scene, step = each.scene, each.stepped.step
    notation = scene.notation
    words = " ".join(filter(None, (scene.reason, notation, f"{tell('Board')}: {scene.grid.line}")))
    signs = "".join(
        f"<li>{_sign(sign)}{escape(word)}</li>"
        for sign, word in legend_entries(scene, marking_of(scene), USUAL)
    )
    film = tell("Step through it")
    if step.branches:
        film = tell("Step through it, case by case")
    title = tell("An example of {technique}", technique=each.technique.name)
    failed = tell("The film cannot be loaded now")
    return (
        '<div class="example">\n<figure id="example">\n'
        f"{_board(scene, title, words)}"
        f'<ul class="signs" aria-label="{tell("Legend")}">{signs}</ul>\n'
        f'<figcaption><p class="written">{escape(notation)}</p>\n'
        f"<p>{escape(scene.reason)}</p></figcaption>\n</figure>\n"
        f'<p><button id="watch" type="button" data-failed="{failed}" hidden>{film}</button></p>\n'
        '<div id="film" hidden></div>\n</div>\n'
    )


def _sign(sign: Sign) -> str:
    drawn = svg([Part("", tuple(sign(SIGN)))], 100, 100, view=(-4, -4, 108, 108))
    return re.sub(r"<title>.*?</title>\n", "", drawn.replace('role="img"', 'aria-hidden="true"'))


def _lesson(technique: Component) -> str:
    text = _DESCRIBED.sub("", lesson(technique))
    text = _ADDRESS.sub(lambda found: f"<{found[0]}>", markdown_of(text))
    made = str(MarkdownIt("commonmark", {"html": False}).render(text))
    made = made.replace("<pre>", _PRE)  # on a phone it is wider than the screen
    return made if spoken() == LANGUAGES[0] else f'<div lang="{LANGUAGES[0]}">{made}</div>'


def _described(technique: Component) -> str:
    found = dict.fromkeys(_ADDRESS.findall(lesson_of(technique)))
    links = [f'<li><a href="{escape(each)}">{escape(each)}</a></li>' for each in found]
    return _section(tell("Where it is described"), f"<ul>{''.join(links)}</ul>\n") if links else ""


def _do(technique: Component, rooms: str | None) -> str:
    """Return what a reader can do with the `technique`: links into the rooms, and commands."""
    links = []
    if rooms is not None:
        links.append(_link(f"{rooms}practise.html#{technique.id}", told("Practise it")))
        if technique.id in curriculum():
            links.append(
                _link(f"{rooms}write.html#exercise={technique.id}", told("Write it yourself"))
            )
    commands = [
        f"{NAME} explain {technique.id}",
        f"{NAME} practise {technique.id}",
        f"{NAME} steps --strategy {technique.id} PUZZLE",
    ]
    doors = f'<p class="doors">{" ".join(links)}</p>\n' if links else ""
    return _section(tell("Try it"), f"{doors}{_PRE}{escape(chr(10).join(commands))}</pre>\n")


def _options(technique: Component) -> str:
    rows = [
        f"<tr><td><code>{option.name}</code></td><td>{escape(described(option.type))}</td>"
        f"<td>{escape(default_text(option.default))}</td></tr>"
        for option in parameters_of(technique.call).options.values()
    ]
    if not rows:
        return ""
    heads = (tell("option"), tell("what to write"), tell("default"))
    head = f"<tr>{''.join(f'<th>{each}</th>' for each in heads)}</tr>"
    return _section(tell("Options"), f"<table>{head}{''.join(rows)}</table>\n")


def default_text(value: object) -> str:
    """Return the default of an option as a configuration writes it; empty for none.

    >>> default_text(True), default_text(("row", "column")), default_text(None)
    ('true', '[row, column]', '')
    """
    if value is None or value == () or value == "":
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


def _near(technique: Component, near: Sequence[Component]) -> str:
    place = near.index(technique)
    links = [
        _link(f"{other.id}.html", told(other.name), rel=rel)
        for rel, others in (("prev", near[:place]), ("next", near[place + 1 :]))
        for other in others
    ]
    return f'<nav class="near" aria-label="{tell("By difficulty")}">{"".join(links)}</nav>\n'


def _link(path: str, words: str, **attributes: str) -> str:
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<a{more} href="{own_path(path)}">{words}</a>'


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{content}</section>\n"


def _index(known: Sequence[Component]) -> Iterator[str]:
    """Yield the parts of the index: by level, then by family, a small picture each."""
    yield f"<h1>{tell('{n:#} techniques, from easy to hard', n=len(known))}</h1>\n"
    links = [f'<a href="#{level}">{told(level)}</a>' for level in LEVELS]
    yield f'<p class="doors">{" ".join(links)}</p>\n'
    for level, of_level in groupby(known, key=lambda each: each.level):
        yield f'<section id="{level}">\n<h2>{capitalized(told(level))}</h2>\n'
        for family, members in groupby(of_level, key=lambda each: each.family):
            yield f'<h3>{told(family or "")}</h3>\n<ul class="cards">\n'
            for technique in members:
                image = (
                    f'<img src="{technique.id}.svg" alt="" width="120" height="120" loading="lazy">'
                )
                name = f"{told(technique.name)} <small>{technique.score:g}</small>"
                to = own_path(f"{technique.id}.html")
                yield f'<li><a href="{to}">{image}<span>{name}</span></a></li>\n'
            yield "</ul>\n"
        yield "</section>\n"
