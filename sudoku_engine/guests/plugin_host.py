"""A host whose guests load plugins before they do anything else."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Set
from typing import Any

from sudoku_engine.errors import PluginError
from sudoku_engine.guests.channel import last_call_of_error
from sudoku_engine.guests.host import GuestDied, GuestError, GuestSettings, Host
from sudoku_engine.plugins.calls import DeadlyCall

Lost = dict[str, tuple[str, int]]
"""Files that are not loaded again, by path, each with why not and at which line."""


MOST_REPEATS = 3
"""How often a guest may be ended from outside while it loads the same file."""

MOST_STARTS = 10
"""How often it may be ended from outside while it loads none."""


ENGINE_FAILS = "the engine fails with it"


class PluginHost(Host):
    """A host of guests that load plugins by their task ``load``, for what is `given`.

    `most_seconds`: for that task, and for any other. `lost`: files that are not loaded; those that
    end a guest are added.
    """

    most_silence = 30.0

    def __init__(
        self,
        settings: GuestSettings,
        given: Mapping[str, Any],
        most_seconds: float = math.inf,
        lost: Lost | None = None,
    ) -> None:
        super().__init__(settings)
        self.lost: Lost = {} if lost is None else lost
        self.given = given
        self._patience = most_seconds

    def load(self) -> list[Any]:
        """Return the results of ``load``, in a guest that survives it.

        Raises PluginError if guests end, and no file is known that ends them.
        """
        again: Counter[str] = Counter()
        while True:
            try:
                return list(self.results("load", {**self.given, "lost": self.lost}))
            except GuestDied as death:
                path = death.subject.file if death.subject else death.file
                most = MOST_REPEATS if path else MOST_STARTS
                if death.is_maybe_outside and again[path] < most:
                    again[path] += 1
                elif path and path not in self.lost:
                    self.lost[path] = death.why, death.line
                elif not self._lose_what_dies_alone(death):
                    why = f"the plugins cannot be loaded: {death.why}"
                    raise PluginError(why, "plugins") from death

    def _lose_what_dies_alone(self, death: GuestDied) -> bool:
        """Load each file alone, and lose those that end a guest; return whether any does."""
        paths = [path for path in self.given["paths"] if path not in self.lost]
        for path in paths if len(paths) > 1 else ():
            with self.with_only({path}, paths) as alone:
                try:
                    list(alone.results("load", {**self.given, "lost": alone.lost}))
                except GuestDied as own:
                    self.lost[path] = own.why, own.line
        if len(paths) == 1:
            self.lost[paths[0]] = death.why, death.line
        return any(path in self.lost for path in paths)

    def with_only(self, files: Set[str], of: Iterable[str], order: int = 1) -> PluginHost:
        """Return a host like this one, for an experiment: its guests load only some files.

        These are `files`, `of` all that could be loaded; -1: in reverse order.
        """
        others = {other: ("", 0) for other in of if other not in files}
        given = {**self.given, "paths": self.given["paths"][::order]}
        return PluginHost(self.settings, given, self._patience, {**self.lost, **others})

    def loaded_results(self, task: str, given: Mapping[str, Any]) -> Generator[Any, None, None]:
        """Yield the `results` of `task`, in a guest that has loaded the plugins."""
        if not self.is_alive:
            self.load()
        yield from self.results(task, given)

    def results(
        self,
        task: str,
        given: Mapping[str, Any],
        deadly: DeadlyCall | None = None,
        most_seconds: float = math.inf,
    ) -> Generator[Any, None, None]:
        """Return the results of `task` as `Host.results` does; raise GuestDied for any failure.

        Where plugins run, an error of the engine need not be the fault of the engine.
        """
        most_seconds = min(most_seconds, self._patience)
        return self._without_errors(super().results(task, given, deadly, most_seconds))

    def _without_errors(self, results: Generator[Any, None, None]) -> Generator[Any, None, None]:
        try:
            yield from results
        except GuestError as error:
            known = [subject for subject in self.subjects if subject.file]
            self.end()
            file, line = last_call_of_error(error.trace, [each.file for each in known]) or ("", 0)
            subject = next((each for each in known if each.file == file), None)
            why = error.what if subject else f"{ENGINE_FAILS}: {error.what}"
            raise GuestDied(why, subject, file, line) from error
