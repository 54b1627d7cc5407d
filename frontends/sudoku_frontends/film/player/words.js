// The words next to a board: title, reason, notation, legend; and the board itself as a table of text.

import { html, say, showIf, svg, word } from "./elements.js";
import { moveByArrows } from "./step_list.js";

/** How small words may become, in parts of their size. */
const SMALLEST = 0.7;

/** The words of a view. Screen readers read out what changes in `step`, or the clause of an argument, unless the film plays. */
export class Words {
  /** The words of the reason that name a thing, each with it. @type {[HTMLElement, number][]} */ named = [];

  /** `light(thing)`: light the cells of a thing that the reason names; without a thing, no longer. */
  constructor(light) {
    this.light = light;
    this.title = html("h2", { class: "title" });
    this.reason = html("p", { class: "reason" });
    moveByArrows(this.reason, ".thing");
    this.notation = html("p", { class: "notation" });
    const live = { id: "step", role: "status", "aria-live": "polite", "aria-atomic": "true" };
    this.step = html("div", live, this.title, this.reason, this.notation);
    this.clause = html("p", { class: "unseen", role: "status" });
    this.legend = html("ul", { class: "legend", "aria-label": "Legend" });
    this.element = html("section", { class: "words", "aria-label": "Step" }, this.step, this.clause, this.legend);
    new ResizeObserver(() => fit(this.element)).observe(this.element);
  }

  show(view, { isFault, isPlaying, painter, theme }) {
    const clause = view.reason.slice(...view.stress);
    this.step.setAttribute("aria-live", isPlaying || clause ? "off" : "polite");
    const now = isPlaying ? "" : clause;
    if (this.clause.textContent !== now) this.clause.textContent = now;
    this.element.classList.toggle("fault", isFault);
    say(this.title, view.title);
    this.tell(view);
    say(this.notation, view.notation);
    this.legend.replaceChildren(...view.legend.map(([part, word]) => sign(painter.part(part, theme), word)));
    fit(this.element);
  }

  /** Write the reason, if it is new: of an argument under way, the words of the moment stand out. */
  tell(view) {
    const [first, last] = view.stress;
    const written = [view.reason, first, last].join();
    if (written === this.written) return;
    this.written = written;
    this.named = [];
    const parts = [...piecesOf(view)].flatMap(({ words, start, thing }) => {
      if (thing !== undefined) return [{ words: this.name(words, thing), start }];
      const cuts = [0, first - start, last - start, words.length].map((cut) => Math.min(Math.max(cut, 0), words.length));
      return cuts.slice(1).map((cut, place) => ({ words: words.slice(cuts[place], cut), start: start + cuts[place] }));
    });
    const isNow = ({ start }) => start >= first && start < last;
    const now = html("strong", {}, ...parts.filter(isNow).map(({ words }) => words));
    const [before, behind] = [parts.filter(({ start }) => start < first), parts.filter(({ start }) => start >= last)];
    const told = [before, behind].map((some) => html("span", { class: last ? "told" : "" }, ...some.map(({ words }) => words)));
    this.reason.replaceChildren(told[0], ...(last ? [now] : []), told[1]);
    showIf(view.reason, this.reason);
  }

  /** Return words that light the cells of their thing, for pointers, fingers and keys. */
  name(words, thing) {
    const made = html("span", { class: "thing", tabindex: this.named.length ? "-1" : "0" }, words);
    for (const event of ["pointerenter", "focus"]) made.addEventListener(event, () => this.light(thing));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => this.light());
    made.addEventListener("click", () => this.light(thing));
    this.named.push([made, thing]);
    return made;
  }

  /** Mark the words whose thing `isMeant`. */
  mark(isMeant) {
    for (const [made, thing] of this.named) made.classList.toggle("lit", isMeant(thing));
  }
}

/** Return the words of a reason, piece by piece; those that name something have its `thing`. */
function* piecesOf({ reason, named }) {
  let end = 0;
  for (let i = 0; i < named.length; i += 3) {
    const [gap, length, thing] = named.slice(i, i + 3);
    yield { words: reason.slice(end, end + gap), start: end };
    yield { words: reason.slice(end + gap, end + gap + length), start: end + gap, thing };
    end += gap + length;
  }
  yield { words: reason.slice(end), start: end };
}

/** Make words smaller that do not fit, down to a size at which it is better to scroll. */
function fit(element) {
  element.scrollTop = 0;
  for (let scale = 1; scale > SMALLEST; scale *= 0.93) {
    element.style.setProperty("--scale", scale);
    if (element.scrollHeight <= element.clientHeight) return;
  }
}

function sign(shapes, word) {
  const picture = svg("svg", { viewBox: "-4 -4 108 108", "aria-hidden": "true" }, shapes);
  return html("li", {}, picture, word);
}

/** The board as a table that screen readers walk through, cell by cell. */
export class BoardText {
  constructor(puzzle) {
    const { n } = puzzle;
    const columns = Array.from({ length: n }, (_, column) => html("th", { scope: "col" }, `c${column + 1}`));
    this.cells = Array.from({ length: n * n }, () => html("td"));
    const rows = Array.from({ length: n }, (_, row) => {
      const cells = this.cells.slice(row * n, (row + 1) * n);
      return html("tr", {}, html("th", { scope: "row" }, `r${row + 1}`), ...cells);
    });
    const head = html("tr", {}, html("td"), ...columns);
    const table = html("table", { id: "board-text", "aria-label": "The board as text" }, head, ...rows);
    this.element = html("div", { class: "unseen" }, table);
    this.puzzle = puzzle;
  }

  /** Write the digits, and for each open cell the candidates in its part of the picture. */
  show(digits, parts, painter) {
    const first = this.puzzle.places.findIndex(([name]) => name.startsWith("cell"));
    for (const [index, cell] of this.cells.entries()) {
      const text = digits[index] || this.candidates(painter.texts(parts[first + index]));
      if (cell.textContent !== text) cell.textContent = text;
    }
  }

  candidates(texts) {
    const found = texts.filter((text) => this.puzzle.symbols.includes(text));
    return found.length ? `${word("open")}: ${[...new Set(found)].sort().join(" ")}` : word("open");
  }
}
