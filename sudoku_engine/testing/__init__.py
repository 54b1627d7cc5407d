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

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl

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
"""Modules with the names in them: the guest in which a plugin is called needs none of them."""


def __getattr__(name: str) -> Any:
    """Import a name of `_FOUND_LATE` when it is first used."""
    for module, names in _FOUND_LATE.items():
        if name in names:
            from importlib import import_module

            found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, so that completion knows them."""
    return sorted({*globals(), *__all__})


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that checks plugins."""
    return commands_in(
        __name__,
        {"plugins check": "Check whether plugins are correct and keep the rules."},
        {"plugins check": "check_command"},
    )
