"""The process in which a user's plugin is checked: ``python -m sudoku_engine.testing.worker``.

It reads a request, JSON on standard input, and writes lines of JSON to standard output; nothing
else can write there. `isolation` starts and ends it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import IO, Any, NoReturn

from sudoku_engine.api.kinds import KINDS
from sudoku_engine.board.layout import Layout
from sudoku_engine.config.config import Chosen, Config, Override, read
from sudoku_engine.errors import SudokuError, UsageError, near_name
from sudoku_engine.isolation.child_process import limit_resources
from sudoku_engine.isolation.time_limits import HasFile, LastResort
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.advice.wording import advice_on_loading
from sudoku_engine.testing.examination import Examination
from sudoku_engine.testing.findings import finding_as_json
from sudoku_engine.testing.kit import Kit, bundled_kit
from sudoku_engine.testing.plugin_calls import NotAllowed as NotAllowed
from sudoku_engine.testing.plugin_calls import Output

STARTING = {
    "os.fork": "starts a process (os.fork)",
    "os.forkpty": "starts a process (os.forkpty)",
    "os.posix_spawn": "starts a program (os.posix_spawn)",
    "os.spawn": "starts a program (os.spawn)",
    "os.exec": "becomes another program (os.exec)",
    "os.startfile": "starts a program (os.startfile)",
    "os.system": "starts a program (os.system)",
    "subprocess.Popen": "starts a program (subprocess)",
    "os.kill": "ends processes (os.kill)",
    "os.killpg": "ends processes (os.killpg)",
}
"""Forbidden actions of a plugin in a file, by the name of the interpreter's audit event."""


def main() -> None:
    """Carry out the request on standard input."""
    _Worker(json.loads(sys.stdin.buffer.read())).run()
    _really_exit(0)  # the interpreter would wait for threads of the plugin


class _Worker(LastResort):
    """The request, the channel for messages, and the timer that stops a plugin."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        # Output of the plugin must not get into the messages, nor its processes keep them open.
        self.channel: IO[str] = os.fdopen(os.dup(1), "w", encoding="utf-8")
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        self.is_guarded = False
        # It must stay open: the timer writes to it when nothing else can.
        self.crash_trace = open(request["crash_trace"], "w", encoding="utf-8")  # noqa: SIM115
        faulthandler.enable(self.crash_trace)

    def send(self, **message: Any) -> None:
        """Write `message` to the channel as one line."""
        print(json.dumps(message), file=self.channel, flush=True)

    def run(self) -> None:
        """Load the plugins and check them."""
        limit_resources(self.request["memory"])
        os._exit = self._exit
        sys.addaudithook(self._audit)
        registry = Registry(self.request["load_timeout"], self)
        output = Output()
        self.is_guarded = True
        try:
            draft = read(self.request["config"], self.request["paths"])
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                registry.load(draft.plugins, draft.disable)
            self.is_guarded = False
            for problem in registry.problems:
                self.send(problem=_with_advice(problem), requested=_is_requested(registry, problem))
            layout = self.request["layout"]
            overrides = {} if layout is None else {"layout": Override("--layout", layout)}
            config = draft.checked(registry, overrides, registry.has_failed)
            plugins = list(_wanted(registry, self.request["target"], self.request["is_file"]))
            kit = self._kit(config.layout)
        except SudokuError as error:
            self.send(problem=str(error), requested=True)
            return
        self.send(plugins=[[component.kind, component.id] for component in plugins])
        for component in plugins:
            if [component.kind, component.id] not in self.request["done"]:
                self._examine(_with_options(component, config), kit)
        self.send(done=True)

    def _kit(self, layout: Layout | None) -> Kit:
        ours = bundled_kit().ours
        against = self.request["against"]
        technique = None
        if against is not None:
            by_id = {component.id: component for component in ours}
            if against not in by_id:
                raise UsageError(f"unknown technique {against!r}: {near_name(against, by_id)}")
            technique = by_id[against]
        return Kit(
            ours,
            technique,
            layout,
            limit=self.request["limit"],
            has_windows=self.request["windows"],
            last_resort=self,
        )

    def _examine(self, component: Component, kit: Kit) -> None:
        self.send(
            plugin=component.id,
            kind=component.kind,
            name=component.name,
            file=component.file,
            line=component.line,
        )
        try:
            examination = Examination(component, kit)
        except SudokuError as error:
            self.send(problem=str(error), requested=True)
            return
        self.is_guarded = component.origin.how == "file"
        for check in examination.checks():
            self.send(check=check.name, about=check.about, is_must=check.is_must)
            finding = check.run()
            self.send(
                finding=finding_as_json(finding),
                boards=examination.boards,
                fired=examination.fired,
            )
        self.is_guarded = False
        self.send(end=component.id)

    def set_timer(self, seconds: float) -> None:
        """End the process after `seconds`; 0 stops the timer."""
        if seconds:
            faulthandler.dump_traceback_later(seconds, exit=True, file=self.crash_trace)
        else:
            faulthandler.cancel_dump_traceback_later()

    def hung(self, subject: HasFile, line: int) -> None:
        """Report that the plugin hangs at `line`, and end the process."""
        self.send(stopped="it hangs, and nothing can stop it", line=line)
        _really_exit(2)

    def _exit(self, status: int) -> NoReturn:
        self.send(stopped=f"it ends the program (os._exit({status!r}))", line=_line_of_plugin())
        _really_exit(2)

    def _audit(self, event: str, given: tuple[Any, ...]) -> None:
        if self.is_guarded and event in STARTING:
            raise NotAllowed(f"it {STARTING[event]}, which plugins may not do")


_really_exit: Callable[[int], NoReturn] = os._exit


def _line_of_plugin() -> int:
    """Return the line from which a function of the library was called."""
    return sys._getframe(2).f_lineno


def _is_requested(registry: Registry, problem: SudokuError) -> bool:
    return any(
        problem in plugin.problems and plugin.origin.requested for plugin in registry.plugins
    )


def _with_advice(problem: SudokuError) -> str:
    """Return a `problem` with loading, with advice if there is any."""
    advice = advice_on_loading(str(problem))
    return f"{problem} ({advice})" if advice else str(problem)


def _wanted(registry: Registry, target: str, is_file: bool) -> list[Component]:
    """Return the components of the file, folder or package `target`, or the one with that id."""
    if is_file:
        root = os.path.realpath(target)
        sources = [
            source
            for source in registry.plugins
            if source.origin.how == "file"
            and f"{os.path.realpath(source.origin.path)}{os.sep}".startswith(f"{root}{os.sep}")
        ]
    else:
        named = [p for kind in KINDS for p in registry.of_kind(kind) if p.id == target]
        if named:
            return named
        sources = [source for source in registry.plugins if source.origin.name == target]
        if not sources:
            known = [plugin_id for kind in KINDS for plugin_id in registry.ids(kind)]
            raise UsageError(f"no file and no plugin {target!r}: {near_name(target, known)}")
    found = [component for source in sources for component in source.components]
    if not found and not any(source.problems for source in sources):
        raise UsageError(f"{target}: there is no plugin to check, or all are disabled")
    return found


def _with_options(component: Component, config: Config) -> Component:
    """Return `component` with the options that `config` sets for it."""
    chosen: dict[str, Iterable[Chosen | None]] = {
        "strategy": config.strategies or (),
        "solver": (config.solver, config.fallback),
        "generator": (config.generator,),
        "checker": (config.checker,),
        "reporter": config.reporters,
        "frontend": (config.frontend,),
    }
    for one in chosen[component.kind]:
        if one is not None and one.id == component.id:
            return component.with_options(one.options)
    return component


if __name__ == "__main__":
    main()
