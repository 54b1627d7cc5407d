"""Exceptions raised in a plugin: its own fault, or an exception that must pass through it.

An exception of a plugin may be of a class whose ``__str__``, ``__class__`` or ``__traceback__`` is
code. `plain_error` gives one that can be looked at without a risk.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from sudoku_engine.errors import MachineFault, SudokuError, message_of, type_name
from sudoku_engine.plugins.calls import calls
from sudoku_engine.plugins.time_limits import TimeIsUp, is_interrupt, time_is_up

LONGEST_CHAIN = 20
"""The most causes of an exception that are kept."""

_HEAP_TYPE = 1 << 9
"""The flag of classes that are written in Python."""

_HARMLESS = {
    "__init__",
    "__module__",
    "__doc__",
    "__dict__",
    "__weakref__",
    "__annotations__",
    "__firstlineno__",
    "__static_attributes__",
}
"""The members of a class of exceptions that are not called when an exception is looked at."""


def goes_through(error: BaseException) -> bool:
    """Return whether `error` is not the fault of the code that raised it.

    Examples are Ctrl-C, the exception of a time limit, and MachineFault in the program, unless a
    plugin raises them itself.
    """
    if issubclass(type(error), TimeIsUp):
        return time_is_up()
    return is_interrupt(error) or (type(error) is MachineFault and not calls.is_guest)


def trace_of(error: BaseException) -> TracebackType | None:
    """Return the traceback of `error`, whatever its class makes of ``__traceback__``."""
    trace: TracebackType | None = _getter("__traceback__")(error)
    return trace


def plain_error(error: BaseException) -> BaseException:
    """Return `error`, or a safe copy if looking at `error` or a cause could run code.

    The copy has the name, the message, the traceback and the causes of `error`.
    """
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and len(chain) < LONGEST_CHAIN:
        chain.append(link)
        # Compared with None: its truth may be code of the plugin.
        cause: BaseException | None = _getter("__cause__")(link)
        link = _getter("__context__")(link) if cause is None else cause
    if link is None and not any(map(_is_odd, chain)):
        return error
    plain: BaseException | None = None
    for each in reversed(chain):
        kind = type(type_name(each), (Exception,), {"__module__": "plugin"})
        copy: BaseException = kind(message_of(each)).with_traceback(trace_of(each))
        copy.__cause__ = plain
        plain = copy
    assert plain is not None
    return plain


def _getter(name: str) -> Callable[[BaseException], Any]:
    """Return a function that reads a part of an exception past what its class says."""
    getter: Callable[[BaseException], Any] = vars(BaseException)[name].__get__
    return getter


def _is_odd(error: BaseException) -> bool:
    """Return whether the class of `error` can run code when `error` is looked at."""
    kind = type(error)
    if type(kind) is not type:
        return True
    written = (each for each in kind.__mro__ if each.__flags__ & _HEAP_TYPE)
    if any(vars(each).keys() - _HARMLESS for each in written if each is not SudokuError):
        return True
    if not issubclass(kind, SudokuError):
        return False
    texts = (vars(error).get("what"), vars(error).get("where"), vars(error).get("excerpt", ""))
    return not all(type(text) is str for text in texts)
