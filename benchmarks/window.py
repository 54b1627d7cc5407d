"""Measure how fast the window draws, plays, searches, and answers while a strategy computes.

Run from anywhere; it starts an X server of its own (Xvfb, which must be installed)::

    python benchmarks/window.py [--frames N]

* a step: the picture made and painted for each step of a run, all candidates shown, Tk's own
  part in the drawing included; the median, and how many parts were redrawn;
* played: 1,000 steps at 60 a second; how many were reached a second, and the share of
  frames that were more than half a frame late;
* searched: a search of a million events at full speed; frames and events a second;
* grown: items on the canvas and memory, after a round of the steps and at the end;
* answered: from a key to the frame that shows it, while a strategy computes for 2 seconds.

A step is in processor time, without the X server's; all else is by the clock, so those are figures
of a machine with little else to do.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice, pairwise
from statistics import median
from time import monotonic, perf_counter, process_time
from typing import Any

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.api.events import Author, Ended, Event, Found, Started, Stepped, TakenBack, Tried
from sudoku_engine.api.run import Run
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.event_scenes import scenes_of
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import theme_named
from sudoku_frontends.player.film import Film
from sudoku_frontends.player.view import FRAME, Input, Key, View
from sudoku_frontends.turtle_window import SWITCH_INTERVAL
from sudoku_frontends.turtle_window.window import Window

PUZZLE = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"
GRID = Grid.parse(PUZZLE)
LIGHT = theme_named("light")
AUTHOR = Author("mine", "Mine")


@contextmanager
def display() -> Iterator[None]:
    """Start a display of our own."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as stream:
        os.environ["DISPLAY"] = f":{stream.readline().strip()}"
    try:
        yield
    finally:
        server.terminate()
        server.wait()


def steps_of_a_run() -> list[Scene]:
    """Return the scenes of the steps of our puzzle, as long as strategies find any."""
    registry = Registry()
    registry.load()
    events = Loop(registry.loop_strategies("auto")).events(GRID)
    return [scene for scene in scenes_of(list(events)) if scene.step is not None]


def memory() -> int:
    """Return the resident memory of this process, in MiB."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) // 1024


class Script:
    """A view's script: one piece of `work` a tick, until nothing is left."""

    def __init__(self, work: Callable[[Any], Iterator[None]]) -> None:
        self.work = work
        self.under_way: Iterator[None] | None = None

    def tick(self, window: Any, now: float, inputs: Sequence[Input]) -> None:
        if self.under_way is None:
            self.under_way = self.work(window)
        if next(self.under_way, self) is self:
            window.close()


def drawn(frames: int) -> None:
    """Time each of the steps, drawn again and again, and measure what grows meanwhile."""
    pictures, paintings, showings, parts, grown = [], [], [], [], []

    def work(window: Any) -> Iterator[None]:
        scenes = steps_of_a_run()
        window.show(Scene(GRID), LIGHT)
        yield
        last = frames - frames % len(scenes)  # the same scene as the first
        for number, scene in enumerate(islice(cycle(scenes), last + 1)):
            begun = process_time()
            made = picture(scene, LIGHT, *window.size)
            pictured = process_time()
            parts.append(window.painter.paint(made))
            painted = process_time()
            window.root.update_idletasks()
            pictures.append(pictured - begun)
            paintings.append(painted - pictured)
            showings.append(process_time() - begun)
            if number in (len(scenes), last):
                grown.append((len(window.canvas.find_all()), memory()))
            if number % 20 == 0:
                yield

    Window("Benchmark", size="640x800").run(Script(work))
    print("a step, ms at the median")
    row("picture", 1000 * median(pictures))
    row("painting", 1000 * median(paintings))
    row("with Tk's drawing", 1000 * median(showings), "target 6")
    row("parts redrawn", median(parts))
    for name, (first, last) in zip(("items", "memory, MiB"), zip(*grown)):
        row(name, last, f"{first} after a round, this after {frames:,} frames")


def steps(count: int) -> Iterator[Event]:
    """Yield `count` steps, each of which marks other cells; the board stays open."""
    grid = GRID
    yield Started(grid)
    found = [Step([Candidate(cell, min(grid.candidates(cell)))]) for cell in grid.open_cells]
    for number, step in enumerate(islice(cycle(found), count), 1):
        yield Stepped(number, AUTHOR, step, grid)
    yield Ended("stuck", "strategies", grid, count, {}, 0.0)


def search(count: int) -> Iterator[Event]:
    """Yield the `count` events of a search."""
    yield Started(GRID)
    cells = GRID.open_cells[:20]
    for _ in range(count // (2 * len(cells))):
        for cell in cells:
            yield Tried(cell, min(GRID.candidates(cell)))
        for cell in reversed(cells):
            yield TakenBack(cell)
    yield Found(GRID)
    yield Ended("solved", "search", GRID, 0, {}, 0.0)


def slow(seconds: float) -> Iterator[Event]:
    """Yield steps, each found after this number of `seconds` of computing."""
    for event in steps(2):
        until = monotonic() + seconds
        while not isinstance(event, Started) and monotonic() < until:
            sum(range(1000))
        yield event


class Watched:
    """A film whose frames are timed; presses `keys` (frame to key), and quits at the end."""

    def __init__(self, events: Iterator[Event], keys: dict[int, str], **options: Any) -> None:
        self.film = Film([Run(GRID, events)], **options)
        self.keys = keys
        self.frames: list[float] = []
        self.answers: list[float] = []
        self.title = ""

    def tick(self, window: View, now: float, inputs: Sequence[Input]) -> None:
        begun = perf_counter()
        key = self.keys.get(len(self.frames))
        self.film.tick(window, now, [Key(key)] if key else [])
        self.frames.append(now)
        if key:
            self.answers.append(perf_counter() - begun)
        player = self.film.player
        if player and player.is_started and player.is_done and not player.is_moving:
            window.close()

    def run(self) -> None:
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            Window("Benchmark", size="640x800").run(self)
        finally:
            sys.setswitchinterval(interval)
            self.film.stop()

    @property
    def seconds(self) -> float:
        return self.frames[-1] - self.frames[0]


def played(count: int) -> None:
    film = Watched(steps(count), {1: "space"}, delay=FRAME)
    film.run()
    gaps = [later - earlier for earlier, later in pairwise(film.frames)]
    late = sum(gap > 1.5 * FRAME for gap in gaps) / len(gaps)
    print(f"{count:,} steps played at 60 a second")
    row("steps a second", count / film.seconds)
    row("late frames, %", 100 * late)


def searched(count: int) -> None:
    film = Watched(search(count), {1: "End"})
    film.run()
    print(f"a search of {count:,} events")
    row("frames a second", len(film.frames) / film.seconds, "target 30")
    row("events a second", count / film.seconds)


def answered() -> None:
    keys = {i: ("l", "?", "?", "t", "c", "c")[i // 20 % 6] for i in range(40, 400, 20)}
    film = Watched(slow(2), {1: "Right", 2: "End", **keys})
    film.run()
    gaps = [later - earlier for earlier, later in pairwise(film.frames)]
    print("while a strategy computes for 2 s")
    row("a key, ms at the median", 1000 * median(film.answers))
    row("a key, ms at most", 1000 * max(film.answers), "target 100")
    row("from frame to frame, ms", 1000 * max(gaps), "at most")


def row(name: str, figure: float, told: str = "") -> None:
    print(f"  {name:<26}{figure:>12,.1f}   {told}".rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--frames", type=int, default=10_000, metavar="N")
    arguments = parser.parse_args()
    with display():
        drawn(arguments.frames)
        played(1000)
        searched(1_000_000)
        answered()


if __name__ == "__main__":
    main()
