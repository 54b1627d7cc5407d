"""A window on the desktop, a `player.view.View`: it shows scenes and passes on keys and clicks::

    Window("Counter").run(Counter())

`run` returns when the controller or the user has closed the window. It raises errors of a tick;
Ctrl-C ends it with KeyboardInterrupt. The window itself handles F11 and, in full screen, Escape.
"""

from __future__ import annotations

import gc
import os
import re
from time import monotonic
from typing import TYPE_CHECKING, Any

from sudoku_engine.errors import NoWindow, UsageError, quoted, shown_path
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.pictures.scene import Scene
from sudoku_frontends.pictures.themes import Theme
from sudoku_frontends.player.view import (
    CLOSE_BUTTON,
    FRAME,
    Click,
    Controller,
    Drag,
    Input,
    Key,
    Paste,
)

if TYPE_CHECKING:
    import tkinter
    from types import TracebackType


SMALLEST = (320, 400)
"""The least width and height of a window."""
FAMILIES = ("DejaVu Sans", "Segoe UI", "Helvetica Neue", "Arial", "Helvetica")
"""Fonts for the texts, the best one first; if none is there, Tk's default."""

OUR_NAMES = {
    "Enter": "Return",
    "Page_Up": "PageUp",
    "Page_Down": "PageDown",
    "Prior": "PageUp",
    "Next": "PageDown",
}
"""Names of keys by Tk's names, if these differ (see `player.view.Key`)."""


def new_root() -> tkinter.Tk:
    """Return the root of a new window. Raise NoWindow without a display or without tkinter."""
    try:
        import tkinter
        import turtle
    except ImportError as error:
        raise NoWindow(
            f"no window: this Python has no {error.name or 'tkinter'}; install it (on Debian and"
            " Ubuntu: apt install python3-tk; on macOS: brew install python-tk)"
        ) from error
    if not hasattr(turtle, "RawTurtle"):
        raise NoWindow(f"{shown_path(str(turtle.__file__))}: hides Python's own turtle: rename it")
    try:
        return tkinter.Tk(className="sudoku-engine")
    except tkinter.TclError as error:
        what, display = str(error), os.environ.get("DISPLAY")
        if display is None and "display" in what:
            mend = "run it on a desktop, over ssh with ssh -X, or under xvfb-run"
            what = f"there is no display (DISPLAY is not set): {mend}"
        elif display and display in what:
            what = f"the display {display} (DISPLAY) cannot be reached"
        raise NoWindow(f"no window: {what}") from error


def key_name(keysym: str, char: str, with_control: bool = False, with_shift: bool = False) -> str:
    """Return the name of a key (see `player.view.Key`) that Tk reports.

    >>> key_name("plus", "+"), key_name("KP_Right", ""), key_name("space", " ")
    ('+', 'Right', 'space')
    >>> key_name("z", chr(26), with_control=True)
    'Control-z'
    """
    name = keysym.removeprefix("KP_")
    if with_control:
        return f"Control-{name}"
    if len(char) == 1 and char.isprintable() and char != " ":
        return char
    if with_shift and name in ("Left", "Right", "Up", "Down"):
        return f"Shift-{name}"
    return OUR_NAMES.get(name, name)


def is_modifier(keysym: str) -> bool:
    """Return whether the key only changes others: it is no input of its own.

    >>> is_modifier("Control_L"), is_modifier("Num_Lock"), is_modifier("l")
    (True, True, False)
    """
    return keysym.endswith(("_L", "_R", "_Lock", "_Shift", "_switch"))


def parsed_size(size: str) -> tuple[int, int] | None:
    """Return width and height of a `size` such as ``640x800``; None for an empty one.

    Raises UsageError for anything else.
    """
    if not size:
        return None
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", size.strip())
    if not match:
        raise UsageError(f"the size of a window is WIDTHxHEIGHT, as 640x800, not {quoted(size)}")
    return max(int(match[1]), SMALLEST[0]), max(int(match[2]), SMALLEST[1])


def suitable_size(width: int, height: int, is_wide: bool = False) -> tuple[int, int]:
    """Return a size that suits a board, and does not fill a screen of `width` and `height`.

    `is_wide`: whether the room next to the board is as large as the board.

    >>> suitable_size(1920, 1080), suitable_size(800, 600)
    ((734, 918), (408, 510))
    """
    high = min(0.85 * height, 1200, 0.9 * width * 5 / 4)
    wide = min(high * 8 / 5, 0.95 * width) if is_wide else high * 4 / 5
    return round(wide), round(high)


PASTE_KEYS = ("Control-v", "Control-V")
SHIFT, CONTROL = 0x1, 0x4
"""The bits in the state of an event: the shift key is down, the control key is."""


class Window:
    """A window called `title`; `size` is ``WIDTHxHEIGHT``, or empty for one that suits the screen.

    Its close button closes it; a controller that `decides_closing` gets `CLOSE_BUTTON` instead.
    `is_wide`: as for `suitable_size`.
    `root`, `canvas` and `painter` are the parts that it is made of. Raises NoWindow without a
    display or without tkinter, UsageError for a bad size.
    """

    def __init__(
        self,
        title: str,
        *,
        size: str = "",
        full_screen: bool = False,
        decides_closing: bool = False,
        is_wide: bool = False,
    ) -> None:
        wanted = parsed_size(size)
        self.root = root = new_root()
        try:
            from tkinter import Canvas, font

            from sudoku_frontends.turtle_window.picture_painter import LayeredScreen, PicturePainter

            screen = root.winfo_screenwidth(), root.winfo_screenheight()
            width, height = wanted or suitable_size(*screen, is_wide)
            root.withdraw()  # until there is something to show
            root.title(title)
            root.geometry(f"{width}x{height}")
            root.minsize(*SMALLEST)
            self.canvas = Canvas(
                root, width=width, height=height, highlightthickness=0, borderwidth=0
            )
            self.canvas.pack(expand=True, fill="both")
            self._screen = LayeredScreen(self.canvas)
            self.canvas.configure(scrollregion=())
            known = set(font.families(root))
            family = next((each for each in FAMILIES if each in known), "TkDefaultFont")
            self.painter = PicturePainter(self._screen, family)
        except BaseException:
            root.destroy()
            raise
        self._inputs: list[Input] = []
        self._shown: tuple[Scene, Theme, tuple[int, int]] | None = None
        self._is_closed = False
        self._error: BaseException | None = None
        self._timer = ""
        self._due = 0.0
        self._set_full_screen(full_screen)
        root.bind("<KeyPress>", self._take_key)
        for button in (1, 2, 3):
            self.canvas.bind(f"<Button-{button}>", self._take_click)
        self.canvas.bind("<B1-Motion>", lambda at: self._inputs.append(Drag(at.x, at.y)))
        root.protocol(
            "WM_DELETE_WINDOW",
            (lambda: self._inputs.append(CLOSE_BUTTON)) if decides_closing else self.close,
        )
        root.report_callback_exception = self._fail

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        canvas = self.canvas
        width, height = canvas.winfo_width(), canvas.winfo_height()
        # Before it is on the screen its size is 1x1.
        return (width, height) if width > 1 else (canvas.winfo_reqwidth(), canvas.winfo_reqheight())

    @property
    def title(self) -> str:
        """The words at the top of the window."""
        return self.root.title()

    @property
    def scene(self) -> Scene | None:
        """The scene in the window, with its messages; None before the first scene."""
        return self._shown[0] if self._shown else None

    def show(self, scene: Scene, theme: Theme, title: str = "") -> None:
        """Show `scene`, and draw only what has changed."""
        wanted = (scene, theme, self.size)
        shown = self._shown
        if shown and shown[0] is scene and shown[1:] == wanted[1:]:
            return
        if shown is None:
            self.root.deiconify()
            self.canvas.focus_force()
        if title:
            self.root.title(title)
        if shown is None or shown[1] is not theme:  # Tk then draws everything again
            self.canvas.configure(background=theme.ground)
        self.painter.paint(picture(scene, theme, *wanted[2]))
        self._shown = wanted

    def copy(self, text: str) -> None:
        """Put `text` on the clipboard."""
        self.root.clipboard_clear()
        self.root.clipboard_append(text)

    def close(self) -> None:
        """Close the window after this tick."""
        self._is_closed = True

    def run(self, controller: Controller) -> None:
        """Let `controller` work until the window is closed; raise errors that occurred."""
        self._due = monotonic()
        self._timer = self.root.after(1, self._tick, controller)
        try:
            self.root.mainloop()
        finally:
            self._destroy()
        error, self._error = self._error, None
        try:
            if error is not None:
                raise error
        finally:
            del error  # its traceback refers to this frame, and would keep Tk alive with it

    def _tick(self, controller: Controller) -> None:
        inputs, self._inputs = self._inputs, []
        controller.tick(self, monotonic(), inputs)
        if self._is_closed:
            self.root.quit()
            return
        now = monotonic()
        self._due = max(self._due + FRAME, now)
        wait = max(1, round((self._due - now) * 1000))
        # Last, so that a tick never begins within another.
        self._timer = self.root.after(wait, self._tick, controller)

    def _take_key(self, event: tkinter.Event[Any]) -> None:
        if is_modifier(event.keysym):
            return
        state = int(event.state)
        name = key_name(event.keysym, event.char, bool(state & CONTROL), bool(state & SHIFT))
        if name == "F11":
            self._set_full_screen(not self.is_full_screen)
        elif name == "Escape" and self.is_full_screen:
            self._set_full_screen(False)
        elif name in PASTE_KEYS:
            import tkinter

            try:
                self._inputs.append(Paste(str(self.root.clipboard_get())))
            except tkinter.TclError:  # there is nothing on the clipboard
                self._inputs.append(Paste(""))
        else:
            self._inputs.append(Key(name))

    def _take_click(self, event: tkinter.Event[Any]) -> None:
        adds = bool(int(event.state) & (SHIFT | CONTROL))
        self._inputs.append(Click(event.x, event.y, int(event.num), adds))

    def _set_full_screen(self, wanted: bool) -> None:
        self.is_full_screen = wanted
        self.root.attributes("-fullscreen", wanted)

    def _fail(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """End the window because of the first `error` in a tick or a handler."""
        if self._error is None:
            self._error = error
        self.root.quit()

    def _destroy(self) -> None:
        import tkinter

        self._screen.close()
        try:
            self.root.after_cancel(self._timer)
            self.root.destroy()
        except tkinter.TclError:
            # Something else has destroyed it; errors of drawing on it then mean nothing.
            if isinstance(self._error, tkinter.TclError):
                self._error = None
        # Tk dies with its last reference; in another thread that would end the program.
        del self.painter, self._screen, self.canvas, self.root
        gc.collect()
