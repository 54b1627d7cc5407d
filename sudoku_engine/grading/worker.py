"""The process in which a pupil's file is measured: ``python -m sudoku_engine.grading.worker``.

It reads a request, JSON on standard input, and writes figures as lines of JSON to standard output;
nothing else can write there. `apart` starts and ends it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import IO, Any, NoReturn

from sudoku_engine.api.record import grid_of
from sudoku_engine.grading.measurement import Figures, Measurement, SolvedPuzzle
from sudoku_engine.isolation.child_process import limit_resources
from sudoku_engine.isolation.time_limits import HasFile, LastResort
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.kit import bundled_kit
from sudoku_engine.testing.plugin_calls import Caller, Output
from sudoku_engine.testing.worker import STARTING, NotAllowed


def main() -> None:
    """Carry out the request on standard input."""
    _Worker(json.loads(sys.stdin.buffer.read())).run()


class _Worker(LastResort):
    """The request, the channel for messages, and the timer that stops a pupil's file."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        # Output of the file must not get into the messages, nor its processes keep them open.
        self.channel: IO[str] = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self.nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(self.nothing, 1)
        os.dup2(self.nothing, 2)

    def send(self, **message: Any) -> None:
        """Write `message` to the channel as one line."""
        print(json.dumps(message), file=self.channel, flush=True)

    def run(self) -> None:
        """Measure all strategies of the file."""
        puzzles = [
            SolvedPuzzle(grid_of(grid), tuple(digits)) for grid, digits in self.request["puzzles"]
        ]
        ours = bundled_kit().ours
        against = next(
            (component for component in ours if component.id == self.request["against"]), None
        )
        limit_resources(self.request["memory"])
        os._exit = self._exit
        sys.addaudithook(_audit)
        registry = Registry(self.request["load_seconds"], self)
        output = Output()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            registry.load([self.request["file"]])
        for plugin in registry.plugins:
            for component in plugin.components if plugin.origin.requested else ():
                if component.kind == "strategy" and component.id not in self.request["done"]:
                    caller = Caller(component, self.request["seconds"], self)

                    def report(figures: Figures, of: str = component.id) -> None:
                        self.send(strategy=of, figures=asdict(figures))

                    Measurement(caller, ours, against, report).run(puzzles)
        self.send(done=True)
        _really_exit(0)  # even if the file has started threads

    def set_timer(self, seconds: float) -> None:
        """End the process after `seconds`; 0 stops the timer."""
        if seconds:
            faulthandler.dump_traceback_later(seconds, exit=True, file=self.nothing)
        else:
            faulthandler.cancel_dump_traceback_later()

    def hung(self, subject: HasFile, line: int) -> None:
        """Report that the plugin hangs at `line`, and end the process."""
        self.send(stopped="it hangs, and nothing can stop it", line=line)
        _really_exit(2)

    def _exit(self, status: int) -> NoReturn:
        self.send(stopped=f"it ends the program (os._exit({status!r}))", line=0)
        _really_exit(2)


_really_exit: Callable[[int], NoReturn] = os._exit


def _audit(event: str, given: tuple[Any, ...]) -> None:
    if event in STARTING:
        raise NotAllowed(f"it {STARTING[event]}, which plugins may not do")


if __name__ == "__main__":
    main()
