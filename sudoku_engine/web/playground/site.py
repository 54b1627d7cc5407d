"""The playground as a folder of files: any web server can show it, below any address.

The page, its scripts and the player of films are files of the engine, copied as they are. The
wheels, the editor's modules and, for schools without internet, Pyodide are beside them. Lists,
starters and first boards are worked out here, so the page has them before Python runs in it.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Template
from textwrap import dedent
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.errors import UsageError, quoted
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.kit import bundled_kit
from sudoku_engine.testing.starters.algorithms import Algorithm, algorithm_starter, algorithms
from sudoku_engine.testing.starters.course import course
from sudoku_engine.testing.starters.starter import (
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
from sudoku_engine.version import NAME, VERSION
from sudoku_engine.web.playground.page_packages import Modules, npm_modules, wheels
from sudoku_engine.web.playground.watching import shown

HERE = Path(__file__).parent
PAGE_PARTS = HERE / "page"
PLAYER = HERE.parent / "player"

PAGE = "index.html"
SETTINGS = "site.json"
"""What the page and its worker need to know of the site; it also marks a folder as a playground."""

LESSONS = "lessons.json"
"""The exercises, the puzzles with their first boards, and the first strategy."""

PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
"""The files of the npm package that run Python; the last one names its version and licence."""

SOLVER = "python-sat"
"""The package of Pyodide for small reasons; its npm package does not have it."""

LIMITS = {"silence": 30, "altogether": 180}
"""The seconds after which the page ends Python: without any news of it, and for one request."""

EDITOR = (
    "@codemirror/autocomplete",
    "@codemirror/commands",
    "@codemirror/lang-python",
    "@codemirror/language",
    "@codemirror/lint",
    "@codemirror/state",
    "@codemirror/view",
    "@lezer/highlight",
)
"""The packages that ``code_editor.js`` imports."""

BUNDLED_ASSETS = HERE / "node_modules"
"""Where ``npm install`` in this folder, before a wheel is built, puts the editor."""


class Site(NamedTuple):
    """All files of a site, in memory."""

    files: Mapping[str, bytes]
    """The contents of each file by its path; the page comes last."""
    has_editor: bool
    """Whether the editor colours Python; else it is a plain text area."""
    pyodide: str
    """Where the page gets Pyodide: an address, or a folder of the site."""


def site(pyodide: str | None = None, assets: str | None = None) -> Site:
    """Return the playground's files.

    pyodide: a folder with the npm package's files, or an address; None: its CDN.
    assets: a ``node_modules`` folder with CodeMirror; None: the one that came with the engine.

    Raises UsageError.
    """
    editor = _editor(assets)
    pyodide_files, address = _pyodide(pyodide)
    wheel_files = {f"wheels/{wheel.name}": wheel.data for wheel in wheels()}
    has_solver = not pyodide_files or len(pyodide_files) > len(PYODIDE_FILES)
    settings = {
        "pyodide": address,
        "wheels": list(wheel_files),
        "limits": LIMITS,
        "solver": [SOLVER] if has_solver else [],
    }
    begin = starter()
    lessons = {
        "starter": begin,
        # The lesson is in the code as well.
        "exercises": [{**each, "lesson": ""} for each in exercises()],
        "puzzles": puzzles(),
        "first": {"puzzle": begin["puzzle"], **shown(begin["puzzle"])},
    }
    files = {
        **{
            place + file.name: file.read_bytes()
            for folder, place in ((PAGE_PARTS, ""), (PLAYER, "film/"))
            for file in sorted([*folder.glob("*.js"), *folder.glob("*.css")])
        },
        **editor.files,
        **pyodide_files,
        **wheel_files,
        SETTINGS: _json(settings),
        LESSONS: _json(lessons),
        PAGE: _page(editor),
    }
    return Site(files, bool(editor.files), address)


def write_site(site: Site, folder: str) -> None:
    """Write the files of `site` into `folder`: a new or an empty one, or an older playground.

    Each file is written whole, the page last. Raises UsageError.
    """
    check_free(folder)
    for name, data in site.files.items():
        path = os.path.join(folder, name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with whole_file(path, binary=True) as stream:
                stream.write(data)
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", path) from None


def check_free(folder: str) -> None:
    """Raise UsageError if `folder` holds something else than a playground."""
    mend = "choose another name"
    try:
        there = os.listdir(folder) if os.path.lexists(folder) else []
    except NotADirectoryError:
        raise UsageError(f"is a file and not a folder: {mend}", folder) from None
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", folder) from None
    if there and SETTINGS not in there:
        raise UsageError(f"holds other files, so nothing is written: {mend}", folder)


def npm_version(package: str) -> str:
    """Return the version of the npm `package` for which the playground is made."""
    versions = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return str(versions[package])


def _editor(assets: str | None) -> Modules:
    if assets is None:
        return npm_modules(EDITOR, BUNDLED_ASSETS) if BUNDLED_ASSETS.is_dir() else Modules({}, {})
    for folder in (Path(assets), Path(assets, "node_modules")):
        if os.path.isdir(folder / EDITOR[0]):
            return npm_modules(EDITOR, folder)
    what = f"is not a node_modules folder with CodeMirror: {quoted(EDITOR[0])} is missing"
    raise UsageError(f"{what}; npm install {' '.join(EDITOR)}", assets)


def _pyodide(given: str | None) -> tuple[dict[str, bytes], str]:
    """Return the files of Pyodide to copy, and the address where the page finds it."""
    version = npm_version("pyodide")
    if given is None:
        return {}, f"https://cdn.jsdelivr.net/pyodide/v{version}/full/"
    if re.match(r"https?:", given):
        if not urlsplit(given).hostname:
            raise UsageError("is not the address of a folder with Pyodide's files", given)
        return {}, given.rstrip("/") + "/"
    mend = f"npm install pyodide@{version}, then --pyodide node_modules/pyodide"
    if not os.path.isdir(given):
        raise UsageError(f"there is no such folder: {mend}", given)
    missing = [name for name in PYODIDE_FILES if not os.path.isfile(os.path.join(given, name))]
    if missing:
        what = f"is not the npm package pyodide {version}: {', '.join(missing)} is missing"
        raise UsageError(f"{what}; {mend}", given)
    names = [*PYODIDE_FILES, *_solver_files(Path(given))]
    try:
        files = {f"pyodide/{name}": Path(given, name).read_bytes() for name in names}
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", given) from None
    return files, "./pyodide/"


def _solver_files(folder: Path) -> list[str]:
    """Return the wheels of the SAT solver in Pyodide's `folder`; none if they are not all there."""
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = lock.get("packages", {})
    needed = [SOLVER, *packages.get(SOLVER, {}).get("depends", ())]
    names = [packages.get(name, {}).get("file_name", name) for name in needed]
    return names if all((folder / name).is_file() for name in names) else []


def _page(editor: Modules) -> bytes:
    """Return the page; its policy lets it run only the site's scripts and the import map."""
    import_map = json.dumps({"imports": {"player/": "./film/", **editor.imports}}, indent=1)
    digest = base64.b64encode(hashlib.sha256(import_map.encode()).digest()).decode()
    template = Template((PAGE_PARTS / PAGE).read_text(encoding="utf-8"))
    words = {
        "import_map": import_map,
        "import_map_hash": f"sha256-{digest}",
        "version": html.escape(f"{NAME} {VERSION}"),
    }
    return template.substitute(words).encode()


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def starter() -> dict[str, Any]:
    """Return the strategy to begin with, and a puzzle on which it finds something."""
    puzzle = next(line for line, _ in _lines() if parse(line).layout.n == 9)
    return {"file": _file("my_strategy", STARTERS["strategy"]), "puzzle": puzzle}


def exercises() -> list[dict[str, Any]]:
    """Return the exercises in an order to learn the techniques."""
    found = []
    for technique in map(_techniques().__getitem__, curriculum()):
        topic, own = curriculum()[technique.id], exercise(technique)
        words = course().get(technique.id, {})
        found.append(
            {
                "id": technique.id,
                "name": technique.name,
                "level": technique.level,
                "score": technique.score,
                "after": [_techniques()[name].name for name in topic.after],
                "part": "techniques" if technique.id in course() else technique.level,
                "is_strict": True,
                "task": task(technique),
                "lesson": lesson(technique),
                "write": words.get("write", "").strip(),
                "hint": words.get("hint", "").strip(),
                "names": [{"part": part, "what": what} for part, what in named(topic)],
                "file": _file(f"my_{technique.id}", own),
                "puzzle": dedent(own.words["indented_puzzle"]).strip(),
                "marks": technique.marks or "auto",
            }
        )
    ours = algorithms().values()
    return [*found, *map(_rule_exercise, rule_exercises()), *map(_algorithm_exercise, ours)]


def _algorithm_exercise(each: Algorithm) -> dict[str, Any]:
    """Return an exercise in algorithmic thinking."""
    own = algorithm_starter(each)
    return {
        "id": each.id,
        "name": each.name,
        "level": each.sort,
        "score": 0,
        "after": [algorithms()[name].name for name in each.after],
        "part": "algorithms",
        "is_strict": own.is_strict,
        "task": each.task,
        "lesson": each.lesson.strip(),
        "write": "",
        "hint": each.hint,
        "names": [],
        "file": _file(f"my_{each.id}", own),
        "puzzle": each.puzzle or next(_lines())[0],
        "marks": "auto",
    }


def _rule_exercise(name: str) -> dict[str, Any]:
    """Return the exercise on the bundled rule with this id."""
    own = rule_exercise(name)
    return {
        "id": name,
        "name": own.words["technique"],
        "level": "rule",
        "score": 0,
        "after": [],
        "part": "rule",
        "is_strict": True,
        "task": own.words["task"],
        "lesson": own.words["lesson"],
        "write": "",
        "hint": own.words["hint"],
        "names": [],
        "file": _file(f"my_{name}", own),
        "puzzle": dedent(own.words["indented_puzzle"]).strip(),
        "marks": "auto",
    }


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
    for line in (HERE / "puzzles.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            yield line.split()


def _file(name: str, found: Starter) -> dict[str, str]:
    return {"name": f"{name}.py", "source": found.source(name)}
