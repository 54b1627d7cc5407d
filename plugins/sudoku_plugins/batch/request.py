"""The request of a batch, as in the file `folder.REQUEST`, and the changes since.

Whatever decides on the bytes of the results is in it, so that a run that is taken up again cannot
mix the results of two requests. Input files are hashed before the work; streams can be read only
once.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sudoku_engine.board.words import listed
from sudoku_engine.bundled import NAME, VERSION
from sudoku_engine.config.components import Chosen
from sudoku_engine.config.dump import WIDTH, flow, plain
from sudoku_engine.config.schema import SCHEMA, SECTIONS
from sudoku_engine.errors import UsageError, one_line
from sudoku_engine.formats.given import InputName
from sudoku_engine.plugins.options import clipped
from sudoku_plugins.batch.columns import writer
from sudoku_plugins.batch.folder import HEADING
from sudoku_plugins.batch.job import Job
from sudoku_plugins.batch.parcels import source

CHUNK = 1 << 20


@dataclass(frozen=True)
class Input:
    """An input as it was before the work."""

    name: InputName
    size: int = 0
    sha256: str = ""
    """The hash of its bytes; empty for a stream, which can be read only once."""
    n_lines: int = 0
    stamp: tuple[int, ...] = ()
    """What changes when the file is written: so nobody has to read it again."""

    @property
    def is_stream(self) -> bool:
        """Whether it can be read only once: standard input, or a pipe."""
        return not self.sha256

    def record(self) -> dict[str, Any]:
        """Return the entry in the file of the request."""
        name = one_line(self.name.name)
        if self.is_stream:
            return {"name": name}
        if self.name.text is not None:
            return {"name": name, "text": one_line(self.name.text), "sha256": self.sha256}
        return {"name": name, "bytes": self.size, "sha256": self.sha256}

    def has_changed(self) -> bool:
        """Return whether its file has other bytes now; they are read only if it was written."""
        if self.is_stream or self.name.path is None:
            return False
        try:
            if _stamp(os.stat(self.name.path)) == self.stamp:
                return False
        except OSError:
            return True
        return looked_at(self.name).sha256 != self.sha256


def looked_at(name: InputName, reach: Callable[[int], None] = lambda n: None) -> Input:
    """Return the input called `name` as it is now; `reach` gets the number of bytes so far.

    Raises UsageError if it cannot be read.
    """
    if name.text is not None:
        data = name.text.encode("utf-8", "surrogateescape")
        n_lines = name.text.count("\n") + 1
        return Input(name, len(data), hashlib.sha256(data).hexdigest(), n_lines)
    if name.path is None or not os.path.isfile(name.path):
        return Input(name)
    digest, size, n_lines = hashlib.sha256(), 0, 0
    try:
        with open(name.path, "rb") as stream:
            stamp = _stamp(os.fstat(stream.fileno()))
            while chunk := stream.read(CHUNK):
                digest.update(chunk)
                size += len(chunk)
                n_lines += chunk.count(b"\n")
                reach(size)
    except OSError as error:
        raise UsageError(f"the file cannot be read: {error.strerror}", name.path) from None
    return Input(name, size, digest.hexdigest(), n_lines, stamp)


def part_before(source: str, inputs: Sequence[Input]) -> float:
    """Return which part of the `inputs` stands before a `source`, ``FILE:LINE`` or more.

    It is 0 if that is unknown.
    """
    if not source or any(each.is_stream for each in inputs):
        return 0.0
    before = 0.0
    for each in inputs:
        rest = source.removeprefix(f"{each.name.name}:")
        line = rest.partition(":")[0]
        if rest != source and line.isdecimal():
            before += each.size * min(1, (int(line) - 1) / (each.n_lines or 1))
            return before / (sum(each.size for each in inputs) or 1)
        before += each.size
    return 0.0


def _stamp(found: os.stat_result) -> tuple[int, ...]:
    return (found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev)


LOOP = tuple(f"loop.{name}" for name in SECTIONS["loop"])

READING = ("layout", "ignore_unknown")

KEYS = {
    "solve": (*READING, "strategies", *LOOP, "fallback"),
    "rate": (*READING, "strategies", *LOOP),
    "verify": (*READING, "loop.pencilmarks", "solver"),
    "canonical": (*READING, "loop.pencilmarks"),
}
"""By task, the keys of the configuration that decide on its results."""

SEARCH = (*READING, *LOOP, "solver")
"""The same for ``solve`` by search alone."""

MOST_CHANGES = 5


@dataclass(frozen=True)
class Request:
    """The request of a batch.

    job: the task, with its configuration and plugins.
    strategies: the strategies that take part, also where the configuration names none.
    format: one of `columns.FORMATS`.
    shard_size: the number of puzzles in a shard.
    inputs: what is read.
    """

    job: Job
    strategies: Sequence[Chosen]
    format: str
    shard_size: int
    inputs: Sequence[Input]

    @property
    def has_stream(self) -> bool:
        """Whether some of the input can be read only once."""
        return any(each.is_stream for each in self.inputs)

    def record(self) -> dict[str, Any]:
        """Return it as data: texts, numbers, and mappings and lists of these."""
        job = self.job
        configuration: dict[str, Any] = {}
        for key in SEARCH if job.is_search else KEYS[job.task]:
            section, _, word = key.rpartition(".")
            value = tuple(self.strategies) if key == "strategies" else job.config.value(key)
            written = SCHEMA[key].reader.none or "none" if value is None else plain(value)
            (configuration.setdefault(section, {}) if section else configuration)[word] = written
        is_solving = job.task == "solve"
        return {
            "task": job.task,
            "version": VERSION,
            "source": source(),
            **({"search": job.is_search, "paths": job.has_paths} if is_solving else {}),
            "format": self.format,
            "writer": writer(self.format),
            "shard_size": self.shard_size,
            "configuration": configuration,
            "plugins": {one_line(parcel.name): parcel.digest for parcel in job.parcels},
            "inputs": [each.record() for each in self.inputs],
        }

    def yaml(self) -> str:
        """Return it as YAML."""
        import yaml  # only here: it is slow to load

        heading = f"{HEADING} what was requested. The same command goes on where it stopped."
        text = yaml.safe_dump(
            self.record(), allow_unicode=True, default_flow_style=None, sort_keys=False, width=WIDTH
        )
        return f"{heading}\n{text}"

    def check_same(self, path: str) -> None:
        """Raise UsageError, with what has changed, unless the file at `path` has this request."""
        if changes := list(_changes(_read_back(path), self.record())):
            more = len(changes) - MOST_CHANGES
            shown = [*changes[:MOST_CHANGES], *([f"{more} more"] if more > 0 else [])]
            what = f"this folder holds another batch: {'; '.join(shown)}"
            mend = "request the same again, name another folder, or begin anew with --fresh"
            raise UsageError(f"{what}: {mend}", os.path.dirname(path))


def requested(path: str, key: str) -> Any:
    """Return the value of `key` in the request at `path`; None if there is none."""
    return _read_back(path).get(key) if os.path.exists(path) else None


def _read_back(path: str) -> dict[str, Any]:
    """Return the entries of the file at `path`; raises UsageError."""
    import yaml  # only here: it is slow to load

    try:
        found = yaml.safe_load(Path(path).read_bytes())
    except (yaml.YAMLError, OSError):
        found = None
    if not isinstance(found, dict):
        what = "this does not say what was requested of a batch"
        raise UsageError(f"{what}: mend it, or begin anew with --fresh", path)
    return found


def _changes(before: Mapping[str, Any], now: Mapping[str, Any], section: str = "") -> Iterator[str]:
    """Yield the differences, in words; `section` stands before the names of keys."""
    for key in dict.fromkeys((*now, *before)):
        old, new = before.get(key, {}), now.get(key, {})
        if old == new:
            continue
        if key == "source":
            yield f"the source of {NAME} has changed"
        elif key == "inputs":
            yield from _input_changes(old, new)
        elif key == "plugins" and isinstance(old or {}, Mapping):
            yield from _plugin_changes(old or {}, new or {})
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _changes(old, new, "" if key == "configuration" else f"{section}{key}.")
        elif isinstance(old, list) and isinstance(new, list):
            texts, known = {*map(flow, new)}, {*map(flow, old)}
            parts = [f"{listed(sorted(texts - known))} added"] if texts - known else []
            parts += [f"{listed(sorted(known - texts))} left out"] if known - texts else []
            yield f"{section}{key} have changed: {', '.join(parts) or 'another order'}"
        else:
            yield f"{section}{key} was {_short(old)}, now it is {_short(new)}"
        if key == "task":  # then all else differs too
            return


def _plugin_changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for name in dict.fromkeys((*now, *before)):
        if name not in now:
            yield f"the plugin {name} takes no part now"
        elif before.get(name) != now[name]:
            yield f"the plugin {name} {'has changed' if name in before else 'is new'}"


def _input_changes(before: Any, now: list[dict[str, str]]) -> Iterator[str]:
    names = [each.get("name") for each in before if isinstance(each, dict)]
    if names != [each["name"] for each in now]:
        shown = listed([_short(name) for name in names[:3]]) or "none"
        present = listed([_short(each["name"]) for each in now[:3]])
        yield f"the input was {shown}, now it is {present}"
        return
    for old, new in zip(before, now):
        if old != new:
            sizes = [each.get("bytes", "") for each in (old, new)]
            is_other_size = all(sizes) and sizes[0] != sizes[1]
            more = " ({} bytes, now {})".format(*sizes) if is_other_size else ""
            yield f"the input {_short(new['name'])} has changed{more}"


def _short(value: Any) -> str:
    if value == {}:
        return "not set"
    return clipped(value if isinstance(value, str) else flow(value))
