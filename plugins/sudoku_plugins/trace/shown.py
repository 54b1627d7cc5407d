"""Values as a trace shows them: short, in a fixed order, and without running a plugin's code."""

import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable
from itertools import islice
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Step
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.plugins.own_modules import is_plugin_name

MOST_ITEMS = 9  # items of a collection that are shown
MOST_DEPTH = 3  # collections in each other that are shown
MOST_LETTERS = 60  # letters of a text that are shown
MOST_BITS = 200  # bits of a number that is shown
LONGEST = 120  # letters of a value
HIDDEN = "(hidden: it may be a secret)"

_SECRET = re.compile(r"passw|secret|token|api_?key|credential|private_?key", re.IGNORECASE)

_BRACKETS: dict[type, tuple[str, str]] = {
    **dict.fromkeys((list, deque), ("[", "]")),
    **dict.fromkeys((set, frozenset, dict, defaultdict, OrderedDict, Counter), ("{", "}")),
    tuple: ("(", ")"),
}


def shown_value(name: str, value: object) -> str:
    """Return the `value` of the variable `name` as text; what may be a secret is hidden."""
    return HIDDEN if _SECRET.search(name) else shown(value)


def shown(value: object, depth: int = 0) -> str:
    """Return `value` as Python writes it, shortened; nothing of a plugin's classes is called."""
    kind = type(value)
    if kind in _PLAIN:
        text = _PLAIN[kind](value)
    elif kind in _BRACKETS:
        text = _collection(value, kind, depth)
    elif isinstance(value, BaseException):
        text = kind.__name__
    elif isinstance(value, type):
        text = value.__name__
    else:
        text = _object(value, depth)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _object(value: object, depth: int) -> str:
    """Return the name of the class of `value`, with what it holds if it is a plugin's."""
    name, held = type(value).__name__, vars(value) if hasattr(value, "__dict__") else None
    is_own = is_plugin_name(type(value).__module__)
    if not is_own or type(held) is not dict or not held or depth >= MOST_DEPTH:
        return f"<{name}>"
    parts = [
        f"{key}={shown_value(key, each)}" if depth + 1 < MOST_DEPTH else str(key)
        for key, each in islice(held.items(), MOST_ITEMS)
    ]
    return f"{name}({', '.join(parts)}{', …' if len(held) > MOST_ITEMS else ''})"


def _collection(value: Any, kind: type, depth: int) -> str:
    opening, closing = _BRACKETS[kind]
    if not value:
        return f"{kind.__name__}()" if kind in (set, frozenset) else opening + closing
    if depth >= MOST_DEPTH:
        return f"{opening}…{closing}"
    items: Iterable[Any] = value
    if kind in (set, frozenset) and len(value) <= 4 * MOST_ITEMS:
        items = sorted(value) if {*map(type, value)} <= {int, Cell} else value
    parts = [shown(each, depth + 1) for each in islice(items, MOST_ITEMS)]
    if isinstance(value, dict):
        values = (
            shown_value(key, each) if type(key) is str else shown(each, depth + 1)
            for key, each in value.items()
        )
        parts = [f"{key}: {each}" for key, each in zip(parts, values)]
    if len(value) > MOST_ITEMS:
        parts.append(f"… {len(value)} in all")
    elif kind is tuple and len(parts) == 1:
        parts[0] += ","
    return f"{opening}{', '.join(parts)}{closing}"


def _number(value: int) -> str:
    bits = value.bit_length()
    return str(value) if bits <= MOST_BITS else f"<a number of {bits} bits>"


def _text(value: str) -> str:
    return repr(value) if len(value) <= MOST_LETTERS else f"{value[:MOST_LETTERS]!r}…"


_PLAIN: dict[type, Any] = {
    type(None): str,
    bool: str,
    int: _number,
    Cell: str,
    float: repr,
    str: _text,
    bytes: lambda value: f"<{len(value)} bytes>",
    range: repr,
    House: str,
    Candidate: str,
    Grid: lambda value: "<the board>" if value.layout.n == 9 else f"<a board {value.layout}>",
    Layout: lambda value: f"<layout {value}>",
    Step: lambda value: short_notation(value, value.likely_layout()),
    ModuleType: lambda value: f"<module {value.__name__}>",
    **dict.fromkeys(
        (FunctionType, BuiltinFunctionType), lambda value: f"<function {value.__name__}>"
    ),
    MethodType: lambda value: "<method>",
}
"""How the values of each type of ours and of Python's are written."""
