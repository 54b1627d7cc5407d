"""Plugins that end the process, by themselves or by a crash."""

from tests.hostile.entry import Hostile, at_load, in_hook, strategy, thing

SIGNALS = (
    *("SIGKILL", "SIGTERM", "SIGINT", "SIGALRM", "SIGHUP", "SIGSEGV", "SIGABRT", "SIGQUIT"),
    *("SIGUSR1", "SIGBUS", "SIGFPE", "SIGXCPU", "SIGSYS", "SIGSTOP", "SIGVTALRM", "SIGPROF"),
)
"""Signals that end or stop a process unless it handles them."""

EXITS = [
    strategy("exit-0-every", "os._exit(0)", every=True),
    strategy(
        "exit-in-thread",
        "threading.Thread(target=os._exit, args=(0,)).start()\nreturn []",
        has_line=False,
    ),
    strategy(
        "exit-in-thread-later",
        "threading.Timer(0.05, os._exit, (0,)).start()\ntime.sleep(0.3)\nreturn []",
        has_line=False,
    ),
    at_load("exit-0-load", "os._exit(0)"),
    at_load("exit-1-load", "os._exit(1)"),
    at_load("execv-load", "os.execv('/bin/true', ['true'])"),
    at_load("exit-thread-load", "threading.Timer(0.3, os._exit, (0,)).start()", expect="either"),
    in_hook("exit-0-hook", "os._exit(0)"),
    in_hook("exit-0-hook-generator", "yield mine\nos._exit(0)"),
    thing("exit-0-score", "@property\ndef score(self): os._exit(0)"),
    thing("exit-0-name", "@property\ndef name(self): os._exit(0)"),
    thing("exit-0-getattr", "def __getattr__(self, name): os._exit(0)", expect="either"),
    at_load("atexit-exit", "import atexit\natexit.register(os._exit, 0)", expect="either"),
    at_load("atexit-raises", "import atexit\natexit.register(lambda: 1 / 0)", expect="either"),
]

KILLS = [
    *(
        strategy(f"kill-{name.lower()}", f"os.kill(os.getpid(), signal.{name})\ntime.sleep(0.1)")
        for name in SIGNALS
    ),
    strategy("kill-sigpipe", "os.kill(os.getpid(), signal.SIGPIPE)\nreturn []", expect="either"),
    strategy("kill-sigcont", "os.kill(os.getpid(), signal.SIGCONT)\nreturn []", expect="either"),
    at_load("kill-sigkill-load", "os.kill(os.getpid(), signal.SIGKILL)"),
    at_load("kill-sigstop-load", "os.kill(os.getpid(), signal.SIGSTOP)"),
    at_load("kill-sigint-load", "os.kill(os.getpid(), signal.SIGINT)\ntime.sleep(0.1)"),
    in_hook("kill-sigsegv-hook", "os.kill(os.getpid(), signal.SIGSEGV)"),
    thing("kill-sigkill-sizes", "@property\ndef sizes(self): os.kill(os.getpid(), 9)"),
    strategy("alarm-later", "signal.alarm(1)\nreturn []", expect="either", has_line=False),
    at_load("alarm-load", "signal.alarm(1)\ntime.sleep(0.05)", expect="either", has_line=False),
]

CRASHES = [
    at_load("abort-load", "os.abort()"),
    strategy("abort-every", "os.abort()", every=True),
    in_hook("abort-hook", "os.abort()"),
    at_load("segfault-load", "import ctypes\nctypes.string_at(0)"),
    thing("segfault-level", "@property\ndef level(self):\n    import ctypes; ctypes.string_at(0)"),
    strategy(
        "segfault-unmap",
        "import ctypes\nctypes.memset(id(grid.masks), 255, 4096)\nreturn [grid.masks]",
        has_line=False,
    ),
    at_load("recursion-load", "sys.setrecursionlimit(10**9)\ndef f(): return f()\nf()"),
    at_load("recursion-limit-low", "sys.setrecursionlimit(30)", expect="either"),
    strategy(
        "recursion-limit-low-call",
        "sys.setrecursionlimit(sys.getrecursionlimit() // 20)\nreturn []",
        expect="either",
    ),
    at_load("memory-load", "x = [0]\nwhile True: x += x"),
]

PARENTS = [
    strategy("kill-parent", "os.kill(os.getppid(), signal.SIGKILL)", expect="crash"),
    strategy("term-parent", "os.kill(os.getppid(), signal.SIGTERM)", expect="crash"),
    strategy("kill-group", "os.killpg(0, signal.SIGKILL)", expect="crash"),
    strategy("kill-zero", "os.kill(0, signal.SIGTERM)", expect="crash"),
    at_load("kill-parent-load", "os.kill(os.getppid(), signal.SIGKILL)", expect="crash"),
]

FAULTS = {
    "exit-0": "os._exit(0)",
    "exit-1": "os._exit(1)",
    "exit-2": "os._exit(2)",
    "exit-130": "os._exit(130)",
    "posix-exit": "import posix\nposix._exit(0)",
    "exit-generator": "yield from ()\nos._exit(0)",
    "exit-after-a-true-step": """
        for cell in grid.open_cells:
            if len(grid.candidates(cell)) == 1:
                yield Step(placements=[Candidate(cell, min(grid.candidates(cell)))])
        os._exit(0)
        """,
    "exit-libc": "import ctypes\nctypes.CDLL(None)._exit(0)",
    "exit-libc-flush": "import ctypes\nctypes.CDLL(None).exit(0)",
    "execv-true": "os.execv('/bin/true', ['true'])",
    "execv-sleep": "os.execv('/bin/sleep', ['sleep', '1000'])",
    "execv-python": "os.execv(sys.executable, [sys.executable, '-c', 'print(42)'])",
    "execv-program": "os.execv(sys.executable, [sys.executable, *sys.argv])",
    "exit-in-del": "class Gone:\n    def __del__(self): os._exit(0)\nGone()\nreturn []",
    "exit-in-generator-close": """
        cell = next(c for c in grid.open_cells if c)
        try:
            yield Step(eliminations=[Candidate(cell, d) for d in grid.candidates(cell)][:0])
        finally:
            os._exit(0)
        """,
    "raise-signal": "signal.raise_signal(signal.SIGKILL)",
    "alarm-now": "signal.setitimer(signal.ITIMER_REAL, 0.01)\ntime.sleep(0.5)",
    "prof-timer": "signal.setitimer(signal.ITIMER_PROF, 0.01)\nsum(range(10**8))",
    "cpu-limit": "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1, 1))\n"
    "while True: pass",
    "abort": "os.abort()",
    "segfault": "import ctypes\nctypes.string_at(0)",
    "faulthandler-sigsegv": "import faulthandler\nfaulthandler._sigsegv()",
    "c-stack-repr": "sys.setrecursionlimit(10**9)\nx = []\nfor _ in range(10**6): x = [x]\nrepr(x)",
    "c-stack-compare": "sys.setrecursionlimit(10**9)\na, b = [], []\n"
    "for _ in range(10**6): a, b = [a], [b]\nreturn [a == b]",
    "recursion": "def f(): return f()\nreturn f()",
    "recursion-no-limit": "sys.setrecursionlimit(10**9)\ndef f(): return f()\nreturn f()",
    "recursion-caught": """
        def f():
            try:
                return f()
            except RecursionError:
                return f()
        return f()
        """,
    "memory-error": "return bytearray(1 << 60)",
    "memory-raised": "raise MemoryError",
    "memory-list": "x = [0]\nwhile True: x += x",
    "memory-caught": "x = [0]\nwhile True:\n    try: x += x\n    except MemoryError: pass",
}
"""By id, what strategies do that are at fault."""

ENTRIES: list[Hostile] = [
    *EXITS,
    *KILLS,
    *CRASHES,
    *PARENTS,
    *(strategy(name, body) for name, body in FAULTS.items()),
]
