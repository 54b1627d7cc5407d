"""What the page loads: wheels for its Python, and JavaScript modules for its editor.

The wheels are this engine as it runs here and the pure-Python packages it needs. The modules come
out of a ``node_modules`` folder as they are: a page names packages (``@codemirror/view``), an
import map says where each one is. So nothing is bundled: what the modules import is followed, and
each package's module is copied with its licence.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from importlib import metadata, util
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from sudoku_engine.errors import UsageError, quoted
from sudoku_engine.version import VERSION

DISTRIBUTION = "sudoku-classroom"
"""The name under which the engine is installed."""

PACKAGES = ("sudoku_engine", "sudoku_plugins", "sudoku_frontends")
"""The import packages of the engine's wheel."""

NEEDED = ("pluggy", "PyYAML")
"""The distributions that the engine cannot be imported without; they need nothing else."""

_LEFT_OUT = {"__pycache__", "node_modules"}
_MACHINE_CODE = (".so", ".pyd", ".dll", ".dylib", ".pyc")
_KIND = b"Wheel-Version: 1.0\nGenerator: sudoku-engine\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a wheel, so that the same files are the same wheel."""


class Wheel(NamedTuple):
    """A wheel: the name of its file and its bytes."""

    name: str
    data: bytes


def wheels() -> list[Wheel]:
    """Return the wheels that the playground loads; raise UsageError if a package is missing."""
    return [*map(_wheel_of_installed, NEEDED), _wheel_of_engine()]


def _wheel_of_engine() -> Wheel:
    """Return this engine as a wheel, installed or not."""
    files = {}
    for package in PACKAGES:
        found = util.find_spec(package)
        assert found is not None
        assert found.origin is not None
        folder = Path(found.origin).parent
        for file in sorted(folder.rglob("*")):
            path = file.relative_to(folder.parent).as_posix()
            if file.is_file() and _belongs(path):
                files[path] = file.read_bytes()
    needs = "".join(f"Requires-Dist: {name}\n" for name in NEEDED)
    about = f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: {VERSION}\n{needs}"
    return _wheel(DISTRIBUTION, VERSION, files, {"METADATA": about.encode()})


def _wheel_of_installed(name: str) -> Wheel:
    """Return the installed distribution `name` as a wheel, without what is machine code."""
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        distribution = None
    listed = [] if distribution is None else distribution.files or []
    files, about = {}, {}
    for path in listed:
        file = Path(str(path.locate()))
        if ".." in path.parts or not _belongs(path.as_posix()) or not file.is_file():
            continue
        if path.parts[0].endswith(".dist-info"):
            about["/".join(path.parts[1:])] = file.read_bytes()
        else:
            files[path.as_posix()] = file.read_bytes()
    if distribution is None or not files or "METADATA" not in about:
        mend = f"pip install --force-reinstall {name}"
        raise UsageError(f"the playground needs the files of {name}: {mend}")
    kept = {  # what the package is, and not how it came here
        file: data
        for file, data in about.items()
        if PurePosixPath(file).name.upper().startswith(("METADATA", "ENTRY_", "LICEN", "COPYING"))
    }
    return _wheel(name, distribution.version, files, kept)


def _belongs(path: str) -> bool:
    """Return whether the file `path` works in a browser."""
    return not _LEFT_OUT & {*path.split("/")} and not path.endswith(_MACHINE_CODE)


def _wheel(
    name: str, version: str, files: Mapping[str, bytes], about: Mapping[str, bytes]
) -> Wheel:
    stem = f"{name.replace('-', '_')}-{version}"
    folder = f"{stem}.dist-info"
    files = {**files, **{f"{folder}/{file}": data for file, data in about.items()}}
    files[f"{folder}/WHEEL"] = _KIND
    record = f"{folder}/RECORD"
    lines = []
    for file, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{file},sha256={digest},{len(data)}\n")
    files[record] = "".join([*lines, f"{record},,\n"]).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in files.items():
            info = zipfile.ZipInfo(file, _EARLIEST)
            info.external_attr = 0o644 << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)
    return Wheel(f"{stem}-py3-none-any.whl", packed.getvalue())


_IMPORT = re.compile(r"""^\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"]+)['"]""", re.M)


class Modules(NamedTuple):
    """Modules for a site."""

    files: dict[str, bytes]
    """Their files, by the path in the site."""
    imports: dict[str, str]
    """The address of each package's module, relative to the site: the import map."""


def npm_modules(names: Sequence[str], folder: Path) -> Modules:
    """Return the modules of the packages `names` in `folder`, with all that they import.

    Raises UsageError if one is missing.
    """
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
        text = _read(home / module)
        site = f"modules/{name}"
        found.imports[name] = f"./{site}/{module}"
        found.files[f"{site}/{module}"] = text
        for licence in sorted(home.glob("LICEN*")):
            found.files[f"{site}/{licence.name}"] = _read(licence)
        # The packages used here are one file each.
        waiting += [each for each in _IMPORT.findall(text.decode("utf-8")) if each[0] != "."]
    return Modules(found.files, dict(sorted(found.imports.items())))


def _module_of(home: Path) -> str:
    """Return the path of the ES module of the package in the folder `home`."""
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
