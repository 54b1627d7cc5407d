"""The kit that checks plugins: with pytest, or on the command line with ``plugins check``.

::

    from my_pair import my_pair
    from sudoku_engine.testing import assert_finds, assert_sound, parametrize_with_checks

    @parametrize_with_checks([my_pair])
    def test_my_pair_passes(check):
        check()

    def test_my_pair_eliminates_8_from_r1c4():
        assert_finds(my_pair, BOARD, "r1c4<>8")

A plugin brings its names: the kit.
"""

from sudoku_engine.bundled import late_names

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

__getattr__, __dir__ = late_names(globals(), {}, "testing.")
