"""Calls of a plugin that is loaded in a guest: both ends, and the form in which values pass.

The guest (`prepare`) loads plugins and calls one; it judges nothing. What it sends is a claim:
the host (`GuestCalls`) reads it as plain data, and the checks judge it there. A rule is asked what
it demands of a clue, and what it says itself.
"""

from __future__ import annotations

import builtins
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from importlib import import_module
from inspect import signature
from itertools import islice, pairwise, permutations, product
from operator import attrgetter
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from sudoku_engine import GaveUp, Grid, Layout, SudokuError
from sudoku_engine.board.clue import Part, Value
from sudoku_engine.board.words import brief
from sudoku_engine.errors import LayoutError, RecordError, error_text
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.kit.own_work import listen
from sudoku_plugins.kit.plugin_calls import (
    MOST_WORDS,
    TRACES,
    LocalCalls,
    Output,
    StrategyAnswer,
    Traces,
    Unusable,
    Work,
    cost,
    traces_of,
)
from sudoku_plugins.sandbox.codec import Codec, Form, catalog_of

if TYPE_CHECKING:
    from sudoku_plugins.sandbox.guest import Guest
    from sudoku_plugins.sandbox.host import Host
    from sudoku_plugins.variants.rule import Rule

Given = Mapping[str, Any]

TASKS = __name__  # the module that prepares the guests
MOST_AT_ONCE = 32  # the most boards that a request has
AT_ONCE = 0.05  # the seconds that a request should take, so that few calls are made in vain
FORGED = "it sends what only the engine may send"  # why a plugin fails whose guest does


class CheckCodec(Codec):
    """The codec of the checks: answers, and errors with their traces.

    `file`: that of the plugin, whose lines count in traces. `grid`: the board of an answer.
    """

    def __init__(self, registry: Registry | None = None, file: str = "") -> None:
        super().__init__(registry=registry)
        self.file = file
        self.grid: Grid | None = None


_ANSWER = [each.name for each in fields(StrategyAnswer)[1:]]  # its parts but the board


def _answer_data(codec: Any, answer: StrategyAnswer) -> Any:
    codec.layout = answer.grid.layout
    return [codec.data(getattr(answer, name)) for name in _ANSWER]


def _answer(codec: Any, data: Any) -> StrategyAnswer:
    given, lines, why, line, error, changed, seconds = map(codec.value, data)
    if codec.grid is None or len(given) != len(lines):
        raise RecordError("this is no answer of a strategy")
    places, spent = tuple(map(int, lines)), max(float(seconds), 0.0)
    return StrategyAnswer(codec.grid, given, places, str(why), int(line), error, changed, spent)


def _error_data(codec: Any, error: BaseException) -> Any:
    own, every, frames = traces_of(error, codec.file)
    columns = ("colno", "end_colno")
    places = [
        [each.filename, each.lineno, each.name, *(getattr(each, name, None) for name in columns)]
        for each in frames
    ]
    owner = type(getattr(error, "obj", None)).__name__
    bases = [kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins"]
    name = getattr(error, "name", None)
    known = name if isinstance(name, str) else None
    try:
        words = str(error)[:MOST_WORDS]
    except Exception:
        words = error_text(error)
    return [type(error).__name__, bases, words, known, owner, own, every, places]


def _error(codec: Any, data: Any) -> BaseException:
    """Return an error with the same words; it is never raised, only looked at."""
    name, bases, words, missing, owner, own, every, places = data
    error = _kind(str(name), tuple(map(str, bases)))(str(words))
    if isinstance(error, AttributeError | NameError):
        error.name = missing
    if isinstance(error, AttributeError):
        error.obj = _example(str(owner))
    frames = [_frame(*place) for place in places]
    vars(error)[TRACES] = Traces(str(own), str(every), frames)
    return error


@lru_cache(256)
def _kind(name: str, bases: tuple[str, ...]) -> type[BaseException]:
    """Return a class of errors with this `name`, of the first of Python's `bases` that fits."""
    for base in (*bases, "Exception"):
        kind = vars(builtins).get(base)
        if isinstance(kind, type) and issubclass(kind, BaseException):
            made = kind if name == base else type(name, (kind,), {})
            try:
                made("")
            except TypeError:  # one that needs more than words
                continue
            return made
    return Exception


@cache
def _example(owner: str) -> object:
    layout = Layout.named()
    known = (Grid(layout, [0] * len(layout.cells)), layout, layout.rows[0], layout.cells[0])
    return next((each for each in known if type(each).__name__ == owner), None)


def _frame(file: str, line: int, name: str, colno: Any, end_colno: Any) -> Any:
    frame: Any = traceback.FrameSummary(file, line, name, lookup_line=False)
    if hasattr(frame, "colno"):  # from Python 3.11
        frame.colno, frame.end_colno = colno, end_colno
    return frame


CheckCodec.add(
    {
        StrategyAnswer: Form("answer", _answer_data, _answer),
        BaseException: Form("error", _error_data, _error),
    }
)


class GuestCalls:
    """Calls of a component in the guest of a `host`; see `plugin_calls.Calls`."""

    def __init__(self, host: Host, component: Component, limit: float) -> None:
        self.output = Output()
        self._host = host
        self._component = component
        self._about: dict[str, Any] = {
            "kind": component.kind,
            "id": component.id,
            "options": Codec().data(dict(component.options)),
            "limit": limit,
        }
        self._at_once = 1

    def used(self) -> float:
        """Return the seconds of the processor that the guest has used so far."""
        return self._host.used()

    def results(self, work: Work, requests: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the result of each of the `requests`; raise GuestDied, too.

        Several boards pass at once. What ends the calls is raised when its turn comes.
        """
        done = 0
        while done < len(requests):
            part = requests[done : done + self._at_once]
            done += len(part)
            begun = monotonic()
            found: list[Any] = []
            end = self._fill(found, work, part)
            seconds = (monotonic() - begun) / len(part)
            self._at_once = max(1, min(2 * len(part), MOST_AT_ONCE, int(AT_ONCE / seconds)))
            yield from found
            if end is not None:
                raise end

    def _fill(
        self, found: list[Any], work: Work, requests: Sequence[tuple[Any, ...]]
    ) -> Exception | None:
        """Fill `found` with the results of `requests`; return what ends the calls, if anything."""
        from sudoku_plugins.sandbox.host import GuestDied  # only in the host: it is slow to load

        given = {
            **self._about,
            "work": [work.__module__, work.__qualname__],
            "requests": CheckCodec().data(requests),
        }
        try:
            if not self._host.is_alive:
                self._host.load()
            for record in self._host.results("call", given, own_errors=(SudokuError,)):
                found.append(self._result(record, requests[len(found)]))
        except (GuestDied, Unusable, GaveUp) as end:
            return end
        except (SudokuError, LookupError, TypeError, ValueError):
            pass
        else:
            if len(found) == len(requests):
                return None
        return Unusable(FORGED, None, self._component.line)

    def _result(self, record: Any, request: tuple[Any, ...]) -> Any:
        codec = CheckCodec()
        codec.grid = grid = request[0] if request and isinstance(request[0], Grid) else None
        codec.layout = grid.layout if grid else None
        if "unusable" in record:
            why, line, is_late = record["unusable"]
            raise Unusable(str(why), grid, int(line) or self._component.line, bool(is_late))
        if "gave_up" in record:
            raise GaveUp(str(record["gave_up"]))
        if "printed" in record:
            count, kept = record["printed"]
            self.output.count, self.output.kept = int(count), str(kept)
        return codec.value(record["is"])


def prepare(guest: Guest) -> None:
    """Add the tasks to the `guest`."""
    listen(guest)
    loaded = _Loaded(guest)
    guest.tasks.update(load=loaded.load, call=loaded.call)


class _Loaded:
    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._calls: dict[str, LocalCalls] = {}

    def load(self, given: Given) -> Iterator[Any]:
        """Load the plugins; yield their catalog."""
        self._guest.is_guarded = True
        self._registry = Registry()
        self._registry.load(given["paths"], given["disable"], given["lost"])
        yield Codec().data(catalog_of(self._registry))

    def call(self, given: Given) -> Iterator[Any]:
        """Call a component; yield the result of each request, or why there are no more."""
        key = repr([given[name] for name in ("kind", "id", "options", "limit")])
        if key not in self._calls:
            component = self._registry.find(given["kind"], given["id"])
            component = component.with_options(Codec().value(given["options"]))
            self._calls[key] = LocalCalls(component, given["limit"])
        calls = self._calls[key]
        self._guest.is_guarded = not calls.component.is_bundled
        printed = calls.output.count
        codec = CheckCodec(self._registry, calls.component.file)
        requests = codec.value(given["requests"])
        try:
            module, name = given["work"]
            work: Work = attrgetter(name)(import_module(module))
            for result in calls.results(work, requests):
                record = {"is": codec.data(result)}
                if calls.output.count != printed:
                    printed = calls.output.count
                    record["printed"] = [printed, calls.output.kept]
                yield record
        except Unusable as end:
            yield {"unusable": [end.why, end.line, end.is_late]}
        except GaveUp as error:
            yield {"gave_up": error.what}


MOST_ASKED = 1000  # the most fillings that a rule is asked about for one list of cells

MOST_LISTS = 60
"""The most lists of cells of a clue, such as all pairs of a knight's move, that are looked at."""

Digits = tuple[int, ...]

YES, NO, ODD, UNASKED = "10?-"
"""The answer of a rule for a filling: allowed, not allowed, something else, or none."""


class Traits(NamedTuple):
    """The attributes of a rule."""

    form: str
    """``pair``, ``digits`` or ``machine``; empty for an object that is no `Rule`."""
    is_ordered: bool = True
    is_distinct: bool = False
    takes_value: bool = True
    has_lists: bool = False
    """Whether a function of its own makes the lists of cells that it is asked about."""


class Said(NamedTuple):
    """The answers of a rule for all fillings of a list of cells, in the order of `product`."""

    cells: tuple[int, ...]
    answers: str
    """A letter for each filling."""
    again: str
    """The same when it is asked again, from the last filling to the first."""
    odd: dict[Digits, str]
    """By filling, answers other than True and False."""
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
    raised: Failure | None = None
    """The error that it raised for them."""

    @property
    def is_good(self) -> bool:
        """Whether the clue can be on a board."""
        return not isinstance(self.demanded, str | Failure)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The demands of the clue, if it is possible on a board."""
        return () if isinstance(self.demanded, str | Failure) else self.demanded

    @property
    def failure(self) -> Failure | None:
        """The error that the rule raised about the clue."""
        return self.raised or (self.demanded if isinstance(self.demanded, Failure) else None)

    @property
    def has_odd(self) -> bool:
        """Whether some answers are neither True nor False."""
        return any(said.odd for said in self.said)


def traits(calls: LocalCalls) -> list[Any]:
    """Return the `Traits` of a rule as plain data."""
    from sudoku_plugins.variants.rule import Rule  # few components are rules

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
    from sudoku_plugins.variants.rule import Rule

    rule, demands = calls.component.object, calls.component.call
    demanded = calls.call(demands, layout, cells, value)
    if isinstance(demanded, Failure):
        said, at, failure = _ask_rule(calls, layout, cells, value)
        return [failure or demanded, True, said, at, failure]
    is_same = demanded == calls.call(demands, layout, cells, value)
    # With the one text that is looked at, the rule refuses all fillings of the clue.
    if not isinstance(rule, Rule) or (isinstance(demanded, str) and demanded != "no digits fit it"):
        return [demanded, is_same, (), ((), ()), None]
    return [demanded, is_same, *_ask_rule(calls, layout, cells, value)]


def _ask_rule(calls: LocalCalls, layout: Layout, cells: Digits, value: Value) -> list[Any]:
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
                said.append(_ask_fillings(rule, layout, some, known, at))

    done = calls.call(ask)
    is_known = isinstance(done, Failure) and not isinstance(done.error, LayoutError)
    return [tuple(map(tuple, said)), tuple(at), done if is_known else None]


def _ask_fillings(
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
    reordered = None if rule.ordered else _find_reordered(rule, known, fillings)
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
    def read(filling: Digits) -> Any:
        state = machine.start() if callable(machine.start) else machine.start
        for digit in filling:
            if (state := machine.step(state, digit)) is None:
                return False
        return machine.accepts(state)

    return read


def _find_reordered(
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
