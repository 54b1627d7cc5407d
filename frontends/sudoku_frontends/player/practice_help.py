"""The editor's part for practice: what the user changes on the board is judged at once."""

from __future__ import annotations

from dataclasses import replace

from sudoku_engine.api.events import Stepped
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate
from sudoku_engine.board.words import capitalized, sentence
from sudoku_engine.picture.event_scenes import scene_of
from sudoku_engine.testing.practice.exercises import Exercise, PracticeSession
from sudoku_engine.testing.practice.judging import Verdict
from sudoku_frontends.player.background import Thinking
from sudoku_frontends.player.editor_state import EditorState, Message

NEXT = "Enter: the next board · q quits"


class PracticeHelp:
    """Judges moves on the board of an exercise; on other boards it does nothing."""

    def __init__(self, state: EditorState, thinking: Thinking) -> None:
        self._state = state
        self._thinking = thinking
        self._session = state.session if isinstance(state.session, PracticeSession) else None
        self._is_done = False
        self._grid: Grid = state.session.grid
        self._judged: set[Candidate] = set()
        if self._session is not None:
            self._begin(self._session.exercise)

    def _begin(self, exercise: Exercise | None) -> None:
        """Begin `exercise`; None: there are no more."""
        session, state = self._session, self._state
        assert session is not None
        if exercise is None:
            state.message = Message(capitalized(session.practice.score), status="q quits")
            return
        if exercise is not session.exercise:
            session.begin_exercise(exercise)
        board = exercise.board
        self._is_done, self._grid, self._judged = False, session.grid, set()
        state.task = f"{session.practice.name}: look for {board.technique.name}"
        state.begin(state.task)
        state.is_noting = bool(board.event.step.eliminations)
        state.has_candidates = True
        what = "Click the candidates that it eliminates" if state.is_noting else "Place its digit"
        note = "" if board.is_next else " Simpler techniques help here, too."
        state.message = Message(state.task, f"{what}.{note}")

    def look(self) -> None:
        """Judge what is new on the board."""
        session = self._session
        if session is None or session.grid is self._grid or self._thinking.is_active:
            return
        self._grid = session.grid
        claims = {*session.answer.claims}
        if claims <= self._judged or self._is_done:
            self._judged &= claims
        else:
            if isinstance(session.moment.event, Stepped):  # a helper did it
                session.exercise.show()
            self._thinking.begin(session.judging(), self._take)

    def _take(self, verdict: Verdict) -> None:
        session, state = self._session, self._state
        assert session is not None
        if verdict.judgement == "right":
            self._judged = {*session.answer.claims}
            self._show_right(verdict, session)
            return
        stop = state.undo_steps.before(session.position)
        session.go_to(stop or 0)
        self._grid = session.grid
        text = verdict.why if verdict.judgement == "wrong" else verdict.text
        reasons = [sentence(each) for each in (text, *verdict.reasons)]
        title = "Wrong" if verdict.judgement == "wrong" else "True, but not what you look for"
        state.message = Message(
            title, " ".join(reasons), "it was taken back · ? hint · F8 shows it"
        )

    def _show_right(self, verdict: Verdict, session: PracticeSession) -> None:
        if not verdict.is_whole:
            name = session.exercise.board.technique.name
            status = "? hint · F8 shows it"
            self._state.message = Message("Right so far", f"The {name} gives more: go on.", status)
        elif verdict.step is not None:
            self._show_step(verdict.step, "Right", session)

    def _show_step(self, event: Stepped, title: str, session: PracticeSession) -> None:
        self._is_done = True
        scene = scene_of(event, session.exercise.board.grid, self._state.start)
        scene = replace(scene, title=f"{title}: {event.strategy.name}")
        self._state.message = Message(scene=scene, status=NEXT)

    def press(self, key: str) -> bool:
        """Do what `key` means when the board is done; return False if it means nothing there."""
        if self._session is None or not self._is_done or key not in ("Return", "space", "F8"):
            return False
        self._thinking.begin(self._session.finding_next(), self._begin)
        return True

    def skip(self) -> None:
        """Show the step: the user gives up."""
        session = self._session
        if session is None:
            how = "sudoku-engine practise naked_pair --frontend turtle"
            self._state.message = Message("This is no practice", f"{how} begins one.")
        else:
            session.exercise.show()
            self._show_step(session.exercise.board.event, "It was", session)
