"""Rules of variants, and the decorator that turns a function or a class into one.

A rule says which digits certain cells may hold together. Its demands on the cells of a clue are
computed once, as plain data (`Part`); after that, the rule is not called again.
"""

import functools
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, ClassVar

from sudoku_engine.api.strategy import Decorated
from sudoku_engine.board.clue import Part, Value
from sudoku_engine.board.layout import Layout
from sudoku_engine.errors import LayoutError
from sudoku_plugins.variants.fillings import Fillings

MOST_STATES_WITH_PEERS = 3000
"""The most states before one cell of a machine that takes account of cells that see each other.

Such a machine excludes much more, so the search needs fewer guesses; a larger machine is too slow.
"""

Later = tuple[tuple[int, ...], ...]
"""By place in a list of cells, the places after it whose cells see that cell."""

KNOWN = ("value", "n", "size", "cells", "layout")
"""The names of parameters, besides digits, by which a rule asks for more."""


@dataclass(frozen=True, eq=False, repr=False)
class Rule(Decorated):
    """A rule of a variant: a pure function that says which digits some cells may hold together."""

    kind: ClassVar[str] = "rule"

    allows: Callable[..., object]
    """The function or the class that was decorated."""
    id: str
    """The name in configurations and puzzles."""
    name: str
    """The name for people."""
    distinct: bool = False
    """Whether the cells of a clue all differ; the function is only asked about such digits."""
    ordered: bool = True
    """Whether the order of the digits counts; for two digits, also: only neighbours in the clue."""
    everywhere: Callable[[Layout], Iterable[Sequence[int]]] | None = None
    """A function that returns the lists of cells of a board for which it holds everywhere."""
    over: Callable[..., Iterable[Sequence[int]]] | None = None
    """A function from the cells of a clue to the lists for which it holds, by default these."""
    lays: Callable[..., Iterable[Sequence[int]]] | None = None
    """A function that returns lists of cells for new clues; by default the shape tells them."""
    draws: str | None = None
    """The shape of its clues."""
    word: str = "extra region"
    """The word for a house that it makes, of as many different cells as the board has digits."""

    def __post_init__(self) -> None:
        vars(self).update(
            __module__=self.allows.__module__,
            __doc__=self.allows.__doc__,
            __name__=self.id,
            __qualname__=self.allows.__qualname__,
            __wrapped__=self.allows,
        )

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Return the result of the function, or an object of the class."""
        return self.allows(*args, **options)

    def __repr__(self) -> str:
        return f"<Rule {self.id}: {self.name}>"

    @property
    def is_everywhere(self) -> bool:
        """Whether it holds on the whole board, so that its clues have no cells."""
        return self.everywhere is not None

    def demands(self, layout: Layout, cells: Sequence[int], value: Value) -> tuple[Part, ...] | str:
        """Return the demands of a clue on `cells` with this `value` on a board of `layout`.

        A text says why the clue cannot exist.
        """
        if refused := _refused(self.allows, value):
            return refused
        try:
            parts = list(self._parts(layout, cells, value))
        except LayoutError as error:
            return error.what
        if cells and (not parts or any(len(part.cells) < _fewest(self.allows) for part in parts)):
            return "these cells are too few for it"
        if any(part.fillings and not any(part.fillings.layers[0]) for part in parts):
            return "no digits fit it"
        return tuple(parts)

    def _parts(self, layout: Layout, cells: Sequence[int], value: Value) -> Iterator[Part]:
        made: dict[Any, Fillings] = {}
        for some, known in self.asked_of(layout, cells, value):
            if self._is_whole_house(layout, some, known):
                yield Part(some, None, True, self.word)
                continue
            later = _later(layout, some)
            key = later, *known.items()
            if key not in made:  # most lists of a rule for the whole board have the same fillings
                made[key] = self._fillings(known, later, layout.n)
            yield self._part(layout.n, some, made[key])

    def _is_whole_house(self, layout: Layout, cells: Sequence[int], known: dict[str, Any]) -> bool:
        """Return whether `cells` may hold all digits in any order, tested by one call.

        A machine for all digits would have 2 ** n states.
        """
        takes_sets = self.form == "digits" and self.distinct and not self.ordered
        return (
            takes_sets
            and len(cells) == layout.n
            and bool(self.allows(tuple(layout.digits), **known))
        )

    def asked_of(
        self, layout: Layout, cells: Sequence[int], value: Value
    ) -> Iterator[tuple[tuple[int, ...], dict[str, Any]]]:
        """Yield the lists of cells that a clue asks the rule about, and the other arguments."""
        lists: Iterable[Sequence[int]] = [cells]
        if self.everywhere is not None:
            lists = self.everywhere(layout)
        elif self.over is not None:
            lists = self.over(**_wanted(self.over, layout, cells, value))
        is_of_pairs = not self.ordered and self.form == "pair"
        for each in lists:
            found = _on(layout, each)
            known = _wanted(self.allows, layout, found, value)
            for some in combinations(found, 2) if is_of_pairs else [found]:
                if self.form == "machine" and "digit" in _parameters(self.allows):
                    yield from ((some, {**known, "digit": digit}) for digit in layout.digits)
                else:
                    yield some, known

    def places(self, layout: Layout, digits: tuple[int, ...]) -> tuple[tuple[int, ...], ...] | None:
        """Return the lists of cells where a clue fits a full board; None: its shape tells them."""
        if self.lays is None:
            return None
        known = {"layout": layout, "n": layout.n, "digits": digits}
        wanted = {name: known[name] for name in _parameters(self.lays) if name in known}
        return tuple(_on(layout, each) for each in self.lays(**wanted))

    @property
    def form(self) -> str:
        """The form of the rule: on a ``pair`` of digits or all ``digits``, or a ``machine``."""
        if inspect.isclass(self.allows):
            return "machine"
        return "pair" if _number_of_digits(self.allows) == 2 else "digits"

    def _fillings(self, known: dict[str, Any], later: Later, n: int) -> Fillings:
        """Return the fillings of cells that see each other as in `later`."""
        if self.form == "machine":
            machine: Any = self.allows(**known)
            start = machine.start() if callable(machine.start) else machine.start
            return _read(later, n, start, machine.step, machine.accepts)
        if self.form == "pair":
            return _of_neighbours(functools.partial(self.allows, **known), later, n, self.distinct)
        ask = Fillings.asked if self.ordered else Fillings.asked_in_any_order
        allowed = functools.partial(_asked_as_tuple, self.allows, known)
        return ask(allowed, len(later), n, self.distinct)

    def _part(self, n: int, cells: tuple[int, ...], fillings: Fillings) -> Part:
        size = len(cells)
        # A cage of two cells with sum 3 takes any different digits, but only 1 and 2.
        takes_every_digit = fillings.supported((-1,) * size) == ((1 << n) - 1,) * size
        if takes_every_digit and fillings == _all_different(size, n):
            return Part(cells, None, True, self.word)
        return Part(cells, fillings, self.distinct, self.word)


def _on(layout: Layout, cells: Sequence[int]) -> tuple[int, ...]:
    """Return `cells`; raise ValueError for cells that do not exist."""
    found = tuple(cells)
    for number, cell in enumerate(found):
        if cell not in range(len(layout.cells)):
            raise ValueError(f"there is no cell {cell!r:.20} on this board")
        if cell in found[:number]:
            raise ValueError(f"{layout.cells[cell]} is twice in a list of cells")
    return found


def _refused(allows: Callable[..., object], value: Value) -> str:
    """Return the fault of `value` for a rule, judged by the annotation of its parameter `value`."""
    parameter = inspect.signature(allows).parameters.get("value")
    if parameter is None:
        return "" if value is None else f"it takes no value, and {value} is one"
    kinds = _kinds_of_value(allows)
    if value is None:
        has_default = parameter.default is not parameter.empty
        return "" if has_default or "None" in kinds else "it needs a value"
    if isinstance(value, str) and "int" in kinds and "str" not in kinds:
        return f"its value is a number, not {value}"
    return ""


def _wanted(
    function: Callable[..., object], layout: Layout, cells: Sequence[int], value: Value
) -> dict[str, Any]:
    if isinstance(value, int) and _kinds_of_value(function) == ["str"]:
        value = str(value)  # a text of digits, which a puzzle writes like a number
    known = dict(zip(KNOWN, (value, layout.n, len(cells), cells, layout)))
    return {name: known[name] for name in _parameters(function) if name in known}


def _kinds_of_value(function: Callable[..., object]) -> list[str]:
    parameter = inspect.signature(function).parameters.get("value")
    if parameter is None or parameter.annotation is parameter.empty:
        return []
    kind = parameter.annotation
    return re.findall(r"\w+", kind.__name__ if isinstance(kind, type) else str(kind))


def _asked_as_tuple(allows: Callable[..., object], known: dict[str, Any], *digits: int) -> object:
    return allows(digits, **known)


@functools.lru_cache(64)
def _all_different(size: int, n: int) -> Fillings | None:
    if size > n:
        return None
    return Fillings.asked_in_any_order(lambda *digits: True, size, n, distinct=True)


def _later(layout: Layout, cells: Sequence[int]) -> Later:
    places = range(len(cells))
    return tuple(
        tuple(
            [other for other in places[place + 1 :] if layout.peer_masks[cell] >> cells[other] & 1]
        )
        for place, cell in enumerate(cells)
    )


def _of_neighbours(
    allowed: Callable[[int, int], object], later: Later, n: int, distinct: bool
) -> Fillings:
    """Return the fillings in which `allowed` accepts each digit after the one before it."""
    digits = range(1, n + 1)
    after = [
        frozenset(
            other for other in digits if (one != other or not distinct) and allowed(one, other)
        )
        for one in digits
    ]
    return _following((frozenset(digits), *after), later)


@functools.lru_cache(64)  # a rule for the whole board has many pairs, but few different answers
def _following(after: tuple[frozenset[int], ...], later: Later) -> Fillings:
    """Return the fillings in which each digit is in the set of `after` for the one before it."""
    n = len(after) - 1
    return _read(later, n, 0, lambda last, digit: digit if digit in after[last] else None)


def _read(
    later: Later,
    n: int,
    start: Any,
    step: Callable[[Any, int], Any],
    accepts_end: Callable[[Any], object] | None = None,
) -> Fillings:
    """Return the fillings that a machine reads, on cells that see each other as in `later`.

    If the machine would grow too large, only neighbours in the list count.
    """
    near = [
        [other for other in others if [*range(place + 1, other)] == [*others[: other - place - 1]]]
        for place, others in enumerate(later)
    ]
    read = functools.partial(Fillings.read_by, start, step, len(later), n, accepts_end=accepts_end)
    for differing in [later, near] if any(later) else []:
        with suppress(LayoutError):
            return read(most_states=MOST_STATES_WITH_PEERS, later=differing)
    return read()


@functools.lru_cache(256)  # it is called for each list of cells on a board
def _parameters(allows: Callable[..., object]) -> tuple[str, ...]:
    return tuple(inspect.signature(allows).parameters)


def _number_of_digits(allows: Callable[..., object]) -> int:
    return len([name for name in _parameters(allows) if name not in KNOWN])


def _fewest(allows: Callable[..., object]) -> int:
    return 1 if inspect.isclass(allows) else min(_number_of_digits(allows), 2)


def _unfit(allows: Callable[..., object], name: str) -> str:
    """Return why the function or class `allows`, called `name`, is not a rule; empty if it is."""
    if inspect.isclass(allows):
        for part in ("step", "accepts"):
            if not hasattr(allows, part):
                return f"the machine {name} has no {part}"
        for each in inspect.signature(allows).parameters.values():
            if each.name not in (*KNOWN, "digit") and each.default is each.empty:
                return f"{name}.__init__ may take {', '.join(KNOWN)} and digit, not {each.name}"
    elif _number_of_digits(allows) not in (1, 2):
        return f"{name} must take two digits, as (a, b), or all of them, as (digits)"
    elif any(
        each.kind is each.VAR_POSITIONAL for each in inspect.signature(allows).parameters.values()
    ):
        return f"{name} takes all digits as one tuple: write (digits), without a star"
    elif inspect.iscoroutinefunction(allows) or inspect.isgeneratorfunction(allows):
        return f"{name} must return True or False: write def and return, no async and no yield"
    return ""


def rule(
    name: str,
    *,
    distinct: bool = False,
    ordered: bool = True,
    everywhere: Callable[[Layout], Iterable[Sequence[int]]] | None = None,
    over: Callable[..., Iterable[Sequence[int]]] | None = None,
    lays: Callable[..., Iterable[Sequence[int]]] | None = None,
    draws: str | None = None,
    word: str = "extra region",
    id: str | None = None,
) -> Callable[[Callable[..., object]], Rule]:
    """Return a decorator that turns a function or a class into a `Rule`.

    Three forms: a function of two digits, such as ``(a, b)``, is asked about neighbours in the list
    of cells, or with ``ordered=False`` about all pairs. A function of one tuple, ``(digits)``, is
    asked about whole fillings, with ``ordered=False`` only about ascending ones. A class is a
    machine: it begins in `start`, ``step(state, digit)`` returns the next state or None,
    ``accepts(state)`` judges the last one. Each may also have parameters called `value`, `n` (of
    digits), `size` (of cells), `cells` and `layout`. A machine with a parameter `digit` is made for
    each digit of the board, and all must accept. `distinct`: the cells all differ. `everywhere`: a
    function from a layout to the lists of cells for which the rule holds; `over`: the same from the
    layout and the cells of a clue. `lays`: from the layout, and the `digits` of a full board if it
    asks for them, to lists of cells where `generate` may lay clues; by default the shape tells
    them. `draws`: the shape of its clues; a clue of an unknown shape is written below the board.
    Raises TypeError for a function with other parameters.

    Shapes: ``cage`` (dashed), ``solid cage``, ``shaded cage``, ``shade``, ``clone`` (two halves,
    with letters), ``sets`` (as many as the value says, or two, with one letter), ``square``,
    ``disc``, ``minimum``, ``maximum``. Along the cells: ``thermometer``, ``slow thermometer``,
    ``arrow``, ``double arrow``, ``between line``, ``lockout line``, and ``green line`` or grey,
    blue, purple, lavender, orange, peach, yellow, pink. Between neighbours in the list: ``white
    dot``, ``black dot``, ``greater``, or a text of up to three letters. Where cells meet:
    ``circle``. Where a line begins: ``outside``.
    """

    if not isinstance(name, str):
        raise TypeError("rule() needs a name")

    def decorate(allows: Callable[..., object]) -> Rule:
        own_name = getattr(allows, "__name__", type(allows).__name__)
        if unfit := _unfit(allows, own_name):
            raise TypeError(unfit)
        own_id = id or re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", own_name).lower()
        if not own_id.isidentifier():
            raise TypeError("a lambda has no name: write def and a name, or give it an id")
        lists = everywhere, over, lays
        return Rule(allows, own_id, name, distinct, ordered, *lists, draws, word)

    return decorate


class JudgedAtOnce:
    """A machine of which each `step` judges its digit, so that any last state will do."""

    def accepts(self, state: object) -> bool:
        """Return True."""
        return True


def side_by_side(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that share an edge.

    >>> len(list(side_by_side(Layout.named("4x4"))))
    24
    """
    for line in (*layout.rows, *layout.columns):
        yield from pairwise(line.cells)


def at_distance(layout: Layout, moves: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield each pair of cells that are one of the `moves` (rows, columns) apart.

    >>> len(list(at_distance(Layout.named("4x4"), [(1, 1), (1, -1)])))
    18
    """
    n = layout.n
    for cell in layout.cells:
        row, column = divmod(cell, n)
        for down, right in moves:
            if 0 <= row + down < n and 0 <= column + right < n:
                yield cell, cell + down * n + right
