"""The supervisor: it keeps guests for a person's plugins, and remembers their faults.

A guest takes one request at a time and is kept for the next. When a guest dies, the plugin at fault
is benched: it takes no further part. So no plugin can end the program, hold it up twice, or take
others down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from sudoku_engine.board.grid import Grid
from sudoku_engine.errors import PluginError, RecordError, shown_path
from sudoku_engine.plugins.calls import Subject
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.loading import found_modules
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.guard import malformed
from sudoku_plugins.sandbox.codec import Catalog, Codec, registry_of
from sudoku_plugins.sandbox.host import GuestDied, GuestSettings, Lost, PluginHost
from sudoku_plugins.sandbox.stand_ins import methods_of, request

SETTINGS = GuestSettings("sudoku_plugins.sandbox.workshop", hash_seed=0)
"""A fixed order of sets of texts, so that a plugin that depends on it acts the same in each run."""


class Supervisor:
    """Guests with the plugins in `paths`, without those that `disable` names.

    errors: the open file for their prints; None for standard error. settings: for starting guests.
    """

    def __init__(
        self,
        paths: Sequence[str],
        disable: Sequence[str],
        errors: int | None = None,
        settings: GuestSettings = SETTINGS,
    ) -> None:
        self.report: Callable[[PluginError], None] = lambda error: None
        """A function that is called with a plugin's problem after loading."""
        self.former: object = None
        """The last run that ended."""
        self.upcoming: object = None
        """The newest run, if it has not begun."""
        self._origins = [origin for origin, _ in found_modules(paths)]
        origins = [origin for origin in self._origins if origin.how != "bundled"]
        named = [origin.path if origin.how == "file" else origin.name for origin in origins]
        self._files = [origin.source for origin in origins]
        self._request = {
            "paths": [name for name, origin in zip(named, origins) if origin.requested],
            "disable": list(disable),
        }
        self._lost: Lost = {}
        self._benched: dict[tuple[str, str], GuestDied] = {}
        self._loaded: dict[tuple[str, str], Component] = {}
        self._reported: set[str] = set()
        self._failing: set[Component] = set()
        self._settings = replace(settings, errors=errors)
        self._all: list[PluginHost] = []
        self._idle: list[PluginHost] = []
        self._first = self._new()
        self._first.start()  # it loads while we go on

    def load(self) -> Registry:
        """Return the registry with all plugins: the bundled ones, and stand-ins for the others."""
        while True:
            try:
                catalog, registry = self._loaded_by(self._first)
            except GuestDied as death:
                self._first.end()
                self._lose_what_lies(death)
                continue
            if not self._lose_what_breaks_others(catalog):
                break
            self._first.end()
        self._idle.append(self._first)
        for plugin in registry.plugins:
            self._loaded |= {(each.kind, each.id): each for each in plugin.components}
        return registry

    def _loaded_by(self, host: PluginHost) -> tuple[Catalog, Registry]:
        """Make `host` load the plugins; return its catalog, checked, and the registry of it."""
        try:
            catalog = Codec().value(*host.load())
            return catalog, registry_of(catalog, partial(methods_of, self), self._origins)
        except (RecordError, ValueError, TypeError) as error:
            why = f"it tells of components that are not there: {error}"
            raise GuestDied(why) from error

    def _lose_what_lies(self, death: GuestDied) -> None:
        """Lose the files whose guest sends a false catalog; all files if none does so alone."""
        others = [file for file in self._files if file not in self._lost]
        if not others:
            raise PluginError(f"the plugins cannot be loaded: {death.why}", "plugins") from death
        guilty = []
        for file in others if len(others) > 1 else ():
            with self._first.with_only({file}, self._files) as host:
                try:
                    self._loaded_by(host)
                except GuestDied:
                    guilty.append(file)
        for file in guilty or others:
            self._lost[file] = death.why, death.line

    def _lose_what_breaks_others(self, catalog: Catalog) -> bool:
        """Lose files that make later files unusable; return whether any do.

        Loaded in the opposite order, the later files are usable.
        """
        unusable = set(catalog["unusable"])
        others = [file for file in self._files if file not in self._lost]
        broken = unusable and len(others) > 1 and unusable - self._unusable(unusable, -1)
        if not broken:
            return False
        for file in others:
            if found := self._unusable({file, *broken - {file}}) - {file}:
                self._lost[file] = f"it breaks {shown_path(min(found))}", 0
                return True
        return False

    def _unusable(self, files: Set[str], order: int = 1) -> set[str]:
        """Return the unusable `files` if only these are loaded; -1 for the reverse order."""
        with self._first.with_only(files, self._files, order) as host:
            catalog, _ = self._loaded_by(host)
            return set(catalog["unusable"])

    @contextmanager
    def guest(self) -> Iterator[PluginHost]:
        """Lend the host of a guest for the block."""
        host = self.lend()
        try:
            yield host
        finally:
            self.take_back(host)

    def lend(self) -> PluginHost:
        """Return an idle guest, or a new one, in which the plugins are loaded."""
        host = self._idle.pop() if self._idle else self._new()
        try:
            if not host.is_alive:
                catalog, _ = self._loaded_by(host)
                self._miss(key for _, _, _, keys in catalog["plugins"] for key in keys)
        except BaseException:
            self.take_back(host)
            raise
        return host

    def take_back(self, host: PluginHost) -> None:
        """Keep `host`, which was lent, for the next request."""
        self._idle.append(host)

    def _miss(self, found: Iterable[Sequence[str]]) -> None:
        """Raise GuestDied if a component is not `found` in a new guest, for the first time."""
        for kind, name in self._loaded.keys() - {(kind, name) for kind, name in found}:
            component = self._loaded.pop((kind, name))
            path = component.file if component.file in self._lost else component.origin.source
            if path not in self._reported:
                why, line = self._lost.get(path, ("it cannot be loaded again", component.line))
                if former := self._benched.get((kind, name)):
                    why, line = former.why, former.line
                subject = Subject(component.label, name, component.file, component.line)
                raise GuestDied(why, subject, component.file, line)

    def end(self) -> None:
        """End all guests."""
        for host in self._all:
            host.end()

    @property
    def lost(self) -> frozenset[str | tuple[str, str]]:
        """The files, and the kinds and ids of components, that take no further part."""
        return frozenset((*self._lost, *self._benched))

    def benched(self, kind: str, name: str) -> GuestDied | None:
        """Return why the component of `kind` with the id `name` takes no further part, or None."""
        return self._benched.get((kind, name))

    def bench(self, kind: str, name: str, death: GuestDied) -> None:
        """Exclude this component, the cause of `death`, from any further part."""
        self._benched[kind, name] = death

    def why_out(self, component: Component) -> str | None:
        """Return why `component` takes no further part, None if it does."""
        if component.is_bundled:
            return None
        if death := self._benched.get((component.kind, component.id)):
            return death.why
        loss = self._lost.get(component.file) or self._lost.get(component.origin.source)
        return loss[0] if loss else None

    def lose(self, death: GuestDied, repeat: Callable[[PluginHost], None]) -> None:
        """Stop loading the file at fault, and report it.

        If it is unknown, each file is loaded alone in a guest, which must `repeat` the work: files
        that end it are at fault. If none does, all of them may be at fault.
        """
        file = death.file or (death.subject.file if death.subject else "")
        suspects = [file] if file else [path for path in self._files if path not in self._lost]
        guilty = suspects
        if len(suspects) > 1:
            guilty = [path for path in suspects if self._dies_alone(path, repeat)] or suspects
        for path in guilty:
            self._reported.add(path)
            self._lost[path] = (death.why, death.line)
            maybe = "" if len(guilty) == 1 else "it, or another plugin, is at fault: "
            why = f"it takes no further part: {maybe}{death.why}"
            self.report(PluginError(why, path, shown_path(path), death.line))

    def fails_alone(self, component: Component, grid: Grid, seconds: float) -> bool:
        """Return whether a strategy fails on `grid` even without other files of the person.

        It has `seconds`, 0 for any time. The result is True if there are no other files.
        """
        source = component.origin.source
        if component in self._failing or self._files == [source]:
            return True
        with self._first.with_only({source}, self._files) as host:
            codec = Codec()
            given = request(codec, "strategy", component.id, "find", (grid,), component.options)
            limit = 2 * seconds or math.inf
            try:
                host.load()
                for data in host.results("call", given, most_seconds=limit):
                    if (
                        malformed(codec.value(data), grid) is not None
                    ):  # the result may be a failure
                        break
                else:
                    return False
            except (GuestDied, RecordError):
                pass
        self._failing.add(component)
        return True

    def has_liar_besides(self, component: Component, repeat: Callable[[PluginHost], None]) -> bool:
        """Return whether a guest with only a file other than that of `component` ends by `repeat`.

        The files are tried one by one.
        """
        others = set(self._files) - self._lost.keys() - {component.origin.source}
        return any(self._dies_alone(path, repeat) for path in sorted(others))

    def _dies_alone(self, path: str, repeat: Callable[[PluginHost], None]) -> bool:
        """Return whether a guest with only `path` loaded ends when it does `repeat`."""
        with self._first.with_only({path}, self._files) as host:
            try:
                host.load()
                repeat(host)
            except GuestDied:
                return True
            return path in host.lost

    def _new(self) -> PluginHost:
        host = PluginHost(self._settings, self._request, lost=self._lost)
        self._all.append(host)
        return host
