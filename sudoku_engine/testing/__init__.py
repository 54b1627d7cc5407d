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

from typing import Any

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

_FOUND_LATE = {
    **dict.fromkeys(
        (
            "assert_finds",
            "assert_finds_nothing",
            "assert_passes",
            "assert_sound",
            "parametrize_with_checks",
        ),
        "sudoku_engine.testing.assertions",
    ),
    **dict.fromkeys(("CHECKS", "Examination", "checks_for"), "sudoku_engine.testing.examination"),
    **dict.fromkeys(("Check", "Finding"), "sudoku_engine.testing.findings"),
    **dict.fromkeys(("Kit", "bundled_kit"), "sudoku_engine.testing.kit"),
    "check_file": "sudoku_engine.testing.self_check",
}
"""By name, the module that has it: the guest in which a plugin is called needs none of them."""


def __getattr__(name: str) -> Any:
    """Import a name of `_FOUND_LATE` when it is first used."""
    if name not in _FOUND_LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(_FOUND_LATE[name]), name)
    return found


def __dir__() -> list[str]:
    """Return all names, so that completion knows them."""
    return sorted({*globals(), *__all__})
