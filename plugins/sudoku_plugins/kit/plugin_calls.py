"""Call a plugin under watch, and record the result.

A `Caller` counts calls and ends them in time. The calls themselves are made where the plugin is
loaded: by `LocalCalls` in this process, or in a guest (`guest_calls`).
"""

import io
import itertools
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from time import monotonic, process_time
from typing import Any, NamedTuple, Protocol, TypeVar

from sudoku_engine import Grid, Step
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.words import brief, counted
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.plugins.own_modules import is_plugin_name
from sudoku_engine.plugins.time_limits import PluginStopped, Watchdog, over
from sudoku_engine.solving.guard import malformed
from sudoku_plugins.kit.findings import NotChecked
from sudoku_plugins.sandbox.refusals import NotAllowed

MOST_STEPS = 3_000  # steps that one call may return: more count as an endless loop
PATIENCE = 20.0  # seconds after which a check of a slow solver or checker ends, and says so
MOST_SECONDS = 140.0  # after them a plugin is not called any more: its checks come to an end
MOST_REPEATS = 200  # how often one call may return the same step
MOST_OUTPUT = 100_000  # characters that one call may print
KEPT_OUTPUT = 400  # characters of a plugin's output that are kept
WATCHDOG = "watchdog"  # the name of the thread that watches the calls
KEPT_FRAMES = 20  # the frames of an error that are kept: those of a recursion use much memory
SHOWN_FRAMES = 4  # calls in the plugin's own files that a finding shows
MOST_WORDS = 20_000  # characters of a message, and of a traceback, that are kept of an error

Result = TypeVar("Result")


class Unusable(Exception):
    """The plugin is not called again."""

    def __init__(self, why: str, grid: Grid | None, line: int, is_late: bool = False) -> None:
        """Store `why`, the board and the line of the last call; `is_late`: it took too long."""
        super().__init__(why, grid, line, is_late)
        self.why, self.grid, self.line, self.is_late = why, grid, line, is_late


class TooMuchOutput(BaseException):
    """Raised in a plugin that prints without end; its ``except Exception`` misses it."""


class Output(io.TextIOBase):
    """Receives the output of a plugin: counts it, keeps its beginning, stops endless output."""

    def __init__(self) -> None:
        self.count = 0
        self.kept = ""
        self.limit = MOST_OUTPUT  # the number of characters at which it is too much

    def write(self, text: str) -> int:
        """Take `text`; raise TooMuchOutput if the call has printed too much."""
        self.count += len(text)
        if len(self.kept) < KEPT_OUTPUT:
            self.kept = (self.kept + text)[:KEPT_OUTPUT]
        if self.count > self.limit:
            raise TooMuchOutput
        return len(text)


def part_done(number: int, of: int, thing: str, done: str = "tried") -> str:
    """Return in words that something was done with only some things.

    >>> part_done(40, 551, "board")
    '40 of 551 boards tried'
    """
    return f"{number} of {counted(of, thing)} {done}"


def lateness(limit: float) -> str:
    """Return in words that a call has taken longer than `limit` seconds."""
    return f"it does not come back within {limit:g} s"


@dataclass(frozen=True)
class StrategyAnswer:
    """The result of one call of a strategy."""

    grid: Grid  # the board on which it was called
    given: tuple[Any, ...] = ()  # everything that it returned, even if it is not a step
    lines: tuple[int, ...] = ()  # the line of its file that yielded each of them
    why: str = ""  # the fault of the answer as a whole; empty if it is a list of things
    line: int = 0  # the line of its file that is to blame
    error: BaseException | None = None  # its error, rebuilt if it was raised in another process
    changed: str = ""  # the part of the board that it changed
    seconds: float = field(default=0.0, compare=False)  # the cost of the call; see `cost`

    @property
    def steps(self) -> list[Step]:
        """The steps among `given`."""
        return [step for step in self.given if isinstance(step, Step)]

    def steps_with_lines(self) -> list[tuple[Step, int]]:
        """Return the steps among `given`, each with its line."""
        return [each for each in zip(self.given, self.lines) if isinstance(each[0], Step)]


HAS_PROCESSOR_CLOCK = sys.platform != "emscripten"
"""Whether the time of this process alone can be measured; in a browser all programs count."""

SLEEPER = 8  # a call that lasts more than this many times its processor time waits
YARDSTICK = 30_000  # turns of a loop with whose time all others are compared
USUAL = 0.001  # the seconds of that loop on the machine for which limits are given


def cost(call: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of `call`, and the seconds that it costs.

    These are seconds of the processor, unless it sleeps most of the time: other programs that make
    it wait do not count.
    """
    begun, work = monotonic(), process_time()
    result = call()
    lasted, work = monotonic() - begun, process_time() - work
    return result, lasted if lasted > SLEEPER * work + USUAL else work


def slowness() -> float:
    """Return the factor by which this machine is slower now than the reference machine."""
    begun = process_time()
    for number in range(YARDSTICK):
        number * number % 7
    return (process_time() - begun) / USUAL


Work = Callable[..., Any]
"""What is asked of a component: a function of a module, of its `LocalCalls` and what is given."""


class Calls(Protocol):
    """Makes the calls of a component, wherever it is loaded."""

    output: Output
    """What the plugin has printed so far."""

    def used(self) -> float:
        """Return the seconds of the processor that its process has used so far."""

    def results(self, work: Work, requests: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the result of `work` for each of the `requests`, or the Failure.

        Raise Unusable if it is not called again, and GaveUp.
        """


class LocalCalls:
    """Calls of a component in this process, each with a limit of time and output."""

    def __init__(self, component: Component, limit: float) -> None:
        self.component = component
        self.output = Output()
        self.limit = limit
        self._time_limit = Watchdog(limit).time_limit()

    def used(self) -> float:
        """Return the seconds of the processor that this process has used so far."""
        return process_time()

    def results(self, work: Work, requests: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the result of each of the `requests`; see `Calls`."""
        for given in requests:
            yield work(self, *given)

    def call(
        self, work: Callable[..., Result], *given: Any, grid: Grid | None = None
    ) -> Result | Failure:
        """Return ``work(*given)``, or the failure of the plugin; raise Unusable."""
        self.output.limit = self.output.count + MOST_OUTPUT
        component = self.component
        try:
            with redirect_stdout(self.output), redirect_stderr(self.output):
                done = self._time_limit.call(component, component.guarded_call, work, *given)
        except PluginStopped as timeout:
            line = timeout.line or component.line
            raise Unusable(lateness(self.limit), grid, line, is_late=True) from None
        if isinstance(done, Failure) and isinstance(done.error, TooMuchOutput):
            why = f"it prints more than {MOST_OUTPUT} characters in one call"
            raise Unusable(why, grid, done.line)
        return done

    def steps(self, grid: Grid) -> StrategyAnswer:
        """Call the strategy on `grid`; raise Unusable if it cannot be called again."""
        before = _parts(grid)
        threads = set(threading.enumerate())
        given: list[Any] = []
        lines: list[int] = []
        work = partial(self.call, collect, self.component, grid, given, lines, grid=grid)
        done, seconds = cost(work)
        failure = done if isinstance(done, Failure) else Failure(done, self.component.line)
        why, line, error = failure
        if error is not None:
            why = raised_words(error, why)
            _free_frames(error)
        changed = _restore(grid, before)
        if isinstance(error, MemoryError):
            raise Unusable(why, grid, line) from None
        if any(thread.name != WATCHDOG for thread in set(threading.enumerate()) - threads):
            raise Unusable("it starts a thread, which goes on after its call", grid, line)
        return StrategyAnswer(grid, tuple(given), tuple(lines), why, line, error, changed, seconds)

    def solutions(self, grid: Grid, most: int) -> object:
        """Return the first solutions of a solver in a list, or its answer if it has no items."""

        def first() -> object:
            answer = self.component.call(grid)
            return list(itertools.islice(answer, most)) if isinstance(answer, Iterable) else answer

        return self.call(first, grid=grid)

    def count(self, grid: Grid, limit: int) -> object:
        """Return the number of solutions that a solver counts, up to a `limit`."""
        from sudoku_engine.solving.verification import count

        return self.call(count, self.component, grid, limit, grid=grid)

    def boards(self, share: float) -> object:
        """Return the example of a format and the boards in a `share` of it, 0 to 1."""
        example = getattr(self.component.object, "example", None)
        if not isinstance(example, str):
            return None

        def read() -> object:
            found = self.component.call(example[: round(share * len(example))])
            return list(found) if isinstance(found, Iterable) else found

        return example, self.call(read)

    def verdict(self, source: Grid, target: Grid) -> object:
        """Return the verdict of a checker."""
        return self.call(self.component.call, source, target, grid=source)


class Caller:
    """Call a component, as often and as long as a check may."""

    def __init__(self, component: Component, limit: float, calls: Calls | None = None) -> None:
        """Prepare calls of `limit` seconds; `calls` makes them, None: in this process."""
        self.component = component
        self.limit = limit
        self._calls: Calls = LocalCalls(component, limit) if calls is None else calls
        self.output = self._calls.output  # what the plugin has printed so far
        self.n_calls = 0  # calls so far
        self.left_out = ""  # what the check under way left out, in words
        self._since = self._born = self._calls.used()
        self._begun = monotonic()
        self._most_calls = 0

    def results(self, work: Work, requests: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the result of each of the `requests`, or the plugin's failure; see `Calls`.

        Raise Unusable, NotChecked, or GaveUp.
        """
        with closing(self._calls.results(work, requests)) as results:  # type: ignore[type-var]
            for _ in requests:
                used, lasted = self._calls.used() - self._born, monotonic() - self._begun
                if over(MOST_SECONDS, used, lasted) > 0:
                    raise NotChecked(f"its calls have taken {MOST_SECONDS:g} s already")
                self.n_calls += 1
                yield next(results)

    def result(self, work: Work, *given: Any) -> Any:
        """Return the result of one request; see `results`."""
        (found,) = self.results(work, [given])
        return found

    def answer(self, grid: Grid) -> StrategyAnswer:
        """Call the strategy on `grid`; raise Unusable if it cannot be called again."""
        answer: StrategyAnswer = self.result(LocalCalls.steps, grid)
        return answer

    def answers(self, grids: Iterable[Grid]) -> Iterator[StrategyAnswer]:
        """Yield the answers on the boards; some may be asked before their turn comes."""
        return self.results(LocalCalls.steps, [(grid,) for grid in grids])

    def begin_check(self) -> None:
        """Start the time of the next check."""
        self._since = self._calls.used()
        self.left_out = ""

    def in_time(self, items: Sequence[Result], thing: str) -> Iterator[Result]:
        """Yield the `items`, only the first of them if the check takes more than `PATIENCE`."""
        for number, item in enumerate(items, 1):
            yield item
            if self.seconds > PATIENCE and number < len(items):
                self.left_out = part_done(number, len(items), thing)
                return

    def within_calls(self, items: Sequence[Result], most: int, done: str) -> Iterator[Result]:
        """Yield boards until the check has made `most` calls; `done`: what happens to them."""
        self._most_calls = self.n_calls + most
        for number, item in enumerate(items):
            if not self.has_calls_left:
                self.left_out = part_done(number, len(items), "board", done)
                return
            yield item

    @property
    def seconds(self) -> float:
        """The seconds of the processor that its process has used since the check began."""
        return self._calls.used() - self._since

    @property
    def has_calls_left(self) -> bool:
        """Whether the check under way may make one more call."""
        return self.n_calls < self._most_calls


def _parts(grid: Grid) -> dict[str, Any]:
    return {name: getattr(grid, name, None) for name in Grid.__slots__}


def _restore(grid: Grid, before: Mapping[str, Any]) -> str:
    """Give `grid` its parts of `before` again; return the name of one that had changed, or ''.

    A grid refuses changes, but ``object.__setattr__`` gets around that.
    """
    now = _parts(grid)
    changed = [name for name in now if now[name] is not before[name]]
    for name in changed:
        object.__setattr__(grid, name, before[name])
    return f"grid.{changed[0]}" if changed else ""


def collect(component: Component, grid: Grid, given: list[Any], lines: list[int]) -> str:
    """Fill `given` and `lines`; return the fault of the answer as a whole."""
    answer = component.call(grid)
    if answer is None:
        return ""
    if isinstance(answer, Step):
        return "it returns one Step and not a list of steps"
    if not isinstance(answer, Iterable) or isinstance(answer, (str, bytes, Mapping)):
        return f"it returns {brief(answer)}, which is not a list of steps"
    times: Counter[Step] = Counter()
    for step in itertools.islice(answer, MOST_STEPS):
        given.append(step)
        lines.append(component.line_of(answer))
        if isinstance(step, Step):
            malformed(step, grid)  # one that was changed by force raises its error here
            times[step] += 1
            if times[step] == MOST_REPEATS:
                notation = short_notation(step, grid.layout)
                return f"it repeats the same step: {notation}, {MOST_REPEATS} times"
    if len(given) == MOST_STEPS:
        return f"it finds {MOST_STEPS} steps on one board and does not come to an end"
    return ""


class Traces(NamedTuple):
    """The calls that led to an error."""

    own: str  # those in the plugin's own files
    every: str
    frames: Sequence[traceback.FrameSummary]


TRACES = "traces"  # the attribute of an error that was raised in another process for its `Traces`


def traces_of(error: BaseException, file: str) -> Traces:
    """Return the calls that led to an `error` of the plugin in `file`."""
    known = vars(error).get(TRACES)
    if type(known) is Traces:
        return known
    trace = error.__traceback__
    frames = traceback.extract_tb(trace)
    own = [
        place
        for place, (frame, _) in zip(frames, traceback.walk_tb(trace))
        if place.filename == file or is_plugin_name(frame.f_globals.get("__name__"))
    ]
    text = "".join(traceback.format_list(own[-SHOWN_FRAMES:]))
    whole, half = "".join(traceback.format_exception(error)), MOST_WORDS // 2
    if len(whole) > MOST_WORDS:
        whole = f"{whole[:half]} … {whole[-half:]}"
    return Traces(text, whole, frames)


def _free_frames(error: BaseException) -> None:
    """Free the variables in the frames of `error`, and the frames deep in a recursion."""
    traceback.clear_frames(error.__traceback__)
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    for _ in frames[KEPT_FRAMES:]:
        assert error.__traceback__ is not None
        error.__traceback__ = error.__traceback__.tb_next


def raised_words(error: BaseException | None, why: str) -> str:
    """Return what a plugin did that raised `error`, of which a Failure says `why`."""
    if isinstance(error, NotAllowed):
        return str(error)
    if isinstance(error, MemoryError):
        return "it needs more memory than there is"
    return why.replace("called", "calls", 1) if why.startswith("it called") else f"it raises {why}"
