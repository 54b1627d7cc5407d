"""Make the trace of a strategy, and describe it in words.

What the guest sends is read as plain data; the lines themselves come from the plugin's file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sudoku_engine.api.event_text import short_notation
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import counted, listed, names, symbol
from sudoku_engine.errors import PluginError
from sudoku_engine.solving.guard import count_solutions, malformed
from sudoku_plugins.kit.advice.slips import called_name, code_of
from sudoku_plugins.kit.guest_calls import FORGED
from sudoku_plugins.kit.plugin_calls import Caller
from sudoku_plugins.kit.technique_comparison import changes_of
from sudoku_plugins.trace.lookup import Told
from sudoku_plugins.trace.model import Block, Moment, Remark, Trace, Value
from sudoku_plugins.trace.recorder import MOST_BOARDS, recorded
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
    data = caller.result(recorded, *given)
    try:
        return _Reader(caller, grid, witness, wrong, candidate, data).trace(about, source)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise PluginError(FORGED, caller.component.file) from error


def _claim(step: Step, grid: Grid) -> tuple[int, int] | None:
    """Return the first candidate that `step` places or eliminates wrongly, or simply the first.

    None for a step whose cells or digits are not on the board.
    """
    if malformed(step, grid):
        return None
    claims = [*step.eliminations, *step.placements]
    wrong = [each for each in claims if _is_false(each, step, grid)]
    return next(iter([*wrong, *claims]), None)


def _is_false(claim: tuple[int, int], step: Step, grid: Grid) -> bool:
    """Return whether the solution has something else, as far as it is known."""
    solution = count_solutions(grid).solution
    cell, digit = claim
    return solution is not None and (solution[cell] == digit) is not (claim in step.placements)


@dataclass
class _Reader:
    """The record of a guest, and the words for it."""

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
        yield from self._unseen()
        never = [(block, line) for block in self.blocks for line in block.never]
        if never:
            lines = [line for _, line in never]
            boards = counted(int(data["boards"]), "board")
            on = "here" if data["boards"] == 1 else f"on any of {boards}"
            yield Remark(
                f"{_lines_in_words(lines)} never {'runs' if len(lines) == 1 else 'run'} {on}"
            )

    def _unseen(self) -> Iterator[Remark]:
        """Yield which cells of the step it never asks for their candidates, if it asks for any."""
        looked, witness = self.data["looked"], self.witness
        if looked and witness is not None and not self.data["left_out"]:
            grounds = {int(cell) for cell, _ in witness.grounds} - {*looked}
            if cells := [cell for cell in self.grid.open_cells if cell in grounds]:
                yield Remark(f"it never asks for the candidates of {names(cells)}")

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
        named = self._named([cell])
        sign = "=" if candidate in wrong.placements else "<>"
        is_false = ", and it is false" if _is_false(candidate, wrong, self.grid) else ""
        yield self._at(event, f"{named}{sign}{symbol(digit)} is made here{is_false}")
        things = {"cell": str(named), "digit": f"the {symbol(digit)}"}
        for at, text, line, part in _Origin(looks).told(things):
            yield self._at(at, text, line)._replace(part=part)

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
        spans = [*data["singles"], *data["houses"], [0, begin, end]]
        houses = [each for kind, each in parts if kind == "house"]
        for _, first, stop in spans[::-1] if len(houses) > 1 else spans:
            tests = [each for each in looks if first <= each["event"] < stop and "told" in each]
            tests = [each for each in tests if each["lets_go"] and not each["is_other"]]
            if tests:
                yield self._decision(tests, parts)
                return
        for line, name, _, gone, values in data["unwalked"]:
            yield self._unwalked(line, name, self._named(gone), values)
            return
        yield self._end(end - 1, parts)

    def _end(self, event: int, parts: Sequence[Any]) -> Remark:
        """Return the known facts if no visible condition rejected the step."""
        place = self.places.get(event, -1)
        moment = self.moments[place] if place >= 0 else None
        code = self.blocks[moment.block].code(moment.line) if moment else ""
        if (held := self._held(parts)) and _REMOVING.search(code):
            return self._at(event, f"`{_short(code)}`, though it needs {held} together")
        dead = self.data["dead"]
        for look in self.data["looks"] if dead else ():
            if look["event"] == dead[0] and "told" in look:
                truth = not look["truth"]
                words = f"this is never {truth} here, so line {dead[1]} never runs; at last "
                return self._at(look["event"], words + says(look["told"]))
        line = moment.line if moment else 0
        return Remark(f"it comes no nearer to {self._witness} than in line {line}")

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
        """Return the words for the last of some conditions, by which the step was let go."""
        own = [each for each in tests if each["kind"] != "Return"] or tests
        look = max(own, key=lambda each: (each["line"], each["event"]))
        told, whole = look["told"], str(look["whole"])
        text = f"when it looks at {self._held(parts)}, "
        if _plain(whole) != _plain(told["code"]) and len(whole) < WHOLE:
            text += f"`{whole}` is {bool(look['truth'])}: "
        text += says(told)
        later = (each for each in tests if each["event"] > look["event"])
        inner = [each for each in later if each["kind"] == "Return"]
        if inner:
            text += f"; line {inner[-1]['line']}: {says(inner[-1]['told'])}"
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
        """Return the words for a loop inside a line that loses a cell or a digit."""
        named = self._named(loss["cells"][:1])
        if "missing" not in loss:
            return f"{named} is left out: {says({**loss, 'of': ''})}"
        code, text = str(loss["code"]), str(loss["text"])
        value = "empty" if text in EMPTY else text
        held = "" if _plain(code) == _plain(text) else f" is {value} and"
        if loss["missing"] == "digit":
            return f"for {named} `{code}`{held} has no {listed(map(symbol, loss['gone']), 'or')}"
        return f"`{code}`{held} has no {self._named(loss['gone'][:1])}"

    def _named(self, cells: Iterable[int]) -> str:
        return str(names([self.grid.layout.cells[each] for each in cells]))


Clause = tuple[int, str, int, str]
"""What led to a wrong candidate: its event, its words, its line or 0, and its part."""


class _Origin:
    """What led to a wrong candidate: its own conditions, where it comes from, and the pattern's."""

    def __init__(self, looks: Sequence[Told]) -> None:
        self._looks = looks
        self._at = next(each for each in looks if "sources" in each)
        self._made = {each["kind"]: each for each in self._at["made"]}
        self._sources = {each[0]: each for each in self._at["sources"][::-1]}
        sets = [each for each in looks if "set" in each]
        self._setting = {name: each for each in sets for name in each["set"]["names"]}

    def told(self, things: Mapping[str, str]) -> Iterator[Clause]:
        """Yield it in words; `things`: the names of the cell and the digit."""
        loop = 0 if "cell" in self._made else self._sources.get("cell", [0, 0, 0])[2]
        tests = [
            (self._at, part)
            for kind in things
            for part in self._made.get(kind, {}).get("passed", ())
        ]
        pattern: list[tuple[Told, Told]] = []
        for each in self._looks[::-1]:
            if each["parts"] and each is not self._at:
                is_own = loop and each["line"] in self._at["guards"] and each["line"] > loop
                (tests if is_own else pattern).extend((each, part) for part in each["parts"][::-1])
        for kind in things:  # the conditions in the line that sets what it comes from
            if look := self._setting.get(re.split(r"\W", self._code(kind))[0]):
                tests += [(look, part) for each in look["made"] for part in each["passed"]]
        unusual = [each for each in tests if not _is_usual(each[1])]
        yield from (self._test(*each, "target") for each in unusual)
        yield from self._origins(things)
        pattern.sort(key=lambda each: _is_usual(each[1]) and not self._is_named(each[1]))
        for each, part in pattern:
            called = called_name(ast.parse(str(part["code"]), mode="eval").body)
            if part["signs"] or called or self._is_named(part):  # more than that something is there
                yield self._test(each, part, "pattern")

    def _code(self, kind: str) -> str:
        """Return the code of what the cell, the digit or the house comes from; or nothing."""
        if kind in self._made:
            return str(self._made[kind]["code"])
        return str(self._sources[kind][3]) if kind in self._sources else ""

    def _origins(self, things: Mapping[str, str]) -> Iterator[Clause]:
        # Those that a line sets come first, then those that come from a loop alone.
        for kind, thing in sorted(
            things.items(), key=lambda each: self._code(each[0]) not in self._setting
        ):
            code = self._code(kind)
            _, name, line, *_ = self._sources.get(kind, ("", "", 0))
            if not code:
                continue
            if _ALL_DIGITS.match(code):
                if name:
                    yield self._at["event"], f"{thing} is `{name}`", 0, "origin"
                continue
            text = f"{thing} comes from `{_short(code)}`"
            base = code.partition(".")[0]
            if code in self._setting:
                its = self._setting[code]
                yield its["event"], f"{text} = {_set(its, thing)}", 0, "origin"
            elif base in self._setting and base != code:
                its = self._setting[base]
                yield its["event"], f"{text}, and `{base}` = {_set(its)}", 0, "origin"
            elif not name and kind not in self._made and (kind == "digit" or "*" in code):
                yield self._at["event"], f"{thing} is `{code}`", 0, "target"
            elif name == code and line:
                text += f", as the loop of line {line} has left it"
                yield self._at["event"], text, 0, "target"
            else:
                outer = self._sources.get("house", ("", "", 0, ""))
                if kind == "cell" and outer[3] in self._setting:
                    text += f", `{outer[1]}` from `{outer[3]}` = {_set(self._setting[outer[3]])}"
                at = self._made[kind]["at"] if kind in self._made else line
                yield self._at["event"], text, at, "origin"

    def _is_named(self, told: Told) -> bool:
        return told["code"] in self._setting and told["values"][0][2] == "bool"

    def _test(self, look: Told, told: Told, part: str) -> Clause:
        code = told["code"]
        text = f"`{code}` = {_set(self._setting[code])}" if self._is_named(told) else says(told)
        return look["event"], text, 0, part


def _set(look: Told, known: str = "") -> str:
    """Return in words what a line sets: its code, its value if it is not `known`, and others."""
    its = look["set"]
    text = f"`{_short(its['code'])}`"
    values = [
        each for each in its["values"] if _plain(each.partition(" = ")[0]) != _plain(its["code"])
    ]
    if _plain(its["text"]) not in (_plain(its["code"]), "", known) and not its["text"].isdigit():
        text += f" = {its['text']}"
    return f"{text} with {', '.join(values)}" if values else text


def _is_usual(told: Told) -> bool:
    """Return whether nearly every strategy has this condition: it asks for what it may change."""
    code, signs = str(told["code"]), [*told["signs"]]
    is_there = "candidates(" in code or "peers(" in code
    usual = {"!=": True, "==": False, "in": is_there, "not in": not is_there}
    is_plain = len(signs) == 1 and " or " not in code
    return not signs or (is_plain and usual.get(signs[0]) is bool(told["truth"]))


_ALL_DIGITS = re.compile(
    r"range\(1, (10|grid\.layout\.n \+ 1)\)|grid\.(open_digits|layout\.digits)"
)


EMPTY = ("[]", "()", "{}", "set()", "frozenset()", "''")

_REMOVING = re.compile(r"^del |\.(remove|pop|discard|clear|popleft)\(")

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
    """Return the values of a condition in place of their code."""
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
    if len(kinds) == 2 and "NoneType" in kinds and {*kinds} & {*_WORDS}:
        return f"{_WORDS[min({*kinds} & {*_WORDS})]} is never None"
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
