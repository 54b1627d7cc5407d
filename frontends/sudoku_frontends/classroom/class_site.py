"""The files that a class gets: the playground, its own pages, and all that needs the internet.

Python for browsers and the editor are kept in the folder of the class, so the next start needs
neither an option nor a network.
"""

import gzip
import hashlib
import json
import os
import re
import shutil
import socket
import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.client import HTTPException
from ipaddress import IPv4Address
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from sudoku_engine.atomic_file import whole_folder
from sudoku_engine.cli.program import message
from sudoku_engine.cli.progress import Progress
from sudoku_engine.errors import UsageError, one_line
from sudoku_frontends.classroom.service import Served
from sudoku_frontends.site.page_packages import LEVEL, Modules
from sudoku_frontends.site.playground_command import TYPES
from sudoku_frontends.site.rooms import FILM, WRITE, Room
from sudoku_frontends.site.site import (
    LOCK,
    PAGE,
    PYODIDE_FILES,
    SETTINGS,
    editor_modules,
    is_address,
    npm_version,
    pyodide_cdn,
    pyodide_files,
    scripts_in,
    site,
    solver_wheels,
)

PAGE_PACKAGE = f"{__package__}.page"

TEACHER = Room(
    "teacher",
    "The class",
    "What everybody in the class works on.",
    (*FILM, "playground.css", "teacher.css"),
    package=PAGE_PACKAGE,
)
PUPIL = WRITE._replace(styles=(*WRITE.styles, "pupil.css"), later=(("pupil.js", PAGE_PACKAGE),))
"""The playground of a class; ``site.json`` has its script import that of pupils."""

PAGES: Mapping[str, Room] = {"teacher.html": TEACHER, PAGE: PUPIL}

PYODIDE, CODEMIRROR = "pyodide", "editor"
"""The folders in that of the class for what is kept."""

PATIENCE = 30.0
"""Seconds without a byte after which an address is given up."""

PACKED = (".html", ".js", ".mjs", ".css", ".json", ".wasm")
"""The endings of files that browsers get packed."""

PIECE = 100_000
"""How many bytes are fetched between two looks at the progress."""

ELSEWHERE = "203.0.113.1"
"""An address that no machine has."""

VIRTUAL = re.compile("lo|docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|tailscale")
"""The names of interfaces behind which no pupil is."""

GET_ADDRESS = 0x8915 if sys.platform == "linux" else 0xC0206921
"""SIOCGIFADDR, the question for the address of an interface."""


def class_site(
    folder: str, pyodide: str | None, assets: str | None, progress: Progress
) -> dict[str, Served]:
    """Return the files for browsers by their paths; keep in `folder` what the next start needs.

    pyodide: a folder with the npm package's files, or an address; None: what is kept, else the CDN.
    assets: a ``node_modules`` folder with CodeMirror; None: what is kept, or came with the engine.

    Raises UsageError.
    """
    for left in Path(folder).glob(".*.tmp"):  # of a start that was killed
        shutil.rmtree(left, ignore_errors=True)
    kept = os.path.join(folder, PYODIDE)
    if pyodide is not None or not _is_there(kept):
        _keep_pyodide(pyodide or pyodide_cdn(), kept, progress)
    editor = os.path.join(folder, CODEMIRROR)
    if assets is not None:
        _keep_editor(editor_modules(assets), editor)
    made = site(kept, editor if os.path.isdir(editor) else None, alone=PAGES)
    settings = {**json.loads(made[SETTINGS]), "classroom": True}
    own = scripts_in(Path(__file__).parent / "page")
    files = {**made, **own, SETTINGS: json.dumps(settings).encode()}
    return {path: _to_serve(path, data) for path, data in files.items()}


def _to_serve(path: str, data: bytes) -> Served:
    kind = TYPES.get(os.path.splitext(path)[1], "application/octet-stream")
    return Served(data, None, kind, hashlib.sha256(data).hexdigest()[:16])


def pack(files: dict[str, Served]) -> None:
    """Pack the `files` that it pays for, each in its place, while they are served already."""
    for path, each in list(files.items()):
        if path.endswith(PACKED):
            packed = gzip.compress(each.data, LEVEL, mtime=0)
            if len(packed) < len(each.data):
                files[path] = each._replace(packed=packed)


def _keep_editor(modules: Modules, kept: str) -> None:
    with whole_folder(kept) as new:
        for path, data in modules.files.items():
            _write(os.path.join(new, path.partition("/")[2]), data)
        for name, address in modules.imports.items():
            about = {"name": name, "module": address.partition(f"{name}/")[2]}
            _write(os.path.join(new, name, "package.json"), json.dumps(about).encode())


def _write(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_bytes(data)


def _is_there(kept: str) -> bool:
    with suppress(UsageError):
        return _version(pyodide_files(kept)) == npm_version(PYODIDE)
    return False


def _version(files: Mapping[str, bytes]) -> str:
    """Return the version that the `files` of Pyodide say; empty if they are something else."""
    try:
        return str(json.loads(files["package.json"])["version"])
    except (ValueError, KeyError, TypeError):
        return ""


def _keep_pyodide(place: str, kept: str, progress: Progress) -> None:
    """Copy or fetch Pyodide from the `place`, a folder or an address."""
    version = npm_version(PYODIDE)
    mend = f"npm install pyodide@{version} where there is internet, then --pyodide FOLDER"
    files = _fetch(place.rstrip("/"), mend, progress) if is_address(place) else pyodide_files(place)
    if (found := _version(files)) != version:
        what = f"is {PYODIDE} {found}" if found else f"has no {PYODIDE}"
        raise UsageError(f"{what}, and {version} is needed: {mend}", place)
    with whole_folder(kept) as new:
        for name, data in files.items():
            _write(os.path.join(new, name), data)


def _fetch(place: str, mend: str, progress: Progress) -> dict[str, bytes]:
    """Return the files of Pyodide at an address, with the SAT solver if it is there, too."""
    message(f"Fetching Python for browsers, once: {place}")
    progress.start("kilobyte")
    files: dict[str, bytes] = {}
    try:
        for name in PYODIDE_FILES:
            files[name] = _fetch_file(f"{place}/{name}", progress)
        with suppress(HTTPError, ValueError):  # npm's package has no wheels
            wheels = {}
            for name in solver_wheels(files[LOCK]):
                wheels[name] = _fetch_file(f"{place}/{name}", progress)
            files |= wheels
    except (OSError, HTTPException) as error:
        why = getattr(error, "reason", error)
        why = getattr(why, "strerror", None) or why
        what = f"cannot be fetched ({one_line(str(why))}): {mend}"
        raise UsageError(what, f"{place}/{name}") from None
    finally:
        progress.stop()
    return files


def _fetch_file(address: str, progress: Progress) -> bytes:
    data = bytearray()
    with urlopen(address, timeout=PATIENCE) as answer:
        while piece := answer.read(PIECE):
            data += piece
            progress.advance(number=len(piece) // 1000)
        if len(data) < int(answer.headers.get("Content-Length", 0)):
            raise ConnectionError("the connection broke")
    return bytes(data)


def addresses(port: int) -> list[str]:
    """Return the addresses of this machine's `port` in the network, the usual one first.

    Those of virtual machines and tunnels are left out: no pupil is behind them.
    """
    usual = _usual()
    found = sorted(
        (each.is_link_local, str(each) != usual, not each.is_private, each)
        for each in map(IPv4Address, _of_interfaces())
        if not each.is_loopback
    )
    return [f"http://{address}:{port}/" for *_, address in found]


def _usual() -> str:
    """Return the address from which this machine would reach others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending, suppress(OSError):
        sending.connect((ELSEWHERE, 9))
        return str(sending.getsockname()[0])
    return ""


def _of_interfaces() -> Iterator[str]:
    if sys.platform == "win32":
        with suppress(OSError):  # its own name is unknown
            yield from socket.gethostbyname_ex(socket.gethostname())[2]
        return
    from fcntl import ioctl  # only here: Windows has none

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            if not VIRTUAL.match(name):
                with suppress(OSError):  # it has no address
                    request = struct.pack("256s", name.encode()[:15])
                    yield socket.inet_ntoa(ioctl(asked, GET_ADDRESS, request)[20:24])
