"""Starters: the first files of a new plugin, filled in from templates.

A folder of `templates/` holds three files for each kind: the plugin, the test beside it and a
configuration. In them `$id`, `$name` and `$cls` are the names of the new component, which are valid
in Python and not used by anything else yet. Commands to type are written the way the program was
started.
"""

from __future__ import annotations

import builtins
import keyword
import os
import re
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from string import Template
from textwrap import indent
from typing import Any, NamedTuple

import sudoku_engine
from sudoku_engine.errors import UsageError, shown_path
from sudoku_engine.plugins.loading import BUNDLED_PACKAGES
from sudoku_engine.version import NAME

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
        """Return the texts for the placeholders of the templates."""
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


LIBRARIES = ("sudoku_engine", *BUNDLED_PACKAGES, "click", "pluggy", "pytest", "rich", "yaml")
"""Modules that a file of the same name would hide."""

SPECIAL = ("conftest", "setup")  # names that have a meaning for pytest and pip

DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
"""Names that Windows does not allow for files."""

WORDS = {*sudoku_engine.__all__, "Counter", "GaveUp", "Puzzle", "Transformation", "Verdict"}
"""Names that the starters import."""


def check_name(name: str, ids: Collection[str]) -> None:
    """Raise UsageError, with a better name, if `name` does not suit a plugin.

    `ids`: those of the bundled plugins.
    """
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
    """Return why `name` cannot be used, in words; None if it is free."""
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
