/** Make: puzzles out of a stock, which is there at once, or new ones; to play, to send and to print. */

import { byId, counted, pageOf } from "./elements.js";
import { drawn } from "player/hand_board.js";
import { html, word } from "player/elements.js";
import { NoAnswer, Python } from "./python.js";
import { StateLine } from "./state_line.js";

const json = async (name) => (await fetch(new URL(name, import.meta.url))).json();

/** The sheets: by the number of puzzles on one, how many are beside each other. */
const ACROSS = { 1: 1, 2: 1, 4: 2, 6: 2 };

/** Return `items` in an order by chance. */
function shuffled(items) {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(Math.random() * rest.length), 1)[0]);
}

/** Return a board of digits as a table; a board has boxes that are as wide as they are high, or wider. */
function table(line, label) {
  const n = Math.sqrt(line.length);
  const high = Math.floor(Math.sqrt(n));
  const wide = n / high;
  const kind = (row, column) =>
    [(column + 1) % wide || column === n - 1 ? "" : "right", (row + 1) % high || row === n - 1 ? "" : "below"].join(" ");
  const cell = (row, column) => html("td", { class: kind(row, column) }, line[n * row + column].replace(".", ""));
  const places = [...Array(n).keys()];
  return html("table", { class: "board", "aria-label": label }, ...places.map((row) => html("tr", {}, ...places.map((column) => cell(row, column)))));
}

/** Return the name of a wish by its id; `otherwise`, by default the id itself, if there is none. */
const named = (wish, id, otherwise = id) => Array.from(byId(`wish-${wish}`).options).find(({ value }) => id && value === id)?.textContent ?? otherwise;

class Make {
  /** The puzzles on the page. @type {any[]} */ shown = [];
  /** Which round of making is on; an older one stops. */
  round = 0;

  constructor(settings, { techniques, puzzles }) {
    this.techniques = techniques;
    this.stock = puzzles;
    this.state = new StateLine(() => false);
    this.python = new Python(settings, (state) => this.state.show(state));
    byId("take").onclick = () => this.take();
    byId("make").onclick = () => this.make();
    byId("print").onclick = () => print();
    byId("stop").onclick = () => {
      this.round += 1;
      this.python.stop();
    };
    byId("wish").onsubmit = (event) => event.preventDefault();
    byId("wish").onchange = () => this.#look();
    this.#look();
    this.take();
  }

  get wish() {
    const [level, needs, rule, count] = ["level", "technique", "rule", "count"].map((name) => byId(`wish-${name}`).value);
    return { level, needs, rule, count: Number(count) };
  }

  /** Show puzzles out of the stock, with their digits renamed by chance: so they are new ones. */
  take() {
    const { level, needs, rule, count } = this.wish;
    const id = this.techniques.findIndex(([each]) => each === needs);
    const suits = ([, , each, turns]) => !rule && (!level || each === level) && (!needs || turns.includes(id));
    const found = shuffled(this.stock.filter(suits)).slice(0, count);
    this.#begin();
    for (const [line, digits, ofLevel, turns] of found) {
      const names = shuffled([..."123456789"]);
      const [puzzle, solution] = [line, digits].map((text) => text.replace(/[1-9]/g, (digit) => names[Number(digit) - 1]));
      const [technique, name] = this.techniques[needs ? id : turns.at(-1)];
      this.#add({ puzzle, solution, level: ofLevel, technique: named("technique", technique, name) });
    }
    if (found.length < count) {
      const none = found.length ? counted(found.length, "The stock has only one such puzzle", "The stock has only {n} such puzzles") : word("The stock has no such puzzle");
      byId("made").textContent = `${none}: ${word("Make new ones")}.`;
    }
  }

  /** Have Python make puzzles, one after another. */
  async make() {
    const { count, ...wish } = this.wish;
    this.#begin();
    const { round } = this;
    for (let number = 1; number <= count && round === this.round; number += 1) {
      byId("made").textContent = word("Puzzle {number} of {count} is being made …", { number, count });
      try {
        const made = await this.python.ask({ task: "make", ...wish, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
        if (round !== this.round) return;
        if (!made.puzzle) {
          byId("made").textContent = made.problems.map(({ what }) => what).join(" ");
          return;
        }
        this.#add(made);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (!error.isReplaced) byId("made").textContent = error.message;
        return;
      }
    }
    byId("made").textContent = counted(count, "1 new puzzle.", "{n} new puzzles.");
  }

  #begin() {
    this.round += 1;
    this.shown = [];
    byId("made").textContent = "";
    byId("puzzles").replaceChildren();
    byId("solutions").replaceChildren();
  }

  /** @param {any} puzzle with its `picture`, if it has more than digits */
  #add({ puzzle, solution, picture, level, technique }) {
    this.shown.push(puzzle);
    const number = this.shown.length;
    const about = [named("level", level), named("technique", technique)].filter(Boolean).join(", ");
    const link = html("a", { href: pageOf(`board.html#puzzle=${encodeURIComponent(puzzle)}`), "aria-label": `${word("Play it")}: ${word("Puzzle")} ${number}` }, word("Play it"));
    byId("puzzles").append(html("figure", {},
      html("figcaption", {}, html("strong", {}, String(number)), about, link),
      picture ? drawn(picture) : table(puzzle, `${word("Puzzle")} ${number}`)));
    byId("solutions").append(html("figure", {}, html("figcaption", {}, String(number)), table(solution, `${word("Solution")} ${number}`)));
  }

  /** Have the sheet look as it is wished. */
  #look() {
    const onPage = Number(byId("wish-page").value);
    byId("making").style.setProperty("--across", ACROSS[onPage]);
    byId("making").style.setProperty("--down", String(onPage / ACROSS[onPage]));
  }
}

// What is hidden on the screen is on paper.
addEventListener("beforeprint", () => (byId("solutions").hidden = !byId("wish-solutions").checked));
addEventListener("afterprint", () => (byId("solutions").hidden = true));
new Make(...(await Promise.all([json("site.json"), json("stock.json")])));
