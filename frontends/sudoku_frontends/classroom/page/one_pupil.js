/** A pupil's work, read-only: drafts and hand-ins, checks, comments on lines, and the film. */

import { Board } from "playground/board.js";
import { Editor } from "playground/editor.js";
import { MARKS, MEANINGS } from "playground/messages.js";
import { button, byId, worded } from "playground/elements.js";
import { html, say, word } from "player/elements.js";
import { claimOf, list, number, text, verdictOf } from "./shapes.js";
import { clock } from "./class_table.js";

/** Milliseconds that pass at least between two looks at a pupil's work. */
const PAUSE = 1000;

const DRAFT = "draft";

export class OnePupil {
  /** @type {any} */ work = null;
  /** @type {number | undefined} */ later;

  /**
   * @param {(path: string, method?: string, body?: any) => Promise<any>} server
   * @param {import("./guests.js").Guests} guests
   * @param {(id: string) => any} taskOf  @param {import("playground/puzzle_choice.js").PuzzleChoice} puzzles
   */
  constructor(server, guests, taskOf, puzzles) {
    this.server = server;
    this.guests = guests;
    this.taskOf = taskOf;
    this.puzzles = puzzles;
    this.dialog = byId("pupil");
    this.board = new Board(byId("film"));
    this.editor = new Editor(byId("code"), { label: word("The pupil's code"), onChange: () => {}, onLine: (line) => this.#comment(line) });
    this.editor.isReadOnly = true;
    this.#buttons();
  }

  /** Open the work of a pupil's `row`, at a `line`. @param {number | null} line */
  async open(row, line = null) {
    this.row = row;
    this.work = null;
    this.board.show(null);
    say(byId("film-words"), "");
    if (!(await this.#load())) return;
    const exercises = [...new Set([row.exercise, ...Object.keys(this.work.drafts), ...this.work.handIns.map((each) => each.exercise)])].filter(Boolean);
    byId("pupil-exercise").replaceChildren(...exercises.map((id) => html("option", { value: id }, this.taskOf(id).name)));
    this.#chooseExercise();
    byId("puzzle-place").append(byId("puzzle-choice"));
    this.dialog.showModal();
    if (line) this.editor.goTo(line);
  }

  /** The row has changed: look again at what the pupil has. */
  follow(row) {
    if (!this.dialog.open || row.id !== this.row.id) return;
    const before = this.row;
    this.row = row;
    if (["typed", "handIns", "comments"].every((each) => row[each] === before[each]) && row.last?.verdict === before.last?.verdict) return;
    this.later ??= setTimeout(async () => {
      this.later = undefined;
      if (this.dialog.open && (await this.#load())) this.#show();
    }, PAUSE);
  }

  async #load() {
    const { id } = this.row;
    const given = await this.server(`pupils/${id}`);
    if (!given || id !== this.row.id) return false;
    const drafts = Object.entries(given.drafts ?? {}).map(([exercise, draft]) => [exercise, { code: String(draft?.code ?? ""), name: text(draft?.name) }]);
    this.work = {
      drafts: Object.fromEntries(drafts),
      handIns: list(given.hand_ins).map((each) => ({ ...each, code: String(each.code), claim: claimOf(each.claim), verdict: verdictOf(each.verdict) })),
      comments: list(given.comments),
    };
    return true;
  }

  get exercise() {
    return byId("pupil-exercise").value;
  }

  /** The version that is chosen: {version, code, name, handIn} */
  get file() {
    const chosen = byId("pupil-version").value;
    const handIn = this.work.handIns.find((each) => String(each.number) === chosen);
    const { code = "", name = "" } = handIn ?? this.work.drafts[this.exercise] ?? {};
    return { version: handIn ? handIn.number : DRAFT, code, name, handIn };
  }

  #chooseExercise() {
    this.puzzles.setTask(this.taskOf(this.exercise));
    byId("pupil-version").value = "";
    this.shownCode = null;
    this.#show();
  }

  #show() {
    say(byId("pupil-name"), this.row.name);
    const versions = byId("pupil-version");
    const handIns = this.work.handIns.filter((each) => each.exercise === this.exercise).reverse();
    const chosen = versions.value || (this.work.drafts[this.exercise] || !handIns.length ? DRAFT : String(handIns[0].number));
    versions.replaceChildren(
      html("option", { value: DRAFT }, this.work.drafts[this.exercise] ? word("Draft, as it is now") : word("Nothing written yet")),
      ...handIns.map((each, place) =>
        html("option", { value: String(each.number) }, `${word("Handed in {time}", { time: clock(each.at) })} (${handIns.length - place})${each.given_back ? ` ↩ ${word("given back")}` : ""}`)));
    versions.value = chosen;
    const { code, handIn } = this.file;
    if (code !== this.shownCode) this.editor.text = code;
    this.shownCode = code;
    byId("play").disabled = !code;
    byId("pupil-back").disabled = !handIns.length;
    byId("pupil-check").disabled = !handIns.length;
    this.#showChecks(handIn ?? { claim: this.row.exercise === this.exercise ? this.row.claim : null, verdict: null });
    this.#showComments();
  }

  #showChecks({ claim, verdict }) {
    const item = (state, words, line) => html("li", { class: state },
      html("span", { role: "img", "aria-label": MEANINGS[state] ?? state }, MARKS[state] ?? "•"),
      html("span", { lang: "en" }, " ", ...worded(words)),
      ...(line ? [" ", button(`${word("line")} ${line}`, () => this.editor.goTo(line), { class: "line" })] : []));
    const shown = (claim?.checks ?? []).filter(({ state }) => !["passed", "left out"].includes(state));
    const faults = [
      ...(claim?.problems ?? []).map(({ what, line }) => item(claim.isOpen ? "open" : "failed", what, line)),
      ...shown.map(({ state, about, why, line }) => item(state, why && why !== about ? `${about}: ${why}` : about, line)),
    ];
    const own = (verdict?.checks ?? []).filter(({ ok }) => !ok).map(({ check, why }) => item("failed", `${check.replaceAll("_", " ")}: ${why}`));
    const heading = (title, { passed, isOpen }) => html("h3", { class: passed ? "passed" : "failed" }, `${MARKS[isOpen ? "open" : passed ? "passed" : "failed"]} ${title}`);
    byId("checks").replaceChildren(
      ...(claim ? [heading(word("The pupil's browser"), claim), html("ul", {}, ...faults)] : [html("p", {}, word("Not checked yet in the pupil's browser."))]),
      ...(verdict ? [heading(word("This laptop"), verdict), html("p", { lang: "en" }, ...worded([verdict.remark, verdict.advice].filter(Boolean).join(" "))), html("ul", {}, ...own)] : []),
      ...(verdict?.hidden ? [html("p", {}, verdict.hidden === "passed" ? word("Hidden boards: passed.") : word("Hidden boards: not passed."))] : []),
    );
    const marks = (claim?.checks ?? []).filter(({ line }) => line).filter(({ state }) => state === "failed" || state === "advice");
    this.editor.mark(marks.map(({ line, about, why, state }) => ({ line, text: [about, why].join("\n"), isFault: state === "failed" })));
  }

  #showComments() {
    const here = this.work.comments.filter(({ exercise }) => exercise === this.exercise);
    byId("comments").replaceChildren(...here.map(({ id, line, text: words }) => html("li", {},
      button(`${word("line")} ${number(line)}`, () => this.editor.goTo(line), { class: "line" }), ` ${text(words)} `,
      button("Delete", () => this.#change(`comments/${id}`, "DELETE")))));
    this.editor.note(here.map(({ line, text: words }) => ({ line, text: text(words) })));
  }

  #comment(line) {
    byId("comment-line").value = String(line);
    byId("comment-text").focus();
  }

  /** Change something on the server, and show the result. @param {any} body */
  async #change(path, method, body = undefined) {
    const done = await this.server(path, method, body);
    if (done && (await this.#load())) this.#show();
    return Boolean(done);
  }

  async #play() {
    const { version, code, name } = this.file;
    byId("play").disabled = true;
    say(byId("film-words"), word("Making the film …"));
    const answer = await this.guests.film({ pupil: this.row.id, exercise: this.exercise, version, code, name }, this.puzzles);
    byId("play").disabled = false;
    const problems = list(answer?.problems).map(({ what }) => text(what));
    const faults = list(answer?.faults).slice(0, 1).map(({ name, why }) => `${MARKS.failed} ${text(name)}: ${text(why)}.`);
    say(byId("film-words"), [...problems, ...faults, text(answer?.summary)].filter(Boolean).join(" "));
    if (answer?.film) this.board.showRun(answer.film, list(answer.own));
    else this.board.show(null);
  }

  #buttons() {
    const path = () => `pupils/${this.row.id}`;
    const actions = {
      "pupil-close": () => this.dialog.close(),
      play: () => this.#play(),
      "pupil-back": () => this.#change(`${path()}/back`, "POST", { exercise: this.exercise }),
      "pupil-check": () => this.guests.check(this.exercise, [this.row.id], async () => this.work.handIns.filter((each) => each.exercise === this.exercise).slice(-1)),
      "pupil-readmit": () => this.#change(`${path()}/readmit`, "POST", {}),
      "pupil-remove": async () => {
        if (!confirm(word("Remove {name} and all saved work?", { name: this.row.name }))) return;
        if (await this.server(path(), "DELETE")) this.dialog.close();
      },
    };
    for (const [id, action] of Object.entries(actions)) byId(id).onclick = action;
    byId("pupil-exercise").onchange = () => this.#chooseExercise();
    byId("pupil-version").onchange = () => this.#show();
    byId("comment").onsubmit = async (event) => {
      event.preventDefault();
      const line = Number(byId("comment-line").value);
      const words = byId("comment-text").value.trim();
      if (words && (await this.#change(`${path()}/comments`, "POST", { exercise: this.exercise, line, text: words }))) byId("comment-text").value = "";
    };
    this.dialog.onclose = () => this.board.show(null);
  }
}
