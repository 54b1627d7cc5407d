"""XML of other programs: saved games of KSudoku, ``.sdku``, and the files of OpenSudoku.

KSudoku has a graph, the values row by row (``_`` for an open cell) and the history of the game,
whose digits are a person's::

    <ksudoku><game><puzzle><graph order="9" type="sudoku" specific-type="Plain"/>
    <values>53__7…</values></puzzle><history/></game></ksudoku>

A graph of the type ``custom`` lists its houses (``clique``) and cages. Described by its source,
https://invent.kde.org/games/ksudoku. A ``.sdku`` lists its filled cells, column and row from 0::

    <Sudoku><Cell><x>0</x><y>0</y><value>5</value><origin>User</origin></Cell>…</Sudoku>

OpenSudoku has an element ``<game data="…"/>`` for each puzzle. ``data`` is 81 digits, 0 for a
blank; or ``version: N``, a line end, and the fields of each cell, with a ``|`` after each field:
first the digit, last a 1 if the cell can be changed (so it is not a given), and between them the
player's notes, which are skipped. It is read tag by tag, up to where the file is broken.
Described by its source, https://gitlab.com/opensudoku/opensudoku.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from html import unescape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from sudoku_engine.board.layout import SIZES, SYMBOLS, Layout
from sudoku_engine.board.masks import mask_of
from sudoku_engine.board.words import brief
from sudoku_engine.errors import FormatError
from sudoku_engine.formats.cells import Cell, WrittenBoard, nearest_size, read_cells, wrong_count
from sudoku_engine.formats.format_book import Located
from sudoku_engine.formats.lines import LONGEST, WHOLE_SIZES, Token
from sudoku_plugins.formats.areas import board, cages, with_regions

SUM = ("0", "4")
"""KSudoku's numbers of the operators none and plus."""


def ksudoku(text: str) -> Iterable[WrittenBoard]:
    """Return the boards of a saved game of KSudoku."""
    root = _root(text)
    games = list(root.iter("puzzle"))
    if not games:
        raise FormatError("this file of KSudoku has no <puzzle>")
    played = _history(root) if len(games) == 1 else {}
    return [_game(each, played) for each in games]


def _game(puzzle: Element, played: dict[int, int]) -> WrittenBoard:
    graph, values = puzzle.find("graph"), "".join((puzzle.findtext("values") or "").split())
    if graph is None or not values:
        raise FormatError("a <puzzle> of KSudoku has a <graph> and <values>")
    n = _number(graph.get("order"), "order")
    kind = str(graph.get("type"))
    if kind not in ("sudoku", "custom") or len(values) != n * n:
        what = f"KSudoku's {brief(graph.get('specific-type') or kind)} is not a square of rows"
        raise FormatError(f"{what}, or it has not {n * n} values: {len(values)}")
    unknown: list[str] = []
    layout, unknown = _custom(graph, n) if kind == "custom" else (Layout.of_size(n), unknown)
    of_cell: list[Hashable] = [*range(n * n)]
    sums: dict[Hashable, int] = {}
    for number, cage in enumerate(graph.iter("cage")):
        if cage.get("operator") not in SUM:
            unknown.append("cages that multiply, divide or subtract")
        name = f"cage {number}"
        for cell in _cells(cage, n):
            of_cell[cell] = name
        sums[name] = _number(cage.get("value"), "value")
    found = board(layout, _digits(values), cages(of_cell, sums, layout) if sums else ())
    cells = [
        Cell(played[at], is_placed=True) if not cell.digit and played.get(at) else cell
        for at, cell in enumerate(found.cells)
    ]
    return found._replace(cells=cells, unknown=tuple(dict.fromkeys(unknown)), is_played=True)


def _custom(graph: Element, n: int) -> tuple[Layout, list[str]]:
    """Return the layout of the houses that a `graph` lists, and its unknown parts, in words."""
    sizes = [_number(graph.get(name, "1"), name) for name in ("sizeX", "sizeY", "sizeZ")]
    groups = graph.find("sudokugroups")
    if sizes != [n, n, 1]:
        raise FormatError(f"KSudoku's {brief(graph.get('name') or 'custom')} is no square of rows")
    plain = Layout.of_size(n) if f"{n}x{n}" in SIZES else None
    lines = with_regions([cell // n for cell in range(n * n)])
    usual = {house.mask for house in (*lines.rows, *lines.columns)}
    cliques = [_cells(each, n) for each in graph.iter("clique")]
    cliques = [cells for cells in cliques if mask_of(cells) not in usual]
    diagonals = [[*range(0, n * n, n + 1)], [*range(n - 1, n * n - 1, n - 1)]]
    is_x = all(any({*each} == {*cells} for cells in cliques) for each in diagonals)
    others = (
        [cells for cells in cliques if {*cells} not in map(set, diagonals)] if is_x else cliques
    )
    if groups is not None and groups.get("withblocks", "1") == "1" and plain:
        layout = Layout.named(f"{plain.name}+diagonals") if is_x else plain
    else:
        marks: list[Hashable] = [None] * (n * n)
        for number, cells in enumerate(others):
            if len(cells) == n and all(marks[cell] is None for cell in cells):
                for cell in cells:
                    marks[cell] = number
        if not others:
            return with_regions([cell // n for cell in range(n * n)], is_x), []
        if None in marks:
            return plain or lines, ["a board without boxes"]
        layout = with_regions(marks, is_x)
    boxes = {box.mask for box in layout.boxes}
    more = [cells for cells in others if mask_of(cells) not in boxes]
    return layout, ["other houses"] if more else []


def _history(root: Element) -> dict[int, int]:
    """Return the digits that a person placed, by cell, 0 for one that was removed."""
    placed = {}
    for event in root.iter("simple-event"):
        if event.get("given") != "true" and event.get("value"):
            index = _number(event.get("index"), "index")
            placed[index] = _number(event.get("value"), "value")
    return placed


def _digits(values: str) -> list[int]:
    """Return the digits of `values`; letters go on after 9, or count from a or b without digits."""
    has_digits = any(map(str.isdecimal, values))
    letters = [mark for mark in values.lower() if mark.isalpha()]
    first = "b" if letters and "a" not in letters and max(letters) >= "j" else "a"
    digits = []
    for mark in values.lower():
        if mark in "_.0":
            digits.append(0)
        elif mark.isalpha() and not has_digits:
            digits.append(ord(mark) - ord(first) + 1)
        elif mark.upper() in SYMBOLS:
            digits.append(SYMBOLS.index(mark.upper()) + 1)
        else:
            raise FormatError(f"{brief(mark)} is neither a digit nor _ for an open cell")
    return digits


def sdku(text: str) -> Iterable[WrittenBoard]:
    """Return the board of a ``.sdku``."""
    found: dict[tuple[int, int], tuple[int, str]] = {}
    for cell in _root(text).iter():
        if cell.tag.lower() != "cell":
            continue
        said = {part.tag.lower(): (part.text or "").strip() for part in cell}
        row, column, digit = (_number(said.get(name, "0"), name) for name in ("y", "x", "value"))
        found[row, column] = digit, said.get("origin", "").lower()
    largest = max([8, *(max(place) for place in found)]) + 1
    n = next((size for size in map(int, _SIZES) if size >= largest), 0)
    if not n:
        raise FormatError(f"a cell in row or column {largest}: boards have up to {len(SYMBOLS)}")
    cells = [Cell(0)] * (n * n)
    has_givens = any(digit and origin != "user" for digit, origin in found.values())
    for (row, column), (digit, origin) in found.items():
        cells[row * n + column] = Cell(digit, bool(digit) and has_givens and origin == "user")
    board(Layout.of_size(n), [cell.digit for cell in cells])  # checks the digits
    return [WrittenBoard(Layout.of_size(n), cells, is_played=True)]


_SIZES = [name.partition("x")[0] for name in SIZES]


def _root(text: str) -> Element:
    if "<!ENTITY" in text:
        raise FormatError("XML with entities of its own is not read: save the puzzle as text")
    text = text.strip().strip("\ufeff").strip()
    if text.startswith("<?xml"):  # the text is decoded already, whatever it says
        text = text[text.index("?>") + 2 :] if "?>" in text else text
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise FormatError(
            "this XML ends or breaks here: copy it again", "", line, column + 1
        ) from None


def _cells(element: Element, n: int) -> Sequence[int]:
    cells = [_number(word, "cell") for word in (element.text or "").split()]
    if any(cell >= n * n for cell in cells):
        raise FormatError(f"a cell over {n * n - 1} in <{element.tag}>")
    return cells


def _number(text: str | None, name: str) -> int:
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise FormatError(f"{name} should be a number, not {brief(text)}")
    return int(text)


_TAG = re.compile(r"<[^<>]*>")
_GAME = re.compile(r"<game\b", re.IGNORECASE)
_DATA = re.compile(r"""\bdata\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
_VERSION = re.compile(r"\s*version:\s*\d+\s")

NO_GAME = 'an XML file without a <game data="…">: of XML only the files of OpenSudoku are read'


def open_sudoku(
    lines: Iterable[tuple[int, str]], layout: Layout | None, source: str
) -> Iterator[Located | FormatError]:
    """Yield the boards in `lines` (each with its number), and the errors.

    `layout`: the required board. No line after the end of the file is taken.
    """
    rest: list[str] = []  # the lines since the last tag that was not closed
    n_rest = 0
    begun = Token("", 1, 1)
    first = 0
    has_games = is_over = False
    for number, text in lines:
        first = first or number
        begun = begun if rest else Token("", number, 1)
        rest.append(f"{text}\n")
        n_rest += len(rest[-1])
        if ">" not in text and len(rest) > 1:
            if n_rest > LONGEST:
                break
            continue  # looking at all of it again for each line would take too long
        whole = "".join(rest)
        last = 0
        for tag in _TAG.finditer(whole):
            last = tag.end()
            if re.match(r"</opensudoku", tag[0], re.IGNORECASE):
                is_over = True
            elif _GAME.match(tag[0]):
                has_games = True
                at = _place(whole, tag.start(), begun)
                try:
                    yield Located(_board(tag[0], at, layout, source), at.line)
                except FormatError as error:
                    yield error
        opened = whole.find("<", last)
        begun = _place(whole, opened, begun)
        rest = [whole[opened:]] if opened >= 0 else []
        n_rest = sum(map(len, rest))
        if is_over or n_rest > LONGEST:
            break
    if _GAME.match("".join(rest)[:LONGEST]):
        yield FormatError("<game> without its end: write />", source, begun.line, begun.column)
    elif not has_games:
        yield FormatError(NO_GAME, source, first)


def _board(tag: str, at: Token, layout: Layout | None, source: str) -> WrittenBoard:
    found = _DATA.search(tag)
    if not found:
        raise FormatError('<game> without data="…"', source, at.line, at.column)
    data, start = found[1][1:-1], found.start(1) + 1
    if version := _VERSION.match(unescape(data)):
        cells = unescape(data)[version.end() :]
        return _of_cells(cells, _place(tag, start, at), layout or Layout.named(), source)
    tokens = [
        _place(tag, start + each.start(), at)._replace(text=each[0])
        for each in re.finditer(r"\S", data)
    ]
    n = layout.n if layout else WHOLE_SIZES.get(len(tokens), 0)
    if len(tokens) != n * n or not n:
        raise wrong_count(len(tokens), n or nearest_size(len(tokens)), at.line, source)
    return read_cells(tokens, layout or Layout.of_size(n), source)


def _of_cells(text: str, at: Token, layout: Layout, source: str) -> WrittenBoard:
    fields = [field.strip() for field in text.split("|") if field.strip()]
    width, rest = divmod(len(fields), len(layout.cells))
    digits, changeable = fields[::width] if width else [], fields[width - 1 :: width or 1]
    is_known = {*map(str, (0, *layout.digits))}.issuperset(digits)
    if rest or width < 3 or not is_known or not {"0", "1"}.issuperset(changeable):
        what = f"these are not the cells of a {layout} board, as OpenSudoku writes them"
        raise FormatError(what, source, at.line, at.column)
    cells = [
        Cell(int(digit), is_placed=digit != "0" and change == "1")
        for digit, change in zip(digits, changeable)
    ]
    return WrittenBoard(layout, cells)


def _place(text: str, offset: int, begun: Token) -> Token:
    lines = text.count("\n", 0, offset)
    column = offset - text.rfind("\n", 0, offset) if lines else begun.column + offset
    return Token("", begun.line + lines, column)
