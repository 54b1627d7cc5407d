"""A person's plugins as they travel to workers: their source, with its hash.

A file takes along the helper modules beside it that it imports, a package all its files. Wherever
a shard is worked on, the plugins are unpacked into a temporary folder first, so that they find the
same files everywhere. Plugins of installed packages do not travel: workers must have the same, and
the same engine and Python (`identity`).
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from sudoku_engine.api.hookspecs import PROJECT, has_installed_plugins
from sudoku_engine.bundled import NAME, PACKAGES, VERSION
from sudoku_engine.config.config import Config
from sudoku_engine.errors import PluginError, SudokuError
from sudoku_engine.plugins.loading import found_modules
from sudoku_engine.plugins.own_modules import PREFIX, START, imported_files

MOST_BYTES = 20_000_000
"""The largest parcel: every shard takes all of them along."""


class Parcel(NamedTuple):
    """A plugin: a file, a folder, or the name of an installed one."""

    name: str
    """What the configuration or ``-p`` says; messages name it so, wherever the worker is."""
    files: tuple[tuple[str, bytes], ...]
    """Paths below the folder in which it is unpacked, and contents; none if it is installed."""
    digest: str
    """The SHA-256 of all that, or for what is installed of its version."""
    root: str = ""
    """The one of the files that is to be loaded, or the folder in which all of them are."""
    version: str = ""
    """The package of an installed plugin, with its version."""


class Unpacked(NamedTuple):
    """Plugins where a worker has them."""

    paths: tuple[str, ...]
    """Their files and folders, and the names of installed ones, as a configuration has them."""
    folder: str = ""
    """The temporary folder, if there is any file."""

    def shown(self, text: str) -> str:
        """Return `text` without what differs from worker to worker.

        Files are named as in the parcels and modules as in the files; an object has no address.
        """
        if self.folder and os.path.basename(self.folder) in text:
            for index in range(len(self.paths)):
                for folder in (self.folder, os.path.relpath(self.folder)):
                    text = text.replace(os.path.join(folder, str(index), ""), "")
        return _VARYING.sub("", text)


_VARYING = re.compile(rf"{PREFIX}\d+\.?| at 0x[0-9a-fA-F]+")


def parcels(plugins: Sequence[str], disable: Sequence[str] = ()) -> tuple[Parcel, ...]:
    """Return the `plugins` of a configuration as parcels, then those that are installed.

    One that does not exist has no parcel. Raises PluginError for one that cannot be read.
    """
    packed = [_packed(each) for each in dict.fromkeys(plugins) if os.path.exists(each)]
    return (*packed, *_installed(disable))


def _packed(plugin: str) -> Parcel:
    where = os.path.abspath(plugin)
    if os.path.basename(where) == START:
        where = os.path.dirname(where)
    base = os.path.realpath(os.path.dirname(where))
    files: dict[str, bytes] = {}
    for path in _files(plugin):
        name = Path(os.path.relpath(path, base)).as_posix()
        if name in files or name.startswith(".."):
            continue
        try:
            files[name] = path.read_bytes()
        except OSError as error:
            raise PluginError(f"it cannot be read: {error.strerror}", plugin, str(path)) from error
        if sum(map(len, files.values())) > MOST_BYTES:
            why = f"it has more than {MOST_BYTES // 1_000_000} MB: name its files with -p"
            raise PluginError(why, plugin)
    contents = tuple(sorted(files.items()))
    return Parcel(plugin, contents, files_digest(contents), os.path.basename(where))


def _files(plugin: str) -> Iterator[Path]:
    """Yield the files that the file or folder `plugin` needs.

    A package takes all its files along, without hidden ones and compiled code.
    """
    for origin, _ in found_modules([plugin]):
        if origin.how != "file" or not os.path.isfile(origin.path):
            continue
        folder, name = os.path.split(origin.path)
        for file in imported_files(Path(os.path.realpath(folder), name)):
            yield file
            for place, folders, names in os.walk(file.parent) if file.name == START else ():
                folders[:] = sorted({*folders} - {"__pycache__"})
                folders[:] = [name for name in folders if name[0] != "."]
                yield from (Path(place, name) for name in sorted(names) if name[0] != ".")


def files_digest(files: Iterable[tuple[str, bytes]]) -> str:
    """Return the SHA-256 of `files`: their names and contents, in this order."""
    found = sha256()
    for name, content in files:
        found.update(f"{name}\n{len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


def _installed(disable: Sequence[str]) -> Iterator[Parcel]:
    """Yield the plugins of installed packages, without those that `disable` names."""
    if not has_installed_plugins():
        return
    from importlib import metadata  # only here: it takes a while to load

    for entry in sorted(metadata.entry_points(group=PROJECT), key=lambda entry: entry.name):
        if entry.name not in disable:
            version = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
            digest = sha256(f"{entry.name} {entry.value} {version}".encode()).hexdigest()
            yield Parcel(entry.name, (), digest, version=version)


@contextmanager
def unpacked(
    parcels: Sequence[Parcel], config: Config, place: str | None = None
) -> Iterator[Unpacked]:
    """Unpack the `parcels` for the block; yield where the plugins of the configuration are then.

    `place`: where the temporary folder is made. Raises SudokuError if a parcel was damaged on its
    way, or if not the same plugins are installed here.
    """
    _check_installed([each for each in parcels if each.version], _installed(config.disable))
    travelling = {parcel.name: parcel for parcel in parcels if not parcel.version}
    paths = [*config.plugins]
    if not travelling:
        yield Unpacked(tuple(paths))
        return
    with tempfile.TemporaryDirectory(None, "sudoku-", place, ignore_cleanup_errors=True) as folder:
        folder = os.path.realpath(folder)
        for index, name in enumerate(paths):
            if parcel := travelling.get(name):
                _unpack(parcel, Path(folder, str(index)))
                paths[index] = os.path.join(folder, str(index), parcel.root)
        yield Unpacked(tuple(paths), folder)


def _unpack(parcel: Parcel, folder: Path) -> None:
    if files_digest(parcel.files) != parcel.digest:
        raise SudokuError("its files were changed on their way to the worker", parcel.name)
    for name, content in parcel.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _check_installed(wanted: Iterable[Parcel], here: Iterable[Parcel]) -> None:
    """Raise SudokuError unless the installed plugins are the `wanted` ones."""
    needed, known = ({each.name: each for each in parcels} for parcels in (wanted, here))
    for name in sorted({*needed, *known}):
        if name not in known:
            what = f"is not installed: install {needed[name].version}"
        elif name not in needed:
            what = f"({known[name].version}) is installed, but not where the batch was started"
        elif needed[name].digest != known[name].digest:
            what = f"is that of {known[name].version}, the batch needs {needed[name].version}"
        else:
            continue
        raise SudokuError(f"the plugin {name} {what}")


_SOURCE = f"the source of {NAME}"


def identity() -> dict[str, str]:
    """Return what must be the same everywhere, by its name for people."""
    python = ".".join(map(str, sys.version_info[:2]))
    return {"Python": python, NAME: VERSION, _SOURCE: source()}


def difference(there: dict[str, str], here: dict[str, str]) -> str:
    """Return in words how what is `there` differs from what is needed `here`; empty if it does not.

    >>> difference({"Python": "3.11"}, {"Python": "3.13"})
    'it has Python 3.11, and 3.13 is needed'
    """
    for name, wanted in here.items():
        found = there.get(name, "nothing")
        if found != wanted and name == _SOURCE:
            return f"{name} is not the same there: install the same on all machines"
        if found != wanted:
            return f"it has {name} {found}, and {wanted} is needed"
    return ""


@cache
def source() -> str:
    """Return the SHA-256 of the source of the engine and its plugins, which decide on results."""
    files = []
    for package in PACKAGES[:2]:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(folder).rglob("*.py")):
                content = path.read_bytes().replace(b"\r\n", b"\n")
                files.append((path.relative_to(folder).as_posix(), content))
    return files_digest(files)
