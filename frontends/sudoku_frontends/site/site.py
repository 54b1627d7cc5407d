"""The site, or the playground alone, as a folder of files: any web server can show it anywhere.

The page, its scripts and the player of films are files of the engine, copied as they are. The
engine, the editor's modules and, for schools without internet, Pyodide are beside them. Lists,
starters and first boards are worked out here, so the page has them before Python runs in it.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.say import LANGUAGES, speaking, tell, tell_name
from sudoku_engine.errors import UsageError, quoted
from sudoku_frontends.film.page import own_path
from sudoku_frontends.film.technique_pages import CountedOver, technique_pages
from sudoku_frontends.site.page_packages import (
    ENGINE,
    LATER,
    LIBRARY,
    Modules,
    engine_pack,
    library_packs,
    npm_modules,
)
from sudoku_frontends.site.pupil_file import shown
from sudoku_frontends.site.room_contents import exercises, packed, puzzles, starter
from sudoku_frontends.site.rooms import (
    PAGE_PARTS,
    ROOMS,
    TECHNIQUES,
    WRITE,
    Room,
    navigation,
    room_page,
    site_head,
)

HERE = Path(__file__).parent
PLAYER = HERE.parent / "film" / "player"

PAGE = "index.html"
PLAYGROUND: Mapping[str, Room] = {PAGE: WRITE}

SETTINGS = "site.json"
"""What the page and its worker need to know of the site; it also marks a folder as a playground."""

WORKER = "service_worker.js"
"""The script that keeps a whole site for use without a network."""

APP_FILES = ("site.webmanifest", "icon.svg", "icon_192.png", "icon_512.png")
"""The files by which browsers install a whole site as an app."""

LESSONS, EXERCISES = "lessons.json", "exercises.json"
"""The first strategy with its board and the puzzles; and all exercises."""

STDLIB, LOCK = "python_stdlib.zip", "pyodide-lock.json"
"""Python's library in Pyodide, and its list of packages."""

PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    STDLIB,
    LOCK,
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


Files = dict[str, bytes]
"""The files of a site by their paths; the page comes last."""


def site(
    pyodide: str | None = None,
    assets: str | None = None,
    *,
    alone: Mapping[str, Room] = PLAYGROUND,
    has_rooms: bool = False,
    counted_over: CountedOver = iter,
) -> Files:
    """Return the files of rooms that stand alone, or of the whole site.

    pyodide: a folder with the npm package's files, or an address; None: its CDN.
    assets: a ``node_modules`` folder with CodeMirror; None: the one that came with the engine.
    alone: the rooms by the paths of their pages. has_rooms: whether it is the whole site.
    counted_over: goes over the techniques, whose pages take a while.

    Raises UsageError.
    """
    editor = editor_modules(assets)
    pyodide_files, address = _pyodide(pyodide)
    has_solver = not pyodide_files or len(pyodide_files) > len(PYODIDE_FILES)
    library = pyodide_files.pop(f"pyodide/{STDLIB}", None)
    packs, for_later = ({}, []) if library is None else library_packs(library)
    packs[ENGINE] = engine_pack()
    settings = {
        "pyodide": address,
        "packs": {"library": LIBRARY if library else "", "engine": ENGINE},
        "later": {"path": LATER, "names": for_later},
        "version": hashlib.sha256(b"".join(packs.values())).hexdigest()[:16],
        "limits": LIMITS,
        "solver": [SOLVER] if has_solver else [],
    }
    files = {
        SETTINGS: packed(settings),  # first: it marks a folder whose writing was stopped as a site
        **scripts_in(PAGE_PARTS),
        **scripts_in(PLAYER, "film/"),
        **editor.files,
        **pyodide_files,
        **packs,
        **{name: data for room in ROOMS * has_rooms for name, data in room.files().items()},
        **_pages(editor, {} if has_rooms else alone, counted_over),
    }
    if has_rooms:
        elsewhere = [] if pyodide_files else [address + name for name in PYODIDE_FILES[:-1]]
        files |= {name: (PAGE_PARTS / name).read_bytes() for name in APP_FILES}
        files[WORKER] = service_worker(files, elsewhere)
    return files


def has_editor(files: Iterable[str]) -> bool:
    """Return whether the editor of a site with these `files` colours Python; else it is plain."""
    return any(path.startswith("modules/") for path in files)


def scripts_in(folder: Path, place: str = "") -> Files:
    """Return the scripts and style sheets in a `folder`, which are at a `place` of the site."""
    files = sorted([*folder.glob("*.js"), *folder.glob("*.css")])
    return {place + file.name: file.read_bytes() for file in files if file.name != WORKER}


def service_worker(files: Mapping[str, bytes], elsewhere: Sequence[str]) -> bytes:
    """Return the script that keeps `files`, and those at the addresses `elsewhere`.

    It has the digest of each file in it, so another site is another script, and browsers see that.
    """
    digests = {path: hashlib.sha256(data).hexdigest()[:16] for path, data in files.items()}
    script = (PAGE_PARTS / WORKER).read_text(encoding="utf-8")
    for name, given in (("FILES = {}", digests), ("ELSEWHERE = []", elsewhere)):
        script = script.replace(name, f"{name[:-2]}{json.dumps(given)}", 1)
    return script.encode()


def _lessons() -> dict[str, Any]:
    begin = starter()
    return {
        "starter": begin,
        "puzzles": [{**each, "title": tell_name(each["title"])} for each in puzzles()],
        "first": {"puzzle": begin["puzzle"], **shown(begin["puzzle"])},
    }


def _told(exercise: Mapping[str, Any]) -> dict[str, Any]:
    own = {name: tell(exercise[name]) for name in ("name", "task")}
    after = [tell(name) for name in exercise["after"]]
    return {**exercise, **own, "after": after, "lesson": ""}  # the lesson is in the code as well


def write_site(files: Files, folder: str) -> None:
    """Write a site into a new `folder`, or over an older one, page last; raises UsageError."""
    check_free(folder, WORKER in files)
    for name, data in files.items():
        path = os.path.join(folder, name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with whole_file(path, binary=True) as stream:
                stream.write(data)
        except OSError as error:
            raise UsageError(f"cannot be written: {error.strerror}", path) from None


def check_free(folder: str, has_rooms: bool = False) -> None:
    """Raise UsageError if `folder` holds something else than a playground.

    has_rooms: whether a whole site comes, which can also replace a whole site.
    """
    mend = "choose another name"
    try:
        there = os.listdir(folder) if os.path.lexists(folder) else []
    except NotADirectoryError:
        raise UsageError(f"is a file and not a folder: {mend}", folder) from None
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", folder) from None
    if there and SETTINGS not in there:
        raise UsageError(f"holds other files, so nothing is written: {mend}", folder)
    if WORKER in there and not has_rooms:
        raise UsageError(f"holds a whole site, which has a playground: {mend}", folder)


def npm_version(package: str) -> str:
    """Return the version of the npm `package` for which the playground is made."""
    versions = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return str(versions[package])


def editor_modules(assets: str | None) -> Modules:
    """Return the editor from `assets`; None: that which came with the engine, if it did."""
    if assets is None:
        return npm_modules(EDITOR, BUNDLED_ASSETS) if BUNDLED_ASSETS.is_dir() else Modules({}, {})
    for folder in (Path(assets), Path(assets, "node_modules")):
        if os.path.isdir(folder / EDITOR[0]):
            return npm_modules(EDITOR, folder)
    what = f"is not a node_modules folder with CodeMirror: {quoted(EDITOR[0])} is missing"
    raise UsageError(f"{what}; npm install {' '.join(EDITOR)}", assets)


def pyodide_cdn() -> str:
    """Return the address of the folder with Pyodide that is used if no other one is named."""
    return f"https://cdn.jsdelivr.net/pyodide/v{npm_version('pyodide')}/full/"


def _pyodide(given: str | None) -> tuple[dict[str, bytes], str]:
    """Return the files of Pyodide to copy, and the address where the page finds it."""
    if given is None:
        return {}, pyodide_cdn()
    if is_address(given):
        return {}, given.rstrip("/") + "/"
    files = pyodide_files(given)
    return {f"pyodide/{name}": data for name, data in files.items()}, "./pyodide/"


def is_address(given: str) -> bool:
    """Return whether an address is `given` for Pyodide; raise UsageError if it names no server."""
    if not re.match(r"https?:", given):
        return False
    if not urlsplit(given).hostname:
        raise UsageError("is not the address of a folder with Pyodide's files", given)
    return True


def pyodide_files(folder: str) -> Files:
    """Return the files of Pyodide in `folder` by their names; raise UsageError."""
    version = npm_version("pyodide")
    mend = f"npm install pyodide@{version}, then --pyodide node_modules/pyodide"
    if not os.path.isdir(folder):
        raise UsageError(f"there is no such folder: {mend}", folder)
    missing = [name for name in PYODIDE_FILES if not os.path.isfile(os.path.join(folder, name))]
    if missing:
        what = f"is not the npm package pyodide {version}: {', '.join(missing)} is missing"
        raise UsageError(f"{what}; {mend}", folder)
    try:
        files = {name: Path(folder, name).read_bytes() for name in PYODIDE_FILES}
        wheels = solver_wheels(files[LOCK])
        if all(Path(folder, name).is_file() for name in wheels):
            files |= {name: Path(folder, name).read_bytes() for name in wheels}
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", folder) from None
    return files


def solver_wheels(lock: bytes) -> list[str]:
    """Return the names of the wheels of the SAT solver, by Pyodide's `lock` file."""
    packages = json.loads(lock).get("packages", {})
    needed = [SOLVER, *packages.get(SOLVER, {}).get("depends", ())]
    return [packages.get(name, {}).get("file_name", name) for name in needed]


UP = "../"
"""The way from the page of a technique to the folder of the site."""


def _pages(editor: Modules, alone: Mapping[str, Room], counted_over: CountedOver) -> Files:
    """Return the pages and what they show in each language; the one that opens comes last."""
    imports = {"player/": "./film/", "playground/": "./", **editor.imports}
    files: Files = {}
    for language in reversed(LANGUAGES):
        with speaking(language):
            files[own_path(LESSONS)] = packed(_lessons())
            files[own_path(EXERCISES)] = packed([_told(each) for each in exercises()])
            for path, room in alone.items():
                files[own_path(path)] = room_page(room, imports, alone_at=path)
            if not alone:
                head, bar = site_head(UP), partial(navigation, TECHNIQUES, UP)
                files |= technique_pages(UP, head, bar, None, counted_over)
                for room in reversed(ROOMS):
                    files |= room.own_files()
                    files[room.path] = room_page(room, imports)
    return files
