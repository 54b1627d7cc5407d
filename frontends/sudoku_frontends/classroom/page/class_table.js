/** The table of a class: a row for each pupil, a column for each check. Cells are changed in place, as news come. */

import { MARKS, MEANINGS } from "playground/messages.js";
import { button, counted } from "playground/elements.js";
import { html, word } from "player/elements.js";

/** Seconds without progress after which a pupil is marked as stuck. */
const STUCK = 300;

/** Milliseconds for which a changed cell is tinted, and the most cells at once: more would take more time than they tell. */
const FLASH = 1600;
const MOST_FLASHES = 50;

/** A claim may be forged, and name any checks: as many have a column as one in ten pupils names. */
const MOST_CHECKS = 40;
const FEW = 10;

export const isPassed = ({ claim }) => claim?.passed ?? false;
const asked = ({ claim }) => claim?.checks.filter(({ state }) => state === "passed" || state === "failed").length ?? 0;
/** A file that finds nothing passes nearly all checks, but is no nearer to the aim. */
const isEmpty = ({ claim }) => claim?.checks.some(({ check, state }) => check === "fires" && state === "failed");
const passed = (row) => (isEmpty(row) ? 0 : row.claim?.checks.filter(({ state }) => state === "passed").length ?? 0);

/** Return the time of day of a server's time. */
export const clock = (at) => new Date(1000 * at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Return the number of seconds without progress; 0 for pupils who need none. */
const idle = (row, now) => (isPassed(row) || !row.began ? 0 : Math.max(0, now - Math.max(row.improved ?? 0, row.began)));
const isStuck = (row, now) => idle(row, now) >= STUCK;

const byName = (one, other) => one.name.localeCompare(other.name, document.documentElement.lang, { numeric: true }) || one.id - other.id;
const ORDERS = {
  name: () => byName,
  stuck: (now) => (one, other) => idle(other, now) - idle(one, now) || byName(one, other),
  passed: () => (one, other) => Number(isPassed(one)) - Number(isPassed(other)) || passed(one) - passed(other) || byName(one, other),
};
const FILTERS = {
  all: () => true,
  in: ({ handIns }) => handIns > 0,
  out: ({ handIns }) => handIns === 0,
  stuck: isStuck,
};

export class ClassTable {
  /** The checks that have a column, by their names, each with a sentence; that of a check that passed is the best. @type {Map<string, {about: string, isRight: boolean}>} */ checks = new Map();
  /** The elements of rows by pupils' numbers. @type {Map<number, {line: HTMLElement, cells: Map<string, HTMLElement>}>} */ lines = new Map();
  order = "name";
  filter = "all";

  /**
   * @param {HTMLElement} root an empty table
   * @param {(id: number) => void} open
   */
  constructor(root, open) {
    this.open = open;
    this.head = html("tr");
    this.body = html("tbody");
    root.append(html("thead", {}, this.head), this.body);
    this.#drawHead();
  }

  /**
   * Show the class as it is now.
   * @param {Map<number, any>} rows  @param {{now: number, nameOf: (exercise: string) => string, exercise: string}} state
   */
  show(rows, state) {
    if (this.#learn(rows)) this.lines.clear();
    const { now } = state;
    const shown = [...rows.values()].filter((row) => FILTERS[this.filter](row, now)).sort(ORDERS[this.order](now));
    const changed = shown.flatMap((row) => this.#fill(this.lines.get(row.id) ?? this.#begin(row.id), row, state));
    for (const id of this.lines.keys()) if (!rows.has(id)) this.lines.delete(id);
    this.#place(shown.map(({ id }) => this.lines.get(id)?.line));
    if (changed.length > MOST_FLASHES || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const cell of changed) cell.animate([{ backgroundColor: "var(--flash)" }, { backgroundColor: "transparent" }], { duration: FLASH, easing: "ease-out" });
  }

  /** Give each check that many name a column and a sentence; return whether there are other columns than before. */
  #learn(rows) {
    const claims = [...rows.values()].map(({ claim }) => claim?.checks ?? []).filter(({ length }) => length);
    const count = new Map();
    for (const name of claims.flatMap((checks) => [...new Set(checks.map(({ check }) => check))])) count.set(name, (count.get(name) ?? 0) + 1);
    const common = [...count].filter(([, pupils]) => FEW * pupils >= claims.length).sort(([, one], [, other]) => other - one);
    const names = new Set(common.slice(0, MOST_CHECKS).map(([name]) => name));
    const before = this.checks;
    this.checks = new Map([...new Set([...before.keys(), ...names])].filter((name) => names.has(name)).map((name) => [name, before.get(name) ?? { about: "", isRight: false }]));
    const isOther = String([...before.keys()]) !== String([...this.checks.keys()]);
    let isTold = isOther;
    for (const { check, about, state } of claims.flat()) {
      const known = this.checks.get(check);
      const isRight = state === "passed";
      if (!known || known.isRight || (!isRight && (known.about || !about))) continue;
      this.checks.set(check, { about, isRight });
      isTold = true;
    }
    if (isTold) this.#drawHead();
    return isOther;
  }

  /** Take the columns of an exercise before. */
  forget() {
    this.checks.clear();
    this.lines.clear();
    this.#drawHead();
  }

  #drawHead() {
    const wide = (text, title) => html("th", { scope: "col", title: title ? word(title) : false }, word(text));
    const turned = ([check, { about }]) => html("th", { scope: "col", class: "check", title: about, lang: "en" }, html("span", {}, check.replaceAll("_", " ")));
    this.head.replaceChildren(
      wide(word("Name")),
      wide(word("Without progress")),
      wide(word("Passed")),
      ...[...this.checks].map(turned),
      wide(word("Handed in")),
      wide(word("Verdict"), word("Of the pupil's browser, and of this laptop")),
    );
  }

  #begin(id) {
    const cells = new Map();
    const cell = (name, kind = name) => {
      const made = html("td", { class: kind });
      cells.set(name, made);
      return made;
    };
    const name = button("", () => this.open(id), { class: "name" });
    cells.set("name", name);
    const dot = html("span", { role: "img" });
    cells.set("dot", dot);
    const line = html("tr", {},
      html("th", { scope: "row" }, dot, name),
      cell("idle"), cell("passed"), ...[...this.checks.keys()].map((check) => cell(`check ${check}`, "check")), cell("in"), cell("verdict"));
    const made = { line, cells };
    this.lines.set(id, made);
    return made;
  }

  /** Fill a row in; return its cells with another sign than before. */
  #fill({ line, cells }, row, { now, nameOf, exercise }) {
    const seconds = idle(row, now);
    const elsewhere = row.place && row.place !== exercise ? ` · ${nameOf(row.place)}` : "";
    set(line, isStuck(row, now) ? "stuck" : "");
    set(cells.get("dot"), `dot ${row.isOnline ? "on" : "off"}`, "", row.isOnline ? word("here") : word("not connected"));
    set(cells.get("name"), "name", row.name + elsewhere, "", row.name + elsewhere);
    set(cells.get("idle"), "idle", seconds < 60 ? "" : word("{n} min", { n: Math.floor(seconds / 60) }));
    set(cells.get("passed"), ...passedWords(row));
    const found = new Map(row.claim?.checks.map((each) => [each.check, each]));
    const signs = [...this.checks.keys()].map((check) => {
      const { state = "", about = "", why = "" } = found.get(check) ?? {};
      return set(cells.get(`check ${check}`), `check ${state.replaceAll(" ", "-")}`, MARKS[state] ?? "", MEANINGS[state], why || about);
    });
    const handedIn = row.last ? `${row.handIns} · ${clock(row.last.at ?? now)}${row.last.isGivenBack ? " ↩" : ""}` : "";
    return [...signs, set(cells.get("in"), "in", handedIn), set(cells.get("verdict"), ...verdictWords(row.last))].filter(Boolean);
  }

  /** Put the rows into this order; only those that moved are touched, and the focus stays. */
  #place(lines) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const hadFocus = this.body.contains(focused);
    lines.forEach((line, place) => {
      if (this.body.children[place] !== line) this.body.insertBefore(line, this.body.children[place] ?? null);
    });
    while (this.body.children.length > lines.length) this.body.lastElementChild?.remove();
    if (hadFocus && focused !== document.activeElement) focused?.focus({ preventScroll: true });
  }
}

/** Return class, text, words and title for how far a pupil is. */
function passedWords(row) {
  if (!row.claim) return ["passed none", row.lines ? counted(row.lines, "1 line", "{n} lines") : ""];
  const [problem] = row.claim.problems;
  if (problem) return ["passed broken", row.claim.isOpen ? word("not checked") : word("does not load"), "", problem.what];
  return [`passed ${isPassed(row) ? "all" : ""}`, `${passed(row)}/${asked(row)}`];
}

/** Return class, sign, words and title for what the browser of a pupil and this laptop say. */
function verdictWords(last) {
  if (!last) return ["verdict", ""];
  const sign = (isRight) => MARKS[isRight === null ? "open" : isRight ? "passed" : "failed"];
  const claimed = last.passed === null
    ? word("The pupil's browser: no check.")
    : last.passed ? word("The pupil's browser: passed.") : word("The pupil's browser: not passed.");
  if (!last.verdict) return ["verdict", `${sign(last.passed)} …`, `${claimed} ${word("This laptop has not checked it yet.")}`];
  const { passed: isRight, hidden, remark } = last.verdict;
  const own = isRight ? word("This laptop: passed.") : word("This laptop: not passed.");
  const unseen = hidden === "failed" ? ` ${word("Hidden boards: not passed.")}` : "";
  const differs = last.passed && !isRight; // the other way round it was advice alone: guests are not strict
  const signs = differs ? `${sign(last.passed)} ≠ ${sign(isRight)}` : `${sign(last.passed)} ${sign(isRight)}`;
  return [`verdict ${differs ? "differs" : ""} ${isRight ? "right" : "wrong"}`, signs, `${claimed} ${own}${unseen}`, remark || undefined];
}

/** Give `element` a class, text and words for screen readers, if they are new; return it if it shows another text than before. */
function set(element, kind, content = element.textContent, label = "", title = label) {
  if (element.className !== kind.trim()) element.className = kind.trim();
  for (const [name, value] of [["aria-label", label], ["title", title]]) if ((element.getAttribute(name) ?? "") !== value) element.setAttribute(name, value);
  if (element.textContent === content) return null;
  const isNew = !element.hasAttribute("data-set");
  element.textContent = content;
  element.setAttribute("data-set", "");
  return isNew ? null : element;
}

/** Return the class in numbers, in words. */
export function summary(rows, now) {
  const all = [...rows.values()];
  const count = (isIt) => all.filter(isIt).length;
  return [
    `${count(({ isOnline }) => isOnline)}/${counted(all.length, "1 pupil here", "{n} pupils here")}`,
    word("{n} passed", { n: count(isPassed) }),
    word("{n} handed in", { n: count(({ handIns }) => handIns > 0) }),
    word("{n} stuck", { n: count((row) => isStuck(row, now)) }),
  ].join(" · ");
}
