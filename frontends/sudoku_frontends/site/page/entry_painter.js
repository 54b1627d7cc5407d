/** Draws cells into the board's picture at once, as `cell_shapes.py` does: Python's picture follows. */

import { svg } from "player/elements.js";
import { symbolsIn } from "./entry_model.js";

/** Where notes stand around others, as `AROUND` in `cell_shapes.py`. */
const AROUND = [[-1, -1], [1, -1], [-1, 1], [1, 1], [0, -1], [0, 1], [-1, 0], [1, 0]];

/** From the middle of a capital letter to its base, in parts of its size. */
const CAP = 0.36;

export class EntryPainter {
  /** @type {string[]} what is drawn of each cell */ drawn = [];
  /** @type {any} */ colours;
  /** @type {any} where the board is in the picture, {x, y, cell} */ frame;

  /** `picture`: the element that holds the picture. */
  constructor(picture) {
    this.picture = picture;
  }

  /** The picture is new, and shows what `model` has; `colours` are those of its theme. */
  begin(model, frame, colours) {
    Object.assign(this, { frame, colours });
    this.drawn = model.now.digits.map((_, cell) => JSON.stringify(model.look(cell)));
  }

  /** Draw what has changed. */
  paint(model) {
    model.now.digits.forEach((_, cell) => {
      const look = model.look(cell);
      const text = JSON.stringify(look);
      if (text === this.drawn[cell]) return;
      this.drawn[cell] = text;
      this.#draw(cell, look, model.now.n, model.signs);
    });
  }

  /** Return the cell of `n * n` at a point of the picture, or null. */
  cellAt({ x, y }, n) {
    const [column, row] = [Math.floor((x - this.frame.x) / this.frame.cell), Math.floor((y - this.frame.y) / this.frame.cell)];
    return Math.min(row, column) >= 0 && Math.max(row, column) < n ? row * n + column : null;
  }

  #draw(cell, look, n, signs) {
    const root = this.picture.firstElementChild;
    const side = this.frame.cell;
    const [left, top] = [this.frame.x + (cell % n) * side, this.frame.y + Math.floor(cell / n) * side];
    const [x, y] = [left + side / 2, top + side / 2];
    const { colours } = this;
    const text = (across, down, size, fill, words, weight) =>
      svg("text", { x: across, y: down + CAP * size, "font-size": size, fill, "text-anchor": "middle", "font-weight": weight }, words);
    const shapes = [];
    const ground = look.isWrong ? colours.wrong : look.shade ? colours.shades[look.shade % colours.shades.length] : undefined;
    if (ground) shapes.push(svg("rect", { x: left + 1, y: top + 1, width: side - 2, height: side - 2, fill: ground }));
    if (look.digit) {
      shapes.push(text(x, y, 0.62 * side, look.isGiven ? colours.given : colours.placed, signs[look.digit - 1], look.isGiven && "bold"));
    } else {
      shapes.push(...notesAt(look, n, signs).map(([right, below, size, words]) => text(left + right * side, top + below * side, size * side, colours.note, words)));
    }
    if (look.isSelected) {
      const line = 0.06 * side;
      shapes.push(svg("rect", { x: left + line, y: top + line, width: side - 2 * line, height: side - 2 * line, fill: "none", stroke: colours.selected, "stroke-width": line }));
    }
    const old = root.querySelector(`#cell-${cell}`);
    const group = svg("g", { id: `cell-${cell}` }, ...shapes);
    if (old) old.replaceWith(group);
    else root.append(group);
  }
}

/**
 * Return the places and sizes, in parts of a cell, of its notes, each with its words.
 * @returns {any[]}
 */
function notesAt({ notes, centres }, n, signs) {
  const columns = Math.ceil(Math.sqrt(n));
  const room = 0.75 / columns;
  const size = Math.min(0.86 * room, 0.25);
  if (!centres) {
    return symbolsIn(notes, signs).map((symbol) => {
      const place = signs.indexOf(symbol);
      return [0.125 + ((place % columns) + 0.5) * room, 0.125 + (Math.floor(place / columns) + 0.5) * (0.75 / Math.ceil(n / columns)), size, symbol];
    });
  }
  const middle = symbolsIn(centres, signs);
  const around = symbolsIn(notes, signs).slice(0, 8).map((symbol, place) => [0.5 + 0.3 * AROUND[place][0], 0.5 + 0.3 * AROUND[place][1], 0.8 * size, symbol]);
  return [[0.5, 0.5, Math.min(0.3, 1.3 / middle.length), middle.join("")], ...around];
}
