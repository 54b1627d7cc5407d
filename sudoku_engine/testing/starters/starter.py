"""Starters: the first files of a new plugin, filled in from templates.

A folder of `templates/` holds three files for each kind: the plugin, the test beside it and a
configuration. In them `$id`, `$name` and `$cls` are the names of the new component.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template
from textwrap import indent
from typing import NamedTuple

TEMPLATES = Path(__file__).parent / "templates"

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

    kind: str
    """The kind of component."""
    folder: str
    """The folder of its templates."""
    command: tuple[str, ...] = ("solve",)
    """The command that shows it at work."""
    against: str = ""
    """The id of the technique with which a homework is compared."""
    words: Mapping[str, str] = {}
    """The texts for the placeholders of its own templates."""

    @property
    def check_options(self) -> tuple[str, ...]:
        """The options of ``plugins check`` for it."""
        return ("--against", self.against, "--strict") if self.against else ()

    def source(self, id: str) -> str:
        """Return the code of a component called `id`, without what only a file on disk needs."""
        return _filled([f"{self.folder}/plugin.py.txt"], self._words(id))

    def files(self, id: str, is_package: bool = False) -> dict[str, str]:
        """Return the text of each file by its name, for a component called `id`."""
        plugins = f"plugins: [{id}.py]" if not is_package else _INSTALLED
        words = {**self._words(id), "plugins": plugins}
        folder = self.folder
        files = {
            f"{id}.py": [f"{folder}/plugin.py.txt", "self_check.py.txt"],
            f"test_{id}.py": [f"{folder}/test.py.txt", "kit_test.py.txt"],
            f"{id}.yaml": [f"{folder}/config.yaml.txt"],
        }
        if is_package:
            files = {"pyproject.toml": ["pyproject.toml.txt"], **files}
        texts = {name: _filled(templates, words) for name, templates in files.items()}
        return {**texts, f"{id}.py": _guarded(texts[f"{id}.py"], id)}

    def _words(self, id: str) -> dict[str, str]:
        """Return the texts for the placeholders of the templates."""
        cls = titled(id).replace(" ", "")
        words = {
            **self.words,
            **_names(id),
            "cls": cls,
            "kind": self.kind,
            "thing": id if self.kind == "strategy" else f"{cls}()",
            "options": "".join(f', "{option}"' for option in self.check_options),
        }
        if id == f"my_{self.against}":
            words["name"] = f"My {self.words['technique']}"  # My XY-Wing, not My Xy Wing
        return words


STARTERS = {
    starter.kind: starter
    for starter in (
        Starter("strategy", "strategy"),
        Starter("solver", "solver"),
        Starter("generator", "generator", ("generate", "--count", "3")),
        Starter("checker", "checker", ("compare",)),
        Starter("reporter", "reporter"),
        Starter("frontend", "frontend"),
    )
}
"""The starter of each kind of component."""


def titled(id: str) -> str:
    """Return the display name of a component called `id`.

    >>> titled("my_naked_pair")
    'My Naked Pair'
    """
    return " ".join(word[:1].upper() + word[1:] for word in id.split("_") if word)


def _names(id: str) -> dict[str, str]:
    dashed = "-".join(word for word in id.lower().split("_") if word)
    return {"id": id, "name": titled(id), "dashed": dashed}


def _guarded(text: str, id: str) -> str:
    """Return the `text` of a plugin that says so if the Python that runs it lacks the engine."""

    def guarded(found: re.Match[str]) -> str:
        return Template(_GUARDED).substitute(imports=indent(found[0], "    "), id=id)

    return _IMPORTS.sub(guarded, text, count=1)


def _filled(templates: list[str], words: Mapping[str, str]) -> str:
    """Return the `templates` one below the other, with the `words` in their places."""
    texts = [(TEMPLATES / template).read_text(encoding="utf-8") for template in templates]
    return Template("\n\n".join(texts)).substitute(words)
