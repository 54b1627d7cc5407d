"""The text of a configuration, and readers for the values of its keys, layouts among them."""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.board.layout import SIZES, Layout
from sudoku_engine.board.words import listed
from sudoku_engine.config.components import ComponentReader, LeftOut
from sudoku_engine.errors import ConfigError, FormatError, LayoutError, near_name, quoted
from sudoku_engine.formats.decoding import decode
from sudoku_engine.plugins.options import Location, Value, clipped, converted, described

MAX_BYTES = 1 << 20
"""The greatest length of a file: anything longer is not a configuration."""


def file_text(path: str | os.PathLike[str]) -> str:
    """Return the text of the file at `path`, in UTF-8 or UTF-16, its line ends as LF.

    Raises ConfigError if the file cannot be read, with the place of bytes that are not text.
    """
    file = Location(os.fspath(path))
    if os.path.isdir(path):
        raise file.error("this is a folder: name a file in it")
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise file.error("there is no such file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise file.error(f"the file cannot be read: {reason}") from error
    if len(data) > MAX_BYTES:
        raise file.error("this file is far too long for a configuration")
    text = "".join(f"{line}\n" for line in decode(io.BytesIO(data)))
    if no_text := re.search("[\ud800-\udfff\ufffd]", text):
        what = "this is not UTF-8 text: save the file as UTF-8 in your editor"
        raise location_in(text, no_text.start(), file.source).error(what)
    return text


def location_in(text: str, index: int, source: str) -> Location:
    """Return the place of the character `index` of `text`, the whole of a file.

    >>> location_in("loop:\\n  mode: pass", 8, "run.yaml")
    Location(source='run.yaml', line=2, column=3)
    """
    column = index - text.rfind("\n", 0, index)
    return Location(source, text.count("\n", 0, index) + 1, column)


def text_value(
    text: str, location: Location, is_plain: bool = True, start: Location | None = None
) -> Value:
    """Return `text` as a value; raise ConfigError if it has invisible characters.

    `start`: where the text itself begins, if not at `location`.
    """
    if found := INVISIBLE.search(text):
        raise location.error(invisible_message(found[0]))
    for lookalike, what in _LOOKALIKES if is_plain else ():
        if re.search(lookalike, text):
            raise location.error(what)
    return Value(location, text, is_plain, start=start)


def invisible_message(character: str) -> str:
    """Return the message about a control `character`."""
    return f"the control character U+{ord(character):04X}: delete it"


INVISIBLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Control characters and the like, without tabs and the usual line ends."""

_LOOKALIKES = (
    (
        "[\t\u00a0\u2007\u202f\u200b-\u200f\u2060\ufeff]",
        "a tab or a special space in this value: type a plain space, or put the value in quotes",
    ),
    ("^[\u2018-\u201f\u00ab\u00bb]", "curly quotes: use straight ones, \"…\" or '…'"),
)
"""Characters that come from web pages and word processors; quoted values may hold them."""

PARTS = ("boxes", "diagonals", "regions", "signs")
"""The keys of a layout that is written as a mapping."""

SCALE_NAMES = ("hodoku", "hodoku-2.2", "se", "se-1.2.1", "truths")
"""The engine's scales, copied since loading them takes a while; a test compares them."""

AUTO = "auto"
"""The word for "by the number of cells"."""


def layout_of(value: Value) -> Layout | None:
    """Return the layout that `value` means, None for ``auto``: by the number of cells.

    Layouts are ``9x9``, ``9x9+diagonals``, ``{boxes: 2x3, diagonals: true}``, or
    ``{regions: FILE}``; a drawing of the regions may replace the file. Raises ConfigError.
    """
    if value.entries is not None:
        return _of_parts(value)
    if not value.text:
        raise value.error(
            f"a layout is written 9x9, or {{boxes: 2x3, diagonals: true}}, not {value}"
        )
    if value.text == AUTO:
        return None
    part, _, rest = value.text.partition(" ")
    if part in PARTS and rest:
        raise value.error(f"the parts of a layout are written {{{part}: {rest}}}")
    try:
        return Layout.named(value.text)
    except LayoutError as error:
        raise value.error(str(error)) from error


def plain_layout(layout: Layout) -> str | dict[str, Any]:
    """Return `layout` as data that reads back to the same; clues have a key of their own.

    >>> plain_layout(Layout.of_boxes(2, 4))
    {'boxes': '2x4'}
    """
    layout = layout.shape
    if layout.is_jigsaw and not layout.is_latin:
        from sudoku_engine.board.layout_record import shape_record  # few boards need it

        parts: dict[str, Any] = {"regions": "\n".join(shape_record(layout)["regions"])}
    elif "boxes" not in layout.name:
        return f"{layout.name}+signs={layout.own_signs}" if layout.own_signs else layout.name
    else:
        parts = {"boxes": f"{layout.box_height}x{layout.box_width}"}
    if layout.clues:
        parts["diagonals"] = True
    if layout.own_signs:
        parts["signs"] = layout.own_signs
    return parts


def _of_parts(value: Value) -> Layout:
    entries = value.entries or ()
    parts = {key.text: part for key, part in entries}
    for key, _ in entries:
        if key.text not in PARTS:
            hint = "write boxes: 2x3" if key.text in SIZES else near_name(key.text, PARTS)
            hint = "begin it at the left margin" if key.text == "clues" else hint
            raise key.error(f"a layout has no {quoted(key.text)}: {hint}")
    if not parts:
        raise value.error("a layout is written 9x9, or {boxes: 2x3, diagonals: true}")
    diagonals = "diagonals" in parts and converted(parts["diagonals"], bool, "diagonals")
    if "regions" in parts and "boxes" in parts:
        raise parts["boxes"].error("regions replace boxes: delete one of them")
    if "regions" in parts:
        layout = _of_regions(parts["regions"], diagonals)
    else:
        layout = _of_boxes(parts.get("boxes"), diagonals)
    if "signs" not in parts:
        return layout
    try:
        return layout.with_signs(parts["signs"].text)
    except LayoutError as error:
        raise parts["signs"].error(error.what) from error


def layout_with_clues(layout: Layout, items: Sequence[Value]) -> Layout:
    """Return `layout` with the clues `items`, of bundled rules; raises ConfigError."""
    from sudoku_engine.formats.format_book import WrittenClue, with_clues  # few layouts have clues

    written = [
        WrittenClue(text.strip(), item.location.line, item.location.column)
        for item in items
        for text in item.text.split(";")
    ]
    try:
        return with_clues(layout, written, items[0].location.source)
    except FormatError as error:
        raise ConfigError(error.what, error.source, error.line, error.column) from error


def _of_boxes(value: Value | None, diagonals: bool) -> Layout:
    if value is None:
        return Layout.of_boxes(*SIZES["9x9"], diagonals)
    match = re.fullmatch(r"([0-9]{1,3}) ?[xX] ?([0-9]{1,3})", value.text)
    if match is None:
        raise value.error(f"boxes are written HEIGHTxWIDTH in cells, such as 2x3, not {value}")
    try:
        return Layout.of_boxes(int(match[1]), int(match[2]), diagonals)
    except LayoutError as error:
        raise value.error(str(error)) from error


def _of_regions(value: Value, diagonals: bool) -> Layout:
    drawing, file = converted(value, str, "regions"), ""
    try:
        if "\n" not in drawing:
            file = f"{clipped(drawing)}: "
            drawing = file_text(converted(value, os.PathLike, "regions"))
        return Layout.of_regions(drawing, diagonals)
    except (ConfigError, LayoutError) as error:
        raise value.error(f"{file}{error.what}") from error


Read = Callable[[Value, str, ComponentReader], Any]
"""A function from the value and the name of a key to its meaning; raises ConfigError."""


class KeyReader(NamedTuple):
    """A reader for the value of a key."""

    form: str
    read: Read
    kind: str = ""
    """The kind of the components that it names, if it names any."""
    none: str = ""
    """The word for the value None, if it has one."""


def typed(kind: Any) -> KeyReader:
    """Return the reader of values of the type `kind`."""
    return KeyReader(described(kind), lambda value, name, _: converted(value, kind, name))


def number(kind: type, least: int, most: int) -> KeyReader:
    """Return the reader of numbers from `least` to `most`."""

    def read(value: Value, name: str, _: ComponentReader) -> Any:
        number = converted(value, kind, name)
        if not least <= number <= most:
            raise value.error(f"{name} must be {least} to {most}, not {value}")
        return number

    return KeyReader(described(kind), read)


def seconds(most: int) -> KeyReader:
    """Return the reader of seconds up to `most`; 0 and none mean no limit."""
    form = "seconds; 0 or none for no limit"
    return KeyReader(form, _unless_none(number(float, 0, most).read, 0.0))


def one(kind: str) -> KeyReader:
    """Return the reader of one component of `kind`."""
    form = f"a {KINDS[kind].label}"
    return KeyReader(form, lambda value, name, reader: reader.one(value, name, kind), kind)


def one_or_none(kind: str) -> KeyReader:
    """Return the reader of one component of `kind`, or none."""
    each = one(kind)
    return KeyReader(f"{each.form}, or none", _unless_none(each.read, None), kind, "none")


def many(kind: str, form: str) -> KeyReader:
    """Return the reader of a list of components of `kind`."""
    return KeyReader(form, lambda value, name, reader: reader.many(value, name, kind), kind)


def many_or_none(kind: str, form: str) -> KeyReader:
    """Return the reader of a list of components of `kind`, or none, which may be a list's item."""
    each = many(kind, form)

    def read(value: Value, name: str, reader: ComponentReader) -> Any:
        items = value.items or (value,)
        if not any(item.is_none for item in items):
            return each.read(value, name, reader)
        if len(items) > 1:
            raise value.error(f"none stands alone: name either none or {name}")
        return ()

    return KeyReader(f"{form}, or none", read, kind, "none")


def names_in(value: Value, name: str) -> Iterator[Value]:
    """Yield the names in a list; an empty value is an empty list."""
    for item in () if value.is_none else value.as_list(name):
        if not item.text:
            raise item.error(f"{name} is a list of names, not of {item}")
        yield item


def plugin_place(item: Value) -> str:
    """Return a path relative to the file that names it; keep the name of a plugin as it is."""
    path = str(item.path)
    return path if looks_like_path(item.text) or os.path.exists(path) else item.text


def looks_like_path(text: str) -> bool:
    """Return whether `text` can only be a file or folder, and not the name of a plugin."""
    return bool(re.search(r"[/\\]|^[.~]|\.py$", text))


def _unless_none(read: Read, nothing: Any) -> Read:
    return lambda value, name, reader: nothing if value.is_none else read(value, name, reader)


def _puzzle(value: Value, name: str, _: ComponentReader) -> str:
    if not value.text.strip():
        raise value.error(
            f"{name} must be the cells of a board in one text, not {value}: put it in quotes, "
            "or write '|' and the rows below, indented"
        )
    return value.text


def _scales(value: Value, name: str, reader: ComponentReader) -> dict[str, dict[str, float]]:
    """Return the points by strategy of each scale; collect the errors in them."""
    found: dict[str, dict[str, float]] = {}
    for scale, points in _entries(value, name, "{mine: {naked_single: 1}}"):
        if scale.text in SCALE_NAMES or not re.fullmatch(r"[\w.-]+", scale.text):
            known = listed(SCALE_NAMES, "or")
            what = f"a scale of your own is a word other than {known}, not {quoted(scale.text)}"
            reader.errors.append(scale.error(what))
            continue
        own = found[scale.text] = {}
        for strategy, number in _entries(points, scale.text, "{naked_single: 1, x_wing: 20}"):
            try:
                component = reader.one(strategy, name, "strategy")
                own[component.id] = _points(number, strategy.text)
            except LeftOut:
                continue
            except ConfigError as error:
                reader.errors.append(error)
    return found


def _entries(value: Value, name: str, example: str) -> Iterable[tuple[Value, Value]]:
    if value.entries is None and not value.is_none:
        raise value.error(f"{name} is made of names with values, such as {example}, not of {value}")
    return value.entries or ()


def _points(value: Value, name: str) -> float:
    number: float = converted(value, float, name)
    if number < 0:
        raise value.error(f"the points of {name} must be 0 or more, not {value}")
    return int(number) if number.is_integer() else number


NAMES = KeyReader(
    "a list of names", lambda value, name, _: tuple(item.text for item in names_in(value, name))
)
PLACES = KeyReader(
    "a list of files, folders and names of installed plugins",
    lambda value, name, _: tuple(map(plugin_place, names_in(value, name))),
)
LAYOUT = KeyReader(
    "auto, a size such as 9x9, 7x7+latin (no boxes), or "
    "{boxes: 2x3, diagonals: true, regions: FILE}",
    lambda value, name, _: layout_of(value),
    none=AUTO,
)
CLUES = KeyReader(
    "a list of clues: anti-knight, killer cage 15 r1c12",
    lambda value, name, _: tuple(names_in(value, name)),
)
SCALES = KeyReader(
    "names of scales, each with points by strategy: {mine: {naked_single: 1}}",
    lambda value, name, reader: _scales(value, name, reader),
)
PUZZLE = KeyReader("a puzzle, in any format that is read", _puzzle)
