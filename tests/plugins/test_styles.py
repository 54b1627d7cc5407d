"""A technique may be written in any honest style; each finds what the plain function finds."""

from pathlib import Path
from textwrap import dedent

import pytest

from sudoku_engine import Grid
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from tests.support.files import plugin_file

BOARD = Grid.parse(
    "9613827453.2.479.67.4..9.32.379.5..4.95.34.7.146278359679453.2.423891567518726493"
)

FINDING = '''
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from itertools import combinations

def find(grid, size=2):
    """Find naked subsets."""
    for house in grid.layout.houses:
        cells = [c for c in house.cells if 2 <= len(grid.candidates(c)) <= size]
        for group in combinations(cells, size):
            digits = frozenset().union(*map(grid.candidates, group))
            struck = [
                Candidate(c, d)
                for c in house.cells
                if c not in group
                for d in sorted(digits & grid.candidates(c))
            ]
            if len(digits) == size and struck:
                yield Step(eliminations=struck)

make = partial(strategy, score=60, level="medium")
'''

STYLES = {
    "object": """
        class Finder:
            def __init__(self, size):
                self.size = size
            def __call__(self, grid):
                return find(grid, self.size)
        my = make("My")(Finder(2))
        """,
    "object_with_find": """
        class Finder:
            def find(self, grid):
                return find(grid)
        my = make("My")(Finder())
        """,
    "decorated_class": """
        @make("My")
        class Finder:
            size = 2
            def __call__(self, grid):
                return find(grid, self.size)
        """,
    "decorated_class_with_find": """
        @make("My")
        @dataclass(frozen=True)
        class Finder:
            size: int = 2
            def find(self, grid):
                return find(grid, self.size)
        """,
    "object_with_slots": """
        class Finder:
            __slots__ = ()
            def __call__(self, grid):
                return find(grid)
        my = make("My")(Finder())
        """,
    "method": """
        class Finder:
            def pairs(self, grid):
                return find(grid)
        my = make("My", id="Finder")(Finder().pairs)
        """,
    "partial": 'my = make("My", id="Finder")(partial(find, size=2))',
    "partial_of_a_position": """
        def Finder(size, grid):
            return find(grid, size)
        my = make("My")(partial(Finder, 2))
        """,
    "partial_of_an_object": """
        class Finder:
            def __call__(self, grid, size):
                return find(grid, size)
        my = make("My")(partial(Finder(), size=2))
        """,
    "partial_of_a_partial": 'my = make("My", id="Finder")(partial(partial(find), size=2))',
    "lambda": 'my = make("My", id="Finder")(lambda grid: find(grid, 2))',
    "list": 'ALL = [make("My", id="Finder")(partial(find, size=size)) for size in [2]]',
    "dictionary": """
        ALL = {}
        for size in [2]:
            @make("My", id="Finder")
            def search(grid, size=size):
                return find(grid, size)
            ALL[size] = search
        """,
    "wrapped": """
        def listed(function):
            @wraps(function)
            def inner(grid):
                return list(function(grid))
            return inner
        @make("My")
        @listed
        def Finder(grid):
            yield from find(grid)
        """,
    "cached": """
        @make("My")
        @lru_cache
        def Finder(grid):
            return tuple(find(grid))
        """,
    "annotated": """
        @make("My")
        def Finder(grid: "Grid") -> "list[Nothing]":
            match [step for each in [grid] if (step := next(find(each), None))]:
                case [step]:
                    return [step, *list(find(grid))[1:]]
        """,
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Component]:
    """What each style offers, by the style's name."""
    folder = tmp_path_factory.mktemp("styles")
    for style, text in STYLES.items():
        named = text.replace("Finder", f"of_{style}")
        plugin_file(folder, FINDING + "\n" + dedent(named), f"{style}.py")
    registry = Registry()
    registry.load([str(folder)])
    assert not registry.problems
    return {style: registry.find("strategy", f"of_{style}") for style in STYLES}


@pytest.mark.parametrize("style", STYLES)
def test_a_style_finds_what_the_plain_function_finds(
    style: str, found: dict[str, Component]
) -> None:
    component = found[style]
    steps = [step.notation(BOARD.layout) for step in component.call(BOARD)]
    assert steps == ["r45c7<>1, r45c7<>8"] * 2  # by r37c7 in column 7, by r4c8 and r5c9 in box 6
    assert (Path(component.file).name, component.line > 0) == (f"{style}.py", True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('@strategy("A", score=1, level="easy")\nasync def a(grid): ...', "a is async"),
        (
            '@strategy("A", score=1, level="easy")\nclass A:\n    def __init__(self, n): ...\n'
            "    def find(self, grid): ...",
            "makes an object of A: missing a required argument: 'n'",
        ),
        (
            '@strategy("A", score=1, level="easy")\nclass A:\n    def search(self, grid): ...',
            "A has neither __call__(self, grid) nor find(self, grid)",
        ),
        (
            "class A:\n    id = name = 'a'\n    score, level = 1, 'easy'\n"
            "    def find(self, grid): ...\na = A()",
            "a is not offered: write @hookimpl, and below it def sudoku_strategies(): return [a]",
        ),
        (
            "from functools import wraps\ndef other(f):\n    return wraps(f)(lambda *a: f(*a))\n"
            '@other\n@strategy("A", score=1, level="easy")\ndef a(grid): ...',
            "another decorator stands above @strategy of a",
        ),
        (
            'a = strategy("A", score=1, level="easy")(Step.parse)\n'
            'b = strategy("B", score=1, level="easy")(Step.parse)',
            'give one an id of its own, @strategy(..., id="other")',
        ),
    ],
)
def test_what_cannot_be_a_strategy_is_refused_with_a_mend(
    text: str, why: str, tmp_path: Path
) -> None:
    registry = Registry()
    registry.load([str(plugin_file(tmp_path, text))])
    (problem,) = registry.problems
    assert why in problem.what


@pytest.mark.parametrize("own_id", ["größe", "gro\u0308ße", "जोड़ी", "数独"])
def test_an_id_may_be_in_any_language(own_id: str, tmp_path: Path) -> None:
    text = f'a = strategy("A", score=1, level="easy", id="{own_id}")(lambda grid: [])'
    registry = Registry()
    registry.load([str(plugin_file(tmp_path, text))])
    assert registry.find("strategy", own_id.replace("o\u0308", "ö")).id


def test_an_object_is_described_by_its_class(tmp_path: Path) -> None:
    text = """
    @strategy("A", score=1, level="easy")
    class Finder:
        \"\"\"Look closely.\"\"\"
        def find(self, grid, *, deep: bool = False): ...
    """
    registry = Registry()
    registry.load([str(plugin_file(tmp_path, text))])
    component = registry.find("strategy", "Finder")
    assert (component.doc, [*component.known_options]) == ("Look closely.", ["deep"])
