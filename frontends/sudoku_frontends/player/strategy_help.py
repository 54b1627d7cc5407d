"""The editor's part for strategies as helpers: it applies them and shows what they did."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sudoku_engine.api.events import Ended, Event, Stepped
from sudoku_engine.board.words import capitalized, sentence
from sudoku_engine.errors import UsageError, near_name
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.session.hand_moves import has_clashing_notes
from sudoku_engine.session.helpers import Applied, up_to_first_step
from sudoku_frontends.player.editor_keys import HOW, strategy_lines
from sudoku_frontends.player.editor_state import EditorState, Message
from sudoku_frontends.player.prompt import Prompt
from sudoku_frontends.player.thinking import Thinking


class StrategyHelp:
    """Applies strategies to the board."""

    def __init__(self, state: EditorState, thinking: Thinking) -> None:
        self._state = state
        self._session = state.session
        self._thinking = thinking

    def apply(self, strategy_id: str) -> None:
        """Apply one strategy, as far as `how` says."""
        try:
            events = self._session.events_of(strategy_id, self._state.how)
        except UsageError:
            title, reason = f"No strategy {strategy_id} here", self._why_missing(strategy_id)
            self._state.message = Message(title, reason)
        else:
            self._run(events, self._last_step)

    def _why_missing(self, strategy_id: str) -> str:
        if strategy_id == "visible_single" and self._session.grid.marks == "auto":
            return "On this board, notes that a placed digit rules out are eliminated at once."
        return "The configuration leaves it out; a lists the strategies."

    def step(self) -> None:
        """Apply the first step that a strategy finds."""
        self._run(up_to_first_step(self._session.events_of_list()), self._last_step)

    def solve(self) -> None:
        """Apply all strategies."""
        self._run(self._session.events_of_list(), self._outcome)

    def _run(
        self, events: Iterator[Event], message_of: Callable[[Applied, list[Event]], Message]
    ) -> None:
        def take(drawn: list[Event]) -> None:
            applied = self._done(lambda: self._session.take_steps(drawn))
            self._state.message = self._fault(applied) or message_of(applied, drawn)

        self._thinking.begin_drawing(events, take)

    def take_listed(self, event: Stepped) -> None:
        """Apply one of all steps on the board."""
        applied = self._done(lambda: self._session.take_listed(event))
        self._state.message = self._last_step(applied, [])

    def _done(self, action: Callable[[], Applied]) -> Applied:
        """Do something that undo treats as one step."""
        here = self._session.position
        applied = action()
        if self._session.position != here:
            self._state.undo_steps.add(here, self._session.position)
        return applied

    def _fault(self, applied: Applied) -> Message | None:
        if not applied.faults:
            return None
        scene = scene_of(applied.faults[0], self._session.grid, self._state.start)
        is_all = not applied.steps and len(applied.faults) == 1
        return Message(scene=scene, status="nothing was changed" if is_all else applied.text)

    def _last_step(self, applied: Applied, events: list[Event]) -> Message:
        """Return the message for the last step, shown on the board before it."""
        session = self._session
        scene = self._state.scene_of_moment(session.moment) if applied.steps else None
        if scene is None:
            title, _, more = applied.text.partition("; ")
            return Message(capitalized(title), sentence(more) or self._why_nothing())
        done = "Solved! · " if session.is_solved else ""
        if applied.steps == 1:
            return Message(scene=scene, status=f"{done}u undoes it")
        keys = "< > go through them · u undoes them"
        return Message(scene=scene, status=f"{done}{applied.text} · {keys}")

    def _why_nothing(self) -> str:
        """Return advice for when no strategy finds anything."""
        if self._session.is_solved:
            return "The board is solved."
        if has_clashing_notes(self._session.grid):
            return "Strategies use the notes: v eliminates those that placed digits rule out."
        return ""

    def _outcome(self, applied: Applied, events: list[Event]) -> Message:
        """Return the message for how the list of strategies ended."""
        ends = (event for event in events if isinstance(event, Ended))
        titles = (scene_of(end, end.grid, self._state.start).title for end in ends)
        title = "Solved!" if self._session.is_solved else next(titles, "Stopped")
        keys = "< > go through the steps · u undoes them" if applied.steps else ""
        return Message(title, sentence(applied.text), keys)

    def choose(self) -> None:
        """Prompt for a strategy and apply it."""
        self._prompt("Which strategy? Type its name or number", "")

    def _prompt(self, question: str, offered: str) -> None:
        panel = strategy_lines([each.author for each in self._session.strategies])
        self._state.prompt = Prompt(question, self._apply_named, offered, panel)

    def _apply_named(self, text: str) -> None:
        strategies = [each.author for each in self._session.strategies]
        wanted = _plain(text)
        if text.isdecimal() and 0 < int(text) <= len(strategies):
            wanted = strategies[int(text) - 1].id
        ids = {each.id: each.id for each in strategies}
        names = {**{_plain(each.name): each.id for each in strategies}, **ids}
        begun = {names[name] for name in names if name.startswith(wanted)}
        strategy_id = ids.get(text) or names.get(wanted) or (begun.pop() if len(begun) == 1 else "")
        if strategy_id:
            self.apply(strategy_id)
        else:
            near = near_name(wanted, ids)
            hint = near if near.startswith("did") else "see the list on the board"
            self._prompt(f"No strategy {text!r}: {hint}", text)

    def change_how(self) -> None:
        """Change how far a strategy goes."""
        ways = list(HOW)
        self._state.how = ways[(ways.index(self._state.how) + 1) % len(ways)]
        self._state.message = Message(f"Strategies: {HOW[self._state.how]}")


def _plain(name: str) -> str:
    """Return a name or an id as it is compared with others.

    >>> _plain("2-String Kite")
    '2_string_kite'
    """
    return name.lower().replace(" ", "_").replace("-", "_")
