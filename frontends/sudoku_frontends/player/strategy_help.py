"""The editor's parts for strategies as helpers: they apply them, give hints, list all steps."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from sudoku_engine import BoardStep, Candidate, Ended, Event, Faulted, Grid, Rejected, Stepped
from sudoku_engine.api.event_text import author_text, has_many_cases, hint_text, step_text
from sudoku_engine.board.say import tell
from sudoku_engine.board.words import capitalized, sentence
from sudoku_engine.errors import UsageError, near_name, place
from sudoku_frontends.pictures.captions import choice_at
from sudoku_frontends.pictures.event_scenes import scene_of, step_views
from sudoku_frontends.pictures.scene import WHOLE, Scene, StepView
from sudoku_frontends.player.background import Worker
from sudoku_frontends.player.editor_state import (
    HOW,
    NO_MESSAGE,
    STRATEGY_KEYS,
    EditorPart,
    EditorState,
    Message,
    Prompt,
    action_of,
    strategy_lines,
)
from sudoku_frontends.player.view import Click
from sudoku_plugins.reasons.why import Why
from sudoku_plugins.session.advice import Applied, Hint, up_to_first_step
from sudoku_plugins.session.hand_moves import Mistake, has_clashing_notes
from sudoku_plugins.session.workbench import AllSteps


class StrategyHelp(EditorPart):
    """Applies strategies to the board."""

    def apply(self, strategy_id: str) -> None:
        """Apply one strategy, as far as `how` says."""
        try:
            events = self._session.events_of(strategy_id, self._state.how)
        except UsageError:
            title = tell("No strategy {id} here", id=strategy_id)
            reason = self._why_missing(strategy_id)
            self._state.message = Message(title, reason)
        else:
            self._run(events, self._last_step)

    def _why_missing(self, strategy_id: str) -> str:
        if strategy_id == "visible_single" and self._session.grid.marks == "auto":
            return tell(
                "On this board, notes that a placed digit rules out are eliminated at once."
            )
        return tell("The configuration leaves it out; a lists the strategies.")

    def step(self) -> None:
        """Apply the first step that a strategy finds."""
        self._run(up_to_first_step(self._session.events_of_list()), self._last_step)

    def solve(self, last: str = "") -> None:
        """Apply all strategies, up to the strategy with the id `last`."""
        self._run(self._session.events_of_list(last), self._outcome)

    def solve_up_to(self) -> None:
        """Prompt for a strategy and apply all up to it."""
        self._prompt(tell("Solve up to which strategy? Type its name or number"), "", self.solve)

    def _run(
        self, events: Iterator[Event], message_of: Callable[[Applied, list[Event]], Message]
    ) -> None:
        def take(drawn: list[Event]) -> None:
            applied = self._done(lambda: self._session.take_steps(drawn))
            self._state.message = self._fault(applied) or message_of(applied, drawn)

        self._worker.request_all(events, take)

    def take_listed(self, event: Stepped) -> None:
        """Apply one of all steps on the board."""
        applied = self._done(lambda: self._session.take_listed(event))
        self._state.message = self._last_step(applied, [])

    def _fault(self, applied: Applied) -> Message | None:
        if not applied.faults:
            return None
        scene = scene_of(applied.faults[0], self._session.grid, self._state.start)
        is_all = not applied.steps and len(applied.faults) == 1
        return Message(scene=scene, status=tell("nothing was changed") if is_all else applied.text)

    def _last_step(self, applied: Applied, events: list[Event]) -> Message:
        session = self._session
        scene = self._state.scene_of_moment(session.moment) if applied.steps else None
        if scene is None:
            title, _, more = applied.text.partition("; ")
            return Message(capitalized(title), sentence(more) or self._why_nothing())
        if session.is_solved:
            scene = replace(scene, title=f"{tell('Solved!')} {scene.title}")
        if applied.steps == 1:
            return Message(scene=scene, status=tell("u undoes it"))
        keys = tell("< > go through them · u undoes them")
        return Message(scene=scene, status=f"{applied.text} · {keys}")

    def _why_nothing(self) -> str:
        if self._session.is_solved:
            return tell("The board is solved.")
        if has_clashing_notes(self._session.grid):
            return tell("Strategies use the notes: v eliminates those that placed digits rule out.")
        return ""

    def _outcome(self, applied: Applied, events: list[Event]) -> Message:
        ends = (event for event in events if isinstance(event, Ended))
        titles = (scene_of(end, end.grid, self._state.start).title for end in ends)
        title = tell("Solved!") if self._session.is_solved else next(titles, tell("Stopped"))
        keys = tell("< > go through the steps · u undoes them") if applied.steps else ""
        return Message(title, sentence(applied.text), keys)

    def choose_strategy(self) -> None:
        """Prompt for a strategy and apply it."""
        self._prompt(tell("Which strategy? Type its name or number"), "", self.apply)

    def _prompt(self, question: str, offered: str, then: Callable[[str], None]) -> None:
        panel = strategy_lines([each.author for each in self._session.strategies])
        self._state.prompt = Prompt(question, partial(self._take_name, then), offered, panel)

    def _take_name(self, then: Callable[[str], None], text: str) -> None:
        """Call `then` with the id of the strategy that is meant by `text`, or prompt again."""
        strategies = [each.author for each in self._session.strategies]
        wanted = _plain(text)
        if text.isdecimal() and 0 < int(text) <= len(strategies):
            wanted = strategies[int(text) - 1].id
        ids = {each.id: each.id for each in strategies}
        own = {_plain(tell(each.name)): each.id for each in strategies}
        names = {**own, **{_plain(each.name): each.id for each in strategies}, **ids}
        begun = {names[name] for name in names if name.startswith(wanted)}
        strategy_id = ids.get(text) or names.get(wanted) or (begun.pop() if len(begun) == 1 else "")
        if strategy_id:
            then(strategy_id)
        else:
            near = near_name(wanted, ids)
            hint = near if near.startswith("did") else tell("see the list on the board")
            self._prompt(f"{tell('No strategy')} {text!r}: {hint}", text, then)

    def change_how(self) -> None:
        """Change how far a strategy goes."""
        ways = list(HOW)
        self._state.how = ways[(ways.index(self._state.how) + 1) % len(ways)]
        self._state.message = Message(f"{tell('Strategies')}: {tell(HOW[self._state.how])}")


def _plain(name: str) -> str:
    """Return a name or an id as it is compared with others.

    >>> _plain("2-String Kite")
    '2_string_kite'
    """
    return name.lower().replace(" ", "_").replace("-", "_")


CASE_AGAIN = "? again: the next case"
FOLLOWS_AGAIN = "? again: what follows"

NEXT: Mapping[StepView, str] = {
    StepView("where"): "? again: what to look for",
    StepView("what"): "? again: why",
    StepView("why"): "x applies it",
}
"""The key to press next at each view of a hint but for branches and moves."""


class Hints(EditorPart):
    """Gives hints, each time in more detail, and checks the board."""

    _seen: Grid | None = None
    """The last board that was looked at for a mistake."""

    def switch_telling(self) -> None:
        """Begin to tell mistakes as soon as they are made, or end it."""
        self._seen = None
        self._state.tells_mistakes = not self._state.tells_mistakes
        is_on = self._state.tells_mistakes
        said = tell(
            "Mistakes are shown at once" if is_on else "Mistakes are no longer shown at once"
        )
        self._state.message = Message(said)

    def look(self) -> None:
        """Tell of a mistake on a new board, if that is wanted."""
        session = self._session
        if not self._state.tells_mistakes or self._seen is session.grid or self._worker.is_busy:
            return
        self._seen = session.grid
        self._worker.request(session.finding_last_right(), self._tell, gives_way=True)

    def _tell(self, position: int | None) -> None:
        session = self._session
        if position == session.position:
            return
        title, reason, moment = tell("There is a mistake on the board"), "", session.moment
        if position == session.position - 1:
            title, reason = tell("That is a mistake"), sentence(moment.note)
            for cell, (old, new) in enumerate(zip(moment.grid.digits, moment.after.digits)):
                if new not in (0, old):
                    session.mistake = Mistake(
                        cell, new, tell("the solution has another digit there")
                    )
        self._state.message = Message(title, reason, "F5 goes back to before it")

    def check(self) -> None:
        """Check whether the board is right so far."""

        def show(text: str) -> None:
            self._state.message = Message("Check", text)

        self._worker.request(self._session.checking(), show)

    def back_to_right(self) -> None:
        """Go back to the last board that was right."""
        self._worker.request(self._session.finding_last_right(), self._go_back)

    def _go_back(self, position: int | None) -> None:
        here = self._session.position
        if position is None:
            self._state.message = Message("No way back", "The first board has a mistake already.")
        elif position == here:
            self._state.message = Message(
                "All is right so far", "There is no mistake to go back to."
            )
        else:
            self._session.go_to(position + 1)
            mistake = capitalized(self._session.moment.note)
            self._session.go_to(position)
            self._state.message = Message(
                "Back to before your first mistake",
                sentence(f"{tell('It was')}: {mistake}") if mistake else "",
                "Ctrl+Y brings it back",
            )

    def hint(self) -> None:
        """Show a hint for the board, or more of the present hint."""
        hint, depth = self._state.message.hint, self._state.message.depth
        self._state.forget()
        if hint:
            self._show(hint, depth + 1)
        else:
            self._worker.request(self._session.hinting(), partial(self._show, depth=0))

    def _show(self, hint: Hint, depth: int) -> None:
        event = hint.event
        faults = skipped(hint.faults)
        if event is None:
            self._state.message = Message("No hint", hint.text, faults)
            return
        views = step_views(event)[:-1]  # a hint changes nothing
        depth = min(depth, len(views) - 1)
        view = views[depth]
        next_key = tell(NEXT.get(view, FOLLOWS_AGAIN if view.branch is None else CASE_AGAIN))
        if depth == len(views) - 1:
            next_key += self._key_for_all(event.strategy.id)
        scene = scene_of(event, self._session.grid, self._state.start, **view._asdict())
        title = author_text(event.strategy)
        if view.stage in ("where", "what"):
            title = hint_text(event, view.stage)
        self._state.message = Message(
            status=" · ".join(filter(None, [next_key, faults])),
            scene=replace(scene, title=title),
            hint=hint,
            depth=depth,
        )

    def _key_for_all(self, strategy_id: str) -> str:
        """Return, in words, the key that applies all that a strategy finds."""
        keys = [key for key, known in STRATEGY_KEYS.items() if known == strategy_id]
        if not keys or self._state.how == "step":
            return ""
        return f" · {tell('{key} applies all of its kind', key=keys[0])}"


def skipped(faults: Sequence[Faulted | Rejected]) -> str:
    """Return which strategies were at fault and where, but not why: that may reveal a digit."""
    files = [
        f"{fault.strategy.id} ({place(fault.strategy.plugin or 'bundled', fault.line)})"
        for fault in faults
    ]
    return f"{tell('skipped, at fault')}: {', '.join(files)}" if files else ""


ASK_AGAIN = "w again: why another candidate?"


class Reasons(EditorPart):
    """Explains why a candidate can be eliminated, by the fewest truths."""

    _answer = NO_MESSAGE
    _more: Sequence[Message] = ()
    """The next views of the key, while the answer is shown."""

    def ask(self) -> None:
        """Explain the chosen digit in the selected cell, or ask which candidate it shall be.

        Asked again, explain the simplest next step; after an answer, show more of it.
        """
        state, grid = self._state, self._session.grid
        is_answered = state.message is self._answer and state.message is not NO_MESSAGE
        cell, digit, was_asking = state.cell, state.digit, state.is_asking
        if is_answered and self._more:
            self._show_next()
            return
        state.forget()
        if was_asking:
            self.explain(None)
        elif cell is not None and digit in grid.candidates(cell) and not is_answered:
            self.explain(Candidate(cell, digit))
        else:
            state.is_asking, state.mode, state.colour = True, "", 0
            state.has_candidates = True

    def explain(self, candidate: Candidate | None) -> None:
        """Explain why `candidate` can be eliminated; None: the simplest next step."""
        self._state.forget()
        self._worker.request(
            self._session.explaining(candidate), partial(self._show, candidate=candidate)
        )

    def _show(self, answer: Why, candidate: Candidate | None) -> None:
        if answer.step is not None:
            self._more = [*self._reason(answer.step, answer.lines()[0].rstrip(":"))]
        elif answer.counter_board is None or candidate is None:
            title, _, why = answer.lines()[0].partition(": ")
            self._more = [Message(title, sentence(why))]
        else:
            cell = self._session.layout.cells[candidate.cell]
            title = tell("{cell} can be {digit}", cell=cell, digit=candidate.digit)
            board = Scene(
                answer.counter_board, title=title, reason=tell("This board obeys all rules.")
            )
            self._more = [
                Message(title, "A full board obeys all rules with it.", "w again shows it"),
                Message(status=tell(ASK_AGAIN), scene=board),
            ]
        self._show_next()

    def _show_next(self) -> None:
        self._answer, *self._more = self._more
        self._state.message = self._answer

    def _reason(self, step: BoardStep, title: str) -> Iterator[Message]:
        """Yield the cases of a reason, unless there are too many to look at, then all of it."""
        views = step_views(step.event)
        for view in views[-1:] if has_many_cases(step.step) else views[2:]:
            if view.branch is not None or view == WHOLE:  # it shows more than the reason alone
                scene = scene_of(step.event, step.before, self._state.start, **view._asdict())
                status = tell(ASK_AGAIN if view == WHOLE else "w again: the next case")
                yield Message(status=status, scene=replace(scene, title=title))


WAYS = {"Up": -1, "Down": 1, "Left": -10, "Right": 10, "PageUp": -10, "PageDown": 10}
"""How far each key moves in the list."""


class StepList(EditorPart):
    """Lists all steps on the board.

    The list is a message: it goes with the next action that is not about it or about looks.
    """

    def __init__(self, state: EditorState, worker: Worker, strategies: StrategyHelp) -> None:
        super().__init__(state, worker)
        self._strategies = strategies
        self._lines: tuple[str, ...] = ()
        self._has_extreme = False

    def list_steps(self, has_extreme: bool = False) -> None:
        """Find all steps and show the first one; extreme ones only `has_extreme` or alone."""
        is_all = all(each.level != "extreme" for each in self._session.strategies)
        self._has_extreme = has_extreme or is_all
        self._worker.request(self._session.listing(self._has_extreme), self._open)

    def _open(self, listed: AllSteps) -> None:
        if not listed.steps:
            self._state.message = Message("No step", listed.text, self._remarks(listed))
            return
        self._lines = tuple(step_text(each.event) for each in listed.steps)
        self._show(listed, 0)

    def choose(self, place: int) -> None:
        """Choose the step at `place` of an open list."""
        if self._state.message.listed:
            self._show(self._state.message.listed, place)

    def _show(self, listed: AllSteps, place: int) -> None:
        """Show the list with the step at `place`, or the nearest one."""
        place = min(max(place, 0), len(listed.steps) - 1)
        chosen = listed.steps[place]
        where = tell("{n:#} of {all:#}", n=place + 1, all=len(listed.steps))
        more = tell("Esc closes" if self._has_extreme else "* adds extreme steps · Esc closes")
        status = f"{where}, {chosen.outlook} · {tell('Enter applies it')} · {more}"
        scene = scene_of(chosen.event, self._session.grid, self._state.start)
        self._state.message = Message(
            status=" · ".join(filter(None, [status, self._remarks(listed)])),
            scene=replace(scene, choices=self._lines, chosen=place),
            listed=listed,
            place=place,
        )

    def _remarks(self, listed: AllSteps) -> str:
        return " · ".join(filter(None, [skipped(listed.faults), "; ".join(listed.notes)]))

    def press(self, key: str) -> bool:
        """Do what `key` means in an open list; return False if it means nothing there."""
        listed, place = self._state.message.listed, self._state.message.place
        if listed is None:
            return False
        if key in WAYS:
            self._show(listed, place + WAYS[key])
        elif key in ("Home", "End"):
            self._show(listed, 0 if key == "Home" else len(listed.steps) - 1)
        elif key in ("Return", "space"):
            self._strategies.take_listed(listed.steps[place].event)
        elif action_of(key) == "list_steps" and not self._has_extreme:
            self.list_steps(has_extreme=True)
        elif action_of(key) in ("list_steps", "let_go"):
            self._state.forget()
        else:
            return False
        return True

    def click(self, click: Click, size: tuple[int, int]) -> None:
        """Choose the line at a click; a click elsewhere closes the list."""
        listed, scene = self._state.message.listed, self._state.message.scene
        if listed is None or scene is None:
            return
        place = choice_at(scene, *size, click.x, click.y)
        if place is None:
            self._state.forget()
        else:
            self._show(listed, place)
