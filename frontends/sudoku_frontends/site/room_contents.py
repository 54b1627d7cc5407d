"""Exercises, puzzles, and what rooms show before Python is ready; made together with the site."""

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

from sudoku_engine import Grid, Layout, rate, solve
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.board.say import tell
from sudoku_engine.board.variants import known_rules
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.solving.guard import count_solutions
from sudoku_frontends.film.document import film_document
from sudoku_frontends.film.page import own_path, told
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.page_geometry import frame_of
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.shapes import Part, Rect
from sudoku_frontends.pictures.svg import svg
from sudoku_frontends.pictures.themes import THEMES
from sudoku_plugins.course.course import course
from sudoku_plugins.generators.known_puzzles import known_puzzles
from sudoku_plugins.kit.algorithms import Algorithm, algorithm_starter, algorithms
from sudoku_plugins.kit.boards_with_solutions import BOARDS
from sudoku_plugins.kit.kit import bundled_kit
from sudoku_plugins.kit.starter import (
    STARTERS,
    Starter,
    curriculum,
    exercise,
    lesson,
    named,
    rule_exercise,
    rule_exercises,
    task,
)


def starter() -> dict[str, Any]:
    """Return the strategy to begin with, and a puzzle on which it finds something."""
    puzzle = next(line for line, _ in _lines() if parse(line).layout.n == 9)
    return {"file": _file("my_strategy", STARTERS["strategy"]), "puzzle": puzzle}


@cache
def exercises() -> list[dict[str, Any]]:
    """Return the exercises in an order to learn the techniques."""
    return [
        *(_technique_exercise(_techniques()[name]) for name in curriculum()),
        *map(_rule_exercise, rule_exercises()),
        *map(_algorithm_exercise, algorithms().values()),
    ]


USUAL: Mapping[str, Any] = {
    "score": 0,
    "after": [],
    "is_strict": True,
    "names": [],
    "marks": "auto",
    "lesson": "",
    "write": "",
    "hint": "",
}
"""The values of an exercise that says nothing else."""


def _exercise(id: str, own: Starter, **facts: Any) -> dict[str, Any]:
    return {"id": id, "file": _file(f"my_{id}", own), **USUAL, **facts}


def _technique_exercise(technique: Component) -> dict[str, Any]:
    topic, own = curriculum()[technique.id], exercise(technique)
    words = course().get(technique.id, {})
    return _exercise(
        technique.id,
        own,
        name=technique.name,
        level=technique.level,
        score=technique.score,
        after=[_techniques()[name].name for name in topic.after],
        part="techniques" if technique.id in course() else technique.level,
        task=task(technique),
        lesson=lesson(technique),
        write=words.get("write", "").strip(),
        hint=words.get("hint", "").strip(),
        names=[{"part": part, "what": what} for part, what in named(topic)],
        puzzle=dedent(own.words["indented_puzzle"]).strip(),
        marks=technique.marks or "auto",
    )


def _rule_exercise(name: str) -> dict[str, Any]:
    own = rule_exercise(name)
    return _exercise(
        name,
        own,
        name=own.words["technique"],
        level="rule",
        part="rule",
        task=own.words["task"],
        lesson=own.words["lesson"],
        hint=own.words["hint"],
        puzzle=dedent(own.words["indented_puzzle"]).strip(),
    )


def _algorithm_exercise(each: Algorithm) -> dict[str, Any]:
    own = algorithm_starter(each)
    return _exercise(
        each.id,
        own,
        name=each.name,
        level=each.sort,
        after=[algorithms()[name].name for name in each.after],
        part="algorithms",
        is_strict=own.is_strict,
        task=each.task,
        lesson=each.lesson.strip(),
        hint=each.hint,
        puzzle=each.puzzle or next(_lines())[0],
    )


def puzzles() -> list[dict[str, Any]]:
    """Return puzzles from easy to hard, each with the hardest technique that it needs."""
    found = []
    for line, name in _lines():
        n, technique = parse(line).layout.n, _techniques()[name]
        title = technique.name if n == 9 else f"{technique.name} ({n}x{n})"
        found.append({"title": title, "level": technique.level, "puzzle": line})
    return found


@cache
def _techniques() -> Mapping[str, Component]:
    return {technique.id: technique for technique in bundled_kit().ours}


def _lines() -> Iterator[list[str]]:
    """Yield each puzzle as a line, and the id of its technique."""
    for line in (Path(__file__).parent / "puzzles.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            yield line.split()


def _file(name: str, found: Starter) -> dict[str, str]:
    return {"name": f"{name}.py", "source": found.source(name)}


START_PUZZLE = "4....6...36.2....12...4..9...8......62...4..5....6891....9.3................2.3.7"
"""The puzzle of the film on the start page: it needs a hidden pair."""

DOORS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "I want to solve and learn": (
        ("board.html", "Board", "your puzzle, with hints and reasons"),
        ("learn.html", "Learn", "the course, one step after another"),
        ("practise.html", "Practise", "find a technique where it comes next"),
    ),
    "I teach": (
        ("make.html", "Make", "puzzles by level and technique, and sheets to print"),
        ("techniques/index.html", "Techniques", "each on a page with a film, for the projector"),
        ("write.html", "Write", "exercises that check themselves"),
    ),
    "I write programs": (
        ("write.html", "Write", "a technique in Python, checked and watched at work"),
        ("learn.html#algorithms", "Algorithms", "from backtracking to exact cover"),
        ("practise.html#prove=2", "Prove it", "the fewest truths behind an elimination"),
    ),
}
"""The doors of the start page: for whom, and the rooms behind it: path, name, and what is there."""


def doors() -> Mapping[str, str]:
    """Return the doors of the start page, as HTML."""
    parts = []
    for who, ways in DOORS.items():
        links = "".join(
            f'<li><a href="{own_path(path)}">{told(name)}</a>: {told(what)}</li>'
            for path, name, what in ways
        )
        parts.append(f"<section><h2>{told(who)}</h2><ul>{links}</ul></section>")
    return {"doors": "\n".join(parts)}


def start_files() -> Mapping[str, bytes]:
    """Return the film of the start page."""
    film = film_document([(tell("How it is solved"), solve(START_PUZZLE).events)])
    return {own_path("start.json"): packed(film)}


BOARD_SIDE = 560
"""The width of the picture on the board's page, which shows it as large as there is room."""


def board_files() -> Mapping[str, bytes]:
    """Return a puzzle, and for each theme an empty board with its colours, to draw at once."""
    layout = Layout.named()
    empty = Scene(Grid(layout, [0] * 81), has_candidates=False, has_words=False)
    frame = frame_of(layout, BOARD_SIDE, BOARD_SIDE, has_words=False)
    themes = {}
    for theme in THEMES.values():
        page = Part("page", (Rect(0, 0, BOARD_SIDE, BOARD_SIDE, theme.ground),))
        parts = (page, *picture(empty, theme, BOARD_SIDE, BOARD_SIDE))
        colours = {name: getattr(theme, name) for name in ("given", "placed", "note", "selected")}
        themes[theme.name] = {
            "picture": svg(parts, BOARD_SIDE, BOARD_SIDE),
            "colours": {**colours, "wrong": theme.wrong.tint, "shades": theme.lines},
        }
    place = {"x": frame.board.x, "y": frame.board.y, "cell": frame.cell}
    first = {"puzzle": START_PUZZLE, "side": BOARD_SIDE, "frame": place, "themes": themes}
    return {"board.json": packed(first)}


def technique_options() -> Mapping[str, str]:
    """Return the options of a list of techniques, as HTML, by level."""
    groups: dict[str, list[str]] = {level: [] for level in LEVELS}
    for technique in bundled_kit().ours:
        if technique.suits(9):
            name = told(technique.name)
            has_exercise = " data-exercise" if technique.id in curriculum() else ""
            groups[technique.level].append(
                f'<option value="{technique.id}"{has_exercise}>{name}</option>'
            )
    parts = [
        f'<optgroup label="{told(level)}">{"".join(options)}</optgroup>'
        for level, options in groups.items()
        if options
    ]
    return {"techniques": "".join(parts)}


PARTS = {
    "techniques": "The course, part 1: techniques",
    "algorithms": "The course, part 2: algorithms",
    "rule": "Rules of variants",
    **{level: f"More techniques: {level}" for level in LEVELS},
}
"""The parts of all that one can learn, in their order, by what exercises say of themselves."""


def lessons() -> Mapping[str, str]:
    """Return the course and all other exercises as HTML, each with the ways to learn it."""
    parts = []
    for part, title in PARTS.items():
        found = [each for each in exercises() if each["part"] == part]
        rows = "".join(map(_lesson, found))
        parts.append(
            f'<section id="{part}"><h2>{told(title)}</h2><p class="done" hidden>'
            f'<progress max="{len(found)}" value="0"></progress> <span></span></p>'
            f"<ol>{rows}</ol></section>"
        )
    return {"lessons": "\n".join(parts)}


def _lesson(each: Mapping[str, Any]) -> str:
    name, known_as = told(each["name"]), each["id"]
    ways = [(f"write.html#exercise={known_as}", tell("Write it"))]
    if each["score"]:
        ways[:0] = [
            (f"techniques/{known_as}.html", tell("Read")),
            (f"practise.html#{known_as}", tell("Practise")),
        ]
    links = " ".join(
        f'<a href="{own_path(to)}" aria-label="{word}: {name}">{word}</a>' for to, word in ways
    )
    return (
        f'<li data-id="{known_as}"><strong>{name}</strong> <span class="tick"></span>'
        f'<p>{told(each["task"])}</p><p class="ways">{links}</p></li>'
    )


CELLS = 81

EASY = BOARDS / "easy.txt"
"""Puzzles that singles and locked candidates solve."""


def stock_files() -> Mapping[str, bytes]:
    """Return the puzzles that are there at once, each with its solution, level and techniques."""
    known = _techniques()
    names: dict[str, int] = {}
    puzzles = []
    for line, ids in (*_easy(), *known_puzzles().items()):
        turns = sorted(
            (known[each] for each in ids), key=lambda each: (LEVELS.index(each.level), each.score)
        )
        numbers = [names.setdefault(each.id, len(names)) for each in turns]
        solution = count_solutions(Grid.parse(line)).solution
        assert solution is not None
        digits = "".join(map(str, solution))
        puzzles.append([line, digits, turns[-1].level, numbers])
    titles = [[each, known[each].name] for each in names]
    return {"stock.json": packed({"techniques": titles, "puzzles": puzzles})}


def _easy() -> Iterator[tuple[str, Sequence[str]]]:
    """Yield puzzles that singles solve, with the techniques that have a turn."""
    for text in EASY.read_text(encoding="ascii").splitlines():
        line = text.split(",")[0]
        if len(line) == CELLS and (rating := rate(line)).level == "easy":
            yield line, [*rating.counts]


def make_choices() -> Mapping[str, str]:
    """Return what puzzles can be made by, as options of lists."""
    levels = "".join(f'<option value="{level}">{told(level)}</option>' for level in LEVELS)
    rules = sorted((tell(rule.name), rule.id) for rule in known_rules().values())
    options = "".join(
        f'<option value="{rule}">{html.escape(name)}</option>' for name, rule in rules
    )
    return {"levels": levels, "rules": options, **technique_options()}


def packed(value: object) -> bytes:
    """Return `value` as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
