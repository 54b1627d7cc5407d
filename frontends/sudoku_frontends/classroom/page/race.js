/** A race of all techniques of a class on one puzzle: a lane for each pupil, for the projector. */

import { counted } from "playground/elements.js";
import { html, say, word } from "player/elements.js";
import { list, number, text } from "./shapes.js";

/** How lanes are told, by what the referee says of them. */
const STATES = {
  waiting: word("waits"),
  running: word("runs …"),
  solved: word("solved it"),
  stopped: word("finds no more"),
  failed: word("stopped"),
};

export class Race {
  /** @param {HTMLElement} root  @param {(pupil: number) => string} nameOf */
  constructor(root, nameOf) {
    this.root = root;
    this.nameOf = nameOf;
    /** @type {Map<number, {lane: HTMLElement, parts: Record<string, any>}>} */ this.lanes = new Map();
    this.hasNames = true;
    this.given = {};
  }

  /** Show the lanes as they are now: {lanes: [{pupil, state, steps, cells, milliseconds, problem}], done} */
  show(given) {
    this.given = given;
    const lanes = list(given.lanes).filter(({ pupil }) => Number.isInteger(pupil));
    const most = Math.max(1, ...lanes.map(work));
    const order = [...lanes].sort((one, other) => one.pupil - other.pupil);
    for (const [place, lane] of order.entries()) this.#fill(lane, place + 1, most);
    const here = new Set(lanes.map(({ pupil }) => pupil));
    for (const [id, { lane }] of this.lanes) {
      if (here.has(id)) continue;
      lane.remove();
      this.lanes.delete(id);
    }
    const ranked = [...lanes].sort((one, other) => Number(isSolved(other)) - Number(isSolved(one)) || work(other) - work(one) || (number(one.milliseconds) ?? 0) - (number(other.milliseconds) ?? 0));
    if (given.done) ranked.forEach(({ pupil }) => this.root.append(this.lanes.get(pupil)?.lane ?? ""));
  }

  /** Name the pupils, or number their lanes. */
  name(hasNames) {
    this.hasNames = hasNames;
    this.show(this.given);
  }

  #fill(given, place, most) {
    const { lane, parts } = this.lanes.get(given.pupil) ?? this.#begin(given.pupil);
    const state = Object.hasOwn(STATES, text(given.state)) ? given.state : "";
    lane.dataset.state = state;
    say(parts.name, this.hasNames ? this.nameOf(given.pupil) : word("Lane {n}", { n: place }));
    say(parts.state, [STATES[state], text(given.problem)].filter(Boolean).join(": "));
    const figures = [
      [given.steps, (n) => counted(n, "1 step", "{n} steps")],
      [given.cells, (n) => counted(n, "1 digit", "{n} digits")],
      [given.milliseconds, (n) => `${Math.round(n)} ms`],
    ];
    say(parts.work, figures.filter(([value]) => number(value) !== null).map(([value, words]) => words(value)).join(" · "));
    parts.bar.style.setProperty("--done", String(work(given) / most));
  }

  #begin(pupil) {
    const parts = {
      name: html("strong"),
      bar: html("span", { class: "bar", "aria-hidden": "true" }),
      work: html("span", { class: "work" }),
      state: html("span", { class: "lane-state" }),
    };
    const lane = html("li", {}, ...Object.values(parts));
    this.root.append(lane);
    const made = { lane, parts };
    this.lanes.set(pupil, made);
    return made;
  }
}

const work = ({ cells }) => number(cells) ?? 0;
const isSolved = ({ state }) => state === "solved";
