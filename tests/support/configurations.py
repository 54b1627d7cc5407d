"""Configurations for tests, and the components that they name."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest

from sudoku_engine import GaveUp, Grid, Layout, Puzzle, Step, Verdict, strategy
from sudoku_engine.config.config import Config, Override, read
from sudoku_engine.errors import ConfigError
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import strategies_named, strategy_meant

CLASSROOM = """\
# The lesson on pairs.
plugins: [./my_strategy.py, ./more/, somebodys_plugin]
disable: [hidden_pair]
layout: {boxes: 2x3, diagonals: true}
strategies:
  - naked_single
  - naked_pair:
      houses: [row, column]
loop: {mode: pass, pencilmarks: manual, max_steps: 20, step_timeout: none, on_fault: stop,
       guard: no}
fallback: none
solver: {bitboard: {deep: true}}
generator: {minimal: {symmetry: rotational}}
reporters: [text, jsonl]
frontend:
  turtle: {delay: 0.5, theme: dark}
puzzle: 003020600900305001001806400
"""


@strategy("Naked Single", score=4, level="easy", family="singles")
def naked_single(grid: Grid) -> Iterator[Step]:
    return iter(())


@strategy("Visible Single", score=1, level="easy", family="singles", marks="manual")
def visible_single(grid: Grid) -> Iterator[Step]:
    return iter(())


@strategy("Naked Pair", score=60, level="medium", family="subsets")
def naked_pair(
    grid: Grid, *, houses: Sequence[Literal["row", "column", "box"]] = ("row",)
) -> Iterator[Step]:
    return iter(())


@strategy("Fish", score=140, level="hard")
def fish(grid: Grid, *, size: int) -> Iterator[Step]:
    return iter(())


class Bitboard:
    id, name = "bitboard", "Bitboard search"

    def solutions(self, grid: Grid, *, deep: bool = False) -> Iterator[Grid]:
        return iter(())


class Text:
    id, name = "text", "Text"

    def event(self, run: Any, event: Any, *, picture: Path | None = None) -> None: ...


class JsonLines(Text):
    id, name = "jsonl", "JSON lines"


class Turtle:
    id, name = "turtle", "Turtle"

    def present(
        self, runs: Any, *, delay: float = 1, theme: Literal["dark", "light"] = "light"
    ) -> None: ...


class Canonical:
    id = "canonical"
    name = "Canonical"

    def find(self, source: Grid, target: Grid) -> Verdict:
        return Verdict(None)


class Minimal:
    id, name = "minimal", "Minimal"

    def generate(
        self, rng: Any, layout: Layout, *, symmetry: str = "none", rater: object
    ) -> Puzzle:
        raise GaveUp("I never find one")


class SmallRegistry:
    """A few plugins of each kind."""

    def __init__(self, without: Sequence[str] = ()) -> None:
        things: dict[str, list[Any]] = {
            "strategy": [visible_single, naked_single, naked_pair, fish],
            "solver": [Bitboard()],
            "generator": [Minimal()],
            "checker": [Canonical()],
            "reporter": [Text(), JsonLines()],
            "frontend": [Turtle()],
        }
        self.not_disabled: dict[str, str] = {}
        self.plugins = {
            kind: {
                thing.id: Component.of(kind, thing) for thing in of_kind if thing.id not in without
            }
            for kind, of_kind in things.items()
        }

    def ids(self, kind: str) -> list[str]:
        return list(self.plugins.get(kind, ()))

    def find(self, kind: str, name: str) -> Component:
        return self.plugins[kind][name]

    def strategy_meant(self, name: str) -> str:
        return strategy_meant(name, list(self.plugins["strategy"].values()))

    def strategies_named(self, name: str) -> list[Component]:
        return strategies_named(name, list(self.plugins["strategy"].values()))


def checked(yaml: str = "", **overrides: Override) -> Config:
    """The configuration that `yaml` is; `overrides` by key, with ``_`` after the section."""
    Path("run.yaml").write_text(yaml, encoding="utf-8")
    named = {key.replace("loop_", "loop.", 1): value for key, value in overrides.items()}
    return read("run.yaml").checked(SmallRegistry(), named)


def complaints(yaml: str, **overrides: Override) -> list[str]:
    """What is wrong with a configuration, a line each."""
    with pytest.raises(ConfigError) as caught:
        checked(yaml, **overrides)
    return str(caught.value).splitlines()
