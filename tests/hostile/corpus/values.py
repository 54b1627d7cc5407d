"""Plugins whose attributes, names and results are odd objects."""

from tests.hostile.entry import Hostile, in_hook, raw, strategy, thing

ODD_TEXT = (
    "class Odd(str):\n"
    "    def __str__(self): raise SystemExit(0)\n"
    "    __repr__ = __format__ = __len__ = strip = isprintable = __str__\n"
    "    def __eq__(self, other): raise SystemExit(0)\n"
    "    def __hash__(self): return str.__hash__(self)"
)
ODD_INT = (
    "class Odd(int):\n"
    "    def __index__(self): raise SystemExit(0)\n"
    "    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = __add__ = __radd__ = "
    "lambda self, other: 1 / 0\n"
    "    def __hash__(self): return 1\n"
    "    def __repr__(self): raise SystemExit(0)\n"
    "    __str__ = __format__ = __repr__"
)
ODD_FLOAT = ODD_INT.replace("Odd(int)", "Odd(float)")


def attribute(id: str, name: str, value: str, top: str = "", expect: str = "fault") -> Hostile:
    """Return a strategy whose attribute `name` is `value`."""
    return thing(id, f"{name} = {value}", top=top, expect=expect)  # type: ignore[arg-type]


SCORES = [
    attribute("score-nan", "score", "float('nan')"),
    attribute("score-huge", "score", "10 ** 5000", expect="either"),
    attribute("score-odd-float", "score", "Odd(1.0)", ODD_FLOAT, "either"),
    attribute("score-odd-int", "score", "Odd(1)", ODD_INT, "either"),
    thing(
        "score-changes",
        "@property\ndef score(self): return next(VALUES)",
        top="VALUES = iter([1, 5, float('nan'), 'x', None, 7, 8, 9] * 1000)",
        expect="either",
    ),
    thing(
        "score-decorator-nan",
        "pass",
        top="@strategy('Other', score=float('nan'), level='easy')\ndef other(grid): return []",
        expect="either",
    ),
    strategy(
        "score-nan-decorated",
        "return []",
        decorator='@strategy("Mine", score=float("nan"), level="easy")',
        when="load",
    ),
    strategy(
        "score-text-decorated",
        "return []",
        decorator='@strategy("Mine", score="many", level="easy")',
        when="load",
    ),
]

SIZES = [
    attribute("sizes-generator", "sizes", "(n for n in (9,))"),
    attribute("sizes-huge", "sizes", "range(10 ** 18)", expect="either"),
    thing(
        "sizes-contains-raises",
        "sizes = Odd((9,))",
        top="class Odd(tuple):\n    def __contains__(self, n): raise SystemExit(0)",
        expect="either",
    ),
    thing(
        "sizes-iter-raises",
        "sizes = Odd((9,))",
        top="class Odd(list):\n    def __iter__(self): raise KeyboardInterrupt\n"
        "    def __contains__(self, n): raise KeyboardInterrupt",
        expect="either",
    ),
]

TEXTS = [
    attribute("id-escape", "id", "'\\x1b[2J'"),
    attribute("id-huge", "id", "'x' * 10 ** 6", expect="either"),
    attribute("id-surrogate", "id", "'a\\ud800'"),
    attribute("id-odd", "id", "Odd('mine')", ODD_TEXT, "either"),
    attribute("id-bundled", "id", "'naked_single'", expect="either"),
    attribute("id-innocent", "id", "'innocent'"),
    attribute("name-escape", "name", "'\\x1b[2J\\x07'"),
    attribute("name-huge", "name", "'x' * 10 ** 7", expect="either"),
    attribute("name-rtl", "name", "'\\u202emine'"),
    attribute("name-markup", "name", "'[bold]x[/nonsense]'", expect="harmless"),
    attribute("name-odd", "name", "Odd('Mine')", ODD_TEXT, "either"),
    attribute("level-odd", "level", "Odd('easy')", ODD_TEXT, "either"),
    attribute("family-odd", "family", "Odd('fish')", ODD_TEXT, "either"),
    attribute("marks-odd", "marks", "Odd('manual')", ODD_TEXT, "either"),
    attribute("example-nonsense", "example", "'\\x00' * 10 ** 6", expect="either"),
    attribute("example-odd", "example", "Odd('')", ODD_TEXT, "either"),
    attribute(
        "unique-odd",
        "assumes_unique",
        "Odd()",
        "class Odd:\n    def __bool__(self): raise SystemExit(0)",
        "either",
    ),
    attribute("find-builtin", "find", "len", expect="either"),
    attribute("find-class", "find", "int", expect="either"),
    attribute("find-no-arguments", "find", "lambda self: []", expect="either"),
    thing("module-lies", "__module__ = 'sudoku_engine.cli.program'", expect="either"),
    thing("slots-only", "__slots__ = ()\n__dict__ = 5", expect="either"),
    thing(
        "wrapped-circle",
        "def find(self, grid): return []\nfind.__wrapped__ = find",
        expect="either",
    ),
    thing(
        "signature-odd", "def find(self, grid): return []\nfind.__signature__ = 5", expect="either"
    ),
    thing(
        "code-odd",
        "@property\ndef find(self): return Finder()",
        top="class Finder:\n    def __call__(self, grid): return []\n"
        "    @property\n    def __code__(self): raise SystemExit(0)",
        expect="either",
    ),
    thing(
        "docstring-odd",
        "__doc__ = property(lambda self: 1 / 0)\ndef find(self, grid): return []\n"
        "find.__doc__ = 'x' * 10 ** 7",
        expect="either",
    ),
]

HOOKS = [
    in_hook("hook-itself", "return [sudoku_strategies]"),
    in_hook("hook-twice", "return [mine, mine]", expect="either"),
    in_hook("hook-many", "return [mine] * 100000"),
    in_hook(
        "hook-odd-iterable", "return Odd()", top="class Odd:\n    def __iter__(self): return 5"
    ),
    in_hook(
        "hook-odd-class",
        "return [Odd()]",
        top="class Odd:\n    def __getattribute__(self, name): raise SystemExit(0)",
    ),
    in_hook(
        "hook-repr-hangs",
        "return [Odd()]",
        top="class Odd:\n    def __repr__(self):\n        while True: pass",
    ),
    in_hook(
        "hook-repr-exits", "return [Odd()]", top="class Odd:\n    def __repr__(self): os._exit(0)"
    ),
    in_hook(
        "hook-len-lies",
        "return Odd([mine])",
        top="class Odd(list):\n    def __len__(self): return 10 ** 12",
        expect="either",
    ),
    *(
        raw(f"hook-{name}", f"from sudoku_engine import hookimpl\n\n{code}\n", has_line=True)
        for name, code in {
            "async": "@hookimpl\nasync def sudoku_strategies():\n    return []",
            "wrapper": "@hookimpl(hookwrapper=True)\ndef sudoku_strategies():\n    yield",
        }.items()
    ),
]

ENTRIES: list[Hostile] = [*SCORES, *SIZES, *TEXTS, *HOOKS]
