"""Make a process look like one on Windows: `pretend` before anything of the engine is imported.

The modules of Python that look at the system when they are imported come first.
"""

import ctypes
import faulthandler
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile

LOADED = (ctypes, tempfile)

MISSING_MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty")

KEPT_SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}

MISSING_NAMES = {
    os: {
        *("fork", "forkpty", "getpgid", "getpgrp", "geteuid", "getuid", "killpg", "memfd_create"),
        *("nice", "posix_spawn", "pread", "setpgid", "setsid", "sysconf", "waitid"),
        *("get_blocking", "set_blocking", "MFD_CLOEXEC", "MFD_ALLOW_SEALING", "O_ASYNC"),
        *("O_NONBLOCK", "P_PID", "WNOWAIT", "WSTOPPED"),
    },
    signal: {"alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt"},
    faulthandler: {"register"},
    select: {"epoll", "poll"},
}
"""What these modules lack there; `subprocess` needs some more names here."""

started: list[list[str]] = []
"""The command lines of the programs that were run, such as ``taskkill``."""


def _remember(command: list[str], **_: object) -> None:
    started.append(command)


def pretend() -> None:
    """Take from this process what Windows does not have."""
    for module, names in MISSING_NAMES.items():
        for name in names:
            vars(module).pop(name, None)
    for name in [name for name in vars(signal) if name.startswith("SIG") and name.isupper()]:
        if name not in KEPT_SIGNALS and "_" not in name:
            delattr(signal, name)
    for name in MISSING_MODULES:
        sys.modules[name] = None  # so that an import of it fails
    pathlib.WindowsPath = pathlib.PosixPath  # the files are here
    subprocess.Popen.kill = subprocess.Popen.terminate  # as there
    subprocess.run = _remember
    os.name = "nt"
