"""Plugins that replace parts of Python or of the engine."""

from collections.abc import Callable, Iterator, Mapping

from tests.hostile.entry import Expect, Hostile, at_load, strategy

ENGINE = {
    "grid-apply": "Grid.apply = lambda self, step: self",
    "grid-init": "Grid.__init__ = lambda self, *a, **k: None",
    "grid-candidates": "Grid.candidates = lambda self, cell: frozenset()",
    "grid-open-cells": "Grid.open_cells = ()",
    "grid-is-solved": "Grid.is_solved = True",
    "grid-contradiction": "Grid.contradiction = lambda self: 'wrong'",
    "grid-parse": "Grid.parse = lambda *a: None",
    "grid-eq": "Grid.__eq__ = lambda *a: 1 / 0",
    "step-init": "Step.__init__ = lambda self, *a, **k: None",
    "step-placements": "Step.placements = property(lambda self: ())",
    "step-replace": "Step.replace = lambda *a, **k: None",
    "step-new": "Step.__new__ = lambda cls, *a, **k: None",
    "candidate-new": "Candidate.__new__ = lambda cls, *a: (0, 1)",
    "guard-objection": (
        "import sudoku_engine.solving.guard as g\ng.objection = lambda *a: 'no'\n"
        "import sudoku_engine.solving.finder as f\nf.objection = lambda *a: 'no'"
    ),
    "guard-allows": (
        "import sudoku_engine.solving.guard as g, sudoku_engine.solving.finder as f\n"
        "g.objection = f.objection = g.malformed = f.malformed = lambda *a: None"
    ),
    "guard-code": (
        "import sudoku_engine.solving.guard as g\n"
        "g.objection.__code__ = (lambda step, grid, solution: 'no').__code__"
    ),
    "finder": (
        "import sudoku_engine.solving.finder as f\nf.PlainFinder.find = lambda *a: ([], None)"
    ),
    "loop": ("import sudoku_engine.solving.loop as l\nl.Loop.events = lambda *a: iter(())"),
    "oracle": (
        "import sudoku_engine.solving.guard as o, sudoku_engine.solving.run_state as l\n"
        "o.count_solutions = l.count_solutions = lambda *a, **k: None"
    ),
    "search": (
        "import sudoku_engine.search as s, sudoku_engine.search.classic as c\n"
        "s.solutions = s.count = c.solutions = lambda *a, **k: iter(())"
    ),
    "component-failure": (
        "from sudoku_engine.plugins.component import Component\n"
        "Component.failure = lambda self, error: None"
    ),
    "component-blame": (
        "from sudoku_engine.plugins.component import Component\n"
        "Component.file = property(lambda self: 'innocent.py')\nComponent.line = 3"
    ),
    "error-text": (
        "import sudoku_engine.errors as e\ne.error_text = lambda error: 1 / 0\n"
        "e.shown_path = lambda path: 'innocent.py'"
    ),
    "record": (
        "import sudoku_engine.api.record as r\n"
        "for name in dir(r):\n"
        "    if callable(getattr(r, name)): setattr(r, name, lambda *a, **k: None)"
    ),
    "layout-named": "Layout.named = lambda *a: None",
    "time-limits": (
        "import sudoku_engine.plugins.time_limits as t\n"
        "t.TimeLimit.run = lambda self, work, *a: None"
    ),
    "bundled-strategy": (
        "import sudoku_plugins.strategies.singles as s\n"
        "for name in list(vars(s)): setattr(s, name, None)"
    ),
}

PYTHON = {
    "len": "import builtins\nbuiltins.len = lambda x: 0",
    "isinstance": "import builtins\nbuiltins.isinstance = lambda *a: True",
    "isinstance-false": "import builtins\nbuiltins.isinstance = lambda *a: False",
    "print": "import builtins\nbuiltins.print = lambda *a, **k: None",
    "open": "import builtins, io\nbuiltins.open = io.open = lambda *a, **k: 1 / 0",
    "sorted": "import builtins\nbuiltins.sorted = lambda *a, **k: []",
    "tuple": "import builtins\nbuiltins.tuple = list",
    "next": "import builtins\nbuiltins.next = lambda *a: None",
    "iter": "import builtins\nbuiltins.iter = lambda *a: 1 / 0",
    "getattr": "import builtins\nbuiltins.getattr = lambda *a: None",
    "import": "import builtins\nbuiltins.__import__ = lambda *a, **k: 1 / 0",
    "base-exception": "import builtins\nbuiltins.BaseException = builtins.Exception = ValueError",
    "builtins-cleared": "import builtins\nvars(builtins).clear()",
    "enumerate": "import builtins\nbuiltins.enumerate = builtins.zip = lambda *a: iter(())",
    "json-dumps": "import json\njson.dumps = json.loads = lambda *a, **k: 'junk'",
    "pickle": "import pickle\npickle.dumps = pickle.loads = lambda *a, **k: 1 / 0",
    "struct": "import struct\nstruct.pack = struct.unpack = lambda *a: b''",
    "monotonic": "time.monotonic = time.perf_counter = time.time = lambda: 0.0",
    "monotonic-back": "time.monotonic = itertools.count(0, -1000).__next__",
    "sleep": "time.sleep = lambda s: 1 / 0",
    "threading": "threading.Thread.start = threading.Thread.run = lambda self: None",
    "threading-lock": "threading.Lock = threading.RLock = None",
    "settrace": "sys.settrace(lambda *a: 1 / 0)",
    "setprofile": "sys.setprofile(lambda *a: 1 / 0)",
    "threading-settrace": "threading.settrace(lambda *a: os._exit(0))",
    "audit-hook": "sys.addaudithook(lambda event, args: 1 / 0)",
    "audit-hook-exit": (
        "sys.addaudithook(lambda event, args: os._exit(0) if event == 'open' else None)"
    ),
    "gc": "import gc\ngc.callbacks.append(lambda *a: os._exit(0))\ngc.set_threshold(1)",
    "gc-off": "import gc\ngc.disable()\ngc.collect = lambda *a: 1 / 0",
    "excepthook": "sys.excepthook = threading.excepthook = lambda *a: os._exit(0)",
    "unraisablehook": "sys.unraisablehook = lambda *a: os._exit(0)",
    "stdout": "sys.stdout = sys.stderr = None",
    "stdout-number": "sys.stdout = sys.__stdout__ = sys.stderr = sys.__stderr__ = 5",
    "stderr-deleted": "del sys.stdout, sys.stderr",
    "stdout-raises": (
        "class Out:\n    def __getattr__(self, name): raise SystemExit(0)\n"
        "sys.stdout = sys.stderr = Out()"
    ),
    "modules-cleared": "sys.modules.clear()",
    "modules-none": (
        "for name in list(sys.modules):\n    if name.startswith('sudoku'): sys.modules[name] = None"
    ),
    "modules-fake": (
        "import types\nfor name in ('json', 'traceback', 'linecache', 'subprocess', 'tempfile'):\n"
        "    sys.modules[name] = types.ModuleType(name)"
    ),
    "path": "sys.path[:] = ['/nowhere']",
    "meta-path": "sys.meta_path[:] = []",
    "path-hooks": "sys.path_hooks[:] = []; sys.path_importer_cache.clear()",
    "argv": "sys.argv[:] = ['x', '--help']",
    "environ": "os.environ.clear(); os.environ['PYTHONPATH'] = '/nowhere'",
    "os-write": "os.write = os.read = lambda *a: 1 / 0",
    "os-write-lies": "os.write = lambda fd, data: len(data)",
    "os-functions": "os.path.abspath = os.path.realpath = os.fspath = lambda *a: 1 / 0",
    "os-exit": "os._exit = sys.exit = lambda *a: None",
    "signal": "signal.signal = signal.setitimer = lambda *a: 1 / 0",
    "inspect": "import inspect\ninspect.unwrap = inspect.isclass = lambda *a, **k: 1 / 0",
    "re": "import re\nre.fullmatch = re.match = re.compile = lambda *a, **k: None",
    "pluggy": "import pluggy\npluggy.PluginManager.register = lambda *a, **k: None",
    "click": "import click\nclick.echo = click.Context.exit = lambda *a, **k: None",
    "linecache": (
        "import linecache, traceback\n"
        "linecache.getline = traceback.format_exception = lambda *a, **k: 1 / 0"
    ),
    "functools": "import functools\nfunctools.partial = functools.wraps = None",
    "ctypes": "import ctypes\nctypes.pythonapi = None",
    "current-frames": "sys._current_frames = sys._getframe = lambda *a: {}",
    "int-max-str": "sys.set_int_max_str_digits(640)",
    "locale": "import locale\nlocale.setlocale(locale.LC_ALL, 'C')",
    "decimal-separator": "import locale\nlocale.localeconv = lambda: 1 / 0",
    "random": "import random\nrandom.seed(0); random.random = lambda: 2.0",
    "chdir": "os.chdir('/')",
    "chdir-gone": "import tempfile\nd = tempfile.mkdtemp(); os.chdir(d); os.rmdir(d)",
    "umask": "os.umask(0o777)",
    "nice": "os.nice(19)",
    "limits": (
        "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
    ),
}

HARMLESS = {
    "argv",
    "gc-off",
    "chdir",
    "umask",
    "nice",
    "locale",
    "decimal-separator",
    "int-max-str",
}
"""Changes of the plugin's own process that spoil nothing."""


def tried_twice(patches: Mapping[str, str], expected: Callable[[str], Expect]) -> Iterator[Hostile]:
    """Yield the plugins that make each of the `patches`: while they load, and in a strategy."""
    for name, body in patches.items():
        expect = expected(name)
        yield at_load(f"patch-{name}-load", body, expect=expect, has_line=False)
        yield strategy(f"patch-{name}", f"{body}\nreturn []", expect=expect, has_line=False)


ENTRIES: list[Hostile] = [
    *tried_twice(ENGINE, lambda name: "either"),
    *tried_twice(PYTHON, lambda name: "harmless" if name in HARMLESS else "either"),
]
