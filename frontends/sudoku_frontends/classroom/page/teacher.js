/** The teacher's page: the whole class at a glance, live, and all that a teacher does with it. */

import { ExerciseList, OWN, nextTask, ownTask } from "playground/exercise_list.js";
import { PuzzleChoice } from "playground/puzzle_choice.js";
import { button, byId, pageOf } from "playground/elements.js";
import { html, say, showIf, word } from "player/elements.js";
import { keepTheme, theme } from "playground/theme.js";
import { ClassTable, summary } from "./class_table.js";
import { Guests } from "./guests.js";
import { Mistakes, showFiles, showSimilar } from "./mistakes.js";
import { OnePupil } from "./one_pupil.js";
import { Race } from "./race.js";
import { ask, listen } from "./news.js";
import { list, rowOf, text } from "./shapes.js";

const json = async (name) => (await fetch(new URL(name, import.meta.url))).json();

/** Milliseconds between two looks at the clock, for pupils without progress. */
const TICK = 5000;

/** Milliseconds for which a sentence about what went wrong stays. */
const SAID = 8000;

const RESULTS = { csv: "CSV", json: "JSON", xml: "JUnit", "gradescope.zip": "Gradescope" };

/** Whether the work on a task can race: rules and searches cannot. */
const isTechnique = ({ file }) => Boolean(file?.source.includes("@strategy"));

class Teacher {
  /** @type {Map<number, any>} */ rows = new Map();
  state = { exercise: "", note: "", frozen: false, runs_here: true, code: "", addresses: /** @type {string[]} */ ([]) };
  /** The server's clock ahead of this page's, in seconds. */
  ahead = 0;
  isDrawn = true;

  constructor(secret, settings, lessons, exercises) {
    this.secret = secret;
    const own = ownTask(lessons.starter);
    this.tasks = new Map([[OWN, own], ...exercises.map((each) => [each.id, { ...each, against: each.id }])]);
    const taskOf = (id) => this.tasks.get(id) ?? { ...own, name: id };
    this.taskOf = taskOf;
    this.server = this.server.bind(this);
    this.puzzles = new PuzzleChoice(lessons.puzzles, () => {});
    this.guests = new Guests(settings, this.server, taskOf, tell, () => this.#showConnection());
    this.pupil = new OnePupil(this.server, this.guests, taskOf, this.puzzles);
    this.table = new ClassTable(byId("table"), (id) => this.pupil.open(this.rows.get(id)));
    this.race = new Race(byId("lanes"), (id) => this.rows.get(id)?.name ?? "?");
    this.mistakes = new Mistakes(byId("mistakes"), {
      draft: async (id, exercise) => (await this.server(`pupils/${id}`))?.drafts?.[exercise]?.code ?? "",
      open: (id, line) => this.pupil.open(this.rows.get(id), line),
    });
    this.list = new ExerciseList(this.tasks, (id) => this.#set({ exercise: id }));
    this.#buttons();
    this.#listen();
    setInterval(() => this.#tickOn(), TICK);
  }

  #tickOn() {
    this.#draw();
    if (byId("similar").open && this.handedIn !== this.compared) this.#similar();
  }

  /** The number of hand-ins. */
  get handedIn() {
    return [...this.rows.values()].reduce((sum, { handIns }) => sum + handIns, 0);
  }

  get now() {
    return this.ahead + performance.now() / 1000;
  }

  /** Ask the server as the teacher; what goes wrong is said, and the answer is null. */
  async #ask(path, options = {}) {
    const answer = await ask(`/class/teacher/${path}`, this.secret, options).catch(() => null);
    if (answer?.ok) return answer;
    const { what } = (await answer?.json().catch(() => null)) ?? {};
    tell(text(what) || word("There is no connection to the server. Is the program still running?"));
    return null;
  }

  /** Return what the server answers as JSON; null if it does not. @param {any} body */
  async server(path, method = "GET", body = undefined) {
    const answer = await this.#ask(path, { method, body });
    return answer && (answer.status === 200 ? answer.json() : {});
  }

  #listen() {
    const handlers = {
      class: (state) => this.#take(state),
      rows: ({ rows, gone, now }) => this.#takeRows(rows, gone, now),
      race: (race) => this.race.show(race),
      problem: ({ what }) => say(byId("problem"), text(what)),
    };
    listen("/class/teacher/news", this.secret, handlers, (isConnected, status) => {
      if (status === 401 || status === 403) refuse();
      else this.#connected(isConnected);
    });
  }

  #connected(isConnected) {
    if (isConnected) this.isFirst = true; // what comes now is whole: rows that it does not name are gone
    this.isConnected = isConnected;
    this.#showConnection();
  }

  #showConnection() {
    document.body.dataset.state = this.isConnected ? "ready" : "failed";
    say(byId("doing"), this.isConnected ? word("Live") : word("No connection to the server: trying again …"));
  }

  #take({ now, ...state }) {
    const isOther = state.exercise !== this.state.exercise;
    this.#tick(now);
    Object.assign(this.state, state);
    this.guests.isHere = this.state.runs_here !== false;
    this.guests.seed = state.hidden_seed;
    byId("room").hidden = false;
    byId("exercise").textContent = this.state.exercise ? this.taskOf(this.state.exercise).name : word("Choose an exercise");
    byId("freeze").textContent = this.state.frozen ? word("Go on") : word("Freeze");
    byId("freeze").setAttribute("aria-pressed", String(Boolean(this.state.frozen)));
    document.body.classList.toggle("frozen", Boolean(this.state.frozen));
    if (document.activeElement !== byId("note-text")) byId("note-text").value = text(this.state.note);
    byId("where").textContent = this.guests.isHere
      ? word("Pupils' programs run again on this laptop, each in a process of its own.")
      : word("Pupils' programs run again in this browser, and not on the laptop.");
    if (isOther) {
      this.table.forget();
      byId("similar").open = false;
      byId("similar-list").replaceChildren();
    }
    for (const id of ["results", "similar"]) showIf(this.state.exercise, byId(id));
    showIf(this.state.exercise && isTechnique(this.taskOf(this.state.exercise)), byId("show-racing"));
    this.#showJoining();
    this.#draw();
  }

  #takeRows(rows, gone, now) {
    this.#tick(now);
    if (this.isFirst) this.rows.clear();
    this.isFirst = false;
    for (const given of list(rows)) {
      if (!Number.isInteger(given.id)) continue;
      const row = rowOf(this.rows.get(given.id), given);
      this.rows.set(row.id, row);
      this.pupil.follow(row);
    }
    for (const id of Array.isArray(gone) ? gone : []) this.rows.delete(id);
    this.#draw();
  }

  #tick(now) {
    if (Number.isFinite(now)) this.ahead = now - performance.now() / 1000;
  }

  /** Draw the class in the next frame, once for all news until then. */
  #draw() {
    if (!this.isDrawn) return;
    this.isDrawn = false;
    const draw = () => {
      this.isDrawn = true;
      const { exercise } = this.state;
      this.table.show(this.rows, { now: this.now, exercise, nameOf: (id) => this.taskOf(id).name });
      this.mistakes.show([...this.rows.values()]);
      showIf(!this.rows.size, byId("nobody"));
      say(byId("summary"), summary(this.rows, this.now));
      byId("joined").textContent = summary(this.rows, this.now).split(" · ")[0];
    };
    if (document.hidden) setTimeout(draw, 100); // no frames are drawn
    else requestAnimationFrame(draw);
  }

  #set(changes) {
    return this.server("state", "PUT", changes);
  }

  #showJoining() {
    const { code, addresses } = this.state;
    byId("join-code").textContent = text(code);
    byId("addresses").replaceChildren(...(Array.isArray(addresses) ? addresses : []).map((address, place) => html(place ? "small" : "strong", {}, text(address))));
  }

  async #openJoining() {
    byId("joining").showModal();
    if (!byId("qr").hidden) return;
    const answer = await this.#ask("qr.svg");
    if (!answer) return;
    byId("qr").src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
    byId("qr").hidden = false;
  }

  #next() {
    const all = [...this.tasks.values()];
    const current = this.taskOf(this.state.exercise);
    const next = nextTask(all.slice(all.indexOf(current) + 1), current.part ?? "techniques", []);
    if (next) this.#set({ exercise: next.id });
    else tell(word("This is the last exercise of its part. Choose another one."));
  }

  /** Fetch a file of results with the key, and save it. */
  async #save(path, name) {
    const answer = await this.#ask(path);
    if (!answer) return;
    const address = URL.createObjectURL(await answer.blob());
    html("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** Return the last files handed in for an exercise: {pupil, number, name, code} of each. */
  async #files(exercise) {
    const files = [];
    for (const { id, handIns } of this.rows.values()) {
      const found = handIns ? list((await this.server(`pupils/${id}`))?.hand_ins).filter((each) => each.exercise === exercise) : [];
      for (const { number, name, code } of found.slice(-1)) files.push({ pupil: id, number, name, code });
    }
    return files;
  }

  async #similar() {
    if (!byId("similar").open) return;
    const root = byId("similar-list");
    this.compared = this.handedIn;
    if (!root.firstChild) root.textContent = word("Comparing files …");
    const found = await this.server(`similar/${this.state.exercise}`);
    if (!found) root.replaceChildren();
    else showSimilar(root, found, (id) => this.rows.get(id)?.name ?? "?", (ids) => this.#compare(ids));
  }

  async #compare(ids) {
    const all = await Promise.all(ids.map((id) => this.server(`pupils/${id}`)));
    const { exercise } = this.state;
    showFiles(byId("both"), all.filter(Boolean).map((each) => ({
      name: text(each.name),
      code: String(list(each.hand_ins).filter((file) => file.exercise === exercise).at(-1)?.code ?? each.drafts?.[exercise]?.code ?? ""),
    })));
    byId("files").showModal();
  }

  #openRacing() {
    this.puzzles.setTask(this.taskOf(this.state.exercise));
    byId("racing-puzzle").append(byId("puzzle-choice"));
    byId("racing").showModal();
  }

  #buttons() {
    const exercise = () => this.state.exercise;
    const actions = {
      exercise: () => this.list.open(exercise(), [], []),
      next: () => this.#next(),
      freeze: () => this.#set({ frozen: !this.state.frozen }),
      "show-joining": () => this.#openJoining(),
      "joining-close": () => byId("joining").close(),
      "show-racing": () => this.#openRacing(),
      "racing-close": () => byId("racing").close(),
      race: () => this.guests.race(exercise(), this.puzzles, () => this.#files(exercise()), (race) => this.race.show(race)),
      "files-close": () => byId("files").close(),
      "check-all": () => this.guests.check(exercise(), null, () => this.#files(exercise())),
      stop: () => this.guests.stop(),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).onclick = action;
    byId("result-files").append(
      ...Object.entries(RESULTS).map(([ending, name]) => button(name, () => this.#save(`results/${exercise()}.${ending}`, `${exercise()}.${ending}`))),
      button("The files, in the form for plugins grade", () => this.#save("files.zip", "files.zip")));
    byId("result-files").onclick = () => (byId("results").open = false);
    byId("note").onsubmit = (event) => {
      event.preventDefault();
      this.#set({ note: byId("note-text").value });
    };
    byId("similar").ontoggle = () => this.#similar();
    byId("names").onchange = ({ target }) => this.mistakes.name(target.checked);
    byId("race-numbers").onchange = ({ target }) => this.race.name(!target.checked);
    for (const wish of ["order", "filter"]) byId(wish).onchange = ({ target }) => {
      this.table[wish] = target.value;
      this.#draw();
    };
  }
}

/** @type {number | undefined} */
let silence;

/** Say a sentence about what went wrong, over whatever is open. */
function tell(words) {
  const said = byId("said");
  (document.querySelector("dialog[open]") ?? document.body).append(said);
  say(said, words);
  clearTimeout(silence);
  silence = setTimeout(() => say(said, ""), SAID);
}

function refuse() {
  document.body.dataset.state = "failed";
  byId("room").hidden = true;
  for (const each of document.querySelectorAll("header .buttons, header form")) each.remove();
  say(byId("doing"), word("Open the address that the program printed."));
}

/** Take the secret out of the address, which is on the projector; it stays in this tab. */
function secretOf() {
  const given = location.hash.slice(1);
  if (given) sessionStorage.setItem("class-secret", given);
  if (given) history.replaceState(null, "", location.pathname);
  return given || sessionStorage.getItem("class-secret");
}

async function start() {
  keepTheme(theme());
  const secret = secretOf();
  if (!secret) {
    refuse();
    return;
  }
  const files = [json("site.json"), json(pageOf("lessons.json")), json(pageOf("exercises.json"))];
  const [settings, lessons, exercises] = await Promise.all(files);
  new Teacher(secret, settings, lessons, exercises);
}

start();
