"""Make the trace of a strategy, and describe it in words.

What the guest sends is read as plain data; the lines themselves come from the plugin's file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sudoku_engine import Grid, PluginError, Step, listed, names
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.words import counted, symbol
from sudoku_engine.solving.guard import count_solutions, malformed
from sudoku_plugins.kit.advice.slips import code_of
from sudoku_plugins.kit.guest_calls import FORGED
from sudoku_plugins.kit.plugin_calls import Caller
from sudoku_plugins.kit.technique_comparison import changes_of
from sudoku_plugins.trace.lookup import Told
from sudoku_plugins.trace.model import Block, Moment, Remark, Trace, Value
from sudoku_plugins.trace.recorder import MOST_BOARDS, record
from sudoku_plugins.trace.statements import end_of_header, functions_in, working

LONGEST = 160  # letters of a condition in a sentence


def traced(
    caller: Caller,
    grid: Grid,
    witness: Step | None = None,
    wrong: Step | None = None,
    boards: Sequence[Grid] = (),
    about: str = "",
    source: str = "",
) -> Trace:
    """Return the trace of the strategy of `caller` on `grid`.

    `witness`: the step that it should find. `wrong`: the wrong step that it hands out there.
    `boards`: other ones of the same layout, on which is noted which of its lines run. Raises
    PluginError for what no guest of ours sends, NotChecked, Unusable and GuestDied.
    """
    candidate = None if wrong is None else _claim(wrong, grid)
    same = [each for each in boards if each.layout is grid.layout][:MOST_BOARDS]
    given = (grid, witness, wrong, candidate and (*map(int, candidate),), same)
    data = caller.result(record, *given)
    try:
        return _Reader(caller, grid, witness, wrong, candidate, data).trace(about, source)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise PluginError(FORGED, caller.component.file) from error


def _claim(step: Step, grid: Grid) -> tuple[int, int] | None:
    """Return the first false candidate of `step`, or its first; None for one off the board."""
    if malformed(step, grid):
        return None
    claims = [*step.eliminations, *step.placements]
    wrong = [each for each in claims if _is_false(each, step, grid)]
    return next(iter([*wrong, *claims]), None)


def _is_false(claim: tuple[int, int], step: Step, grid: Grid) -> bool:
    solution = count_solutions(grid).solution
    cell, digit = claim
    return solution is not None and (solution[cell] == digit) is not (claim in step.placements)


@dataclass
class _Reader:
    caller: Caller
    grid: Grid
    witness: Step | None
    wrong: Step | None
    candidate: tuple[int, int] | None
    data: Mapping[str, Any]

    def trace(self, about: str, source: str) -> Trace:
        component, data = self.caller.component, self.data
        self.blocks = [self._block(*each) for each in data["functions"]]
        self.moments = [*map(self._moment, data["moments"])]
        self.places = {int(each["event"]): at for at, each in enumerate(data["moments"])}
        handed = [step for _, step in data["handed"] if isinstance(step, Step)]
        return Trace(
            component.id,
            component.name,
            component.file,
            self.grid,
            source,
            about,
            self.witness,
            self.wrong,
            tuple(handed),
            tuple(self.blocks),
            tuple(self.moments),
            tuple(dict.fromkeys(self._remarks())),
            tuple(self._left_out()),
            _numbers(data["looked"], len(self.grid.layout.cells)),
            int(data["boards"]),
            int(data["lines"]),
        )

    def _block(self, name: str, file: str, first: int, last: int) -> Block:
        seen = {int(line) for its_file, line in self.data["seen"] if its_file == file}
        node = functions_in(str(file)).get((int(first), str(name)))
        text = (node and code_of(file)) or ""  # of other files a guest has no reason to tell
        lasts = {each.lineno: end_of_header(each) for each in (working(node) if node else ())}
        never = [
            line for begin in sorted(lasts.keys() - seen) for line in range(begin, lasts[begin] + 1)
        ]
        lines = tuple(text.expandtabs(4).splitlines()[int(first) - 1 : int(last)])
        return Block(str(name), str(file), int(first), lines, tuple(never))

    def _moment(self, row: Mapping[str, Any]) -> Moment:
        n_cells = len(self.grid.layout.cells)
        values = tuple(
            Value(str(name), str(text), _numbers(cells, n_cells), tuple(map(str, houses)))
            for name, text, cells, houses in row["values"]
        )
        truth, told = row.get("truth"), row.get("told")
        return Moment(
            int(row["event"]) + 1,
            int(row["call"]),
            int(row["depth"]),
            range(len(self.blocks))[int(row["plan"])],
            int(row["line"]),
            values,
            truth if type(truth) is bool else None,
            _values_in(told) if told else "",
            _numbers(row["looks"], n_cells),
            tuple(map(int, row.get("digits", ()))),
            str(row.get("note", "")),
        )

    def _left_out(self) -> Iterator[str]:
        data, kept = self.data, len(self.moments)
        if data["lines"] > kept:
            yield f"{data['lines'] - kept:,} of {data['lines']:,} lines that ran"
        yield from map(str, data["left_out"])
        if data["printed"]:
            yield f"what it prints ({counted(int(data['printed']), 'character')})"
        if not data["lines"]:
            yield "all of it: no line of its file ran, so the code that works stands elsewhere"

    def _remarks(self) -> Iterator[Remark]:
        data = self.data
        if data["ended"]:
            yield self._at(data.get("raised", int(data["lines"]) - 1), str(data["ended"]))
        if self.wrong is not None:
            yield from self._origin(self.wrong, self.candidate)
        elif not data["ended"]:
            yield from self._way()
        never = [(block, line) for block in self.blocks for line in block.never]
        if never:
            lines = [line for _, line in never]
            boards = counted(int(data["boards"]), "board")
            on = "here" if data["boards"] == 1 else f"on any of {boards}"
            yield Remark(
                f"{_lines_in_words(lines)} never {'runs' if len(lines) == 1 else 'run'} {on}"
            )

    def _at(self, event: int, text: str, line: int = 0) -> Remark:
        place = self.places.get(int(event), -1)
        if place >= 0 and not line:
            line = self.moments[place].line
        return Remark(f"line {line}: {text}" if line else text, line, place)

    def _origin(self, wrong: Step, candidate: tuple[int, int] | None) -> Iterator[Remark]:
        """Yield the origin of a wrong step's false claim, and the condition that let it pass."""
        looks = self.data["looks"]
        event = next((at for at, step in self.data["handed"] if step == wrong), None)
        named = short_notation(wrong, self.grid.layout)
        if event is None or not looks:
            yield Remark(f"it does not hand out {named} again: does it keep something, or guess?")
            return
        if candidate is None:
            yield self._at(event, "this step is made here")
            return
        cell, digit = candidate
        sign = "=" if candidate in wrong.placements else "<>"
        is_false = ", and it is false" if _is_false(candidate, wrong, self.grid) else ""
        yield self._at(event, f"{self._named([cell])}{sign}{symbol(digit)} is made here{is_false}")
        parts = [(look["event"], told) for look in looks[::-1] for told in look["parts"][::-1]]
        for at, told in sorted(parts, key=lambda each: _is_usual(each[1])):
            if told["signs"] or "(" in told["code"]:  # more than that something is there
                yield self._at(at, says(told))

    def _way(self) -> Iterator[Remark]:
        """Yield where the function finds the step that it should find, or lets it go."""
        data = self.data
        if data["finds"] >= 0:
            yield self._at(data["finds"], "here it does find the step")
            return
        if data["lines"] and data.get("is_cut"):
            at = int(data["lines"])
            yield self._at(
                at - 1, f"after {at:,} lines it is still here: does this come to an end?"
            )
        elif self.witness is not None and "window" in data and data["lines"]:
            yield from self._lets_go(self.witness)

    @property
    def _witness(self) -> str:
        return "" if self.witness is None else short_notation(self.witness, self.grid.layout)

    def _lets_go(self, witness: Step) -> Iterator[Remark]:
        """Yield where the step was let go: in a loop, inside a line, or by a condition."""
        data, looks = self.data, self.data["looks"]
        begin, end, parts = data["window"]
        last = looks[-1] if looks else {"event": -1}
        if last["event"] == data["lines"] - 1 and last["kind"] == "Return" and last["is_early"]:
            yield self._ended(last, looks)
            return
        for line, name, kind, gone, values in data["unwalked"]:
            if kind != "cell":
                yield self._unwalked(line, name, listed(map(_named[kind], gone)), values)
                return
        missing = data["missing"]
        changed = [int(cell) for cell, _ in (*witness.placements, *witness.eliminations)]
        for look in looks:
            is_inside = (data["span"][0] if missing else begin) <= look["event"] < end
            for loss in look["losses"] if is_inside else ():
                if {*loss["cells"]} & {
                    *(missing if not loss["is_target"] else () if missing else changed)
                }:
                    yield self._at(look["event"], self._lost(loss), int(loss["at"]))
                    return
        for event, step in data["handed"] if not missing else ():
            if begin <= event < end:
                lacks = changes_of([witness], self.grid) - changes_of([step], self.grid)
                where = self._named(sorted(each.cell for _, each in lacks)[:1])
                held = self._held(parts)
                yield self._at(event, f"when it looks at {held}, this changes nothing in {where}")
                return
        first, stop = data["span"]
        for look in reversed(looks if missing and not data["singles"] else ()):
            is_end = look["kind"] in ("Break", "Return") and look["is_early"]
            if is_end and first <= look["event"] < stop:
                yield self._ended(look, looks)
                return
        spans = [*data["singles"], [begin, end]]
        houses = [each for kind, each in parts if kind == "house"]
        for first, stop in spans[::-1] if len(houses) > 1 else spans:
            tests = [each for each in looks if first <= each["event"] < stop and "told" in each]
            tests = [each for each in tests if each["lets_go"] and not each["is_other"]]
            if tests:
                yield self._decision(tests, parts)
                return
        for line, name, _, gone, values in data["unwalked"]:
            yield self._unwalked(line, name, self._named(gone), values)
            return
        place = self.places.get(end - 1, -1)
        line = self.moments[place].line if place >= 0 else 0
        yield Remark(f"it comes no nearer to {self._witness} than in line {line}")

    def _unwalked(self, line: int, name: str, gone: str, values: str) -> Remark:
        places = (at for at, each in enumerate(self.moments) if each.line == line)
        text = f"line {line}: `{name}` is only {values}, and never {gone}"
        return Remark(text, int(line), next(places, -1))

    def _ended(self, look: Told, looks: Sequence[Told]) -> Remark:
        word = str(look["kind"]).lower()
        missing = self._named(self.data["missing"]) if self.data["missing"] else self._witness
        what = "loop" if word == "break" else "search"
        text = f"`{word}` ends the {what} before it comes to {missing}"
        before = [each for each in looks if each["event"] < look["event"] and "told" in each]
        if before:
            text += f"; line {before[-1]['line']}: {says(before[-1]['told'])}"
        return self._at(look["event"], text)

    def _decision(self, tests: Sequence[Told], parts: Sequence[Any]) -> Remark:
        own = [each for each in tests if each["kind"] != "Return"] or tests
        look = max(own, key=lambda each: (each["line"], each["event"]))
        told, whole = look["told"], str(look["whole"])
        text = f"when it looks at {self._held(parts)}, "
        if _plain(whole) != _plain(told["code"]) and len(whole) < WHOLE:
            text += f"`{whole}` is {bool(look['truth'])}: "
        text += says(told)
        return self._at(look["event"], text)

    def _held(self, parts: Sequence[Any]) -> str:
        cells = [each for kind, each in parts if kind == "cell"]
        digits = [symbol(each) for kind, each in parts if kind == "digit"]
        houses = [str(each) for kind, each in parts if kind == "house"]
        words = [self._named(cells)] if cells else []
        words += [f"the {listed(digits)}"] if digits and not cells else []
        where = f" in {listed(houses)}" if houses and words else listed(houses) if houses else ""
        return listed(words) + where if words else where

    def _lost(self, loss: Told) -> str:
        return f"{self._named(loss['cells'][:1])} is left out: {says({**loss, 'of': ''})}"

    def _named(self, cells: Iterable[int]) -> str:
        return str(names([self.grid.layout.cells[each] for each in cells]))


EMPTY = ("[]", "()", "{}", "set()", "frozenset()", "''")

WHOLE = 60  # letters of a condition that is shown besides the part of it that decides

_named: Mapping[str, Callable[[Any], str]] = {
    "house": str,
    "digit": lambda digit: f"the {symbol(digit)}",
}


def _numbers(given: Sequence[Any], limit: int) -> tuple[int, ...]:
    return tuple(each for each in map(int, given) if 0 <= each < limit)


def _lines_in_words(lines: Sequence[int]) -> str:
    together = groupby(enumerate(sorted({*lines})), key=lambda each: each[1] - each[0])
    ranges = [[line for _, line in several] for _, several in together]
    shown = ["-".join(map(str, dict.fromkeys((each[0], each[-1])))) for each in ranges]
    return f"{'line' if len(shown) == 1 and '-' not in shown[0] else 'lines'} {', '.join(shown)}"


def says(told: Told) -> str:
    """Return a condition in words: its code, its truth, its values, and why it is so."""
    code, truth, signs, values = told["code"], told["truth"], told["signs"], told["values"]
    text = f"`{_short(code)}` is {bool(truth)}"
    if not signs:
        _, value, kind, *_ = values[0]
        if kind in ("bool", "Grid"):
            pass
        elif value in EMPTY and not truth:
            text = f"`{_short(code)}` is empty"
        else:
            text = f"`{_short(code)}` is {value}"
    elif (shown := _values_in(told)) and _plain(shown) != _plain(code):
        text += f": {shown}"
    if told.get("of"):
        text += f" with {told['of']}"
    if why := _why_never(told):
        text += f": {why}"
    return text


def _values_in(told: Told) -> str:
    values = [str(text) for _, text, *_ in told["values"]]
    if not told["signs"]:
        return "" if values[0] in ("True", "False") else values[0]
    return _short(
        "".join(f"{value} {sign} " for value, sign in zip(values, told["signs"])) + values[-1]
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _plain(text: str) -> str:
    return "".join(text.split()).replace('"', "'")


_SETS, _NUMBERS = {"set", "frozenset"}, {"int", "Cell", "bool", "float"}

_WORDS = {
    "list": "a list",
    "tuple": "a tuple",
    "set": "a set",
    "frozenset": "a set",
    "str": "text",
    "dict": "a dict",
    "int": "a number",
    "Cell": "a number",
    "House": "a house",
}


def _why_never(told: Told) -> str:
    """Return why two values can never be equal, or one never in the other; empty if they might."""
    kinds = [str(kind) for _, _, kind, *_ in told["values"]]
    if len(told["signs"]) != 1 or kinds[0] not in _WORDS or kinds[1] not in _WORDS:
        return ""
    sign, words = told["signs"][0], [_WORDS[kind] for kind in kinds]
    if sign in ("==", "!=") and words[0] != words[1]:
        return f"{words[0]} is never equal to {words[1]}"
    if sign in ("is", "is not") and kinds[0] not in ("bool", "NoneType", "House"):
        return f"`{sign}` asks for the same object: write `{'==' if sign == 'is' else '!='}`"
    item = str(told["values"][1][3])
    if sign in ("in", "not in") and kinds[1] not in ("str", "dict") and item in _WORDS:
        words = [words[0], _WORDS[item]]
        if words[0] != words[1]:
            return f"{words[0]} is never equal to {words[1]}"
    return ""


def _is_usual(told: Told) -> bool:
    """Return whether nearly every strategy has this condition: it asks for what it may change."""
    code, signs = str(told["code"]), [*told["signs"]]
    is_there = "candidates(" in code or "peers(" in code
    usual = {"!=": True, "==": False, "in": is_there, "not in": not is_there}
    is_plain = len(signs) == 1 and " or " not in code
    return not signs or (is_plain and usual.get(signs[0]) is bool(told["truth"]))
