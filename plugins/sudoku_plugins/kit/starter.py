"""Starters: the first files of a new plugin, filled in from templates.

A folder of `templates/` holds three files for each kind: the plugin, the test beside it and a
configuration. In them `$id`, `$name` and `$cls` are the names of the new component, which are valid
in Python and not used by anything else yet. Commands to type are written the way the program was
started.

An exercise is a starter for a technique: in words, with a board and a task. `curriculum` has the
techniques in an order to learn them.
"""

import builtins
import inspect
import keyword
import os
import re
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template
from textwrap import fill, indent
from typing import Any, NamedTuple

import sudoku_engine
from sudoku_engine import Grid, listed
from sudoku_engine.bundled import NAME, PACKAGES
from sudoku_engine.errors import UsageError, shown_path
from sudoku_engine.formats import parse, written
from sudoku_engine.plugins.component import Component
from sudoku_plugins.reasons.lesson import lesson_of

TEMPLATES = Path(__file__).parent / "templates"

WIDEST = 95  # characters of a line of text in an exercise

_IMPORTS = re.compile("(^from sudoku_engine.*\n)+", re.MULTILINE)
"""The lines with which a plugin begins that need the engine."""

_GUARDED = """try:
${imports}except ModuleNotFoundError:
    raise SystemExit(
        "This Python does not have sudoku_engine. Use the one that has it, such as:\\n"
        "  .venv/bin/python -m idlelib $id.py (Windows: .venv\\\\Scripts\\\\python ...)"
    ) from None
"""
"""The same lines in a file, which may be run by another Python."""

_INSTALLED = "# The plugin is found once it is installed: run pip install -e . in this folder."


class Starter(NamedTuple):
    """The first files of a component of one kind."""

    kind: str  # the kind of component
    folder: str  # the folder of its templates
    command: tuple[str, ...] = ("solve",)  # the command that shows it at work
    against: str = ""  # the id of the technique with which a homework is compared
    words: Mapping[str, str] = {}  # the texts for the placeholders of its own templates
    is_strict: bool = True  # whether advice counts as a fault in a homework

    @property
    def check_options(self) -> tuple[str, ...]:
        """The options of ``plugins check`` for it."""
        if not self.against:
            return ()
        return ("--against", self.against, *(("--strict",) if self.is_strict else ()))

    def source(self, id: str) -> str:
        """Return the code of a component called `id`, without what only a file on disk needs."""
        return filled(self._words(id), f"{self.folder}/plugin.py")

    def files(self, id: str, is_package: bool = False) -> dict[str, str]:
        """Return the text of each file by its name, for a component called `id`."""
        words = self._words(id)
        words["plugins"] = _INSTALLED if is_package else f"plugins: [{id}.py]"
        folder = self.folder
        files = {
            f"{id}.py": [f"{folder}/plugin.py", "self_check.py"],
            f"test_{id}.py": [f"{folder}/test.py", "kit_test.py"],
            f"{id}.yaml": [f"{folder}/config.yaml"],
        }
        if is_package:
            files = {"pyproject.toml": ["pyproject.toml"], **files}
        texts = {name: filled(words, *templates) for name, templates in files.items()}
        return {**texts, f"{id}.py": _guarded(texts[f"{id}.py"], id)}

    def _words(self, id: str) -> dict[str, str]:
        cls = titled(id).replace(" ", "")
        words = {
            "kit": "",
            **self.words,
            "id": id,
            "name": titled(id),
            "dashed": "-".join(word for word in id.lower().split("_") if word),
            "cls": cls,
            "kind": self.kind,
            "thing": id if self.kind in ("strategy", "rule") else f"{cls}()",
            "options": "".join(f', "{option}"' for option in self.check_options),
        }
        words["offered"] = words["thing"].removesuffix("()")
        words["run"] = " ".join(self.command)
        if id == f"my_{self.against}":
            # My XY-Wing, not My Xy Wing
            words["name"] = self.words.get("title") or f"My {self.words['technique']}"
        for nested in {"code", "settings"} & words.keys():
            words[nested] = Template(words[nested]).substitute(words)
        return words


STARTERS = {
    "strategy": Starter("strategy", "strategy"),
    "solver": Starter("solver", "solver"),
    "generator": Starter("generator", "generator", ("generate", "--count", "3")),
    "checker": Starter("checker", "checker", ("compare",)),
    "reporter": Starter("reporter", "reporter"),
    "frontend": Starter("frontend", "frontend"),
    "rule": Starter("rule", "rule"),
    "format": Starter("format", "format"),
}
"""The starter of each kind of component."""


def titled(id: str) -> str:
    """Return the display name of a component called `id`.

    >>> titled("my_naked_pair")
    'My Naked Pair'
    """
    return " ".join(word[:1].upper() + word[1:] for word in id.split("_") if word)


def _guarded(text: str, id: str) -> str:
    """Return the `text` of a plugin that says so if the Python that runs it lacks the engine."""
    imports = _IMPORTS.search(text)
    if imports is None:
        return text
    guarded = Template(_GUARDED).substitute(imports=indent(imports[0], "    "), id=id)
    return text.replace(imports[0], guarded, 1)


def template(name: str) -> str:
    """Return the text of a template, such as ``strategy/plugin.py``."""
    return (TEMPLATES / f"{name}.txt").read_text(encoding="utf-8")


def template_data(name: str) -> Any:
    """Return the data of a template in YAML."""
    import yaml  # only here: it takes a while to load

    return yaml.safe_load(template(name))


def filled(words: Mapping[str, object], *templates: str) -> str:
    """Return the `templates` one below the other, with the `words` in their places."""
    return Template("\n\n".join(map(template, templates))).substitute(words)


class Way(NamedTuple):
    """How to call the `program` and its `python`, as words of a command line."""

    program: tuple[str, ...]
    python: tuple[str, ...]

    def engine(self, *arguments: str) -> str:
        """Return the command that calls the program with `arguments`."""
        return quoted((*self.program, *arguments))

    def module(self, *arguments: str) -> str:
        """Return the command that runs a Python module with its `arguments`."""
        return quoted((*self.python, "-m", *arguments))


def way_of_start(
    argv: Sequence[str], typed: Sequence[str], is_windows: bool = os.name == "nt"
) -> Way:
    """Return how this program was started: `argv` is `sys.argv`, `typed` is `sys.orig_argv`."""
    script = argv[0]
    folder, name = os.path.split(script)
    if (os.path.basename(folder), name) == ("sudoku_engine", "__main__.py"):
        is_launched = is_windows and os.path.isabs(typed[0]) and sys.prefix == sys.base_prefix
        python = "py" if is_launched else typed[0]
        return Way((python, "-m", "sudoku_engine"), (python,))
    if os.path.splitext(name)[0] != NAME:
        return Way((NAME,), ("py" if is_windows else "python3",))
    return Way((_shortest(NAME, folder),), (_shortest("python", folder),))


def _shortest(name: str, folder: str) -> str:
    """Return how to call the program `name` of `folder`: by its bare name if that finds it."""
    found, there = shutil.which(name), shutil.which(name, path=folder)
    if found and there and os.path.samefile(found, there):
        return name
    return shown_path(os.path.join(folder, name))


def quoted(words: Sequence[str], is_windows: bool = os.name == "nt") -> str:
    """Return the `words` as one line, quoted where a shell needs it."""
    if is_windows:
        return " ".join(f'"{word}"' if " " in word else word for word in words)
    return shlex.join(words)


LIBRARIES = (*PACKAGES, "click", "pluggy", "pytest", "rich", "yaml")
"""Modules that a file of the same name would hide."""

SPECIAL = ("conftest", "setup")  # names that have a meaning for pytest and pip

DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""Names that Windows does not allow for files."""

WORDS = {*sudoku_engine.__all__, "Counter", "GaveUp", "Puzzle", "Transformation", "Verdict"}
"""Names that the starters import."""


def check_name(name: str, ids: Collection[str]) -> None:
    """Raise UsageError, with a better name, if `name` does not suit a plugin or is in `ids`."""
    if not (name.isascii() and name.isidentifier()):
        near = _as_identifier(name)
        better = near if _why_taken(near, ids) is None else f"my_{near}"
        note = "" if better == near else f" {near} is taken, but {better} is free"
        kind = "has letters other than a to z" if name.isidentifier() else "is not a Python name"
        raise UsageError(f"{name!r} {kind}: did you mean {near!r}?{note}")
    why = _why_taken(name, ids)
    if why is not None:
        bare = re.sub(r"^(_|test_)+", "", name)
        raise UsageError(f"{name!r} {why}: use another, such as {f'my_{bare}'!r}")


def _why_taken(name: str, ids: Collection[str]) -> str | None:
    is_class = name in WORDS or titled(name).replace(" ", "") in WORDS
    rules = (
        (keyword.iskeyword(name) or keyword.issoftkeyword(name), "is a Python keyword"),
        (name in ids, "is the name of a bundled plugin"),
        (name in sys.stdlib_module_names, "is a Python module, which your file would hide"),
        (name in LIBRARIES, "is a library, which your file would hide"),
        (hasattr(builtins, name), "is a Python function, which yours would hide"),
        (name in SPECIAL, "has a special meaning for pytest or pip"),
        (DEVICES.fullmatch(name), "is reserved by Windows"),
        (is_class, "is a name in the engine, which yours would hide"),
        (name.startswith(("_", "test_")), "would be skipped in a folder of plugins"),
    )
    return next((why for holds, why in rules if holds), None)


def _as_identifier(name: str) -> str:
    """Return the Python name that is nearest to `name`.

    >>> _as_identifier("Naked-Pair"), _as_identifier("2 Größen.py")
    ('naked_pair', 'my_2_grossen')
    """
    plain = unicodedata.normalize("NFKD", name.casefold().removesuffix(".py"))
    word = re.sub(r"[^a-z0-9]+", "_", re.sub(r"[^\x00-\x7f]", "", plain)).strip("_")
    if not word:
        return "my_plugin"
    return word if word.isidentifier() else f"my_{word}"


_HEADING = re.compile(r"\*\*(.+?)\.?\*\*")  # the beginning of a paragraph with a heading


class Topic(NamedTuple):
    """What is known about one technique; the file says what each field is."""

    after: Sequence[str] = ()
    because: str = "the candidates that it follows from: of a cell that counts, all of them"
    houses: str = "the houses that have no other places for these digits"
    links: str = ""
    reason: str = "why it is so, in a sentence with the names of its cells and digits"
    parts: Sequence[str] = ()
    lesson: str = ""


@cache
def curriculum() -> Mapping[str, Topic]:
    """Return the topic of each technique by its id, in an order to learn them."""
    topics = template_data("exercise/curriculum.yaml")
    return {name: Topic(**topic) for name, topic in topics.items()}


def named(topic: Topic) -> Iterator[tuple[str, str]]:
    """Yield the parts that a step names, each with its contents."""
    parts = "because", "houses", "links", "reason"
    return ((part, what) for part in parts if (what := getattr(topic, part)))


def lesson(technique: Component) -> str:
    """Return a text about the `technique` alone, with drawings, in paragraphs."""
    topic = curriculum().get(technique.id, Topic())
    if topic.lesson:
        return topic.lesson.strip()
    text = lesson_of(technique)
    if not topic.parts:
        return text
    _, *paragraphs = text.split("\n\n")
    what = task(technique)
    first = fill(f"{technique.name}: {what[0].lower()}{what[1:]}", WIDEST)
    return "\n\n".join([first, *_about(paragraphs, topic.parts)])


def task(technique: Component) -> str:
    """Return the effect of the `technique`, in a sentence."""
    return inspect.cleandoc(technique.doc).splitlines()[0]


def _about(paragraphs: Sequence[str], parts: Sequence[str]) -> Iterator[str]:
    """Yield the `paragraphs` without a heading, and those below one of the headings in `parts`."""
    is_kept = True
    for paragraph in paragraphs:
        heading = _HEADING.match(paragraph)
        if heading or not paragraph.startswith((" ", "* ")):
            is_kept = heading is None or heading[1] in parts
        if is_kept:
            yield paragraph


def exercise(technique: Component) -> Starter:
    """Return the starter of a homework: write the bundled strategy `technique` yourself."""
    example = technique.example or ""
    grid = parse(example)
    board, how_to_read_it = _board(grid)
    puzzle, _ = _board(parse(_puzzles().get(technique.id, example)))
    by_hand = technique.marks == "manual"
    manual = "\nloop: {pencilmarks: manual}    # only techniques eliminate candidates\n"
    topic = curriculum().get(technique.id, Topic())
    text = lesson(technique)
    if topic.after:
        text += f"\n\nKnow first: {listed(topic.after)} (see `{NAME} explain ID`)."
    names = (
        fill(what, WIDEST, initial_indent=f"    {part:<9}", subsequent_indent=" " * 13)
        for part, what in named(topic)
    )
    declared = [f'family="{technique.family}"'] if technique.family else []
    declared += ["assumes_unique=True"] if technique.assumes_unique else []
    words = {
        "technique": technique.name,
        "lesson": text.replace("\\", "\\\\").replace('"""', "'''"),
        "task": task(technique),
        "names": "\n".join(names),
        "score": f"{technique.score:g}",
        "level": technique.level,
        "declarations": "".join(f" {each}," for each in declared),
        "example": _literal(grid),
        "board": board,
        "how_to_read_it": how_to_read_it,
        "indented_puzzle": indent(puzzle, "  "),
        "marks": manual if by_hand else "",
        "by_hand": ', marks="manual"' if by_hand else "",
    }
    return Starter("strategy", "exercise", against=technique.id, words=words)


@cache
def _puzzles() -> Mapping[str, str]:
    lines = template("exercise/puzzles").splitlines()
    return dict(line.split(" ", 1) for line in lines if not line.startswith("#"))


def _literal(example: Grid) -> str:
    is_plain = _is_same(parse(example.line), example)
    line = example.line if is_plain else written(example, "hodoku").strip()
    most = WIDEST - len('    ""')
    parts = [f'"{line[start : start + most]}"' for start in range(0, len(line), most)]
    return "\n    ".join(["(", *parts]) + "\n)" if len(parts) > 1 else parts[0]


def _is_same(found: Grid, wanted: Grid) -> bool:
    return (found.masks, found.given) == (wanted.masks, wanted.given)


def _board(example: Grid) -> tuple[str, str]:
    """Return the board as text, and how to read it: as a grid, or with candidates if they count."""
    text = written(example, "grid").strip()
    if _is_same(parse(text), example):
        return text, "a dot is an open cell"
    text = written(example, "candidates").strip()
    is_plain = all(map(example.is_given, set(example.layout.cells) - set(example.open_cells)))
    placed = "" if is_plain else ", and + marks a digit that is not given"
    return text, f"an open cell shows what it can still be{placed}"


@cache
def rule_exercises() -> Mapping[str, Mapping[str, str]]:
    """Return the words of the exercises on rules by the ids of these, in an order to learn them."""
    found: Mapping[str, Mapping[str, str]] = template_data("rule_exercise/exercises.yaml")
    return found


def rule_exercise(name: str) -> Starter:
    """Return the starter of a homework: write the bundled rule with this id yourself."""
    given = rule_exercises()[name]
    words = {key: text.strip() for key, text in given.items()}
    words["technique"] = titled(name)
    words["imports"] = f"from sudoku_engine import rule\n{given.get('imports', '')}".strip()
    words["indented_puzzle"] = indent(words.pop("puzzle").replace("{id}", f"my_{name}"), "  ")
    return Starter("rule", "rule_exercise", against=name, words=words)
