"""Plugins that write, close or replace what the program writes to."""

from tests.hostile.entry import Hostile, at_load, in_hook, strategy

JUNK = "5" * 81
"""What a plugin writes: it looks like an answer."""

WRITES = {
    "print": f"print('{JUNK}')",
    "fd-1": f"os.write(1, b'{JUNK}\\n')",
    "fd-2": f"os.write(2, b'{JUNK}\\n')",
    "dunder-stdout": f"sys.__stdout__.write('{JUNK}\\n'); sys.__stdout__.flush()",
    "dunder-stdout-late": f"sys.__stdout__.write('{JUNK}\\n')",
    "open-fd-1": f"open(1, 'w', closefd=False).write('{JUNK}\\n')",
    "dev-stdout": f"open('/dev/stdout', 'a').write('{JUNK}\\n')",
    "every-fd": (
        f"for fd in range(1, 3):\n    try: os.write(fd, b'{JUNK}\\n')\n    except OSError: pass"
    ),
    "subprocess-echo": f"subprocess.run(['echo', '{JUNK}'])",
    "system-echo": f"os.system('echo {JUNK}')",
    "libc-puts": f"import ctypes\nc = ctypes.CDLL(None); c.puts(b'{JUNK}'); c.fflush(None)",
    "binary": "os.write(1, bytes(range(256)) * 100)",
    "much": "os.write(1, b'x' * 50000)",
    "json": ('print(\'{"event":"end","outcome":"solved","by":"strategies"}\')'),
    "surrogate": "print('\\ud800')",
}

OPEN_FDS = "[int(fd) for fd in os.listdir('/proc/self/fd')]"

DAMAGE = {
    "closes-all": "os.closerange(0, 100)",
    "closes-3-up": "os.closerange(3, 256)",
    "closes-0": "os.close(0)",
    "closes-1": "os.close(1)",
    "closes-2": "os.close(2)",
    "closes-1-2": "os.close(1); os.close(2)",
    "closes-stdout": "sys.stdout.close()",
    "closes-stderr": "sys.stderr.close()",
    "closes-dunder": "sys.__stdout__.close(); sys.__stderr__.close()",
    "closes-stdin": "sys.stdin.close()",
    "dup2-null": (
        "null = os.open('/dev/null', os.O_RDWR)\n"
        f"for fd in {OPEN_FDS}:\n    try: os.dup2(null, fd)\n    except OSError: pass"
    ),
    "dup2-file": "fd = os.open('/dev/null', os.O_WRONLY); os.dup2(fd, 1); os.dup2(fd, 2)",
    "dup2-1-over-all": (
        f"for fd in {OPEN_FDS}:\n    try: os.dup2(1, fd)\n    except OSError: pass"
    ),
    "writes-to-pipes": (
        f"for fd in {OPEN_FDS}:\n"
        "    try:\n        if fd > 2: os.set_blocking(fd, False); os.write(fd, b'junk' * 1000)\n"
        "    except OSError: pass"
    ),
    "writes-short-to-pipes": (
        f"for fd in {OPEN_FDS}:\n"
        "    try:\n        if fd > 2: os.write(fd, b'\\xff\\xff\\xff\\xff')\n"
        "    except OSError: pass"
    ),
    "writes-newlines-to-pipes": (
        f"for fd in {OPEN_FDS}:\n"
        "    try:\n        if fd > 2: os.write(fd, b'\\n[]\\nnull\\n{{}}\\n5\\n')\n"
        "    except OSError: pass"
    ),
    "reads-pipes": (
        f"for fd in {OPEN_FDS}:\n"
        "    try:\n        if fd > 2: os.set_blocking(fd, False); os.read(fd, 10 ** 6)\n"
        "    except OSError: pass"
    ),
    "nonblocking": (
        f"for fd in {OPEN_FDS}:\n    try: os.set_blocking(fd, False)\n    except OSError: pass"
    ),
    "truncates-pages": (
        f"for fd in {OPEN_FDS}:\n    try: fd > 2 and os.ftruncate(fd, 0)\n    except OSError: pass"
    ),
    "writes-maps": (
        "import gc, mmap\nfor each in gc.get_objects():\n"
        "    if type(each) is mmap.mmap: each[:] = b'\\xff' * len(each)"
    ),
    "closes-maps": (
        "import gc, mmap\nfor each in gc.get_objects():\n"
        "    if type(each) is mmap.mmap: each.close()"
    ),
    "deletes-itself": "os.remove(__file__)",
    "rewrites-itself": "open(__file__, 'w').write('junk(' * 100)",
    "unlinks-tmp": (
        "import shutil\nfolder = os.environ['TMPDIR']\nfor name in os.listdir(folder):\n"
        "    shutil.rmtree(os.path.join(folder, name), ignore_errors=True)"
    ),
}

HARMLESS = {*("deletes-itself", "rewrites-itself", "closes-0", "closes-stdin", "dup2-file")}

ENTRIES: list[Hostile] = [
    *(
        strategy(
            f"write-{name}",
            f"{body}\nreturn []",
            expect="either" if name == "surrogate" else "harmless",
        )
        for name, body in WRITES.items()
    ),
    *(
        at_load(f"write-{name}-load", WRITES[name], expect="harmless")
        for name in ("print", "fd-1", "dunder-stdout", "subprocess-echo", "libc-puts")
    ),
    in_hook("write-fd-1-hook", f"os.write(1, b'{JUNK}\\n')\nreturn [mine]", expect="harmless"),
    at_load(
        "write-fd-1-atexit",
        f"import atexit\natexit.register(os.write, 1, b'{JUNK}\\n')",
        expect="harmless",
    ),
    strategy("write-endless", "while True: os.write(1, b'junk\\n' * 20)"),
    *(
        strategy(
            f"{name}",
            f"{body}\nreturn []",
            expect="harmless" if name in HARMLESS else "either",
            has_line=False,
        )
        for name, body in DAMAGE.items()
    ),
    *(
        at_load(
            f"{name}-load",
            DAMAGE[name],
            expect="harmless" if name in HARMLESS else "either",
            has_line=False,
        )
        for name in (
            *("closes-all", "closes-3-up", "closes-1-2", "dup2-null", "deletes-itself"),
            *("writes-newlines-to-pipes", "closes-stdout"),
        )
    ),
    strategy("closes-then-raises", "os.closerange(0, 100)\nraise ValueError", has_line=False),
    strategy("closes-then-hangs", "os.closerange(0, 100)\nwhile True: pass"),
    strategy("stdout-none-then-raises", "sys.stdout = sys.stderr = None\nraise ValueError"),
    strategy("deletes-itself-then-raises", "os.remove(__file__)\nraise ValueError"),
    strategy("deletes-itself-then-exits", "os.remove(__file__)\nos._exit(0)"),
    strategy("chdir-then-raises", "os.chdir('/')\nraise ValueError"),
    strategy("chdir-then-exits", "os.chdir('/')\nos._exit(0)"),
]
