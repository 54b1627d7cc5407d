"""The table of keys: its readers, flags and defaults."""

import pytest

from sudoku_engine.config.readers import SCALE_NAMES
from sudoku_engine.config.schema import COMPONENT_FLAGS, SCHEMA, Flag, Override, overrides
from sudoku_plugins.ratings.scales import SCALES

FLAGS = [key.flag for key in SCHEMA.values() if key.flag]


def test_every_key_says_what_it_is_for_and_what_to_write() -> None:
    for key in SCHEMA.values():
        assert key.help
        assert key.reader.form


def test_no_two_flags_have_one_name() -> None:
    names = [flag.name for flag in (*FLAGS, *sum(COMPONENT_FLAGS.values(), ()))]
    assert len(set(names)) == len(names)


def test_scales_of_ones_own_have_other_names() -> None:
    assert tuple(SCALES) == SCALE_NAMES


@pytest.mark.parametrize("flag", FLAGS, ids=lambda flag: flag.name)
def test_a_flag_overrides_its_key(flag: Flag) -> None:
    typed = ("x",) if flag.is_repeatable else "x" if flag.metavar else True
    (found,) = overrides({flag.parameter: typed}).values()
    assert found == Override(flag.name, flag.sets or typed)  # type: ignore[arg-type]


@pytest.mark.parametrize("nothing", [None, False, ()])
def test_a_flag_that_was_not_typed_overrides_nothing(nothing: object) -> None:
    assert overrides({flag.parameter: nothing for flag in FLAGS}) == {}


def test_parameters_of_no_flag_are_passed_over() -> None:
    assert overrides({"quiet": True, "output": "a.txt"}) == {}
