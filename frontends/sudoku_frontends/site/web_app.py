"""The site as a web app: its manifest, its icon, and the worker that keeps it for use offline."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from itertools import repeat

from sudoku_frontends.pictures.shapes import Part, Rect
from sudoku_frontends.pictures.svg import svg
from sudoku_frontends.site.rooms import PAGE_PARTS

WORKER = "service_worker.js"
MANIFEST = "site.webmanifest"

SIDE = 512
"""The side of the icon, in its own unit."""

_BLUE, _PAPER, _YELLOW = "#1f5fbf", "#ffffff", "#ffd166"
_CELLS = [
    Rect(80 + 124 * column, 80 + 124 * row, 104, 104, _YELLOW if row == column else _PAPER)
    for row in range(3)
    for column in range(3)
]
ICON = (Rect(0, 0, SIDE, SIDE, _BLUE), *_CELLS)
"""A box of nine cells, three of them marked; what masks cut off round it is ground."""

PNG_SIDES = (192, 512)

PLAIN_MANIFEST = {
    "name": "Sudoku, step by step",
    "short_name": "Sudoku",
    "description": "Solve, learn, practise and make sudokus, and write techniques of your own.",
    "start_url": "./index.html",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f4f4f1",
    "theme_color": _BLUE,
    "icons": [
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
        *(
            {
                "src": f"icon_{side}.png",
                "sizes": f"{side}x{side}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for side in PNG_SIDES
        ),
    ],
}


def icons() -> dict[str, bytes]:
    """Return the files of the icon by their paths."""
    drawn = {"icon.svg": svg((Part("icon", ICON),), SIDE, SIDE).encode()}
    return {**drawn, **{f"icon_{side}.png": png(ICON, SIDE, side) for side in PNG_SIDES}}


def png(shapes: Sequence[Rect], unit: int, side: int) -> bytes:
    """Return a square picture of rectangles as PNG.

    unit: the side of the square that they stand in. side: that of the picture, in pixels.
    """
    rows = [bytearray(3 * side) for _ in range(side)]
    for shape in shapes:
        left, top, right, bottom = (
            round(each * side / unit)
            for each in (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        )
        line = bytes.fromhex(shape.fill[1:]) * (right - left)
        for row in rows[top:bottom]:
            row[3 * left : 3 * right] = line
    data = b"".join(part for pair in zip(repeat(b"\0"), rows) for part in pair)
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(text)) + kind + text + struct.pack(">I", zlib.crc32(kind + text))
        for kind, text in chunks
    )


def service_worker(files: Mapping[str, bytes], elsewhere: Sequence[str]) -> bytes:
    """Return the script that keeps `files`, and those at the addresses `elsewhere`.

    It has the digest of each file in it, so another site is another script, and browsers see that.
    """
    digests = {path: hashlib.sha256(data).hexdigest()[:16] for path, data in files.items()}
    script = (PAGE_PARTS / WORKER).read_text(encoding="utf-8")
    for name, given in (("FILES = {}", digests), ("ELSEWHERE = []", elsewhere)):
        script = script.replace(name, f"{name[:-2]}{json.dumps(given)}", 1)
    return script.encode()
