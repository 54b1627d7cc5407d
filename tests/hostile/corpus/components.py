"""Hostile solvers, generators, checkers, reporters, front ends, and odd options."""

from typing import Any

from tests.hostile.entry import HEAD, Expect, Hostile, Kind, thing

BODIES = {
    "exit": "os._exit(0)",
    "kill": "os.kill(os.getpid(), 9)",
    "segfault": "import ctypes; ctypes.string_at(0)",
    "sys-exit": "sys.exit(0)",
    "interrupt": "raise KeyboardInterrupt",
    "base": "raise BaseException('odd')",
    "raise": "raise ValueError('odd')",
    "junk": "return 5",
    "loop": "while True: pass",
    "count": "sum(itertools.count())",
    "sleep": "time.sleep(1000)",
    "prints": "os.write(1, b'5' * 81 + b'\\n'); raise ValueError('odd')",
    "closes": "os.closerange(0, 100); raise ValueError('odd')",
}

METHODS: dict[Kind, str] = {
    "solver": "def solutions(self, grid):",
    "generator": "def generate(self, rng, layout):",
    "checker": "def find(self, source, target):",
    "reporter": "def event(self, run, event):",
    "frontend": "def present(self, runs):",
}

UNLIMITED = {(kind, name) for kind in ("solver", "frontend") for name in ("loop", "count", "sleep")}
"""Calls that may take any time by design, except in a race."""


def method(kind: Kind, name: str, body: str) -> Hostile:
    """Return a component whose main method does `body`."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    where = "race" if (kind, name) in UNLIMITED else ""
    if (kind, name) in UNLIMITED and kind == "frontend":
        where = "none"
    return thing(
        f"{kind}-{name}",
        f"{METHODS[kind]}\n{lines}",
        kind=kind,
        when="call",
        where=where,
        has_line=name != "closes",
        expect="either" if where else "fault",  # a race says of it that it was stopped
    )


WRONG: dict[Kind, dict[str, str]] = {
    "solver": {
        "wrong": "yield grid",
        "none": "return None",
        "empty": "return []",
        "number-inside": "yield 5",
        "fills-ones": "yield Grid(grid.layout, [1] * 81)",
        "search-junk": "yield grid\ndef search(self, grid): yield 5",
        "count-odd": "yield grid\ndef count(self, g, l): return 'x'",
    },
    "generator": {
        "none": "return None",
        "unsolvable": "return Puzzle(Grid(layout, [1] * 81), None, 'odd')",
        "many-solutions": "g = Grid(layout, [0] * 81); return Puzzle(g, g, 'odd')",
        "odd-puzzle": "return Puzzle(5, 6, 7)",
        "grid": "return Grid(layout, [0] * 81)",
    },
    "checker": {
        "true": "return True",
        "lie": "return Verdict(True, None, 'trust me')",
        "odd-transformation": "return Verdict(True, 5, 'odd')",
        "odd-text": "return Verdict('maybe', None, 5)",
        "none": "return None",
    },
}
"""By kind and name, what a main method does that gives something wrong, in no line of its own."""

ODD: dict[Kind, dict[str, str]] = {
    "reporter": {
        "out-odd": "run.out.close()",
        "changes-run": "run.grid = run.source = run.index = run._events = None",
        "iterates": "[_ for _ in run]",
    },
    "frontend": {"draws-nothing": "pass"},
}
"""The same for what is at fault or harmless."""


def called(kind: Kind, name: str, body: str, **how: Any) -> Hostile:
    """Return a component whose main method does `body`, on its own line or below it."""
    return thing(f"{kind}-{name}", f"{METHODS[kind]} {body}", kind=kind, when="call", **how)


RESULTS = [
    *(called(kind, *each, has_line=False) for kind in WRONG for each in WRONG[kind].items()),
    *(
        called(kind, *each, has_line=False, expect="either")
        for kind in ODD
        for each in ODD[kind].items()
    ),
    called(
        "solver",
        "exit-after-solution",
        "\n    from sudoku_engine import search\n    yield from search.solutions(grid)\n"
        "    os._exit(0)",
    ),
    called("reporter", "finish-exits", "pass\ndef finish(self): os._exit(0)"),
    called("reporter", "finish-raises", "pass\ndef finish(self): raise SystemExit(0)"),
    called(
        "reporter", "prints-only", "print('junk'); sys.__stdout__.write('junk')", expect="harmless"
    ),
    called(
        "frontend",
        "thread",
        "\n    threading.Thread(target=time.sleep, args=(1000,)).start()\n"
        "    for run in runs: run.drain()",
        expect="either",
    ),
]

ATTRIBUTES = [
    thing(
        f"{kind}-id-raises",
        f"@property\ndef id(self): sys.exit(0)\n{METHODS[kind]} pass",
        kind=kind,
    )
    for kind in METHODS
]


def option(
    id: str, kind: str, default: str = "None", top: str = "", expect: Expect = "fault"
) -> Hostile:
    """Return a strategy with an option of this odd `kind`, set by a configuration to 5."""
    text = (
        f'{HEAD}{top}\n@strategy("Mine", score=1, level="easy")\n'
        f"def mine(grid, *, depth: {kind} = {default}): return []\n"
    )
    config = "plugins: [mine.py]\nstrategies: [{mine: {depth: 5}}, innocent, singles]\n"
    return Hostile(
        id, text, "strategy", "load", expect, False, config=config, where=frozenset({"solve"})
    )


OPTIONS = [
    option("option-annotation-raises", "'1 / 0'", expect="either"),
    option("option-annotation-exits", "'os._exit(0)'"),
    option("option-annotation-hangs", "'sum(itertools.count())'"),
    option(
        "option-annotation-meta",
        "Odd",
        top="class Meta(type):\n    def __hash__(self): raise SystemExit(0)\n"
        "    def __eq__(self, other): raise SystemExit(0)\n    __repr__ = __hash__\n"
        "class Odd(metaclass=Meta): pass\n",
    ),
    option(
        "option-default-odd",
        "int",
        default="Odd(5)",
        top="class Odd(int):\n    def __eq__(self, o): raise SystemExit(0)\n"
        "    def __repr__(self): os._exit(0)\n",
        expect="either",
    ),
]

ENTRIES: list[Hostile] = [
    *(
        method(kind, name, body)
        for kind in METHODS
        for name, body in BODIES.items()
        if (kind, name) not in {("reporter", "junk"), ("frontend", "junk")}
    ),
    *RESULTS,
    *ATTRIBUTES,
    *OPTIONS,
]
