"""Files that are no plugin at all, or an odd module."""

from dataclasses import replace

from tests.hostile.entry import HEAD, Hostile, at_load, raw

GOOD = HEAD + '@strategy("Mine", score=1, level="easy")\ndef mine(grid): return []\n'

DIRECTORY = b"<a directory>"
"""In place of a text: make a directory of that name."""

EITHER_AT_LOAD = {
    "module-getattr": "def __getattr__(name): raise SystemExit(0)",
    "module-getattr-hangs": "def __getattr__(name):\n    while True: pass",
    "module-dir": "def __dir__(): raise SystemExit(0)",
    "module-path": "__path__ = 5\n__file__ = 5\n__name__ = 5",
    "module-spec": "__spec__ = __loader__ = __builtins__ = None",
    "module-name": "__name__ = 'sudoku_plugins'",
    "module-doc": "__doc__ = 5",
    "module-globals-odd": "globals()[5] = 6\nglobals()[None] = 7",
    "module-class": "import types\nclass Odd(types.ModuleType):\n"
    "    def __getattribute__(self, name): raise SystemExit(0)\n"
    "sys.modules[__name__].__class__ = Odd",
    "module-replaced": "sys.modules[__name__] = 5",
    "module-removed": "del sys.modules[__name__]",
    "module-values-odd": "class Odd:\n    def __eq__(self, other): raise SystemExit(0)\n"
    "    __hash__ = None\n"
    "    @property\n    def __class__(self): raise SystemExit(0)\nodd = Odd()",
    "module-values-hang": "class Odd:\n    @property\n    def __class__(self):\n"
    "        while True: pass\n"
    "odd = Odd()",
    "module-function-odd": "def other(): pass\nother.__module__ = 5\n"
    "other.__name__ = 'x' * 10 ** 6",
    "module-grows": "class Odd:\n    def __hash__(self):\n"
    "        globals()[f'x{len(globals())}'] = 1\n"
    "        return 1\nodd = Odd()",
    "module-imports-itself": "import mine",
}
"""By id, what files do while they load that are at fault or do no harm."""

ENTRIES: list[Hostile] = [
    *(at_load(name, body, expect="either") for name, body in EITHER_AT_LOAD.items()),
    raw("file-deep-unary", "-" * 100_000 + "1\n"),
    raw("file-deep-lists", "x = " + "[" * 5000 + "]" * 5000 + "\n"),
    raw("file-binary", bytes(range(256)) * 100),
    raw("file-unknown-coding", "# -*- coding: klingon -*-\n" + GOOD),
    raw("file-odd-coding", "# -*- coding: rot13 -*-\n" + GOOD),
    raw("file-huge-line", "x = '" + "a" * 5_000_000 + "'\n" + GOOD, expect="harmless"),
    raw("file-huge-sum", "x = " + "1+" * 20_000 + "1\n" + GOOD, expect="either"),
    raw("file-many-lines", "x = 1\n" * 200_000 + GOOD, expect="harmless"),
    raw("file-directory", DIRECTORY),
    raw("file-cr", GOOD.replace("\n", "\r").encode(), expect="harmless"),
    raw("file-form-feed", "\f" + GOOD, expect="harmless"),
    replace(raw("file-odd-name", GOOD, expect="harmless"), name="a b\u2028[x].py"),
    replace(raw("file-name-colon", HEAD + "1 / 0\n", has_line=True), name="a:7:b.py"),
    replace(raw("file-called-json", GOOD, expect="harmless"), name="json.py"),
    replace(raw("file-called-random", GOOD, expect="harmless"), name="random.py"),
    replace(raw("file-called-sudoku-engine", GOOD, expect="harmless"), name="sudoku_engine.py"),
    at_load("module-warning", "import warnings\nwarnings.warn('odd')", expect="harmless"),
    at_load(
        "module-warning-error", "import warnings\nwarnings.simplefilter('error')", expect="harmless"
    ),
    at_load(
        "decorator-odd",
        "@strategy('Other', score=2, level='easy', id=5)\ndef other(grid): return []",
    ),
    at_load(
        "decorator-innocent",
        "@strategy('Innocent', score=2, level='easy', id='innocent')\ndef other(grid): return []",
    ),
]
