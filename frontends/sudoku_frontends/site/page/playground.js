/** The page: what its buttons do, and what it remembers. */

import { Board } from "./board.js";
import { brought, draft, dropDraft, keep, keepDraft, keepLastPlace, keepPassed, kept, lastPlace, passedTasks } from "./drafts.js";
import { Editor } from "./editor.js";
import { byId, pageOf, worded } from "./elements.js";
import { ExerciseList, OWN, nextTask, ownTask } from "./exercise_list.js";
import { html, word } from "player/elements.js";
import { Messages } from "./messages.js";
import { ProofRoom } from "./proof_room.js";
import { PuzzleChoice } from "./puzzle_choice.js";
import { NoAnswer, Python } from "./python.js";
import { StateLine } from "./state_line.js";
import { keepTheme, theme } from "./theme.js";
import { TraceFilm } from "player/trace_film.js";
import { MOST_BYTES, exerciseInLink, forgetLink, linkTo, placeOfLink, proofInLink, workInLink } from "./share_link.js";

const json = async (name) => (await fetch(new URL(name, import.meta.url))).json();

class Playground {
  /** @type {{from?: string, first?: string}} as in a draft */ origin = {};
  /** The code that is being checked. @type {string | null} */ codeInCheck = null;
  /** The pupil who writes here, in a class: as in pupil.js. @type {any} */ pupil;

  constructor(settings, lessons, editor) {
    this.editor = editor;
    this.task = ownTask(lessons.starter);
    /** By their ids; all others are loaded when they are needed. */
    this.tasks = new Map([[OWN, this.task]]);
    this.place = OWN;
    this.opened = 0;
    this.board = new Board(byId("film"));
    this.messages = new Messages(byId("messages"), {
      goTo: (line) => editor.goTo(line),
      showBoards: (boards) => {
        this.board.showFault(this.checked, boards);
        reveal("film");
      },
      showAtWork: (fault) => this.trace(fault),
      showTechnique: (id) => {
        this.board.showTechnique(id);
        reveal("film");
      },
    });
    this.puzzles = new PuzzleChoice(lessons.puzzles, () => {
      this.changed();
      this.show();
    });
    this.list = new ExerciseList(this.tasks, (place) => {
      this.prove(false);
      this.open(place);
    });
    // A click on the board of a proof is soon done, and needs no words.
    this.line = new StateLine(() => this.isProving);
    this.python = new Python(settings, (state) => this.#state(state));
    this.proofs = new ProofRoom(this.python);
    this.firstBoard = lessons.first;
    this.#buttons();
  }

  /**
   * Go into the room for proofs, to the one that is `asked` for or was left there; or back to the code.
   * @param {{truths: number, board: number} | null} asked
   */
  prove(isProving, asked = null) {
    keep("proving", isProving);
    for (const id of ["writing", "watching", "run"]) byId(id).hidden = isProving;
    byId("proving").hidden = !isProving;
    byId("prove").textContent = isProving ? word("Write code") : word("Prove it");
    byId("check").title = isProving ? word("Does what I named prove it? (Ctrl+Enter)") : word("Is my strategy right? (Ctrl+Enter)");
    this.isProving = isProving;
    if (isProving) byId("check").disabled = false;
    if (isProving) this.proofs.open(asked);
    else {
      forgetLink();
      this.board.changeTheme(theme());
    }
  }

  /** Have all tasks. */
  async loadTasks() {
    if (this.tasks.size > 1) return;
    for (const each of await json(pageOf("exercises.json"))) this.tasks.set(each.id, { ...each, against: each.id });
  }

  async #openList() {
    try {
      await this.loadTasks();
      this.list.open(this.place, passedTasks(), brought());
    } catch {
      this.messages.say(word("The exercises cannot be loaded now. Check the internet connection, then try again."), "failed");
    }
  }

  /** Open a task, or what came from elsewhere, as it was left here. */
  open(place) {
    const work = draft(place);
    const task = this.tasks.get(work?.task ?? place) ?? this.tasks.get(OWN);
    forgetLink();
    this.#begin(work ? place : task.id, work ?? {
      code: task.file.source,
      name: task.file.name,
      task: task.id,
      puzzle: task.puzzle,
    });
  }

  /**
   * Open what a link holds, or what was made of it here; nothing of it runs. Every link has a place
   * of its own, so that it never covers what somebody wrote.
   */
  openLink(work) {
    const place = placeOfLink();
    const left = draft(place);
    this.#begin(place, left ?? { ...work, from: word("a link"), first: work.code });
    if (left) this.messages.say(word("You have changed the code of this link before: this is your version. Start again brings back the original."));
  }

  #begin(place, { code, name, task, puzzle, ...origin }) {
    this.opened += 1;
    this.place = place;
    this.origin = origin;
    this.task = this.tasks.get(task) ?? this.tasks.get(OWN);
    keepLastPlace(place);
    this.fileName = name;
    byId("file-name").textContent = name;
    this.editor.text = code;
    this.editor.scrollTo(functionLine(code));
    this.messages.clear();
    this.#tell();
    this.puzzles.setTask(this.task);
    this.puzzles.puzzle = puzzle;
    byId("company").value = this.task.against ? "singles" : "all";
    this.pupil?.opened();
    this.show();
  }

  /** The current contents of the page, as in a link. */
  get work() {
    return { code: this.editor.text, name: this.fileName, task: this.task.id, puzzle: this.puzzles.puzzle };
  }

  /** A person has changed something: keep it here, and take it no longer from a link. */
  changed() {
    forgetLink();
    keepDraft(this.place, { ...this.work, ...this.origin });
  }

  /** Take the code that another tab has written at this place, so that neither covers the other's. */
  follow() {
    const work = draft(this.place);
    if (!work || work.code === this.editor.text) return;
    this.opened += 1;
    this.editor.text = work.code;
    this.messages.say(word("This code was changed in another tab. You see it as it is there."));
  }

  /** Show the chosen puzzle as it is at the start. */
  show() {
    const puzzle = this.puzzles.puzzle;
    byId("own-wrong").textContent = "";
    if (puzzle === this.firstBoard.puzzle) {
      this.board.show(this.firstBoard.film);
      return;
    }
    this.#ask({ task: "show", ...this.#board(), source: this.editor.text }, (answer) => {
      byId("own-wrong").textContent = answer.problems.map(({ what }) => what).join(" ");
      if (answer.film) this.board.show(answer.film);
    });
  }

  /** Check the code. */
  async check() {
    const { against } = this.task;
    const { work } = this;
    this.codeInCheck = work.code;
    const answer = await this.#askAboutCode({ task: "check", against, strict: Boolean(this.task.is_strict) }, (answer) => {
      this.checked = answer.film;
      this.checkedCode = { source: work.code, name: work.name };
      this.messages.showCheck(answer);
      const findings = (answer.reports ?? []).flatMap((report) => report.findings);
      this.editor.mark([...problemMarks(answer), ...findings.filter(isToMend).map(findingMark)]);
      const first = findings.find(({ state, boards }) => state === "failed" && boards?.length);
      if (first) this.board.showFault(answer.film, first.boards);
      else this.#forgetFault();
      if (answer.passed && against) this.#passed(against);
    });
    this.codeInCheck = null;
    this.pupil?.checked(work, answer);
  }

  /** Show the lines of the code that was checked, at a `fault`. */
  trace(fault) {
    this.#ask({ task: "trace", fault, ...this.checkedCode }, ({ trace, problems }) => {
      if (!trace) {
        this.messages.say(problems.map(({ what }) => what).join(" "), "failed");
        return;
      }
      const dialog = byId("at-work");
      const film = new TraceFilm(byId("at-work-film"), trace, { theme: theme(), keys: dialog });
      dialog.onclose = () => film.destroy();
      dialog.showModal();
      film.frame.focus();
    });
  }

  /** Remember that an exercise is done, and offer the next one. */
  #passed(exercise) {
    keepPassed(exercise);
    const all = [...this.tasks.values()];
    const later = all.slice(all.indexOf(this.task));
    const next = [later, all].map((tasks) => nextTask(tasks, this.task.part, passedTasks())).find(Boolean);
    if (next) this.messages.offer(`${word("Next")}: ${next.name}`, () => this.open(next.id));
  }

  run() {
    const company = byId("company").value;
    this.#askAboutCode({ task: "run", ...this.#board(), company }, (answer) => {
      this.messages.showRun(answer);
      this.editor.mark([...problemMarks(answer), ...(answer.faults ?? []).map(faultMark)]);
      if (answer.film) this.board.showRun(answer.film, answer.own);
      else this.#forgetFault();
    });
  }

  /** Explain the conclusion in question on the shown board, or its simplest next step. */
  why() {
    if (this.board.isOfCheck) {
      this.messages.say(word("This board is one of a check. Choose a puzzle, or press Run."));
      return;
    }
    const { asked } = this.board;
    const { puzzle, marks } = this.#board();
    this.#askAboutCode({ task: "why", puzzle, marks, steps: asked.steps, conclusion: byId("why-text").value }, (answer) => {
      this.messages.showReason(answer);
      if (!answer.film) return;
      this.board.showAnswer(answer.film, asked);
      this.messages.offer(word("Back to the film"), () => this.board.showBefore());
    });
  }

  /** Remove a fault of earlier code from the board: next to other words it would mislead. */
  #forgetFault() {
    if (this.board.isAtFault) this.show();
  }

  #board() {
    return { puzzle: this.puzzles.puzzle, title: this.puzzles.title, marks: this.task.marks };
  }

  #askAboutCode(request, show) {
    const { opened } = this;
    this.messages.clear();
    this.editor.mark([]);
    if (!this.python.isReady) this.messages.say(word("This begins as soon as Python is ready."));
    return this.#ask({ ...request, source: this.editor.text, name: this.fileName }, (answer) => {
      if (this.opened !== opened) return; // the answer is about code that is no longer there
      show(answer);
      reveal("messages");
    });
  }

  /** Show the answer to a request, and return it; where there is none, say why; null if a person stopped it, or a later request took its place. */
  async #ask(request, show) {
    try {
      const answer = await this.python.ask(request);
      show(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (error.isReplaced) return null;
      this.messages.say(error.message, "failed");
      return error.isWanted ? null : { passed: false, isOpen: true, problems: [{ what: error.message }] };
    }
  }

  /** Say what the task is about. */
  #tell() {
    const { against, name, task, after, write, hint, names } = this.task;
    byId("about").hidden = !against;
    byId("about").open = false;
    byId("about-task").textContent = against ? `${name}: ${task}` : "";
    byId("about-text").replaceChildren(
      ...(after?.length ? [html("p", {}, `${word("Learn first")}: ${after.join(", ")}.`)] : []),
      ...[write, hint].filter(Boolean).map((text) => html("p", { lang: "en" }, ...worded(text))),
      ...(names?.length ? [html("p", {}, word("A step names:"))] : []),
      html("ul", {}, ...(names ?? []).map(({ part, what }) => html("li", { lang: "en" }, html("code", {}, part), ": ", ...worded(what)))),
    );
  }

  #buttons() {
    const actions = {
      exercise: () => this.#openList(),
      prove: () => this.prove(!this.isProving),
      check: () => (this.isProving ? this.proofs.check() : this.check()),
      run: () => this.run(),
      stop: () => this.python.stop(),
      link: () => this.#copyLink(),
      save: () => this.#save(),
      open: () => byId("chosen-file").click(),
      again: () => this.#startAgain(),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).onclick = action;
    byId("why").onsubmit = (event) => {
      event.preventDefault();
      this.why();
    };
    byId("at-work-close").onclick = () => byId("at-work").close();
    byId("at-work").addEventListener("keydown", (event) => event.stopPropagation()); // the board has keys, too
    byId("at-work").addEventListener("film-theme", ({ detail }) => this.board.changeTheme(detail));
    byId("chosen-file").onchange = ({ target }) => this.#openFile(target);
    addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      if (event.shiftKey && !byId("code").contains(document.activeElement)) return;
      event.preventDefault();
      event.stopPropagation();
      byId(event.shiftKey ? "run" : "check").click();
    }, true);
  }

  async #copyLink() {
    const link = await linkTo(this.work);
    if (!link) {
      this.messages.say(word("Your code is too long for a link. Save gives you the file."), "failed");
      return;
    }
    let words = word("The link is copied. Whoever opens it sees your code and this puzzle:");
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      words = word("Copy this link. Whoever opens it sees your code and this puzzle:");
    }
    this.messages.showLink(words, link);
  }

  #save() {
    const address = URL.createObjectURL(new Blob([this.editor.text], { type: "text/x-python" }));
    html("a", { href: address, download: this.fileName }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  async #openFile(input) {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    if (file.size > MOST_BYTES) {
      this.messages.say(word("{name} is too long for code. Choose a file that ends in .py.", { name: file.name }), "failed");
      return;
    }
    const code = await file.text();
    this.#begin(`file:${file.name}`, { ...this.work, code, name: file.name, from: word("a file"), first: code });
    this.changed();
  }

  #startAgain() {
    if (!confirm(word("Discard what you wrote here?"))) return;
    dropDraft(this.place);
    const { first } = this.origin;
    if (first === undefined) this.open(this.task.id);
    else this.#begin(this.place, { ...this.work, ...this.origin, code: first });
  }

  #state(state) {
    this.line.show(state);
    byId("run").disabled = state.is === "busy";
    byId("check").disabled = state.is === "busy" && !this.isProving; // the room for proofs forgets nothing
  }
}

/** Return the line with which the code's strategy begins, or what there is to do above it. */
const functionLine = (code) => code.slice(0, Math.max(code.search(/^(@|def |# Write)/m), 0)).split("\n").length;
const reveal = (id) => byId(id).scrollIntoView({ block: "nearest" });
const problemMarks = ({ problems }) =>
  (problems ?? []).map(({ what, line }) => ({ line, text: what, isFault: true }));
const isToMend = ({ state }) => state === "failed" || state === "advice";
const findingMark = ({ state, line, about, why, advice }) => ({
  line,
  text: [about, why, advice].filter(Boolean).join("\n"),
  isFault: state === "failed",
});
const faultMark = ({ line, why }) => ({ line, text: why, isFault: true });

/** In place of the work in a link that cannot be read. */
const DAMAGED = Symbol("damaged");

/** @type {Playground | undefined} */
let page;

async function start() {
  keepTheme(theme());
  const [settings, lessons] = await Promise.all([json("site.json"), json(pageOf("lessons.json"))]);
  const editor = new Editor(byId("code"), { label: word("Code of your strategy. Escape, then Tab leaves it."), onChange: () => page?.changed() });
  page = new Playground(settings, lessons, editor);
  if (settings.classroom) page.pupil = await (await import(new URL("pupil.js", import.meta.url).href)).joined(page);
  const work = await workInLink().catch(() => DAMAGED);
  const proof = proofInLink();
  const isProving = proof || (!location.hash && kept("proving"));
  const place = exerciseInLink() ?? lastPlace() ?? OWN;
  if (work || place !== OWN) await page.loadTasks().catch(() => {}); // without them it is a task of one's own
  if (work && work !== DAMAGED) page.openLink(work);
  else page.open(place);
  if (isProving) page.prove(true, proof);
  else keep("proving", false);
  if (work === DAMAGED) page.messages.say(word("This link is damaged: a part of it is missing. Copy the whole link again."), "failed");
}

addEventListener("storage", () => page?.follow()); // another tab has kept something
// A link that is pasted into this very tab changes only what stands after #.
addEventListener("hashchange", () => location.reload());
start();
