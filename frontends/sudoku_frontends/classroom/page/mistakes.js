/** The most common mistakes of a class, each with one example; and files that are like each other. */

import { button, counted, worded } from "playground/elements.js";
import { html, showIf, word } from "player/elements.js";
import { text } from "./shapes.js";

/** The most mistakes that are shown, and the lines of an example above and below its fault. */
const MOST = 8;
const AROUND = 2;

/** Return a reason without what differs from pupil to pupil: numbers, cells, long quotations, names of files. */
const general = (why) => why.replace(/^[^\s:]+\.py:\d+: /, "").replace(/'[^']{20,}'/g, "'…'").replace(/\br\d+c\d+\b/g, "r…c…").replace(/\d+/g, "…");

/** Return the mistakes in the claims of `rows`, the most common first: {key, about, why, pupils: [{row, line}]} */
export function mistakesIn(rows) {
  const found = new Map();
  for (const row of rows) {
    const { checks = [], problems = [] } = row.claim?.isOpen ? {} : row.claim ?? {};
    const faults = [
      ...checks.filter(({ state }) => state === "failed"),
      ...problems.map(({ what, line }) => ({ about: word("Python cannot load the file"), why: what, line })),
    ];
    for (const { about, why, line } of faults) {
      const key = `${about}\n${general(why)}`;
      const mistake = found.get(key) ?? { key, about, why, pupils: [] };
      if (!mistake.pupils.some((each) => each.row === row)) mistake.pupils.push({ row, line });
      found.set(key, mistake);
    }
  }
  return [...found.values()].sort((one, other) => other.pupils.length - one.pupils.length || one.key.localeCompare(other.key));
}

export class Mistakes {
  /** @type {Map<string, {element: any, count: HTMLElement, body: HTMLElement, mistake: any}>} */ shown = new Map();

  /**
   * @param {HTMLElement} root
   * @param {{draft: (id: number, exercise: string) => Promise<string>, open: (id: number, line: number | null) => void}} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    this.hasNames = false;
  }

  /** Show the mistakes in `rows`; unfolded ones stay unfolded. */
  show(rows) {
    const found = mistakesIn(rows).slice(0, MOST);
    const before = this.shown;
    this.shown = new Map(found.map((mistake) => [mistake.key, before.get(mistake.key) ?? this.#begin(mistake)]));
    for (const mistake of found) {
      const entry = this.shown.get(mistake.key);
      if (!entry) continue;
      entry.mistake = mistake;
      const words = counted(mistake.pupils.length, "1 pupil", "{n} pupils");
      if (entry.count.textContent !== words) entry.count.textContent = words;
    }
    const elements = [...this.shown.values()].map(({ element }) => element);
    if (elements.some((element, place) => this.root.children[place] !== element) || elements.length !== this.root.children.length) this.root.replaceChildren(...elements);
  }

  #begin(mistake) {
    const count = html("span", { class: "count" });
    const body = html("div");
    const element = html("details", { class: "mistake" },
      html("summary", {}, count, " ", html("span", { lang: "en" }, ...worded(mistake.about)),
        ...(mistake.why === mistake.about ? [] : [html("small", { lang: "en" }, ...worded(mistake.why))])),
      html("p", { lang: "en" }, ...worded(mistake.why)),
      body);
    const entry = { element, count, body, mistake };
    element.addEventListener("toggle", () => element.open && this.#unfold(entry));
    return entry;
  }

  /** Show an example, with the lines around its fault. */
  async #unfold({ body, mistake }) {
    const [{ row, line }] = mistake.pupils;
    const code = await this.actions.draft(row.id, row.exercise);
    const names = mistake.pupils.map((each) => button(each.row.name, () => this.actions.open(each.row.id, each.line), { class: "link" }));
    body.replaceChildren(
      ...(code && line ? [excerpt(code, line)] : []),
      html("p", { class: "names", hidden: !this.hasNames }, ...names),
    );
  }

  /** Show the names, or hide them for the projector. */
  name(hasNames) {
    this.hasNames = hasNames;
    for (const { body } of this.shown.values()) showIf(hasNames, body.querySelector(".names") ?? {});
  }
}

/** Return the lines of `code` around one of them, which is marked. */
function excerpt(code, line) {
  const lines = code.split("\n");
  const first = Math.max(1, line - AROUND);
  const numbered = lines.slice(first - 1, line + AROUND).map((each, place) => {
    const number = first + place;
    return html(number === line ? "mark" : "span", {}, `${String(number).padStart(3)}  ${each}\n`);
  });
  return html("pre", { tabindex: "0", role: "group", "aria-label": "The lines around it" }, ...numbered);
}

/**
 * Show which files of an exercise are like each other, or like ours, as the server says it.
 * @param {HTMLElement} root  @param {any} found  @param {(id: number) => string} nameOf
 * @param {(ids: number[]) => void} compare
 */
export function showSimilar(root, found, nameOf, compare) {
  const groups = Array.isArray(found.groups) ? found.groups : [];
  const ours = Array.isArray(found.ours) ? found.ours : [];
  const leftOut = Array.isArray(found.left_out) ? found.left_out : [];
  const named = (ids) => ids.map(nameOf).join(", ");
  const items = [
    ...groups.map(({ pupils, words }) => html("li", {}, html("strong", {}, named(pupils)), `: ${text(words)} `, button("Side by side", () => compare(pupils)))),
    ...ours.map(({ pupil, words }) => html("li", {}, html("strong", {}, nameOf(pupil)), `: ${text(words)}`)),
    ...(leftOut.length ? [html("li", {}, word("Not compared, since they cannot be read: {names}", { names: named(leftOut) }))] : []),
  ];
  root.replaceChildren(items.length ? html("ul", {}, ...items) : html("p", {}, word("No two of the files handed in are alike.")));
}

/** Show files side by side: {name, code} of each. */
export function showFiles(root, files) {
  root.replaceChildren(...files.map(({ name, code }) => html("section", {}, html("h3", {}, name), html("pre", { tabindex: "0", role: "group", "aria-label": name }, code))));
}
