"""Hostile solvers, generators, checkers, reporters, front ends, and odd options."""

from __future__ import annotations

from tests.hostile.entry import HEAD, Hostile, Kind, thing

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

UNLIMITED = {
    ("solver", "loop"),
    ("solver", "count"),
    ("solver", "sleep"),
    ("frontend", "loop"),
    ("frontend", "count"),
    ("frontend", "sleep"),
}
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


SOLVERS = [
    thing(f"solver-{name}", members, kind="solver", when="call", has_line=has_line)
    for name, members, has_line in (
        ("wrong", "def solutions(self, grid): yield grid", False),
        ("none", "def solutions(self, grid): return None", False),
        ("empty", "def solutions(self, grid): return []", False),
        ("number-inside", "def solutions(self, grid): yield 5", False),
        ("fills-ones", "def solutions(self, grid): yield Grid(grid.layout, [1] * 81)", False),
        (
            "exit-after-solution",
            "def solutions(self, grid):\n    from sudoku_engine import search\n"
            "    yield from search.solutions(grid)\n    os._exit(0)",
            True,
        ),
        (
            "search-junk",
            "def solutions(self, grid): yield grid\ndef search(self, grid): yield 5",
            False,
        ),
        (
            "count-odd",
            "def solutions(self, grid): yield grid\ndef count(self, g, l): return 'x'",
            False,
        ),
    )
]

GENERATORS = [
    thing(
        f"generator-{name}",
        f"def generate(self, rng, layout):\n    {body}",
        kind="generator",
        when="call",
        has_line=False,
    )
    for name, body in (
        ("none", "return None"),
        ("unsolvable", "return Puzzle(Grid(layout, [1] * 81), None, 'odd')"),
        ("many-solutions", "g = Grid(layout, [0] * 81); return Puzzle(g, g, 'odd')"),
        ("odd-puzzle", "return Puzzle(5, 6, 7)"),
        ("grid", "return Grid(layout, [0] * 81)"),
    )
]

CHECKERS = [
    thing(
        f"checker-{name}",
        f"def find(self, source, target):\n    {body}",
        kind="checker",
        when="call",
        has_line=False,
    )
    for name, body in (
        ("true", "return True"),
        ("lie", "return Verdict(True, None, 'trust me')"),
        ("odd-transformation", "return Verdict(True, 5, 'odd')"),
        ("odd-text", "return Verdict('maybe', None, 5)"),
        ("none", "return None"),
    )
]

REPORTERS = [
    thing(
        "reporter-finish-exits",
        "def event(self, run, event): pass\ndef finish(self): os._exit(0)",
        kind="reporter",
        when="call",
    ),
    thing(
        "reporter-finish-raises",
        "def event(self, run, event): pass\ndef finish(self): raise SystemExit(0)",
        kind="reporter",
        when="call",
    ),
    thing(
        "reporter-out-odd",
        "def event(self, run, event): run.out.close()",
        kind="reporter",
        when="call",
        expect="either",
        has_line=False,
    ),
    thing(
        "reporter-changes-run",
        "def event(self, run, event):\n    run.grid = run.source = run.index = run._events = None",
        kind="reporter",
        when="call",
        expect="either",
        has_line=False,
    ),
    thing(
        "reporter-prints-only",
        "def event(self, run, event): print('junk'); sys.__stdout__.write('junk')",
        kind="reporter",
        when="call",
        expect="harmless",
    ),
    thing(
        "reporter-iterates",
        "def event(self, run, event):\n    for _ in run: pass",
        kind="reporter",
        when="call",
        expect="either",
        has_line=False,
    ),
]

FRONT_ENDS = [
    thing(
        "frontend-draws-nothing",
        "def present(self, runs): pass",
        kind="frontend",
        when="call",
        expect="either",
        has_line=False,
    ),
    thing(
        "frontend-thread",
        "def present(self, runs):\n    threading.Thread(target=time.sleep, args=(1000,)).start()\n"
        "    for run in runs: run.drain()",
        kind="frontend",
        when="call",
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

WITH_OPTIONS = HEAD + (
    '@strategy("Mine", score=1, level="easy")\n'
    "def mine(grid, *, depth: {kind} = {default}): return []\n"
)


def option(
    id: str,
    kind: str,
    default: str = "None",
    top: str = "",
    expect: str = "fault",
    value: str = "5",
) -> Hostile:
    """Return a strategy with an option of this odd `kind`, set by a configuration to `value`."""
    text = (
        HEAD
        + top
        + (
            '\n@strategy("Mine", score=1, level="easy")\n'
            f"def mine(grid, *, depth: {kind} = {default}): return []\n"
        )
    )
    config = f"plugins: [mine.py]\nstrategies: [{{mine: {{depth: {value}}}}}, innocent, singles]\n"
    return Hostile(
        id,
        text,
        config=config,
        when="load",
        expect=expect,  # type: ignore[arg-type]
        has_line=False,
        where=frozenset({"solve"}),
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
    *SOLVERS,
    *GENERATORS,
    *CHECKERS,
    *REPORTERS,
    *FRONT_ENDS,
    *ATTRIBUTES,
    *OPTIONS,
]
