"""Plugins that never come back, or leave something behind that does not end."""

from tests.hostile.entry import Hostile, at_load, in_hook, strategy, thing

LOOPS = {
    "loop": "while True: pass",
    "sleep": "time.sleep(1000)",
    "count": "sum(itertools.count())",
    "iter-int": "for _ in iter(int, 1): pass",
    "deque": "import collections\ncollections.deque(itertools.repeat(0), maxlen=0)",
    "regex": "import re\nre.match('(a*)*b', 'a' * 40)",
    "power": "return 7 ** 7 ** 10",
    "catches-all": "while True:\n    try:\n        while True: time.sleep(0.01)\n"
    "    except BaseException: pass",
    "catches-all-busy": "while True:\n    try:\n        while True: pass\n    except: pass",
    "finally": "def again():\n    try:\n        while True: pass\n    finally: again()\nagain()",
    "del": "class Gone:\n    def __del__(self):\n        while True: pass\nGone()",
    "lock": "lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "join-itself": "t = threading.Thread(target=time.sleep, args=(1000,)); t.start(); t.join()",
    "event": "threading.Event().wait()",
    "pause": "signal.pause()",
    "input": "input()",
    "read-fd-0": "while os.read(0, 1): pass\ntime.sleep(1000)",
    "read-pipe": "os.read(os.pipe()[0], 1)",
    "wait-child": "subprocess.run(['sleep', '1000'])",
    "select": "import select\nselect.select([], [], [])",
    "socket": "import socket\na, b = socket.socketpair()\na.recv(1)",
    "blocks-signals": "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass",
    "ignores-signals": "for s in (2, 15): signal.signal(s, signal.SIG_IGN)\ntime.sleep(1000)",
    "ignores-alarms": "import faulthandler\nwhile True: faulthandler.cancel_dump_traceback_later()",
    "libc-pause": "import ctypes\nctypes.PyDLL(None).pause()",
    "c-sleep-held": "import ctypes\nctypes.PyDLL(None).sleep(1000)",
}

CALLS = [
    strategy(f"hang-{name}", body, expect="either" if name in ("input", "read-fd-0") else "fault")
    for name, body in LOOPS.items()
]

LOADS = [
    at_load(f"hang-{name}-load", LOOPS[name])
    for name in ("loop", "sleep", "count", "catches-all", "wait-child", "ignores-alarms")
]

HOOKS = [
    in_hook("hang-hook", "while True: pass"),
    in_hook("hang-hook-sleep", "time.sleep(1000)"),
    in_hook("infinite-hook", "while True: yield mine"),
    in_hook("infinite-hook-nothing", "return (each for each in itertools.count() if each < 0)"),
]

PROPERTIES = [
    thing("hang-score", "@property\ndef score(self):\n    while True: pass"),
    thing("hang-score-sleep", "@property\ndef score(self): time.sleep(1000)"),
    thing("hang-id", "@property\ndef id(self): sum(itertools.count())"),
    thing("hang-find", "@property\ndef find(self):\n    while True: pass"),
    thing("hang-getattr", "def __getattr__(self, name):\n    while True: pass", expect="either"),
    thing(
        "hang-sizes-later",
        "calls = 0\n@property\ndef sizes(self):\n    Mine.calls += 1\n"
        "    while Mine.calls > 3: pass\n    return None",
        expect="either",
    ),
    thing(
        "infinite-sizes",
        "sizes = Endless()",
        top="class Endless(list):\n    def __iter__(self): return itertools.count(100)\n"
        "    def __contains__(self, n): return n in itertools.count(100)\n"
        "    def __len__(self): return 1",
        expect="either",
    ),
    thing(
        "infinite-sizes-tuple",
        "sizes = Endless((9,))",
        top="class Endless(tuple):\n    def __iter__(self): return itertools.count(100)\n"
        "    def __contains__(self, n):\n        while True: pass",
        expect="either",
    ),
    strategy(
        "infinite-sizes-decorator",
        "return []",
        top="class Endless:\n    def __len__(self): return 1\n"
        "    def __iter__(self): return itertools.count(100)\n"
        "    def __contains__(self, n): return any(n == m for m in itertools.count(100))",
        decorator='@strategy("Mine", score=1, level="easy", sizes=Endless())',
        when="load",
        expect="either",
    ),
]

FAULTS = {
    "infinite-none": "while True: yield None",
    "infinite-empty-steps": "while True: yield Step()",
    "infinite-iterator": "class Steps:\n    def __iter__(self): return self\n"
    "    def __next__(self): return next(self)\nreturn Steps()",
    "hang-iter": "class Steps:\n    def __iter__(self):\n        while True: pass\nreturn Steps()",
    "hang-after-a-step": """
        for cell in grid.open_cells:
            if len(grid.candidates(cell)) == 1:
                yield Step(placements=[Candidate(cell, min(grid.candidates(cell)))])
        while True: pass
        """,
    "fork-parent-exits": "if os.fork(): os._exit(0)\nreturn []",
    "fork-parent-waits": "if os.fork(): os.wait()\ntime.sleep(1000)",
    "multiprocessing-pool": "import multiprocessing\n"
    "multiprocessing.get_context('fork').Pool(2).apply(time.sleep, (1000,))",
    "system": "os.system('sleep 1000')",
    "cancels-timer": "import faulthandler\nfaulthandler.cancel_dump_traceback_later()\n"
    "sum(itertools.count())",
    "kills-watchdog": "import sudoku_engine.plugins.time_limits as t\n"
    "t.Watchdog._keep_watch = t.Watchdog.watch = t.TimeLimit.check = lambda *a: None\n"
    "t.raise_in = lambda *a: None\nwhile True: pass",
    "stops-time": "time.monotonic = lambda: 0.0\nwhile True: pass",
    "stops-sleep": "time.sleep = lambda s: None\nwhile True: pass",
    "no-switches": "sys.setswitchinterval(10**6)\nwhile True: pass",
    "catches-once": "try:\n    while True: pass\nexcept BaseException: return []",
    "resets-signals": "for s in range(1, 65):\n    try: signal.signal(s, signal.SIG_IGN)\n"
    "    except (OSError, ValueError): pass\nsum(itertools.count())",
}
"""By id, what strategies do that are at fault."""

EITHER = {
    "thread-endless": "threading.Thread(target=time.sleep, args=(1000,)).start()\nreturn []",
    "thread-endless-busy": "def spin():\n    while True: pass\n"
    "threading.Thread(target=spin).start()\nreturn []",
    "thread-daemon": "threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n"
    "return []",
    "thread-many": "for _ in range(50): threading.Thread(target=time.sleep, "
    "args=(1000,)).start()\nreturn []",
    "thread-prints": "def chat():\n    while True: print('junk'); time.sleep(0.01)\n"
    "threading.Thread(target=chat).start()\nreturn []",
    "atexit-waits-call": "import atexit\natexit.register(time.sleep, 1000)\nreturn []",
    "fork-child-goes-on": "os.fork()\nreturn []",
    "fork-child-sleeps": "if os.fork() == 0: time.sleep(1000)\nreturn []",
    "fork-child-exits": "if os.fork() == 0: os._exit(0)\nreturn []",
    "daemonises": "if os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n"
    "    time.sleep(30)\n"
    "    os._exit(0)\nreturn []",
    "setsid": "os.setpgid(0, 0) if os.getpgrp() != os.getpid() else None\nreturn []",
    "child-holds-stdout": "subprocess.Popen(['sleep', '1000'])\nreturn []",
    "child-in-new-session": "subprocess.Popen(['sleep', '30'], start_new_session=True)\nreturn []",
    "child-holds-every-fd": "for fd in range(3, 100):\n    try: os.set_inheritable(fd, True)\n"
    "    except OSError: pass\n"
    "subprocess.Popen(['sleep', '1000'], close_fds=False)\nreturn []",
    "multiprocessing": "import multiprocessing\n"
    "multiprocessing.get_context('fork').Process(target=time.sleep, args=(1000,)).start()\n"
    "return []",
}
"""The same for those that are at fault or do no harm."""

EITHER_AT_LOAD = {
    "thread-endless-load": "threading.Thread(target=time.sleep, args=(1000,)).start()",
    "atexit-waits": "import atexit\natexit.register(time.sleep, 1000)",
    "threading-atexit": "threading._register_atexit(time.sleep, 1000)",
    "executor-waits": "from concurrent.futures import ThreadPoolExecutor\n"
    "pool = ThreadPoolExecutor(1)\npool.submit(time.sleep, 1000)",
    "del-at-exit": "class Gone:\n    def __del__(self): time.sleep(1000)\ngone = Gone()",
    "stdout-flush-hangs": "class Out:\n    def write(self, text): return len(text)\n"
    "    def flush(self): time.sleep(1000)\n    encoding = 'utf-8'\nsys.stdout = Out()",
    "fork-load": "os.fork()",
    "fork-load-sleeps": "if os.fork() == 0: time.sleep(1000)",
}
"""By id, what files do while they load that are at fault or do no harm."""

ENTRIES: list[Hostile] = [
    *(strategy(name, body) for name, body in FAULTS.items()),
    *(strategy(name, body, expect="either") for name, body in EITHER.items()),
    *(at_load(name, body, expect="either") for name, body in EITHER_AT_LOAD.items()),
    *CALLS,
    *LOADS,
    *HOOKS,
    *PROPERTIES,
    strategy(
        "hang-on-close",
        """
        try:
            yield next(
                Step(eliminations=[Candidate(c, d)])
                for c in grid.open_cells for d in grid.candidates(c)
                if d != SOLUTION[c]
            )
        finally:
            while True: pass
        """,
        top="SOLUTION = [int(d) for d in '81275364994368217567549128315423789636984572128716953"
        "4521974368438526917796318452']",
    ),
    strategy(
        "thread-holds",
        "threading.Thread(target=lambda: sum(itertools.count())).start()\nreturn []",
        expect="either",
        has_line=False,
    ),
    at_load(
        "cancels-timer-load",
        "import faulthandler\nfaulthandler.cancel_dump_traceback_later()\n"
        "faulthandler.dump_traceback_later = lambda *a, **k: None\nsum(itertools.count())",
    ),
]
