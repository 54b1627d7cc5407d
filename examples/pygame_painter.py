"""Paints the shapes of a picture with pygame."""

from functools import lru_cache

import pygame

from sudoku_frontends.pictures.shapes import Disc, Line, Polygon, Rect, Text, dash_lengths, dashes

SIDES = {"start": "midleft", "middle": "center", "end": "midright"}


def paint(surface, shape):
    """Paint one shape; each is a named tuple."""
    match shape:
        case Text(x, y, words, size, colour, bold, anchor):
            drawn = font(round(size), bold).render(words, True, colour)
            surface.blit(drawn, drawn.get_rect(**{SIDES[anchor]: (x, y)}))
        case Line(points, colour, line, dashed):
            for piece in dashes(points, *dash_lengths(line)) if dashed else [points]:
                pygame.draw.lines(surface, colour, False, piece, max(1, round(line)))
        case Disc(x, y, radius):
            for colour, line in pens(shape):
                pygame.draw.circle(surface, colour, (x, y), radius, line)
        case Rect(x, y, width, height):
            right, bottom = x + width, y + height
            corners = (x, y), (right, y), (right, bottom), (x, bottom)
            paint(surface, Polygon(corners, *shape[4:]))
        case Polygon(points):
            for colour, line in pens(shape):
                pygame.draw.polygon(surface, colour, points, line)


def pens(shape):
    """Return the colours of a closed shape, inside (0) and around it (the width of the line)."""
    both = (shape.fill, 0), (shape.outline, max(1, round(shape.line)))
    return [(colour, line) for colour, line in both if colour]


@lru_cache(maxsize=100)
def font(size, bold):
    """Return the font of a text."""
    return pygame.font.SysFont("dejavusans,verdana,arial", size, bold)
