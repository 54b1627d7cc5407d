"""Options of plugins are found, and values as written become what their annotations require."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union

import pytest

from sudoku_engine.config.yaml_reader import read_text
from sudoku_engine.errors import ConfigError
from sudoku_engine.plugins.options import (
    MISSING,
    Value,
    converted,
    described,
    parameters_of,
    read_options,
)

if TYPE_CHECKING:
    from sudoku_engine import Grid

Kind = Literal["row", "column", "box"]


def naked_pair(
    grid: Grid,
    *,
    houses: Sequence[Kind] = ("row",),
    size=2,
    names=("a", "b"),
    limit: int = None,  # type: ignore[assignment]  # noqa: RUF013
    seed,
):
    """A strategy as a student writes it: some options annotated, some not."""


def node(yaml: str) -> Value:
    """The node of a value."""
    root = read_text(f"key: {yaml}", "run.yaml")
    assert root is not None
    assert root.entries
    return root.entries[0][1]


def mapping(yaml: str) -> Value:
    """The node of a mapping."""
    root = read_text(yaml, "run.yaml")
    assert root is not None
    return root


def complaint(yaml: str, kind: Any) -> str:
    """What is wrong with a value for an option called `size`."""
    with pytest.raises(ConfigError) as caught:
        converted(node(yaml), kind, "size")
    assert str(caught.value).startswith("run.yaml:1:")
    return caught.value.what


def test_options_are_the_keyword_only_parameters() -> None:
    assert list(parameters_of(naked_pair).options) == ["houses", "size", "names", "limit", "seed"]


def test_an_annotation_is_read_beside_names_that_only_a_type_checker_knows() -> None:
    assert parameters_of(naked_pair).options["houses"].type == Sequence[Kind]


def test_without_annotation_the_default_tells_the_type() -> None:
    options = parameters_of(naked_pair).options
    assert options["size"].type is int
    assert options["names"].type == tuple[str, ...]
    assert options["seed"].type is Any
    assert options["seed"].default is MISSING


def test_a_default_of_none_allows_none() -> None:
    assert parameters_of(naked_pair).options["limit"].type == Union[int, None]


def test_partials_and_wrapped_functions_are_looked_through() -> None:
    @functools.wraps(naked_pair)
    def wrapper(*arguments: Any, **options: Any) -> Any:
        return naked_pair(*arguments, **options)

    for function in (functools.partial(naked_pair, size=3), wrapper):
        assert parameters_of(function).options["houses"].type == Sequence[Kind]
        assert not parameters_of(function).takes_any
    assert parameters_of(functools.partial(naked_pair, size=3)).options["size"].default == 3


def test_methods_and_objects_that_can_be_called_have_options() -> None:
    class Turtle:
        def present(self, runs: Any, *, delay: float = 0.5) -> None: ...

        def __call__(self, *, theme: Literal["dark", "light"] = "dark") -> None: ...

    assert parameters_of(Turtle().present).options["delay"].type is float
    assert parameters_of(Turtle()).options["theme"].default == "dark"


def test_what_has_no_signature_has_no_options() -> None:
    assert isinstance(parameters_of(dict.fromkeys).options, dict)
    assert parameters_of(3).options == {}  # type: ignore[arg-type]


def test_keywords_of_any_name_are_taken_as_what_they_look_like() -> None:
    def find(grid: Any, **options: Any) -> None: ...

    assert parameters_of(find).takes_any
    values, errors = read_options(
        parameters_of(find),
        mapping("{a: 1, b: 0.5, c: true, d: x, e: '1', f: 007, g: [1], h: none}"),
        "find",
    )
    assert not errors
    assert values == {
        "a": 1,
        "b": 0.5,
        "c": True,
        "d": "x",
        "e": "1",
        "f": "007",
        "g": [1],
        "h": None,
    }


def test_all_errors_in_options_are_reported() -> None:
    values, errors = read_options(
        parameters_of(naked_pair),
        mapping("hosues: [row]\nsize: two\nlimit: none\nhouses: [rwo]\n"),
        "naked_pair",
    )
    assert values == {"limit": None}
    assert [str(error) for error in errors] == [
        "run.yaml:1:1: naked_pair has no option 'hosues': did you mean 'houses'?",
        "run.yaml:2:7: size must be a whole number, not 'two'",
        "run.yaml:4:10: unknown houses 'rwo': did you mean 'row'?",
    ]


def test_a_plugin_without_options_says_so() -> None:
    def find(grid: Any) -> None: ...

    _, errors = read_options(parameters_of(find), mapping("a: 1"), "find")
    assert [error.what for error in errors] == ["find has no options, so no 'a'"]


@pytest.mark.parametrize(
    ("yaml", "kind", "value"),
    [
        ("true", bool, True),
        ("Yes", bool, True),
        ("on", bool, True),
        ("no", bool, False),
        ("off", bool, False),
        ("12", int, 12),
        ("-3", int, -3),
        ("010", int, 10),
        ("0.5", float, 0.5),
        (".5", float, 0.5),
        ("5.", float, 5.0),
        ("1e-3", float, 0.001),
        ("no", str, "no"),
        ("003020600", str, "003020600"),
        ("''", str, ""),
        ("pass", Literal["first", "pass"], "pass"),
        ("2", Literal[1, 2], 2),
        ("true", Literal[True], True),
        ("[row, box]", Sequence[str], ("row", "box")),
        ("[1, 2]", list[int], [1, 2]),
        ("[1, 2]", tuple[int, ...], (1, 2)),
        ("[1, a]", tuple[int, str], (1, "a")),
        ("[1, 1]", frozenset[int], frozenset({1})),
        ("[]", Collection[int], ()),
        ("[[1], [2, 3]]", list[list[int]], [[1], [2, 3]]),
        ("{a: 1}", Mapping[str, int], {"a": 1}),
        ("none", int | None, None),
        ("~", int | None, None),
        ("", int | None, None),
        ("5", int | None, 5),
        ("'none'", str | None, "none"),
        ("none", str, "none"),
        ("5", Union[str, int], 5),
        ("five", Union[str, int], "five"),
        ("pics/a.svg", Path, Path("pics/a.svg")),
        ("5", Any, 5),
    ],
)
def test_a_value_becomes_what_the_annotation_asks_for(yaml: str, kind: Any, value: Any) -> None:
    found = converted(node(yaml), kind, "size")
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("yaml", "kind", "message"),
    [
        ("maybe", bool, "size must be true or false, not 'maybe'"),
        ("1", bool, "size must be true or false, not '1'"),
        ("1:30", int, "size must be a whole number, not '1:30'"),
        ("1.5", int, "size must be a whole number, not '1.5'"),
        ("0x10", int, "size must be a whole number, not '0x10'"),
        ("٣", int, "size must be a whole number, not '٣'"),
        ("9" * 5000, int, f"size must be a whole number, not '{'9' * 39}…'"),
        ("nan", float, "size must be a number, not 'nan'"),
        ("1e999", float, "size must be a number, not '1e999'"),
        ("1:30", float, "size must be a number, not '1:30'"),
        ("", int, "size must be a whole number, not nothing"),
        ("[1]", int, "size must be a whole number, not a list"),
        ("{a: 1}", str, "size must be a text, not keys with values"),
        ("''", Path, "size must be a file, not nothing"),
        ("frist", Literal["first", "pass"], "unknown size 'frist': did you mean 'first'?"),
        ("[a]", Literal["first", "pass"], "size must be first or pass, not a list"),
        ("none", int, "size must be a whole number, not 'none'"),
        ("x", int | None, "size must be a whole number or none, not 'x'"),
        (
            "x",
            Union[int, bool, None],
            "size must be a whole number, true or false or none, not 'x'",
        ),
        ("row", Sequence[str], "size must be a list: write [row]"),
        ("{row: }", Sequence[str], "size must be a list: put '- ' before 'row'"),
        ("", Sequence[str], "size must be a list, such as [a, b], or '- a' line by line"),
        ("[1, x]", list[int], "size must be a whole number, not 'x'"),
        ("[1]", tuple[int, int], "size must be a list of 2, not of 1"),
        ("[[1]]", set[Any], "size must be a list of single values"),
        ("a", dict[str, int], "size must be keys with values, not 'a'"),
    ],
)
def test_an_error_says_what_would_fit(yaml: str, kind: Any, message: str) -> None:
    assert complaint(yaml, kind) == message


def test_an_error_in_an_item_of_a_list_has_its_own_place() -> None:
    with pytest.raises(ConfigError, match=r"^run\.yaml:1:10: "):
        converted(node("[1, x]"), list[int], "size")


def test_a_type_that_nobody_can_write_is_an_error() -> None:
    kinds: list[Any] = [Callable[[], int], complex]
    for kind in kinds:
        assert "cannot be set in a configuration" in complaint("5", kind)


@pytest.mark.parametrize("annotation", [[int], {"a": 1}, "no such name", 3])
def test_an_annotation_that_is_no_type_is_passed_over(annotation: Any) -> None:
    def find(grid: Any, *, size: Any = 2) -> None: ...

    find.__annotations__["size"] = annotation
    values, errors = read_options(parameters_of(find), mapping("size: 3"), "find")
    assert values == {"size": 3} or errors


def test_types_are_described_for_people() -> None:
    assert described(float | None) == "a number or none"
    assert described(Literal["a", "b", "c"]) == "a, b or c"
    assert described(list[int]) == "a list"
