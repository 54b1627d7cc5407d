"""The kit that checks plugins: with pytest, or on the command line with ``plugins check``.

::

    from my_pair import my_pair
    from sudoku_engine.testing import assert_finds, assert_sound, parametrize_with_checks

    @parametrize_with_checks([my_pair])
    def test_my_pair_passes(check):
        check()

    def test_my_pair_eliminates_8_from_r1c4():
        assert_finds(my_pair, BOARD, "r1c4<>8")

Its names belong to the plugin `sudoku_plugins.kit`.
"""

from sudoku_engine.bundled import KIT, late_names

_MODULES = {
    "assertions": (
        "assert_finds",
        "assert_finds_nothing",
        "assert_passes",
        "assert_sound",
        "check_file",
        "parametrize_with_checks",
    ),
    "examination": ("CHECKS", "Examination", "checks_for"),
    "findings": ("Check", "Finding"),
    "kit": ("Kit", "bundled_kit"),
}
_PLACES = {name: f"{KIT}.{module}" for module, names in _MODULES.items() for name in names}

__all__ = sorted(_PLACES)

__getattr__, __dir__ = late_names(globals(), _PLACES)
