"""Films of runs, and boards to work on, in a window of pygame."""

import time

import pygame
from pygame_painter import paint

from sudoku_engine import hookimpl
from sudoku_frontends.pictures.board_picture import picture
from sudoku_frontends.player.editor import Editor
from sudoku_frontends.player.film import Film
from sudoku_frontends.player.view import FRAME, Click, Key


class Window:
    """Shows the scenes of a controller, and passes keys and clicks on to it."""

    def __init__(self):
        pygame.display.init()
        pygame.font.init()
        self.surface = pygame.display.set_mode((900, 650), pygame.RESIZABLE)
        self.shown, self.is_open = None, True

    @property
    def size(self):
        """The width and height of the window."""
        return self.surface.get_size()

    def show(self, scene, theme, title=""):
        """Draw a scene, unless it is there already."""
        if self.shown != (scene, theme, self.size):
            self.shown = scene, theme, self.size
            self.surface.fill(theme.ground)
            for part in picture(scene, theme, *self.size):
                for shape in part.shapes:
                    paint(self.surface, shape)
            pygame.display.set_caption(title)
            pygame.display.flip()

    def copy(self, text):
        """Put `text` on the clipboard."""
        pygame.scrap.put_text(text)

    def close(self):
        """End the loop of `run`."""
        self.is_open = False

    def run(self, controller):
        """Pass keys and clicks on to a `controller` until the window is closed."""
        while self.is_open:
            inputs = [given for event in pygame.event.get() if (given := self.input_of(event))]
            controller.tick(self, time.monotonic(), inputs)
            time.sleep(FRAME)
        controller.stop()
        pygame.display.quit()

    def input_of(self, event):
        """Return the key or click of an event of pygame, or None."""
        if event.type == pygame.QUIT:
            self.close()
        elif event.type == pygame.MOUSEBUTTONDOWN:
            return Click(*event.pos, event.button)
        elif event.type == pygame.KEYDOWN:
            name = pygame.key.name(event.key)
            if event.mod & pygame.KMOD_CTRL:
                return Key(f"Control-{name}")
            if event.unicode.isprintable() and event.unicode.strip():
                return Key(event.unicode)
            names = {"space": "space", "backspace": "BackSpace"}
            return Key(names.get(name, name.title().replace(" ", "")))
        return None


class PygameFrontEnd:
    """The door: one method shows runs, one opens a board to work on."""

    id = "pygame"
    name = "A window of pygame"

    def present(self, runs, *, delay: float = 0.8):
        """Show the film of `runs`."""
        Window().run(Film(runs, delay=delay))

    def work(self, session):
        """Open a board to work on."""
        Window().run(Editor(session, has_pad=True))


@hookimpl
def sudoku_frontends():
    """Objects, not classes."""
    return [PygameFrontEnd()]
