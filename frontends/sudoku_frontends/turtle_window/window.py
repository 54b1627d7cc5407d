"""A window that shows scenes, and hands keys and clicks to who controls it.

A controller has one method, ``tick(window, now, inputs)``. It is called about sixty times a
second, with all keys and clicks since the last time, and shows what there is to see::

    class Counter:
        count = 0

        def tick(self, window: View, now: float, inputs: Sequence[Input]) -> None:
            for given in inputs:
                if isinstance(given, Key) and given.name == "space":
                    self.count += 1
                elif isinstance(given, Key) and given.name == "q":
                    window.close()
            window.show(Scene(GRID, title=f"{self.count}"), theme_named("light"))

    Window("Counter").run(Counter())

A scene that is shown again as it was costs nothing, so a controller need not remember what it
showed. It must not take long: what may belongs in a `worker.Worker`. `run` comes back when the
window was closed, by the controller or by a person, and raises what a tick raised; Ctrl-C
comes out of it as KeyboardInterrupt. F11 and, in full screen, Escape are the window's own.
"""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Union

from sudoku_engine.errors import NoWindow, UsageError, shown_path
from sudoku_engine.picture.board_picture import picture
from sudoku_engine.picture.scene import Scene
from sudoku_engine.picture.themes import Theme

if TYPE_CHECKING:
    import tkinter
    from types import TracebackType

FRAME = 1 / 60
"""Seconds from tick to tick."""
LEAST = (320, 400)
FAMILIES = ("DejaVu Sans", "Segoe UI", "Helvetica Neue", "Arial", "Helvetica")
CONTROL = 0x4
"""In the state of a key event: the control key is down."""


class Key(NamedTuple):
    """A key was pressed: the character that it writes (``a``, ``+``), or its name.

    Names are those of Tk: ``space``, ``Return``, ``Right``, ``Prior`` (page up), ``F1``. Keys
    of the number pad are called as those of the main block; with the control key, ``Control-z``.
    """

    name: str


class Click(NamedTuple):
    """The mouse was clicked at a point of the picture; `button` counts from 1, the left one."""

    x: float
    y: float
    button: int = 1


Input = Union[Key, Click]

CLOSE_BUTTON = Key("close button")
"""The window's own button to close it, which is a key only of those who ask for it."""


class View(Protocol):
    """What a controller sees of a window."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        ...

    def show(self, scene: Scene, theme: Theme, title: str = "") -> None:
        """Shows `scene`, and `title` at the top of the window."""
        ...

    def close(self) -> None:
        """Closes the window, after this tick."""
        ...


class Controller(Protocol):
    """Who decides what a window shows."""

    def tick(self, window: View, now: float, inputs: Sequence[Input]) -> None:
        """Takes what a person did since the last tick, and shows what there is to see.

        `now` is the time in seconds, by the monotonic clock.
        """
        ...


class Window:
    """A window called `title`; `size` is ``WIDTHxHEIGHT``, or empty for what suits the screen.

    Its own button closes it; where the controller `decides_closing`, that gets a `CLOSE_BUTTON`
    instead. Raises NoWindow where there is no display or no tkinter, UsageError for a bad size.
    """

    def __init__(
        self,
        title: str,
        *,
        size: str = "",
        full_screen: bool = False,
        decides_closing: bool = False,
    ) -> None:
        wanted = _parsed(size)
        self._root = root = _root()
        try:
            from sudoku_frontends.turtle_window.easel import Easel
            from sudoku_frontends.turtle_window.painter import Painter

            width, height = wanted or _suitable(root.winfo_screenwidth(), root.winfo_screenheight())
            root.withdraw()  # until there is something to show
            root.title(title)
            root.geometry(f"{width}x{height}")
            root.minsize(*LEAST)
            self._canvas = _canvas(root, width, height)
            self._easel = Easel(self._canvas)
            self._canvas.configure(scrollregion=())
            self._painter = Painter(self._easel, _family(root))
        except BaseException:
            root.destroy()
            raise
        self._inputs: list[Input] = []
        self._shown: tuple[Scene, Theme, tuple[int, int]] | None = None
        self._is_closed = False
        self._error: BaseException | None = None
        self._timer = ""
        self._due = 0.0
        self._is_full_screen = False
        self._set_full_screen(full_screen)
        self._listen(decides_closing)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        width, height = self._canvas.winfo_width(), self._canvas.winfo_height()
        # Before it is on the screen its size is 1x1.
        return (
            (width, height)
            if width > 1
            else (self._canvas.winfo_reqwidth(), self._canvas.winfo_reqheight())
        )

    def show(self, scene: Scene, theme: Theme, title: str = "") -> None:
        """Shows `scene`; what is the same as before is not drawn again."""
        wanted = (scene, theme, self.size)
        shown = self._shown
        if shown and shown[0] is scene and shown[1:] == wanted[1:]:
            return
        if shown is None:
            self._root.deiconify()
            self._canvas.focus_force()
        if title:
            self._root.title(title)
        if shown is None or shown[1] is not theme:  # with it Tk draws all that there is anew
            self._canvas.configure(background=theme.ground)
        self._painter.paint(picture(scene, theme, *wanted[2]))
        self._shown = wanted

    def close(self) -> None:
        """Closes the window, after this tick."""
        self._is_closed = True

    def run(self, controller: Controller) -> None:
        """Lets `controller` work until the window is closed; raises what went wrong."""
        self._due = monotonic()
        self._timer = self._root.after(1, self._tick, controller)
        try:
            self._root.mainloop()
        finally:
            self._destroy()
        if self._error is not None:
            raise self._error

    def _tick(self, controller: Controller) -> None:
        inputs, self._inputs = self._inputs, []
        controller.tick(self, monotonic(), inputs)
        if self._is_closed:
            self._root.quit()
            return
        now = monotonic()
        self._due = max(self._due + FRAME, now)
        # Last, so that a tick never begins within another.
        self._timer = self._root.after(
            max(1, round((self._due - now) * 1000)), self._tick, controller
        )

    def _listen(self, decides_closing: bool) -> None:
        root = self._root
        root.bind("<KeyPress>", self._key)
        for button in (1, 2, 3):
            self._canvas.bind(f"<Button-{button}>", self._click)
        closing = self._ask_to_close if decides_closing else self.close
        root.protocol("WM_DELETE_WINDOW", closing)
        root.report_callback_exception = self._fail

    def _key(self, event: tkinter.Event[Any]) -> None:
        name = key_name(event.keysym, event.char, bool(int(event.state) & CONTROL))
        if name == "F11":
            self._set_full_screen(not self._is_full_screen)
        elif name == "Escape" and self._is_full_screen:
            self._set_full_screen(False)
        else:
            self._inputs.append(Key(name))

    def _click(self, event: tkinter.Event[Any]) -> None:
        self._inputs.append(Click(event.x, event.y, int(event.num)))

    def _ask_to_close(self) -> None:
        self._inputs.append(CLOSE_BUTTON)

    def _set_full_screen(self, wanted: bool) -> None:
        self._is_full_screen = wanted
        self._root.attributes("-fullscreen", wanted)

    def _fail(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Ends the window because of the first `error` in a tick or a handler."""
        if self._error is None:
            self._error = error
        self._root.quit()

    def _destroy(self) -> None:
        import tkinter

        self._easel.close()
        try:
            self._root.after_cancel(self._timer)
            self._root.destroy()
        except tkinter.TclError:
            # It was gone already, by other hands; then what is drawn on it fails, and that is all.
            if isinstance(self._error, tkinter.TclError):
                self._error = None
        # Tk dies with the last that refers to it; in another thread that would end the program.
        del self._painter, self._easel, self._canvas, self._root
        gc.collect()


def key_name(keysym: str, char: str, with_control: bool = False) -> str:
    """How a key is called, see `Key`, from what Tk tells of it.

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
    return {"Enter": "Return", "Page_Up": "Prior", "Page_Down": "Next"}.get(name, name)


def _root() -> tkinter.Tk:
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
        raise NoWindow(f"no window: {_lack(str(error))}") from error


def _lack(complaint: str) -> str:
    display = os.environ.get("DISPLAY")
    if display is None and "display" in complaint:
        return (
            "there is no display (DISPLAY is not set): run it on a desktop, over ssh with ssh -X,"
            " or under xvfb-run"
        )
    if display and display in complaint:
        return f"the display {display} (DISPLAY) cannot be reached"
    return complaint


def _canvas(root: tkinter.Tk, width: int, height: int) -> tkinter.Canvas:
    from tkinter import Canvas

    canvas = Canvas(root, width=width, height=height, highlightthickness=0, borderwidth=0)
    canvas.pack(expand=True, fill="both")
    return canvas


def _family(root: tkinter.Tk) -> str:
    """The first of our font families that there is, else Tk's own."""
    from tkinter import font

    known = set(font.families(root))
    found = [family for family in FAMILIES if family in known]
    return found[0] if found else "TkDefaultFont"


def _parsed(size: str) -> tuple[int, int] | None:
    """Width and height; None where there is nothing to read."""
    if not size:
        return None
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", size.strip())
    if not match:
        raise UsageError(f"the size of a window is WIDTHxHEIGHT, as 640x800, not {size!r}")
    return max(int(match[1]), LEAST[0]), max(int(match[2]), LEAST[1])


def _suitable(width: int, height: int) -> tuple[int, int]:
    """A size that leaves some of a screen free, and is as high and wide as a board looks well.

    >>> _suitable(1920, 1080), _suitable(800, 600)
    ((734, 918), (408, 510))
    """
    high = min(0.85 * height, 1200, 0.9 * width * 5 / 4)
    return round(high * 4 / 5), round(high)
