"""Plugins that raise what nobody expects."""

from tests.hostile.entry import Hostile, at_load, in_hook, strategy, thing

RAISED = {
    "sys-exit-0": "sys.exit(0)",
    "keyboard-interrupt": "raise KeyboardInterrupt",
    "generator-exit": "raise GeneratorExit",
    "stop-iteration": "raise StopIteration",
    "base-exception": "raise BaseException('base')",
    "base-subclass": "class Odd(BaseException): pass\nraise Odd('odd')",
    "cancelled": "import asyncio\nraise asyncio.CancelledError",
    "time-is-up": (
        "from sudoku_engine.plugins.time_limits import TimeIsUp\nraise TimeIsUp('not really')"
    ),
    "plugin-timeout": (
        "from sudoku_engine.plugins.time_limits import PluginStopped\nraise PluginStopped(None, 5)"
    ),
    "gave-up": "from sudoku_engine import GaveUp\nraise GaveUp('no more')",
    "sudoku-error": "from sudoku_engine.errors import SudokuError\nraise SudokuError('mine')",
    "plugin-error": (
        "from sudoku_engine.errors import PluginError\n"
        "raise PluginError('not me', 'innocent', 'innocent.py', 1)"
    ),
    "loop-stopped": "from sudoku_engine.solving.loop import _Stopped\nraise _Stopped('done')",
    "click-exit": "import click\nraise click.exceptions.Exit(0)",
    "click-abort": "import click\nraise click.Abort",
    "click-usage": "import click\nraise click.UsageError('odd')",
    "exception-group": (
        "from builtins import BaseExceptionGroup\n"
        "raise BaseExceptionGroup('many', [KeyboardInterrupt(), SystemExit(0)])"
    ),
    "not-an-exception": "raise 5",
}

FROM_CALLS = [strategy(f"raise-{name}", body) for name, body in RAISED.items()]

FROM_LOADING = [
    at_load(f"raise-{name}-load", RAISED[name])
    for name in (
        *("sys-exit-0", "keyboard-interrupt", "generator-exit", "stop-iteration", "base-subclass"),
        *("time-is-up", "plugin-error", "click-exit", "plugin-timeout"),
    )
]

FROM_HOOKS = [
    in_hook(f"raise-{name}-hook", RAISED[name])
    for name in (
        "sys-exit-0",
        "keyboard-interrupt",
        "stop-iteration",
        "time-is-up",
        "base-subclass",
    )
]

FROM_PROPERTIES = [
    thing("raise-in-id", "@property\ndef id(self): raise KeyError('id')"),
    thing("raise-in-score", "@property\ndef score(self): raise SystemExit(0)"),
    thing("raise-in-sizes", "@property\ndef sizes(self): raise KeyboardInterrupt"),
    thing("raise-in-find", "@property\ndef find(self): raise BaseException('find')"),
    thing(
        "raise-in-attribute-later",
        "calls = 0\n@property\ndef score(self):\n    Mine.calls += 1\n"
        "    if Mine.calls > 2: raise SystemExit(0)\n    return 1",
        expect="either",
    ),
    thing("raise-in-getattribute", "def __getattribute__(self, name): raise SystemExit(0)"),
    thing("raise-in-class", "@property\ndef __class__(self): raise SystemExit(0)", expect="either"),
]


def odd(id: str, members: str, base: str = "Exception") -> Hostile:
    """Return a strategy that raises an exception with these `members`."""
    lines = "".join(f"    {line}\n" for line in members.splitlines())
    return strategy(id, "raise Odd('odd')", top=f"class Odd({base}):\n{lines}")


ODD_EXCEPTIONS = [
    odd("error-str-raises", "def __str__(self): raise ValueError"),
    odd("error-str-exits", "def __str__(self): raise SystemExit(0)"),
    odd("error-str-hangs", "def __str__(self):\n    while True: pass"),
    odd("error-str-sleeps", "def __str__(self): time.sleep(1000)"),
    odd("error-str-os-exit", "def __str__(self): os._exit(0)"),
    odd("error-str-number", "def __str__(self): return 5"),
    odd("error-str-prints", "def __str__(self):\n    print('junk')\n    return 'odd'"),
    odd("error-str-lines", "def __str__(self): return 'one\\ntwo\\r\\n\\x1b[2Jthree\\x00'"),
    odd("error-str-huge", "def __str__(self): return 'x' * 10**8"),
    odd("error-str-surrogate", "def __str__(self): return '\\ud800'"),
    odd("error-repr-raises", "def __repr__(self): raise ValueError\n__str__ = __repr__"),
    odd("error-traceback-property", "@property\ndef __traceback__(self): raise SystemExit(0)"),
    odd("error-traceback-number", "__traceback__ = 5"),
    odd("error-with-traceback", "def with_traceback(self, tb): raise SystemExit(0)"),
    odd("error-class-lies", "@property\ndef __class__(self): return KeyboardInterrupt"),
    odd("error-class-raises", "@property\ndef __class__(self): raise SystemExit(0)"),
    odd("error-unpicklable", "def __reduce__(self): raise SystemExit(0)"),
    odd("error-getattribute", "def __getattribute__(self, name): raise SystemExit(0)"),
    odd("error-eq", "def __eq__(self, other): raise SystemExit(0)\n__hash__ = None"),
    odd("error-is-interrupt", "pass", base="KeyboardInterrupt"),
    odd("error-is-exit", "code = 0", base="SystemExit"),
    odd(
        "error-meta",
        "pass",
        base="Exception, metaclass=type('M', (type,), "
        "{'__subclasscheck__': lambda c, s: 1 / 0, '__instancecheck__': lambda c, s: 1 / 0})",
    ),
    odd("error-name-huge", "__qualname__ = __name__ = 'x' * 10**6"),
]

FAULTS = {
    "error-cause-circle": "a, b = ValueError('a'), ValueError('b')\n"
    "a.__cause__, b.__cause__ = b, a\nraise a",
    "error-no-traceback": "error = ValueError('gone')\ntry: raise error\n"
    "finally: error.__traceback__ = None",
    "error-long-chain": "x = None\nfor i in range(10**5):\n"
    "    y = ValueError(i); y.__cause__ = x; x = y\nraise x",
    "error-from-exec": "exec(compile('raise ValueError(1)', 'innocent.py', 'exec'))",
    "error-from-innocent-name": "raise ValueError('innocent.py:3: failed')",
    "error-ignored-close": """
        while True:
            try:
                yield None
            except GeneratorExit:
                pass
        """,
}
"""By id, what strategies do that are at fault."""

EITHER = {
    "error-in-del": "class Gone:\n    def __del__(self): raise SystemExit(0)\nGone()\nreturn []",
    "error-on-close": """
        class Steps:
            def __iter__(self): return self
            def __next__(self): raise StopIteration
            def close(self): raise SystemExit(0)
        return Steps()
        """,
}
"""The same for those that are at fault or do no harm."""

ENTRIES: list[Hostile] = [
    *(strategy(name, body) for name, body in FAULTS.items()),
    *(strategy(name, body, expect="either") for name, body in EITHER.items()),
    *FROM_CALLS,
    *FROM_LOADING,
    *FROM_HOOKS,
    *FROM_PROPERTIES,
    *ODD_EXCEPTIONS,
]
