"""A board that a person works on, with strategies as helpers.

The editor knows no Tk and no rules: it takes keys and clicks, asks its `Session`, and shows scenes
to whatever `View` it is given. What may take long is done by a worker.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Stepped
from sudoku_engine.api.hint_text import Depth, hint_text
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import listed, symbol
from sudoku_engine.errors import SudokuError, UsageError, near_name, place
from sudoku_engine.picture.board_picture import cell_at, note_at
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.themes import THEMES, theme_named
from sudoku_engine.session.advice import Hint
from sudoku_engine.session.hand_moves import has_clashing_notes
from sudoku_engine.session.helpers import Applied, up_to_first_step
from sudoku_engine.session.history import Moment
from sudoku_engine.session.workbench import How, Mistake, Session
from sudoku_frontends.player.editor_keys import (
    ACTIONS,
    ARROWS,
    HOW,
    STRATEGY_KEYS,
    VIEWS,
    digit_of,
    key_help,
    strategy_help,
)
from sudoku_frontends.player.prompt import Prompt
from sudoku_frontends.player.undo_steps import Deeds
from sudoku_frontends.player.worker import Worker
from sudoku_frontends.turtle_window.window import CLOSE_BUTTON, Click, Input, View

PATIENCE = 0.2
"""Seconds for which a deed waits for a strategy at work before it is refused."""
ERASER = 0
"""In place of a digit: it empties cells."""
DEPTHS: tuple[tuple[Depth, str], ...] = (
    ("where", "? again: what to look for"),
    ("what", "? again: why"),
    ("why", "x does it"),
)
"""How much a hint tells, ever more of it, and what a person can do then."""


@dataclass(frozen=True)
class Message:
    """What was said last: words, and the scene of a step where there is one.

    A hint stays while a person looks for its cell; all else stays until the next action.
    """

    title: str = ""
    reason: str = ""
    status: str = ""
    scene: Scene | None = None
    hint: Hint | None = None
    depth: int = 0


NOTHING = Message()


@dataclass
class Thought:
    """Something that the worker does, as long as it `is_wanted`."""

    is_wanted: bool = True


class Editor:
    """The board of `session`, to work on; `theme`, `has_candidates` and `has_labels` to begin with.

    Either a `cell` is chosen, which digits fill, or a `digit`, which clicks place. `is_doodling`:
    digits and clicks change notes. `how`: how far a strategy goes.
    """

    def __init__(
        self,
        session: Session,
        *,
        theme: str = "light",
        has_candidates: bool = True,
        has_labels: bool = True,
    ) -> None:
        self.session = session
        self.theme = theme_named(theme)
        self.has_candidates = has_candidates
        self.has_labels = has_labels
        self.cell: int | None = None
        self.digit: int | None = None
        self.is_doodling = False
        self.how: How = "pass"
        self.is_closed = False
        self._message = Message("Your turn", _first_words(session))
        self._start = session.grid
        self._deeds = Deeds()
        self._panel: tuple[str, ...] = ()
        self._prompt: Prompt | None = None
        self._question = ""  # the action that was asked about, to be pressed again
        self._answered = ""
        self._file = ""
        self._last_name = _file_of(session.source)
        self._worker = Worker()
        self._thought: Thought | None = None
        self._waiting: deque[Input] = deque()
        self._is_patient = True
        self._scene: Scene | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether a strategy, a hint or a check is under way."""
        return self._thought is not None

    def stop(self) -> None:
        """Lets the strategies rest, soon; the work is over."""
        if self._thought:
            self._thought.is_wanted = False
        self._worker.stop()

    def tick(self, window: View, now: float, inputs: Sequence[Input]) -> None:
        """Obeys what a person did, and shows what there is to see."""
        self._worker.collect()
        is_patient = self._thought is None or self._worker.busy_for(now) <= PATIENCE
        if is_patient != self._is_patient:
            self._is_patient, self._scene = is_patient, None
        self._waiting.extend(inputs)
        while self._waiting and not self._must_wait(self._waiting[0]):
            self._obey(self._waiting.popleft(), window.size)
            self._scene = None
        self._scene = self._scene or self._made()
        window.show(self._scene, self.theme, self._window_title())
        if self.is_closed:
            window.close()

    def _must_wait(self, given: Input) -> bool:
        """Whether it is for a board that a strategy is about to change."""
        return self._thought is not None and self._is_patient and self._is_deed(given)

    def _is_deed(self, given: Input) -> bool:
        """Whether it may change the board, or asks for more work."""
        if isinstance(given, Click):
            return True
        name = given.name
        is_choice = self.cell is None and digit_of(name, self.session.layout.n) is not None
        if self._prompt or given == CLOSE_BUTTON or name in ARROWS or is_choice:
            return False
        return _action(name) not in {*VIEWS, "let_go", "quit"}

    # Keys and clicks

    def _obey(self, given: Input, size: tuple[int, int]) -> None:
        self._answered, self._question = self._question, ""
        if given == CLOSE_BUTTON:
            self._prompt = None
            self._quit()
        elif self._thought and self._is_deed(given):
            self._message = replace(self._message, status="still thinking… Esc stops it")
        elif isinstance(given, Click):
            if not self._prompt:
                self._click(given, size)
        elif self._prompt:
            self._type(self._prompt, given.name)
        else:
            self._press(given.name)

    def _press(self, key: str) -> None:
        action, digit = _action(key), digit_of(key, self.session.layout.n)
        if action != "help":
            self._panel = ()
        if action in VIEWS:
            getattr(self, f"_{action}")()
        elif key in ARROWS:
            self._forget(but_hint=True)
            self._move(*ARROWS[key])
        elif digit is not None:
            self._take_digit(digit)
        elif action == "hint":
            self._tell_hint()
        elif action:
            self._forget(but_hint=action == "let_go")
            getattr(self, f"_{action}")()
        elif strategy_id := STRATEGY_KEYS.get(key) or STRATEGY_KEYS.get(key.lower()):
            self._forget()
            self._apply(strategy_id)

    def _click(self, click: Click, size: tuple[int, int]) -> None:
        layout = self.session.layout
        cell = cell_at(layout, *size, click.x, click.y)
        if self._panel or cell is None:
            self._panel = ()
        elif self.is_doodling or click.button != 1:
            self._forget()
            note = note_at(layout, *size, click.x, click.y)
            if note is not None:
                self._toggle(cell, note)
        elif self.cell is None and self.digit is not None:
            self._forget()
            self._put(cell, self.digit)
        else:
            self._forget(but_hint=True)
            self.cell = None if self.cell == cell else cell

    def _type(self, prompt: Prompt, key: str) -> None:
        outcome = prompt.press(key)
        if outcome == "typing":
            return
        self._prompt = None
        if outcome == "taken":
            prompt.then(prompt.text)

    def _forget(self, but_hint: bool = False) -> None:
        """Ends what was shown until the next action; a hint stays where `but_hint`."""
        self.session.mistake = None
        if not (but_hint and self._message.hint):
            self._message = NOTHING

    # Cells and digits

    def _move(self, down: int, right: int) -> None:
        n = self.session.layout.n
        if self.cell is None:
            self.cell = 0
            return
        row, column = divmod(self.cell, n)
        self.cell = (row + down) % n * n + (column + right) % n

    def _take_digit(self, digit: int) -> None:
        """Puts `digit` into the chosen cell, as a note while doodling; else it is for clicks."""
        self._forget(but_hint=self.cell is None)
        if digit > self.session.layout.n:
            n = symbol(self.session.layout.n)
            self._message = Message(f"No digit {symbol(digit)} here", f"This board has 1 to {n}.")
            return
        self.digit = digit
        if self.cell is not None:
            (self._toggle if self.is_doodling else self._put)(self.cell, digit)

    def _place(self) -> None:
        if self.cell is None or self.digit is None:
            lacking = "a cell by the arrow keys" if self.cell is None else "a digit"
            self._message = Message(f"Choose {lacking} first")
        else:
            (self._toggle if self.is_doodling and self.digit else self._put)(self.cell, self.digit)

    def _erase(self) -> None:
        if self.cell is None:
            self.digit = ERASER
        else:
            self._put(self.cell, ERASER)

    def _put(self, cell: int, digit: int) -> None:
        session = self.session
        self._do(lambda: session.place(cell, digit) if digit else session.erase(cell))

    def _toggle(self, cell: int, digit: int) -> None:
        self.has_candidates = True
        self._do(lambda: self.session.toggle_note(cell, digit))

    def _do(self, deed: Callable[[], Mistake | None]) -> None:
        """Does something by hand, and tells what was done or why not."""
        session, here = self.session, self.session.position
        mistake = deed()
        if mistake:
            self._message = Message(self._refusal(mistake), _sentence(mistake.why))
        elif session.position != here:
            self._deeds.did(here, session.position)
            self._message = self._praise() or Message(_capital(session.moment.note))

    def _refusal(self, mistake: Mistake) -> str:
        cell, grid = self.session.layout.cells[mistake.cell], self.session.grid
        if grid.is_given(mistake.cell) or (self.is_doodling and grid.digits[mistake.cell]):
            return f"{cell} stays as it is"
        return f"{symbol(mistake.digit)} does not fit in {cell}"

    def _praise(self) -> Message | None:
        if not self.session.is_solved:
            return None
        kinds = dict.fromkeys(house.name.split()[0] for house in self.session.layout.houses)
        return Message("Solved!", f"Every {listed(kinds)} is complete.")

    def _doodle(self) -> None:
        self.is_doodling = not self.is_doodling
        self.has_candidates = self.has_candidates or self.is_doodling

    def _let_go(self) -> None:
        if self._thought:
            self._drop_thought()
            self._message = Message("Stopped", "The board is as it was.")
        else:
            self.cell = self.digit = None

    # The history

    def _undo(self) -> None:
        here, stop = self.session.position, self._deeds.before(self.session.position)
        if stop is None:
            self._message = Message("Nothing to take back")
            return
        told = self._deed_told(stop, here)
        self.session.go_to(stop)
        self._message = Message(f"Taken back: {told}")

    def _redo(self) -> None:
        here, stop = self.session.position, self._deeds.after(self.session.position)
        if stop is None:
            self._message = Message("Nothing to do again")
            return
        self.session.go_to(stop)
        self._message = self._praise() or Message(f"Done again: {self._deed_told(here, stop)}")

    def _deed_told(self, start: int, end: int) -> str:
        """What happened from one position to another, one of which is at the cursor."""
        here = self.session.position
        self.session.go_to(end)
        moment = self.session.moment
        self.session.go_to(here)
        if isinstance(moment.event, (Stepped, Faulted, Rejected)):
            count = end - start
            return moment.event.strategy.name if count == 1 else f"{count} steps"
        return moment.note

    def _back(self) -> None:
        self._walk(self.session.back, "This is where you began")

    def _forward(self) -> None:
        self._walk(lambda: self.session.forward(draw=False), "Nothing comes after this")

    def _walk(self, go: Callable[[], bool], end: str) -> None:
        if not go():
            self._message = Message(end)
            return
        moment, session = self.session.moment, self.session
        place = f"{session.position} of {session.length - 1} · < > walk through the steps"
        scene = self._scene_of_moment(moment)
        title = _capital(moment.note) or "The board at the beginning"
        self._message = Message("" if scene else title, status=place, scene=scene)

    def _scene_of_moment(self, moment: Moment) -> Scene | None:
        if moment.event is None:
            return None
        return scene_of(moment.event, moment.grid, self._start)

    # Strategies, hints, checks

    def _think(self, work: Callable[[Thought], object], then: Callable[..., None]) -> None:
        """Has `work` done, and `then` called with what it gives, unless it is dropped."""
        thought = self._thought = Thought()
        self._worker.ask(partial(_outcome, work, thought), partial(self._finish, thought, then))

    def _finish(self, thought: Thought, then: Callable[..., None], outcome: object) -> None:
        if thought is not self._thought:
            return
        self._thought = self._scene = None
        if isinstance(outcome, SudokuError):
            self._message = Message("That did not work", _sentence(str(outcome)))
        else:
            then(outcome)

    def _drop_thought(self) -> None:
        if self._thought:
            self._thought.is_wanted = False
            self._thought = None
            # What it is at may take long to come to an end, and others need not wait for that.
            self._worker.stop()
            self._worker = Worker()

    def _apply(self, strategy_id: str) -> None:
        try:
            events = self.session.events_of(strategy_id, self.how)
        except UsageError:
            self._message = Message(f"No {strategy_id} here", self._why_not_there(strategy_id))
        else:
            self._run(events, self._show_steps)

    def _why_not_there(self, strategy_id: str) -> str:
        if strategy_id == "visible_single" and self.session.grid.marks == "auto":
            return "Notes that a placed digit rules out are struck at once on this board."
        return "The configuration leaves it out; a shows those that there are."

    def _step(self) -> None:
        self._run(up_to_first_step(self.session.events_of_list()), self._show_steps)

    def _solve(self) -> None:
        self._run(self.session.events_of_list(), self._show_end)

    def _run(
        self, events: Iterator[Event], show: Callable[[Applied, list[Event]], Message]
    ) -> None:
        def taken(drawn: list[Event]) -> None:
            here = self.session.position
            applied = self.session.take_steps(drawn)
            if self.session.position != here:
                self._deeds.did(here, self.session.position)
            self._message = self._fault_shown(applied) or show(applied, drawn)

        self._think(partial(_drawn, events, self._worker), taken)

    def _fault_shown(self, applied: Applied) -> Message | None:
        if not applied.faults:
            return None
        scene = scene_of(applied.faults[0], self.session.grid, self._start)
        is_all = not applied.steps and len(applied.faults) == 1
        return Message(scene=scene, status="nothing was changed" if is_all else applied.text)

    def _show_steps(self, applied: Applied, events: list[Event]) -> Message:
        """The last step, marked as on the board before it."""
        scene = self._scene_of_moment(self.session.moment) if applied.steps else None
        if scene is None:
            title, _, more = applied.text.partition("; ")
            return Message(_capital(title), _sentence(more) or self._why_nothing())
        done = "Solved! · " if self.session.is_solved else ""
        if applied.steps == 1:
            return Message(scene=scene, status=f"{done}u takes it back")
        walk = "< > walk through them · u takes them back"
        return Message(scene=scene, status=f"{done}{applied.text} · {walk}")

    def _why_nothing(self) -> str:
        """What may help where no strategy finds anything."""
        if self.session.is_solved:
            return "The board is solved."
        if has_clashing_notes(self.session.grid):
            return "Strategies go by the notes: v strikes those that placed digits rule out."
        return ""

    def _show_end(self, applied: Applied, events: list[Event]) -> Message:
        """How the list of strategies ended."""
        ends = (event for event in events if isinstance(event, Ended))
        titles = (scene_of(end, end.grid, self._start).title for end in ends)
        title = "Solved!" if self.session.is_solved else next(titles, "Stopped")
        walk = "< > walk through the steps · u takes them back" if applied.steps else ""
        return Message(title, _sentence(_capital(applied.text)), walk)

    def _strategy(self) -> None:
        self._ask_for_strategy("Which strategy? Its name or number", "")

    def _ask_for_strategy(self, question: str, offered: str) -> None:
        panel = strategy_help(self.session.strategies)
        self._prompt = Prompt(question, self._apply_named, offered, panel)

    def _apply_named(self, text: str) -> None:
        strategies = self.session.strategies
        wanted = text.lower().replace(" ", "_").replace("-", "_")
        if text.isdecimal() and 0 < int(text) <= len(strategies):
            wanted = strategies[int(text) - 1].id
        ids = {plugin.id: plugin.id for plugin in strategies}
        named = {plugin.name.lower().replace(" ", "_"): plugin.id for plugin in strategies}
        names = {**named, **ids}
        begun = {names[name] for name in names if name.startswith(wanted)}
        strategy_id = ids.get(text) or names.get(wanted) or (begun.pop() if len(begun) == 1 else "")
        if strategy_id:
            self._apply(strategy_id)
        else:
            near = near_name(wanted, ids)
            mend = near if near.startswith("did") else "they stand on the board"
            self._ask_for_strategy(f"No strategy {text!r}: {mend}", text)

    def _how(self) -> None:
        ways = list(HOW)
        self.how = ways[(ways.index(self.how) + 1) % len(ways)]
        self._message = Message(f"Strategies go {HOW[self.how]}")

    def _check(self) -> None:
        call = self.session.checking()
        self._think(lambda thought: call(), self._show_check)

    def _show_check(self, text: str) -> None:
        self._message = Message("Check", text)

    def _tell_hint(self) -> None:
        """The hint on this board; where it stands there already, more of it."""
        hint, depth = self._message.hint, self._message.depth
        self._forget()
        if hint:
            self._show_hint(hint, min(depth + 1, len(DEPTHS) - 1))
        else:
            call = self.session.hinting()
            self._think(lambda thought: call(), partial(self._show_hint, depth=0))

    def _show_hint(self, hint: Hint, depth: int) -> None:
        event = hint.event
        faults = _passed_over(hint.faults)
        if event is None:
            self._message = Message("No hint", hint.text, faults)
            return
        stage, next_key = DEPTHS[depth]
        if stage == "why":
            next_key += self._key_for_all(event.strategy.id)
        scene = scene_of(event, self.session.grid, self._start, stage=stage)
        name = f"{event.strategy.name}{f' [{event.strategy.plugin}]' * bool(event.strategy.plugin)}"
        title = name if stage == "why" else hint_text(event, stage)
        scene = replace(scene, title=title)
        status = " · ".join(filter(None, [next_key, faults]))
        self._message = Message(status=status, scene=scene, hint=hint, depth=depth)

    def _key_for_all(self, strategy_id: str) -> str:
        """How to have all that a strategy finds done, in words, where a key does that."""
        keys = [key for key, known in STRATEGY_KEYS.items() if known == strategy_id]
        return f" · {keys[0]} does all of its kind" if keys and self.how != "step" else ""

    # Files

    def _read(self) -> None:
        if self.session.is_saved or self._answered == "read":
            self._prompt = Prompt("Read which file?", self._load, self._last_name)
        else:
            self._question = "read"
            self._message = Message(
                "Your work is not saved", "r again reads another board all the same · s saves"
            )

    def _load(self, name: str) -> None:
        path = self._named(name)
        try:
            self.session.load(path)
        except SudokuError as error:
            self._message = Message("Not read", _sentence(str(error)))
            return
        self._file = path
        self._start = self.session.grid
        self._deeds = Deeds()
        self.cell = self.digit = None
        self._message = Message(f"Read: {path}", _first_words(self.session))

    def _save(self) -> None:
        if self._file:
            self._write(self._file)
        else:
            self._save_as()

    def _save_as(self) -> None:
        self._prompt = Prompt("Save in which file?", self._write_new, self._last_name)

    def _write_new(self, name: str) -> None:
        path = self._named(name)
        if os.path.exists(path) and path != self._file:
            question = "This file is there already: Enter writes over it"
            self._prompt = Prompt(question, self._write_again(path), name)
        else:
            self._write(path)

    def _write_again(self, path: str) -> Callable[[str], None]:
        """What writes over `path`; another name is asked about anew."""

        def write(name: str) -> None:
            (self._write if self._named(name) == path else self._write_new)(name)

        return write

    def _named(self, name: str) -> str:
        self._last_name = name
        return os.path.expanduser(name)

    def _write(self, name: str) -> None:
        path = os.path.expanduser(name)
        try:
            self.session.save(path)
        except SudokuError as error:
            self._message = Message("Not saved", _sentence(str(error)))
            return
        self._file = path
        self._message = Message(f"Saved: {path}")

    def _quit(self) -> None:
        if self.session.is_saved or self._answered == "quit":
            self.is_closed = True
            return
        self._question = "quit"
        self._message = Message(
            "Your work is not saved", "q again leaves · s saves · any other key goes on"
        )

    # What there is to see

    def _candidates(self) -> None:
        self.has_candidates = not self.has_candidates

    def _labels(self) -> None:
        self.has_labels = not self.has_labels

    def _theme(self) -> None:
        names = list(THEMES)
        self.theme = THEMES[names[(names.index(self.theme.name) + 1) % len(names)]]

    def _help(self) -> None:
        pages = [(), key_help(), strategy_help(self.session.strategies)]
        self._panel = pages[(pages.index(self._panel) + 1) % len(pages)]

    def _made(self) -> Scene:
        """The scene as it is now."""
        message, prompt = self._message, self._prompt
        scene = message.scene or self._board()
        if prompt:
            scene = replace(self._board(), title=prompt.question, reason=prompt.shown)
        return replace(
            scene,
            status=self._status(),
            selected=0 if self.cell is None else mask_of([self.cell]),
            wrong=self.session.mistakes,
            has_candidates=self.has_candidates,
            has_labels=self.has_labels,
            help=prompt.panel if prompt else self._panel,
        )

    def _board(self) -> Scene:
        grid, start = self.session.grid, self._start
        done = 1 - grid.n_open / start.n_open if start.n_open else 1.0
        return Scene(
            grid,
            title=self._message.title or self._turn(),
            reason=self._message.reason,
            counts=(("open", str(grid.n_open)),),
            progress=max(0.0, done),
        )

    def _turn(self) -> str:
        """Whose turn it is, and what for."""
        if self._thought and not self._is_patient:
            return "Thinking…"
        return "Notes" if self.is_doodling else "Your turn"

    def _status(self) -> str:
        if self._prompt:
            return self._prompt.keys
        if self._thought and not self._is_patient:
            return "Esc stops it"
        return self._message.status or f"{self._offer()} · ? hint · F1 all keys"

    def _offer(self) -> str:
        """What digits and clicks do now."""
        if self.cell is not None:
            cell = self.session.layout.cells[self.cell]
            if self.is_doodling:
                return f"{cell}: digits add and strike notes · d ends notes"
            return f"{cell}: a digit fills it · 0 empties it · d notes"
        if self.is_doodling:
            return "click a note's place to add or strike it · d ends notes"
        if self.digit is None:
            return "choose a cell, then press a digit · or a digit, then click"
        if self.digit == ERASER:
            return "eraser: click a cell to empty it · Esc lets go"
        return f"{symbol(self.digit)}: click a cell to place it · Esc lets go"

    def _window_title(self) -> str:
        changed = "" if self.session.is_saved else "*"
        name = self._file or self.session.source or "own board"
        return f"{changed}{name} - Sudoku"


def _action(key: str) -> str | None:
    """What a key does; a capital letter that means nothing else is taken for the small one."""
    return ACTIONS.get(key) or (ACTIONS.get(key.lower()) if len(key) == 1 else None)


def _outcome(work: Callable[[Thought], object], thought: Thought) -> object:
    """What comes of `work`, or the error that a person is to be told."""
    try:
        return work(thought)
    except SudokuError as error:
        return error


def _passed_over(faults: Sequence[Faulted | Rejected]) -> str:
    """Which strategies were at fault and where; not why, which may give a digit away."""
    told = [
        f"{fault.strategy.id} ({place(fault.strategy.plugin or 'bundled', fault.line)})"
        for fault in faults
    ]
    return f"passed over, at fault: {', '.join(told)}" if told else ""


def _drawn(events: Iterator[Event], worker: Worker, thought: Thought) -> list[Event]:
    """The `events`, as long as they are wanted."""
    found = []
    for event in events:
        found.append(event)
        if worker.is_stopped or not thought.is_wanted:
            break
    return found


def _file_of(source: str) -> str:
    """The file of a puzzle's `source`, which may end in a line; empty where it is from none."""
    name = re.sub(r":\d+$", "", source)
    return name if os.path.isfile(name) else ""


def _first_words(session: Session) -> str:
    if session.grid.marks == "manual" and not session.grid.has_own_marks:
        return "v strikes the notes that placed digits rule out; m hides all notes."
    return ""


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sentence(words: str) -> str:
    return words if not words or words.endswith((".", "!", "?")) else f"{words}."
