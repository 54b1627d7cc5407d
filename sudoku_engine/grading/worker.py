"""The process in which a pupil's file is measured: ``python -m sudoku_engine.grading.worker``.

It is told what to do in JSON on standard input, and tells figures as lines of JSON on standard
output, which nothing else gets to write to. What starts and ends it is `apart`.
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
    """Does what standard input asks for."""
    _Worker(json.loads(sys.stdin.buffer.read())).run()


class _Worker(LastResort):
    """What is asked, the channel on which it answers, and what stops a pupil's file."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self.asked = asked
        # What the file prints must not get among the answers, nor its processes hold them.
        self.channel: IO[str] = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self.nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(self.nothing, 1)
        os.dup2(self.nothing, 2)

    def tell(self, **message: Any) -> None:
        """Writes a line to the channel."""
        print(json.dumps(message), file=self.channel, flush=True)

    def run(self) -> None:
        """Measures all strategies of the file."""
        puzzles = [
            SolvedPuzzle(grid_of(grid), tuple(digits)) for grid, digits in self.asked["puzzles"]
        ]
        ours = bundled_kit().ours
        against = next(
            (component for component in ours if component.id == self.asked["against"]), None
        )
        limit_resources(self.asked["memory"])
        os._exit = self._exit
        sys.addaudithook(_audit)
        registry = Registry(self.asked["load_seconds"], self)
        output = Output()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            registry.load([self.asked["file"]])
        for plugin in registry.plugins:
            for component in plugin.components if plugin.origin.requested else ():
                if component.kind == "strategy" and component.id not in self.asked["done"]:
                    caller = Caller(component, self.asked["seconds"], self)

                    def tell(figures: Figures, of: str = component.id) -> None:
                        self.tell(strategy=of, figures=asdict(figures))

                    Measurement(caller, ours, against, tell).run(puzzles)
        self.tell(done=True)
        _really_exit(0)  # whatever threads the file may have started

    def set_timer(self, seconds: float) -> None:
        """End the process after `seconds`; 0 stops the timer."""
        if seconds:
            faulthandler.dump_traceback_later(seconds, exit=True, file=self.nothing)
        else:
            faulthandler.cancel_dump_traceback_later()

    def hung(self, subject: HasFile, line: int) -> None:
        """Report that the plugin hangs at `line`, and end the process."""
        self.tell(stopped="it hangs, and nothing can stop it", line=line)
        _really_exit(2)

    def _exit(self, status: int) -> NoReturn:
        self.tell(stopped=f"it ends the program (os._exit({status!r}))", line=0)
        _really_exit(2)


_really_exit: Callable[[int], NoReturn] = os._exit


def _audit(event: str, given: tuple[Any, ...]) -> None:
    if event in STARTING:
        raise NotAllowed(f"it {STARTING[event]}, which plugins may not do")


if __name__ == "__main__":
    main()
