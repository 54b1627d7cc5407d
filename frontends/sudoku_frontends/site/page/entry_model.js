/**
 * A person's entries on a board, known at once: drawn before Python is ready, and before it answers.
 *
 * It foresees what Python's editor makes of an input. Python gets every input, too, and its answer is what
 * counts (`take`); what this model does not know, it leaves to Python. Masks have bit `digit - 1`.
 */

import { word } from "player/elements.js";

const ARROWS = { Left: [0, -1], Right: [0, 1], Up: [-1, 0], Down: [1, 0] };

const SYMBOLS = "123456789ABCDEFGHIJKLMNOP";

/** The cells that see each cell of the usual board. */
const PEERS = Array.from({ length: 81 }, (_, cell) => {
  const house = (other) => [Math.floor(other / 9), 9 + (other % 9), 18 + 3 * Math.floor(other / 27) + Math.floor((other % 9) / 3)];
  const own = house(cell);
  return Array.from({ length: 81 }, (__, other) => other).filter((other) => other !== cell && house(other).some((each) => own.includes(each)));
});

/** Return the usual puzzle in `text`, 81 cells in any arrangement, as a line; null: Python has to read it. */
export function plainLine(text) {
  const cells = text.replace(/[\s|+-]/g, "");
  const zeros = cells.split("0").length - 1;
  const isUnclear = zeros && !cells.includes("9") && (zeros === 9 || /[.*_]/.test(cells)); // 0 may be a digit
  return /^[.*_0-9]{81}$/.test(cells) && !isUnclear ? cells.replace(/[0*_]/g, ".") : null;
}

/** The number of boards to which undo leads that are kept of a puzzle. */
const MOST_STOPS = 100;

/** Return the entry, as `playground.py` makes it, of a puzzle of which nothing is filled in. */
export function entryOfLine(line) {
  const digits = Array.from(line, (each) => Number(each.replace(".", "0")));
  const given = digits.flatMap((digit, cell) => (digit ? [cell] : []));
  const empty = { masks: [], hasOwnMasks: false, notes: {}, centres: {}, shades: {}, colours: [] };
  return { note: "", n: 9, isClassic: true, digits, given, ...empty };
}

/** Return the parts of `entry` that are other ones than in `before`; masks that follow from digits are left out. */
function changes(before, entry) {
  const own = (each) => ({ ...each, masks: each.hasOwnMasks || !each.masks ? each.masks : [] });
  const [old, parts] = [own(before), Object.entries(own(entry))];
  return Object.fromEntries(parts.filter(([name, part]) => JSON.stringify(part) !== JSON.stringify(old[name])));
}

/** What is kept of each entry, after which other one. @type {WeakMap<object, {before: any, found: any}>} */
const KEPT = new WeakMap();

/** The same, worked out once: a history is kept with each key. */
function keptOf(entry, before = START) {
  if (KEPT.get(entry)?.before !== before) KEPT.set(entry, { before, found: changes(before, entry) });
  return KEPT.get(entry)?.found;
}

const START = {};

const sameBoard = (one, other) => Boolean(one) && Object.keys(changes({ ...one, note: other.note }, other)).length === 0;

export class EntryModel {
  /** @type {any} */ now;
  /** @type {any} the entry at the beginning */ first;
  /** @type {any[]} the entries to which undo and redo lead, with the present one */ stops;
  /** @type {any[]} the same as Python has told them */ told = [];
  /** @type {any[]} */ savepoints;
  /** Which of the stops is the present one, or the one before it. */ place = 0;
  /** @type {number | undefined} the cell of the last click */ pressed;
  mode = "";
  hasCandidates = false;
  /** Whether inputs mean something else at present, which Python knows. */
  isElsewhere = false;
  /** Why the last input was refused; empty if it was not. */
  refusal = "";
  /** @type {number | null} */ cell = null;
  /** @type {number | null} the digit that clicks place */ digit = null;
  given = new Set();
  cells = new Set();
  /** The cells where something was refused. */
  wrong = new Set();

  /** Begin with the entry `first` of a puzzle, or with what was `kept` of it. */
  constructor(first, kept = { stops: [first], place: 0, savepoints: [], hasCandidates: false }) {
    this.first = first;
    /** @type {any} */ let entry = {};
    this.stops = kept.stops.map((change) => (entry = { ...entry, ...change }));
    this.savepoints = kept.savepoints;
    this.hasCandidates = kept.hasCandidates;
    this.#goTo(kept.place);
    this.given = new Set(this.now.given);
  }

  /** Return the state to keep, for the constructor and for `PlayBoard`. */
  kept() {
    const from = Math.max(0, Math.min(this.stops.length - MOST_STOPS, this.place));
    const stops = this.stops.slice(from, from + MOST_STOPS);
    return {
      stops: stops.map((entry, place) => keptOf(entry, stops[place - 1])),
      place: this.place - from,
      savepoints: this.savepoints,
      hasCandidates: this.hasCandidates,
    };
  }

  /** Take what Python says, whatever was foreseen. */
  take({ entry, history, selected, mode, hasCandidates, isElsewhere }) {
    this.told.splice(history.from, Infinity, ...history.stops);
    this.stops = [...this.told];
    this.savepoints = history.savepoints;
    this.#goTo(history.place);
    if (!sameBoard(entry, this.now)) this.now = entry; // between two of them, as < leads there
    this.given = new Set(entry.given);
    Object.assign(this, { mode, hasCandidates, isElsewhere, cell: selected.cell, digit: selected.digit });
    this.cells = new Set(selected.cells);
    this.wrong.clear();
  }

  /** Foresee what an input of `hand_board.js` does; `at` is the cell of a click, or null. */
  apply({ kind, name, button, adds }, at) {
    this.refusal = "";
    this.wrong.clear();
    if (this.isElsewhere) return;
    if (kind === "key") this.#press(name);
    else if (at === null || (kind === "click" && button !== 1)) return;
    else if (kind === "drag" || adds) this.#add(at, kind === "click");
    else if (!this.cells.size && this.digit !== null) this.#put([at], this.digit);
    else this.#select(this.cells.size === 1 && this.cell === at ? null : at);
    this.pressed = kind === "click" ? at : this.pressed;
  }

  /** The signs of the digits, in their order. */
  get signs() {
    return this.now.signs ?? SYMBOLS.slice(0, Math.max(this.now.n, 9));
  }

  /** Return the digits of `cell` that no other cell rules out: where notes are seen. */
  possible(cell) {
    if (!this.now.isClassic) return ~0;
    return PEERS[cell].reduce((mask, other) => mask & ~(this.now.digits[other] ? 1 << (this.now.digits[other] - 1) : 0), ~0);
  }

  /** Return the visible parts of `cell`. */
  look(cell) {
    const { digits, masks, notes, centres, shades } = this.now;
    const seen = this.possible(cell);
    return {
      digit: digits[cell],
      isGiven: this.given.has(cell),
      notes: digits[cell] ? 0 : seen & (this.hasCandidates ? (masks[cell] ?? 511) : (notes[cell] ?? 0)),
      centres: digits[cell] || this.hasCandidates ? 0 : seen & (centres[cell] ?? 0),
      shade: shades[cell] ?? 0,
      isSelected: this.cells.has(cell),
      isWrong: this.wrong.has(cell) || (Boolean(digits[cell]) && this.#sees(cell, digits[cell])),
    };
  }

  /** Return the words of the selected cells for a screen reader. */
  words() {
    if (this.cell === null) return this.refusal;
    const { digit, isGiven, notes, centres } = this.look(this.cell);
    const inside = digit ? `${this.signs[digit - 1]}${isGiven ? `, ${word("given")}` : ""}` : symbolsIn(notes | centres, this.signs).join(` ${word("or")} `) || word("open");
    return `${this.refusal} ${this.cells.size > 1 ? `${word("{n} cells", { n: this.cells.size })}, ` : ""}${this.#name(this.cell)}: ${inside}.`.trim();
  }

  /** Return two givens that contradict each other, in words; empty without any. */
  fault() {
    const cell = [...this.given].find((each) => this.#sees(each, this.first.digits[each], this.first.digits));
    if (cell === undefined) return "";
    const digit = this.first.digits[cell];
    const other = PEERS[cell].find((each) => this.first.digits[each] === digit);
    const names = { cell: this.#name(cell), other: this.#name(other), digit: this.signs[digit - 1] };
    return word("{cell} and {other} are both {digit}, and see each other: the puzzle has no solution.", names);
  }

  #name = (cell) => `r${Math.floor(cell / this.now.n) + 1}c${(cell % this.now.n) + 1}`;

  /** Return whether a cell that sees `cell` has `digit`. */
  #sees(cell, digit, digits = this.now.digits) {
    return this.now.isClassic && PEERS[cell].some((other) => digits[other] === digit);
  }

  #press(name) {
    const [head] = /^(Shift|Control)-/.exec(name) ?? [""];
    const plain = name.slice(head.length);
    const digit = Array.from(this.signs).indexOf(plain) + 1;
    if (plain in ARROWS) this.#move(ARROWS[plain], head === "Shift-");
    else if (digit && digit <= this.now.n) this.#digit(digit, { "Shift-": "notes", "Control-": "centres" }[head] ?? this.mode, Boolean(head));
    else if (name === "Control-a") this.now.digits.forEach((_, cell) => this.#add(cell));
    else if (name === "Control-z" || name === "u") this.#goTo(this.place - Number(this.now === this.stops[this.place]));
    else if (name === "Control-y" || name === "Control-Z") this.#goTo(this.place + 1);
    else if (["0", "Delete", "BackSpace"].includes(name)) this.#erase();
    else if (["d", "/", "'", "-", "#"].includes(name)) this.#turn({ d: "notes", "/": "centres", "'": "centres" }[name] ?? "shades");
    else if (name === "Escape") [this.digit] = [null, this.#select(null)];
    else if (name === "Home") this.#change(this.first);
    else if (name === "[") this.savepoints = [...this.savepoints, this.now];
    else if (name === "]") this.#goBack();
  }

  #turn(mode) {
    this.mode = this.mode === mode ? "" : mode;
    if (this.mode === "centres") this.hasCandidates = false;
  }

  #move([down, right], isMore) {
    const { n } = this.now;
    const [row, column] = [Math.floor((this.cell ?? 0) / n), (this.cell ?? 0) % n];
    const next = this.cell === null ? 0 : ((row + down + n) % n) * n + ((column + right + n) % n);
    if (isMore) this.#add(next);
    else this.#select(next);
  }

  #select(cell) {
    this.cells = new Set(cell === null ? [] : [cell]);
    this.cell = cell;
  }

  #add(cell, isTurned = false) {
    if (this.pressed !== undefined && !this.cells.size && this.digit === null && !isTurned) this.cells.add(this.pressed);
    if (isTurned && cell !== this.cell && this.cells.has(cell)) this.cells.delete(cell);
    else if (this.cells.size || isTurned || this.digit === null) [this.cell] = [cell, this.cells.add(cell)];
  }

  #digit(digit, mode, isNote) {
    if (!isNote) this.digit = digit;
    if (this.cells.size) this.#put([...this.cells], digit, mode);
  }

  #put(cells, digit, mode = this.mode) {
    if (mode === "shades" && digit) this.#shade(cells, digit);
    else if (mode && digit) this.#note(cells, digit, mode);
    else this.#fill(cells, digit);
  }

  #fill(cells, digit) {
    const digits = [...this.now.digits];
    for (const cell of cells) {
      const seen = digit && this.#sees(cell, digit, digits);
      if (this.given.has(cell) || seen) {
        this.wrong.add(cell);
        this.refusal ||= this.given.has(cell) ? word("A given stays as it is.") : word("{digit} is already in its row, column or box.", { digit: this.signs[digit - 1] });
      } else digits[cell] = digit;
    }
    if (cells.length > this.wrong.size) this.wrong.clear();
    this.#change({ ...this.now, digits });
  }

  #note(cells, digit, mode) {
    const bit = 1 << (digit - 1);
    const part = mode === "notes" && this.hasCandidates ? "masks" : mode;
    if (mode === "centres") this.hasCandidates = false;
    const free = cells.filter((cell) => !this.now.digits[cell] && this.possible(cell) & bit);
    const { digits, masks, hasOwnMasks } = this.now;
    const before = part !== "masks" ? { ...this.now[part] } : digits.map((each, cell) => masks[cell] ?? (each ? 0 : 511));
    const lacking = free.filter((cell) => !((before[cell] ?? 0) & bit));
    for (const cell of lacking.length ? lacking : free) before[cell] = (before[cell] ?? 0) ^ bit;
    this.#change({ ...this.now, [part]: before, hasOwnMasks: hasOwnMasks || part === "masks" });
  }

  #shade(cells, colour) {
    const isOn = cells.every((cell) => this.now.shades[cell] === colour);
    const rest = Object.entries(this.now.shades).filter(([cell]) => !cells.includes(Number(cell)));
    this.#change({ ...this.now, shades: Object.fromEntries([...rest, ...(isOn ? [] : cells.map((cell) => [cell, colour]))]) });
  }

  #erase() {
    const cells = [...this.cells];
    if (!cells.length) this.digit = 0;
    else if (cells.some((cell) => this.now.digits[cell])) this.#fill(cells.filter((cell) => this.now.digits[cell]), 0);
    else {
      const left = (part) => Object.fromEntries(Object.entries(this.now[part]).filter(([cell]) => !this.cells.has(Number(cell))));
      this.#change({ ...this.now, notes: left("notes"), centres: left("centres"), shades: left("shades") });
    }
  }

  #change(entry) {
    if (sameBoard(entry, this.now)) return;
    this.stops = [...this.stops.slice(0, this.place + 1), entry];
    this.#goTo(this.place + 1);
  }

  #goTo(place) {
    this.place = Math.max(0, Math.min(place, this.stops.length - 1));
    this.now = this.stops[this.place];
  }

  #goBack() {
    while (this.savepoints.length > 1 && sameBoard(this.savepoints.at(-1), this.now)) this.savepoints = this.savepoints.slice(0, -1);
    if (this.savepoints.length) this.#change(this.savepoints.at(-1));
  }
}

/** Return those of the `signs` whose digits are in `mask`. */
export const symbolsIn = (mask, signs) => Array.from(signs).filter((_, bit) => mask & (1 << bit));
