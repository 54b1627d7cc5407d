"""The downloads of the page: packs for its Python, and JavaScript modules for its editor.

The packs hold this engine as it runs here, the pure-Python packages it needs and, where Pyodide is
a part of the site, Python's library. The modules come out of a ``node_modules`` folder as they
are, but for comments: a page names packages, and an import map says where each one is. So nothing
is bundled: what modules import is followed, and each package's module is copied with its licence.
"""

import gzip
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, NamedTuple

from sudoku_engine.bundled import PACKAGES
from sudoku_engine.errors import UsageError, quoted

NEEDED = ("pluggy", "PyYAML")
"""The distributions that the engine cannot be imported without; they need nothing else."""

ENGINE, LIBRARY, LATER = "python/engine.pack", "python/library.pack", "python/later.zip"
"""The packs by their paths in the site; the last one is loaded when somebody imports it."""

LEVEL = 6
"""How hard files are packed: 9 takes three times as long for 1 % less."""

_LEFT_OUT = re.compile(
    r"(.*/)?(__pycache__|node_modules)/|.*\.(so|pyd|dll|dylib|pyc)$"
    r"|sudoku_plugins/(.*_commands?\.py|batch/(dask|folder|request|run|statistics|workers)\.|grading/|lab/)"
    r"|sudoku_frontends/(.*_command\.py|(classroom|notebook|film/player|site/page)/)|sudoku_engine/cli/"
)
"""What works in no browser, or what the page has itself."""

_FOR_LATER = re.compile(
    r"(_py(_abc|datetime|decimal|io|long|repl)|_strptime|argparse|bdb|cmd|configparser|csv|c?Profile"
    r"|doctest|email|fractions|ftplib|http|imaplib|mailbox|mimetypes|modulefinder|multiprocessing"
    r"|optparse|pdb|pickle|pickletools|platform|plistlib|poplib|profile|pstats|pydoc|smtplib"
    r"|socketserver|sqlite3|statistics|tarfile|tomllib|trace|unittest|uuid|wave"
    r"|wsgiref|xml|xmlrpc|zoneinfo)[./]"
)
"""The modules of Python's library that neither Pyodide nor the engine needs at its start."""


def engine_pack() -> bytes:
    """Return the engine with the packages it needs; raise UsageError if one is missing."""
    files = {path: data for name in NEEDED for path, data in _installed(name)}
    for package in PACKAGES:
        folder = Path(import_module(package).__path__[0])
        for file in sorted(folder.rglob("*")):
            path = file.relative_to(folder.parent).as_posix()
            if file.is_file() and not _LEFT_OUT.match(path):
                files[path] = file.read_bytes()
    return _pack(files)


def library_packs(library: bytes) -> tuple[dict[str, bytes], list[str]]:
    """Return Python's library, a zip file, as packs, and the names of the modules for later."""
    try:
        with zipfile.ZipFile(io.BytesIO(library)) as packed:
            files = {name: packed.read(name) for name in packed.namelist() if name[-1] != "/"}
    except zipfile.BadZipFile:
        what = "Python's library in Pyodide is damaged: install the npm package pyodide anew"
        raise UsageError(what) from None
    later = {name: data for name, data in files.items() if _FOR_LATER.match(name)}
    first = {name: data for name, data in files.items() if name not in later}
    names = sorted({name.split("/")[0].removesuffix(".py") for name in later})
    return {LIBRARY: _pack(first), LATER: _zip(later)}, names


def _zip(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _installed(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the installed distribution `name`, and its licence."""
    found = False
    with suppress(metadata.PackageNotFoundError):
        for path in metadata.files(name) or ():
            file = Path(str(path.locate()))
            if ".." in path.parts or _LEFT_OUT.match(path.as_posix()) or not file.is_file():
                continue
            if not path.parts[0].endswith(".dist-info"):
                found = True
                yield path.as_posix(), file.read_bytes()
            elif path.name.upper().startswith(("LICEN", "COPYING")):
                yield f"licences/{name}/{path.name}", file.read_bytes()
    if not found:
        mend = f"pip install --force-reinstall {name}"
        raise UsageError(f"the playground needs the files of {name}: {mend}")


def _pack(files: Mapping[str, bytes]) -> bytes:
    """Return `files` as a compressed archive, the same bytes for the same files."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, data in sorted(files.items()):
            about = tarfile.TarInfo(path)
            about.size = len(data)
            archive.addfile(about, io.BytesIO(data))
    return gzip.compress(packed.getvalue(), LEVEL, mtime=0)


_IMPORT = re.compile(r"""^\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"]+)['"]""", re.M)

_BESIDE_CODE = re.compile(r"^[ \t]*(?:(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n)?", re.M)
"""Comments that have lines of their own, and indentation: a third of CodeMirror's modules."""


class Modules(NamedTuple):
    """Modules for a site."""

    files: dict[str, bytes]
    """Their files, by the path in the site."""
    imports: dict[str, str]
    """The address of each package's module, relative to the site: the import map."""


def npm_modules(names: Sequence[str], folder: Path) -> Modules:
    """Return the modules of the packages `names`, with all that they import; raises UsageError."""
    found = Modules({}, {})
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found.imports:
            continue
        home = folder / name
        if not home.is_dir():
            what = f"the package {quoted(name)} is missing: npm install {name}"
            raise UsageError(what, str(folder))
        module = _module_of(home)
        text = _read(home / module).decode("utf-8")
        site = f"modules/{name}"
        found.imports[name] = f"./{site}/{module}"
        found.files[f"{site}/{module}"] = _BESIDE_CODE.sub("", text).encode()
        for licence in sorted(home.glob("LICEN*")):
            found.files[f"{site}/{licence.name}"] = _read(licence)
        # The packages used here are one file each.
        waiting += [each for each in _IMPORT.findall(text) if each[0] != "."]
    return Modules(found.files, dict(sorted(found.imports.items())))


def _module_of(home: Path) -> str:
    try:
        about = json.loads(_read(home / "package.json"))
        exports: Any = about.get("exports", {})
        exports = exports.get(".", exports)
        module = exports.get("import") or about["module"]
        return str(module).removeprefix("./")
    except (ValueError, KeyError, AttributeError):
        raise UsageError("names no ES module", str(home / "package.json")) from None


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        mend = "install the package anew with npm"
        raise UsageError(f"{error.strerror}: {mend}", str(file)) from None
