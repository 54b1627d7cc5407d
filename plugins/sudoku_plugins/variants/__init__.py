"""Variants: puzzles with clues, such as cages, thermometers and dots.

Here are the rules of clues and `rule`, which makes one of a function; texts of clues; the sums and
the search of boards with clues; and which clues forbid two candidates. Needs nothing else. Without
this plugin, a puzzle with clues is refused in one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sudoku_engine import hookimpl

if TYPE_CHECKING:
    from sudoku_engine import Rule
    from sudoku_engine.board.variants import RuleBook
    from sudoku_engine.formats.format_book import ClueTexts
    from sudoku_engine.search.general import ClueSearch


@hookimpl
def sudoku_rules() -> Iterable[Rule]:
    """Return the bundled rules, as they stand in their modules."""
    from sudoku_plugins.variants import cells, houses, lines, neighbours
    from sudoku_plugins.variants.rule import Rule

    modules = (houses, cells, neighbours, lines)
    return [each for module in modules for each in vars(module).values() if isinstance(each, Rule)]


@hookimpl
def sudoku_rule_book() -> RuleBook:
    """Return the rules that puzzles may name."""
    from sudoku_plugins.variants.rule_book import RULE_BOOK

    return RULE_BOOK


@hookimpl
def sudoku_clue_texts() -> ClueTexts:
    """Return the reader of texts of clues."""
    from sudoku_plugins.variants import clue_lines

    return clue_lines


@hookimpl
def sudoku_clue_search() -> ClueSearch:
    """Return the search of boards with clues."""
    from sudoku_plugins.variants import clued

    return clued


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    return dict.fromkeys(("Rule", "rule"), "sudoku_plugins.variants.rule")
