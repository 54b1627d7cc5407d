// A board to work on by hand: shows the picture that Python paints, and passes on keys and clicks.

import { html } from "./elements.js";
import { KEY_NAMES } from "./inputs.js";

/** How far the pointer moves, in the picture, before Python is told. */
const STRIDE = 6;

/** Keys of several letters that the editor has; Tab, for one, has to lead on. */
const NAMED = new Set(["Escape", "Delete", "Home", "End", "PageUp", "PageDown"]);

/** With Ctrl, only these: the others belong to the page and to the browser. */
const WITH_CONTROL = new Set(["z", "Z", "y", "c", "C", "u", "a"]);

/** The characters that German, French and other keyboards write with AltGr or Option. */
const WITH_ALT = new Set(["[", "]", "#"]);

/** Function keys that browsers need. */
const NOT_TAKEN = new Set(["F5", "F11", "F12"]);

/**
 * Return the engine's name of the key of `event`, null if the board does not take it.
 * @param {KeyboardEvent} event
 * @param {boolean} hasNoteKeys whether digits with Shift or Ctrl are notes; digits then go by the place of the key
 */
function keyName(event, hasNoteKeys) {
  const isSymbol = (event.altKey || event.getModifierState("AltGraph")) && WITH_ALT.has(event.key);
  if (hasNoteKeys && !event.altKey && !isSymbol) {
    const [, block, digit] = /^(Digit|Numpad)(\d)$/.exec(event.code) ?? [];
    if (Number(digit) && (event.shiftKey || event.ctrlKey)) return `${event.shiftKey ? "Shift" : "Control"}-${digit}`;
    if (block === "Digit" && !(event.shiftKey || event.ctrlKey || event.metaKey)) return digit; // a French keyboard writes &
  }
  if ((event.ctrlKey || event.metaKey) && !isSymbol) {
    return WITH_CONTROL.has(event.key) ? `Control-${event.key}` : null;
  }
  if (event.altKey && !isSymbol) return null;
  if (event.key.startsWith("Arrow")) return (event.shiftKey ? "Shift-" : "") + KEY_NAMES[event.key];
  if (event.key in KEY_NAMES) return KEY_NAMES[event.key];
  if (/^F\d+$/.test(event.key)) return NOT_TAKEN.has(event.key) ? null : event.key;
  return event.key.length === 1 || NAMED.has(event.key) ? event.key : null;
}

/**
 * Return the SVG document `text` as an element. It is read as XML: it holds shapes and words.
 * @param {string} text
 */
export function drawn(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(root, true);
}

export class HandBoard {
  /** Whether a clue is drawn: each move with the button held down, and the click at its end. */
  isDrawing = false;
  /** Whether digits with Shift or Ctrl are notes. */
  hasNoteKeys = false;
  /** Whether the pointer was moved since it was put down. */
  hasMoved = false;
  /** Where it was put down. @type {PointerEvent | undefined} */ down;

  /** @param {(message: object) => void} send what Python gets, as `view.input_of` reads it */
  constructor(send) {
    this.send = send;
    this.drawnTo = new DOMPoint();
    this.element = html("div", {
      class: "sudoku-board",
      role: "application",
      tabindex: "0",
      "aria-label": "Sudoku board",
      "aria-roledescription": "board",
      // JupyterLab has commands on plain letters.
      "data-lm-suppress-shortcuts": "true",
    });
    this.picture = html("div", { class: "picture" });
    this.words = html("p", { class: "words", role: "status" });
    this.element.append(this.picture, this.words);
    this.#listen();
  }

  /** Show an SVG document. */
  paint(text) {
    const svg = drawn(text);
    // The words beside it say more, and say it when it changes.
    svg.setAttribute("aria-hidden", "true");
    this.picture.replaceChildren(svg);
  }

  /** Have `words` read out. */
  say(words) {
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  #listen() {
    const { element, picture } = this;
    element.addEventListener("keydown", (event) => {
      const name = keyName(event, this.hasNoteKeys);
      if (name === null) return;
      event.preventDefault();
      event.stopPropagation();
      this.send({ kind: "key", name });
    });
    element.addEventListener("paste", (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.send({ kind: "paste", text: event.clipboardData.getData("text/plain") });
    });
    picture.addEventListener("click", (event) => {
      if (!this.hasMoved || this.isDrawing) this.#click(event, 1);
    });
    picture.addEventListener("pointerdown", (event) => {
      [this.hasMoved, this.drawnTo, this.down] = [false, this.#placeOf(event), event];
    });
    picture.addEventListener("contextmenu", (event) => this.#click(event, 3));
    picture.addEventListener("pointermove", (event) => this.#drag(event));
  }

  /** Return the point of the picture at which `event` is. */
  #placeOf(event) {
    const svg = /** @type {SVGSVGElement} */ (this.picture.firstElementChild);
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  }

  #click(event, button) {
    event.preventDefault();
    event.stopPropagation();
    this.element.focus({ preventScroll: true });
    const { x, y } = this.#placeOf(event);
    this.send({ kind: "click", x, y, button, adds: event.shiftKey || event.ctrlKey || event.metaKey });
  }

  /** Draw the cells of a clue, or select cells, with the button held down. */
  #drag(event) {
    if (event.buttons !== 1 || !(this.down || this.isDrawing)) return;
    const { x, y } = this.#placeOf(event);
    if (Math.hypot(x - this.drawnTo.x, y - this.drawnTo.y) < STRIDE) return;
    this.drawnTo = new DOMPoint(x, y);
    if (this.down && !this.hasMoved && !this.isDrawing) this.#click(this.down, 1);
    this.hasMoved = true;
    this.send({ kind: "drag", x, y });
  }
}
