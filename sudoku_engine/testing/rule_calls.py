"""Calls of a rule, where it is loaded: what it demands of a clue, and what it says itself.

An answer is plain data, and a claim: the checks judge it (`checks.rule`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature
from itertools import islice, pairwise, permutations, product
from typing import Any, NamedTuple

from sudoku_engine.api.rule import Rule
from sudoku_engine.board.clue import Part, Value
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.words import brief
from sudoku_engine.errors import LayoutError
from sudoku_engine.plugins.component import Failure
from sudoku_engine.testing.effort import cost
from sudoku_engine.testing.plugin_calls import LocalCalls

MOST_ASKED = 1000
"""The most fillings that a rule is asked about for one list of cells."""

MOST_LISTS = 60
"""The most lists of cells of a clue, such as all pairs of a knight's move, that are looked at."""

Digits = tuple[int, ...]

YES, NO, ODD, UNASKED = "10?-"
"""What a rule says of a filling: that it is allowed, or not, or something else; or nothing."""


class Traits(NamedTuple):
    """What a rule says about itself."""

    form: str
    """``pair``, ``digits`` or ``machine``; empty for an object that is no `Rule`."""
    is_ordered: bool = True
    is_distinct: bool = False
    takes_value: bool = True
    has_lists: bool = False
    """Whether a function of its own makes the lists of cells that it is asked about."""


class Said(NamedTuple):
    """What a rule says of all fillings of a list of cells, in the order of `product`."""

    cells: tuple[int, ...]
    answers: str
    """A letter for each filling."""
    again: str
    """The same when it is asked again, from the last filling to the first."""
    odd: dict[Digits, str]
    """By filling, what it returns in place of True and False."""
    reordered: tuple[Digits, Digits] | None
    """A filling, and one of the same digits of which it says something else."""


class Look(NamedTuple):
    """All that is known of a clue of a rule."""

    layout: Layout
    cells: tuple[int, ...]
    value: Value
    demanded: tuple[Part, ...] | str | Failure
    """What the clue demands, why there is no such clue, or what the rule raised."""
    again: bool
    """Whether it demands the same when it is asked again."""
    said: tuple[Said, ...] = ()
    at: tuple[Digits, Digits] = ((), ())
    """The cells and the filling about which it was asked last."""
    failure: Failure | None = None
    """What it raised about them."""


def traits(calls: LocalCalls) -> list[Any]:
    """Return the `Traits` of a rule as plain data."""
    found = calls.component.object
    if not isinstance(found, Rule):
        return [""]
    functions = [each for each in (found.allows, found.over) if each is not None]
    takes_value = any("value" in signature(each).parameters for each in functions)
    has_lists = bool(found.everywhere or found.over)
    return [found.form, found.ordered, found.distinct, takes_value, has_lists]


def seconds(calls: LocalCalls, layout: Layout, cells: Digits, value: Value) -> list[Any]:
    """Return why there is no such clue, and the seconds that it cost to know what it demands."""
    work = calls.component.call
    found, spent = cost(lambda: calls.call(work, layout, cells, value))
    return [found if isinstance(found, str | Failure) else "", spent]


def look(calls: LocalCalls, layout: Layout, cells: Digits, value: Value) -> list[Any]:
    """Return the parts of a `Look` behind its value, as plain data."""
    rule, demands = calls.component.object, calls.component.call
    demanded = calls.call(demands, layout, cells, value)
    if isinstance(demanded, Failure):
        said, at, failure = _asked(calls, layout, cells, value)
        return [failure or demanded, True, said, at, failure]
    is_same = demanded == calls.call(demands, layout, cells, value)
    # With the one text that is looked at, the rule refuses all fillings of the clue.
    if not isinstance(rule, Rule) or (isinstance(demanded, str) and demanded != "no digits fit it"):
        return [demanded, is_same, (), ((), ()), None]
    return [demanded, is_same, *_asked(calls, layout, cells, value)]


def _asked(calls: LocalCalls, layout: Layout, cells: Digits, value: Value) -> list[Any]:
    rule: Rule = calls.component.object
    said: list[Said] = []
    at: list[Digits] = [(), ()]

    def ask() -> None:
        kinds = set()
        for some, known in islice(rule.asked_of(layout, cells, value), MOST_LISTS):
            kind = (len(some), *known.values())
            if known.get("digit", 1) > 1:
                continue  # the machines of all digits are asked together
            if layout.n ** len(some) <= MOST_ASKED and kind not in kinds:
                kinds.add(kind)
                said.append(_said(rule, layout, some, known, at))

    done = calls.call(ask)
    is_known = isinstance(done, Failure) and not isinstance(done.error, LayoutError)
    return [tuple(map(tuple, said)), tuple(at), done if is_known else None]


def _said(
    rule: Rule, layout: Layout, cells: Digits, known: dict[str, Any], at: list[Digits]
) -> Said:
    fillings = [*product(range(1, layout.n + 1), repeat=len(cells))]
    odd: dict[Digits, str] = {}
    at[0] = cells

    def letters(order: list[Digits]) -> Iterator[str]:
        says = _judge(rule, known, layout.n)
        for filling in order:
            if rule.distinct and len({*filling}) < len(filling):
                yield UNASKED
                continue
            at[1] = filling
            answer = says(filling)
            if type(answer) is not bool:
                odd.setdefault(filling, brief(answer))
            yield (YES if answer else NO) if type(answer) is bool or answer in (0, 1) else ODD

    answers = "".join(letters(fillings))
    again = "".join(letters(fillings[::-1]))[::-1]
    reordered = None if rule.ordered else _reordered(rule, known, fillings)
    return Said(cells, answers, again, odd, reordered)


def _judge(rule: Rule, known: dict[str, Any], n: int) -> Callable[[Digits], Any]:
    """Return a function that asks the `rule` itself about whole fillings."""
    if "digit" in known:
        parts = [{**known, "digit": digit} for digit in range(1, n + 1)]
        machines = [_reader(rule.allows(**each)) for each in parts]
        return lambda filling: next((no for read in machines if not (no := read(filling))), True)
    if rule.form == "machine":
        return _reader(rule.allows(**known))
    if rule.form == "digits":
        return lambda filling: rule.allows(
            tuple(filling if rule.ordered else sorted(filling)), **known
        )

    def neighbours(filling: Digits) -> Any:
        for pair in pairwise(filling):
            if (answer := rule.allows(*pair, **known)) is not True:
                return answer
        return True

    return neighbours


def _reader(machine: Any) -> Callable[[Digits], Any]:
    """Return a function that lets `machine` read whole fillings."""

    def read(filling: Digits) -> Any:
        state = machine.start() if callable(machine.start) else machine.start
        for digit in filling:
            if (state := machine.step(state, digit)) is None:
                return False
        return machine.accepts(state)

    return read


def _reordered(
    rule: Rule, known: dict[str, Any], fillings: list[Digits]
) -> tuple[Digits, Digits] | None:
    """Return a filling, and one of the same digits of which the `rule` says something else."""
    is_of_pairs = rule.form == "pair"

    def says(digits: Digits) -> object:
        return rule.allows(*digits, **known) if is_of_pairs else rule.allows(digits, **known)

    for filling in fillings:
        is_asked = not rule.distinct or len({*filling}) == len(filling)
        if list(filling) == sorted(filling) and is_asked:
            usual = says(filling)
            for other in permutations(filling):
                if bool(says(other)) != bool(usual):
                    return filling, other
    return None
