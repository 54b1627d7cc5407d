"""Boards to work on in the playground: its door for them, beside `in_browser`.

A board has the controller that it has in a window. The page shows the words and the buttons itself,
and plays a proof as a film.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sudoku_engine.api.events import Event, Started
from sudoku_engine.board.words import sentence
from sudoku_engine.picture.themes import theme_named
from sudoku_engine.testing.practice.exercises import Practice
from sudoku_engine.testing.practice.proving import (
    ProofExercise,
    ProofSession,
    Task,
    task_by_seed,
)
from sudoku_engine.web.document import film_document
from sudoku_engine.web.playground.in_browser import answer
from sudoku_engine.web.playground.watching import OnProgress
from sudoku_frontends.page_board import PlayDoor, act
from sudoku_frontends.player.editor import Editor, pad_of
from sudoku_frontends.player.editor_keys import PAD_KEYS
from sudoku_frontends.player.page_view import PageView, input_of
from sudoku_frontends.player.view import Input, Paste


class Boards:
    """Answers requests about boards. Between them it keeps the one that is worked on."""

    def __init__(self) -> None:
        self._asked: tuple[int, int] | None = None
        self._board: ProofBoard | None = None
        self._play = PlayDoor()

    def answer(self, request: str, on_progress: OnProgress | None = None) -> str:
        """Return the answer to a `request`, both texts of JSON, as `in_browser.answer` does.

        A request is ``{"task": "prove", "truths": 2, "board": 1, "named": […], "inputs": […],
        "width": …, "theme": …}``: truths and board as in ``practise --prove --truths 2 --seed 1``,
        what is named if the board is new here, and messages as `input_of` reads them. Those with
        ``{"task": "play", …}`` are for `PlayDoor`.
        """
        return answer(request, on_progress, {"prove": self._prove, "play": self._play.answer})

    def _prove(self, given: Mapping[str, Any], progress: OnProgress) -> dict[str, Any]:
        """Go on with a proof."""
        asked = given["truths"], given["board"]
        if self._board is None or self._asked != asked:
            self._leave()
            truths, number = asked
            task = task_by_seed(truths, str(number), lambda: progress(0.0, "looking for a board"))
            self._asked, self._board = asked, ProofBoard(task, number)
            self._board.act(map(Paste, given["named"]))
        board = self._board
        board.look(given["width"], given["theme"])
        board.act(filter(None, map(input_of, given["inputs"])))
        return board.shown()

    def _leave(self) -> None:
        if self._board is not None:
            self._board.editor.stop()
        self._asked = self._board = None


class ProofBoard:
    """A board on which an elimination is proved, for a page."""

    def __init__(self, task: Task, number: int) -> None:
        """Begin with `task`, as the board with this `number`."""
        practice = Practice(iter([ProofExercise(task)]), first=number)
        exercise = practice.next()
        assert exercise is not None
        self._task = task
        self._view = PageView(task.grid.layout)
        self.editor = Editor(ProofSession(practice, exercise), has_window=False)
        self.editor.state.has_words = self.editor.state.is_judging = False

    def look(self, width: int, theme: str) -> None:
        """Look as suits a page with a room of this `width`."""
        self._view.fit(width, self._task.grid.layout, has_words=False)
        self.editor.state.theme = theme_named(theme)
        self.act(())

    def act(self, inputs: Iterable[Input]) -> None:
        """Act on `inputs` up to their end."""
        act(self.editor, self._view, inputs)

    def shown(self) -> dict[str, Any]:
        """Return what the page shows, for JSON; a proof as a film."""
        state, view, proofs = self.editor.state, self._view, self.editor.proofs
        copied, view.copied = view.copied, ""
        film, reason = None, view.scene.reason
        if proofs.proof is not None:
            events: list[Event] = [Started(self._task.grid, ()), proofs.proof]
            film, reason = film_document([(sentence(state.task), events)]), proofs.remark
        return {
            "picture": view.picture,
            "words": view.words_of_cells(),
            "title": view.scene.title,
            "reason": reason,
            "status": view.scene.status,
            "named": proofs.named,
            "pad": [
                {**each._asdict(), "key": PAD_KEYS.get(each.label, each.label)}
                for each in pad_of(state)
            ],
            "theme": state.theme.name,
            "copied": copied,
            "film": film,
        }
