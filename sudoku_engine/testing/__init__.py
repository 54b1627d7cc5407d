"""The kit that checks plugins: with pytest, or on the command line with ``plugins check``.

::

    from my_pair import my_pair
    from sudoku_engine.testing import assert_finds, assert_sound, parametrize_with_checks

    @parametrize_with_checks([my_pair])
    def test_my_pair_passes(check):
        check()

    def test_my_pair_eliminates_8_from_r1c4():
        assert_finds(my_pair, BOARD, "r1c4<>8")
"""

from sudoku_engine.testing.assertions import (
    assert_finds,
    assert_finds_nothing,
    assert_passes,
    assert_sound,
    parametrize_with_checks,
)
from sudoku_engine.testing.examination import CHECKS, Examination, checks_for
from sudoku_engine.testing.findings import Check, Finding
from sudoku_engine.testing.kit import Kit, bundled_kit
from sudoku_engine.testing.self_check import check_file

__all__ = [
    "CHECKS",
    "Check",
    "Examination",
    "Finding",
    "Kit",
    "assert_finds",
    "assert_finds_nothing",
    "assert_passes",
    "assert_sound",
    "bundled_kit",
    "check_file",
    "checks_for",
    "parametrize_with_checks",
]
