"""The supervisor: it keeps guests for a person's plugins, and remembers their faults.

A guest takes one request at a time and is kept for the next. When a guest dies, the plugin at fault
is benched: it takes no further part. So no plugin can end the program, hold it up twice, or take
others down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from sudoku_engine.errors import PluginError, RecordError, shown_path
from sudoku_engine.plugins.calls import Subject
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.loading import found_modules
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.sandbox.codec import Catalog, Codec, registry_of
from sudoku_plugins.sandbox.host import ANY, GuestDied, GuestSettings, Lost, PluginHost
from sudoku_plugins.sandbox.stand_ins import methods_of

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
        self._settings = replace(settings, errors=errors)
        self._all: list[PluginHost] = []
        self._idle: list[PluginHost] = []
        self._first = self._new()
        self._first.start()  # it loads while we go on

    def load(self) -> Registry:
        """Return the registry with all plugins: the bundled ones, and stand-ins for the others."""
        while True:
            try:
                _, registry = self._loaded_by(self._first)
                break
            except GuestDied as death:
                self._first.end()
                if not self._first.lose_all(death):
                    why = f"the plugins cannot be loaded: {death.why}"
                    raise PluginError(why, "plugins") from death
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

    def lose(self, death: GuestDied) -> None:
        """Stop loading the file at fault, and report it; all files if it is unknown."""
        file = death.file or (death.subject.file if death.subject else "")
        guilty = [file] if file else [path for path in self._files if path not in self._lost]
        for path in guilty:
            self._reported.add(path)
            why = death.why if len(guilty) == 1 else f"{ANY}: {death.why}"
            self._lost[path] = (why, death.line)
            what = f"it takes no further part: {why}"
            self.report(PluginError(what, path, shown_path(path), death.line))

    def _new(self) -> PluginHost:
        host = PluginHost(self._settings, self._request, lost=self._lost)
        self._all.append(host)
        return host
