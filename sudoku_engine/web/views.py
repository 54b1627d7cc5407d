"""The views of a film as they are written: of each only what differs from the one before."""

from __future__ import annotations

from typing import Any

from sudoku_engine.picture.scene import Scene
from sudoku_engine.web.board_parts import BoardParts, Parts, changes


class Views:
    """Writes the views of a puzzle, in their order."""

    def __init__(self, boards: BoardParts) -> None:
        self._boards = boards
        self._words: dict[str, object] = {}
        self._shown: Parts = ()
        self._plain: Parts = ()

    def record(self, scene: Scene) -> dict[str, Any]:
        """Return the next view, that of `scene`, for JSON.

        ``shown`` and ``plain`` are the picture with and without candidates: places and their new
        parts. Words are left out if they are as in the view before.
        """
        words: dict[str, object] = {
            "title": scene.title,
            "reason": scene.reason,
            "notation": scene.notation,
            "legend": self._boards.legend(scene),
        }
        shown, plain = self._boards.parts(scene)
        view = {
            "stage": scene.stage,
            "branch": scene.branch,
            **{name: told for name, told in words.items() if told != self._words.get(name)},
            "shown": changes(self._shown, shown),
            "plain": changes(self._plain, plain),
        }
        self._words, self._shown, self._plain = words, shown, plain
        return view
