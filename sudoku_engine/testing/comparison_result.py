"""What comes out when a strategy is compared with a technique, and that in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sudoku_engine.board.step import Step
from sudoku_engine.board.words import counted, plural
from sudoku_engine.plugins.component import Component
from sudoku_engine.testing.advice.features import what_is_missed
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.plugin_calls import StrategyAnswer


@dataclass
class Comparison:
    """The steps of a technique that a strategy finds and misses."""

    technique: Component

    kept: list[tuple[Position, Step]] = field(default_factory=list)
    """The technique's steps that it finds."""

    missed: list[tuple[Position, Step]] = field(default_factory=list)
    """The technique's steps that it misses."""

    extra: list[tuple[Position, Step]] = field(default_factory=list)
    """Its steps that the technique does not have."""

    usual: list[Step] = field(default_factory=list)
    """Its steps that the technique has, too."""

    has_simple_cases: bool = False
    """Whether it also finds simple cases of the technique, which simpler ones find as well."""

    namesakes: Sequence[Component] = ()
    """Other types of the technique, whose steps are none too many."""

    n_found: int = 0
    """How many of the technique's steps it finds."""

    n_steps: int = 0
    """The number of steps that it finds."""

    n_unanswered: int = 0
    """How many of the technique's steps are on boards for which it has no answer."""

    @property
    def n_wanted(self) -> int:
        """The number of all steps of the technique."""
        return self.n_found + len(self.missed) + self.n_unanswered

    @property
    def part(self) -> float:
        """The part of the technique that it finds, see `part_found`."""
        return part_found(self.n_found, self.n_wanted, len(self.extra))

    @property
    def in_words(self) -> str:
        """The comparison in a sentence."""
        word, extra = _word_for(self.technique), len(self.extra)
        if extra and extra == self.n_steps:
            if extra == 1:
                return f"its only step is no {word}"
            return f"its {extra} steps are no {_plural(word)}"
        text = self.praise
        if extra:
            are = f"is no {word}" if extra == 1 else f"are no {_plural(word)}"
            text += f"; {extra} of its {self.n_steps} steps {are}"
        return text

    @property
    def praise(self) -> str:
        """How much of the technique it finds."""
        total = self.n_found + len(self.missed)
        word = _word_for(self.technique)
        return f"it finds {self.n_found} of {counted(total, word, _plural(word))}"

    @property
    def in_words_beside_others(self) -> str:
        """The comparison in a sentence if simpler techniques find the steps that are added."""
        of_all = f"{len(self.extra)} of its {self.n_steps} steps"
        return f"{self.praise}; {self.technique.name} leaves {of_all} to simpler techniques"

    def missed_in_common(self, own: Sequence[tuple[Position, StrategyAnswer]]) -> str:
        """Return what the steps that it misses have in common; empty if that is unknown.

        `own`: what it finds.
        """
        missed, kept = (
            [(position.grid, step) for position, step in steps]
            for steps in (self.missed, self.kept)
        )
        found = [(position.grid, step) for position, answer in own for step in answer.steps]
        return what_is_missed(missed, kept, found)


def part_found(found: int, wanted: int, other: int) -> float:
    """Return the part of a technique that is found, 0 to 1; `other`: steps that are not it.

    They make it smaller: who eliminates everything has found the technique by chance.
    """
    return found / wanted * found / (found + other) if found else 0.0


def _word_for(technique: Component) -> str:
    """Return the name of a technique inside a sentence: ``naked pair``, but ``X-Wing``.

    A small word in it makes it a person's name: ``Sue de Coq``.
    """
    name = technique.name
    is_common = all(word.isalpha() and word[0].isupper() for word in name.split())
    return name.lower() if is_common else name


def _plural(word: str) -> str:
    if not (word[-2:].isalpha() and word[-2:].islower()):  # such as Unique Rectangle Type 1
        return f"steps of {word}"
    if word.endswith(("s", "fish")):
        return word
    return plural(word)
