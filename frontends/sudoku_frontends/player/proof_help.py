"""The editor's part for proofs: clicks name cells and houses, until they prove an elimination."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from sudoku_engine.api.events import Stepped
from sudoku_engine.board.masks import bits
from sudoku_engine.board.step import Candidate
from sudoku_engine.board.truths import ClueTruth, Truth, clue_truths, truths_of
from sudoku_engine.board.words import capitalized, sentence, symbol
from sudoku_engine.errors import LayoutError
from sudoku_engine.picture.event_scenes import WHOLE, scene_of, step_views
from sudoku_engine.picture.page_geometry import Frame, cell_at, line_at
from sudoku_engine.picture.scene import Scene
from sudoku_engine.testing.practice.named_truths import truth_in, truths_in
from sudoku_engine.testing.practice.proving import ProofExercise, ProofSession, ProofVerdict
from sudoku_frontends.player.background import Thinking
from sudoku_frontends.player.editor_keys import VIEWS, action_of, digit_of
from sudoku_frontends.player.editor_state import EditorState, Message, Prompt
from sudoku_frontends.player.practice_help import NEXT
from sudoku_frontends.player.view import Click

ON = ("Return", "space", "F8", ">", ".")
"""The keys that show more of a proof, and then the next board."""

BACK = ("<", ",")

LINES = ("row", "column")


class ProofHelp:
    """Takes clicks and keys on the board of a proof; on other boards it does nothing."""

    def __init__(self, state: EditorState, thinking: Thinking) -> None:
        self._state = state
        self._thinking = thinking
        self._session = state.session if isinstance(state.session, ProofSession) else None
        self._verdict: ProofVerdict | None = None
        self._proof: Stepped | None = None
        """The proof that is shown once the task is done."""
        self._title = self._remark = ""
        self._view = 0
        """The place of the view of the proof that is shown."""
        if self._session is not None:
            self._begin(self._session.exercise)

    @property
    def is_on(self) -> bool:
        """Whether the board is one for proofs."""
        return self._session is not None

    @property
    def _exercise(self) -> ProofExercise:
        assert self._session is not None
        return self._session.exercise

    def _begin(self, exercise: ProofExercise | None) -> None:
        """Begin `exercise`; None: there are no more."""
        session, state = self._session, self._state
        assert session is not None
        if exercise is None:
            state.message = Message(capitalized(session.practice.score), status="q quits")
            return
        if exercise is not session.exercise:
            session.begin_exercise(exercise)
        self._proof = self._verdict = None
        state.task = f"{session.practice.name}: prove that {exercise.task.claim}"
        state.begin(state.task)
        state.has_candidates = True
        how = "Click cells; for a house press a digit, then click"
        self._show(f"{sentence(capitalized(exercise.task.enough))} {how}.")

    def _show(self, reason: str) -> None:
        """Show what is named, with a `reason`."""
        exercise, state = self._exercise, self._state
        scene = Scene(exercise.grid, exercise.step, title=state.task, reason=reason)
        clues = " · right click: clues" if clue_truths(exercise.grid.layout) else ""
        status = f"click cells{clues} · a digit: houses · Enter: type · ? hint · F8 proof"
        if state.digit:
            where = "click the number of a row or column, or a cell: its box"
            status = f"{symbol(state.digit)}: {where} · Esc: cells"
        state.message = Message(scene=scene, status=status)

    def press(self, key: str) -> bool:
        """Do what `key` means; return False if it means the same as on other boards."""
        action = action_of(key)
        if self._session is None or action in VIEWS or action in ("quit", "copy"):
            return False
        if self._thinking.is_active:
            return action != "let_go"
        if self._proof is None:
            self._press(key, action)
        elif key in BACK:
            self._show_proof(self._view - 1)
        elif key in ON:
            self._show_proof(self._view + 1)
        return True

    def _press(self, key: str, action: str) -> None:
        exercise, state = self._exercise, self._state
        digit = digit_of(key, exercise.grid.layout.n)
        if key in ("Return", "space"):
            state.prompt = Prompt("Which cells, or digits in houses?", self._name_typed)
        elif digit is not None or action == "let_go":
            state.digit = None if digit == state.digit else digit
            self._show(self._named)
        elif action in ("undo", "erase"):
            gone = exercise.named[-1:] if action == "undo" else exercise.named
            self._change(partial(exercise.drop, gone))
        elif action == "hint":
            self._show(exercise.hint())
        elif action == "check":
            self._show_denial()
        elif action == "skip":
            exercise.show()
            self._end(exercise.event, "It was")

    @property
    def _named(self) -> str:
        named = self._exercise.named_in_words
        return f"Named: {named}. It is not enough yet; c shows why." if self._exercise.named else ""

    def _name_typed(self, text: str) -> None:
        exercise = self._exercise
        self._change(lambda: exercise.add(truths_in(text, exercise.grid)))

    def click(self, click: Click, frame: Frame) -> None:
        """Name what is at a click, or take it back."""
        exercise, digit = self._exercise, self._state.digit
        layout = exercise.grid.layout
        cell, line = cell_at(frame, click.x, click.y), line_at(frame, click.x, click.y)
        if self._proof is not None or self._thinking.is_active:
            return
        group: Sequence[Truth | ClueTruth]
        if line is not None and not digit:
            self._show(f"Which digit of {line}? Press it, then click again.")
            return
        if line is not None and digit:
            group = [truth_in(line, digit)]
        elif cell is None:
            return
        elif click.button != 1:
            group = [each for each in clue_truths(layout) if cell in each.clue.cells]
        elif digit:
            houses = [each for each in layout.houses_of(cell) if each.kind not in LINES]
            group = [truth_in(each, digit) for each in houses]
        else:
            group = [truths_of(layout).every[cell]]
        self._change(partial(exercise.turn, group))

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except LayoutError as error:
            self._show(sentence(capitalized(error.what)))
        else:
            self._show(self._named)
            self._thinking.begin(self._exercise.verdict, self._take)

    def _take(self, verdict: ProofVerdict) -> None:
        self._verdict = verdict
        if verdict.event is not None:
            self._end(verdict.event, "Right", verdict.remark)

    def _show_denial(self) -> None:
        verdict, exercise = self._verdict, self._exercise
        if verdict is None or verdict.board is None:
            self._show(self._named or "Name something first.")
            return
        board = verdict.board
        met = [Candidate(cell, board.digits[cell]) for cell in bits(exercise.met_on(board))]
        scene = Scene(
            board,
            exercise.step.replace(
                eliminations=(), because={"cause": met, "supposed": [exercise.task.candidate]}
            ),
            title="Not enough yet",
            reason=sentence(capitalized(verdict.text.partition(": ")[2])),
            has_candidates=False,
        )
        self._state.message = Message(scene=scene, status="Esc: back to the puzzle")

    def _end(self, event: Stepped, title: str, remark: str = "") -> None:
        """Show a proof, which ends the task."""
        self._proof, self._title, self._remark = event, title, remark
        self._show_proof(0)

    def _show_proof(self, place: int) -> None:
        """Show the view of the proof at `place`; after the last, the next board."""
        assert self._proof is not None
        assert self._session is not None
        cases = [view for view in step_views(self._proof) if view[1] is not None]
        views = [*cases, WHOLE]
        if place >= len(views):
            self._thinking.begin(self._session.finding_next(), self._begin)
            return
        self._view = max(place, 0)
        stage, branch = views[self._view]
        grid = self._exercise.grid
        scene = scene_of(self._proof, grid, grid, stage=stage, branch=branch)
        reason = scene.reason if self._view else f"{self._remark} {scene.reason}".strip()
        scene = replace(scene, title=f"{self._title}: {self._exercise.task.claim}", reason=reason)
        is_last = self._view == len(views) - 1
        self._state.message = Message(
            scene=scene, status=NEXT if is_last else "Enter: the next case · < back"
        )
