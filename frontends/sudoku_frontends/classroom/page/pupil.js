/**
 * The pupil's side of a class, in the Write room: drafts go to the teacher's computer, the exercise and the
 * teacher's words come from there, and work is handed in.
 */

import { goToTheDoor, whoIsHere } from "./join.js";
import { ask, listen } from "./news.js";
import { Outbox, PATIENCE } from "./outbox.js";
import { draft, keep, keepDraft, keepFor, kept, keptNames } from "playground/drafts.js";
import { button, byId, counted } from "playground/elements.js";
import { html, say, showIf, word } from "player/elements.js";

/** Milliseconds for which leaving waits until everything is sent. */
const FAREWELL = 4000;

/** How much of a check's words goes along: the teacher's page shows them in a table. */
const MOST_CHECKS = 40;
const MOST_LETTERS = 200;

/** Let a person join, and return the pupil of this `page`, the Playground, from now on. */
export async function joined(page) {
  const me = await whoIsHere((before) => {
    keepFor(before.prefix);
    return leave(before, new Outbox(before, { onChange() {}, onRefused() {}, onGone() {} }));
  });
  keepFor(me.prefix);
  return new Pupil(page, me);
}

/** Forget in this browser who wrote and what, once it is sent; return whether the pupil wants that. */
async function leave(me, outbox) {
  if (!confirm(word("Leave the class on this device? To come in again as {name}, your teacher must let you in.", { name: me.name }))) return false;
  outbox.wake();
  await Promise.race([outbox.send(), new Promise((resolve) => setTimeout(resolve, FAREWELL))]);
  if (outbox.waiting.length && !confirm(word("Not everything is on the teacher's computer yet. If you leave now, it is lost. Leave anyway?"))) return false;
  outbox.stop();
  keep("class", null);
  for (const name of keptNames(me.prefix)) keep(name, null);
  return true;
}

class Pupil {
  /** As in the event `state` of the news. @type {any} */ state = { comments: [], given_back: {}, hand_ins: {} };
  /** Whether the news come; undefined: the page has not heard yet. @type {boolean | undefined} */ isConnected;

  constructor(page, me) {
    this.page = page;
    this.me = me;
    this.outbox = new Outbox(me, {
      onChange: () => this.#tell(),
      onRefused: (item, what) => this.#refused(item, what),
      onGone: () => this.#gone(),
    });
    this.outbox.ready = this.#compare().catch(() => {}); // without a connection this browser's drafts are those that count
    this.#build();
    addEventListener("draft-kept", (event) => {
      const place = /** @type {CustomEvent} */ (event).detail;
      this.outbox.draft(place, draft(place).task);
    });
    addEventListener("storage", () => {
      if (kept("class")?.key === me.key) this.#tell();
      else this.#end(() => location.reload()); // in another tab somebody has left
    });
    this.silence = listen("class/news", me.key, { state: (state) => this.#hear(state) }, (isConnected, status) => {
      if (status === 401) return this.#gone();
      this.isConnected = isConnected;
      if (isConnected) this.outbox.wake();
      this.#tellPlace();
      this.#tell();
    });
  }

  /** The exercise that is open. */
  get exercise() {
    return this.page.task.id;
  }

  /** The page has opened another exercise. */
  opened() {
    const { exercise, page, me } = this;
    if (page.place === exercise && !draft(exercise) && kept(`${me.prefix}sent:${exercise}`)) page.changed(); // it begins again: there, too
    page.editor.isReadOnly = Boolean(this.state.frozen);
    this.#tellPlace();
    this.#tell();
  }

  /** Tell the teacher what is open; without a connection, later. */
  #tellPlace() {
    if (this.isConnected) ask(`class/places/${this.exercise}`, this.me.key, { method: "PUT" }).catch(() => {});
  }

  /** The page has checked `work`. */
  checked(work, answer) {
    const last = kept(`${this.me.prefix}handed:${work.task}`);
    if (answer) this.outbox.claim(work.task, claimOf(answer), last?.code === work.code ? last.token : null);
  }

  /** Hand the code in at once, then check it where Python can run. */
  #handIn() {
    const { page } = this;
    const { work } = page;
    const token = this.outbox.handIn(work.task, work);
    if (token) keep(`${this.me.prefix}handed:${work.task}`, { code: work.code, token });
    if (!page.python.hasFailed && page.codeInCheck !== work.code) page.check();
  }

  #hear(state) {
    const isThawed = this.state.frozen && !state.frozen;
    this.state = state;
    if (isThawed) this.outbox.wake();
    this.page.editor.isReadOnly = state.frozen;
    for (const id of ["again", "open"]) byId(id).disabled = state.frozen;
    if (state.exercise && !kept(`${this.me.prefix}followed`)) this.#follow();
    this.#tell();
  }

  /** Open the exercise that the teacher has set. */
  #follow() {
    keep(`${this.me.prefix}followed`, true);
    this.#open(this.state.exercise);
  }

  /** Open an exercise; without a connection nothing happens, and its button stays. */
  async #open(exercise) {
    await this.page.loadTasks().catch(() => {});
    if (!this.page.tasks.has(exercise)) return;
    this.page.prove(false);
    this.page.open(exercise);
  }

  /** Check whether another device has written since: the newer draft counts, the older one is kept next to it. */
  async #compare() {
    const answer = await ask("class/drafts", this.me.key, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    const clockOfServer = Date.parse(answer.headers.get("Date") ?? "") || Date.now();
    const late = clockOfServer - Date.now();
    await this.page.loadTasks();
    for (const [exercise, { code, name, changed }] of Object.entries(await answer.json())) {
      const mine = draft(exercise);
      const sent = `${this.me.prefix}sent:${exercise}`;
      if (!this.page.tasks.has(exercise) || mine?.code === code || kept(sent)?.includes(code)) continue;
      const unsent = kept(`${this.me.prefix}unsent:draft:${exercise}`);
      const theirs = { code, name, task: exercise, puzzle: this.page.tasks.get(exercise).puzzle };
      const isMineNewer = mine && unsent && unsent.at + late > 1000 * changed;
      keep(sent, [code]);
      if (mine) this.#putAside(isMineNewer ? theirs : mine, word("another device"));
      if (!isMineNewer) {
        keepDraft(exercise, theirs);
        if (this.page.place === exercise) this.page.open(exercise);
      }
      if (mine) this.#warn(word("{name} was changed on another device, too. You see the newer version; the older one is in the list of exercises.", { name: this.page.tasks.get(exercise).name }));
    }
  }

  /** Keep work among what came from elsewhere. */
  #putAside(work, from) {
    keep(`${this.me.prefix}draft:file:${Date.now()}`, { ...work, from, first: work.code });
  }

  #refused({ exercise, code, name, token }, what) {
    if (token) this.#putAside({ code, name, task: exercise, puzzle: this.page.tasks.get(exercise)?.puzzle ?? "" }, word("a refused hand-in"));
    const about = this.page.tasks.get(exercise)?.name ?? exercise;
    this.#warn(`${word("The teacher's computer does not accept this")} (${about}): ${what}`);
  }

  /** Say something that a person should not miss; it stays until it is put away. */
  #warn(words) {
    const line = html("p", {}, `${words} `, button("OK", () => line.remove()));
    byId("class-warnings").append(line);
  }

  #end(then) {
    this.outbox.stop();
    this.silence();
    then();
  }

  #gone() {
    this.#end(() => goToTheDoor(this.me));
  }

  #build() {
    const { name } = this.me;
    const leaves = html("button", { type: "button", id: "class-leave" }, word("Not {name}? Leave", { name }));
    leaves.onclick = async () => (await leave(this.me, this.outbox)) && location.reload();
    const status = (id) => html("p", { id, role: "status", hidden: true });
    const next = html("button", { type: "button", class: "main" });
    next.onclick = () => this.#follow();
    const bar = html("section", { id: "class", "aria-label": "Class" },
      html("div", { class: "row" }, html("strong", {}, name), html("span", { class: "space" }, html("span", { id: "class-saved", role: "status" }), " ", html("span", { id: "class-handed", role: "status" })), leaves),
      status("class-frozen"), status("class-note"),
      html("div", { id: "class-next", class: "row", hidden: true }, html("span", { role: "status" }), next),
      html("div", { id: "class-warnings", role: "alert" }));
    document.querySelector("body > main")?.before(bar);
    byId("stop").after(button("Hand in", () => this.#handIn(), { id: "hand-in", class: "main" }));
    byId("link").hidden = true; // the link leads to the teacher's computer
    byId("messages").before(html("section", { id: "class-comments", "aria-label": "Comments of your teacher", "aria-live": "polite" }));
  }

  /** Say how things stand. */
  #tell() {
    const { exercise, state, page } = this;
    const [saved, words] = this.#saved();
    say(byId("class-saved"), words);
    byId("class-saved").className = saved;
    say(byId("class-handed"), this.#handed());
    say(byId("class-frozen"), state.frozen ? word("Your teacher has stopped all editors for now. What you wrote is kept.") : "");
    say(byId("class-note"), state.note ?? "");
    const name = page.tasks.get(state.exercise)?.name ?? state.exercise;
    const isSet = Boolean(state.exercise);
    showIf(isSet ? exercise !== state.exercise : state.exercise === "", byId("class-next"));
    say(byId("class-next").firstChild, isSet ? word("Your teacher has set: {name}", { name }) : word("Your teacher has set no exercise yet. Until then, write what you like."));
    showIf(isSet, byId("class-next").lastChild);
    byId("class-next").lastChild.textContent = word("Go there");
    this.#tellComments();
  }

  /** Return the words about the drafts, with their kind. */
  #saved() {
    const { trouble, waiting } = this.outbox;
    if (waiting.length && trouble) return ["unsent", `${word("Not sent yet. It is kept here and sent later. The teacher's computer says")}: ${trouble}`];
    if (waiting.length && (trouble === "" || this.isConnected === false)) return ["unsent", word("Not sent yet: no connection. It is kept here and sent later.")];
    if (this.isConnected === undefined) return ["", ""];
    if (!this.isConnected) return ["unsent", word("No connection. Your work is kept here and sent later.")];
    return [waiting.length ? "saving" : "saved", word("Saved on the teacher's computer")];
  }

  /** Return the words about the last hand-in for the exercise. */
  #handed() {
    const { exercise, state } = this;
    if (this.outbox.hasHandIn(exercise)) {
      if (state.frozen) return word("Your work is handed in as soon as your teacher lets you go on.");
      return this.isConnected && this.outbox.trouble === null ? word("Handing in …") : word("Not handed in yet: it waits for the connection.");
    }
    const last = state.hand_ins[exercise];
    if (!last) return "";
    const back = state.given_back[exercise];
    if (back >= last.at) return word("Your teacher gave it back at {time}: change it, then hand in again.", { time: clock(back) });
    const verdict = last.verdict ? `: ${last.verdict === "passed" ? word("passed") : word("not passed")}` : "";
    return word("Handed in, {time}", { time: clock(last.at) }) + verdict;
  }

  #tellComments() {
    const { exercise, state, page } = this;
    const here = state.comments.filter((each) => each.exercise === exercise);
    const shown = JSON.stringify([exercise, state.comments]);
    if (shown === this.shown) return;
    this.shown = shown;
    const words = word("Your teacher");
    page.editor.note(here.map(({ line, text }) => ({ line, text: `${words}: ${text}` })));
    const others = [...new Set(state.comments.map((each) => each.exercise))].filter((each) => each !== exercise);
    byId("class-comments").replaceChildren(
      ...here.map(({ line, text }) => html("p", {}, ...(line ? [this.#lineButton(line), " "] : []), html("strong", {}, `${words}: `), text)),
      ...others.map((each) => {
        const n = state.comments.filter((comment) => comment.exercise === each).length;
        const to = html("button", { type: "button" }, counted(n, "1 comment on {name}", "{n} comments on {name}", { name: page.tasks.get(each)?.name ?? each }));
        to.onclick = () => this.#open(each);
        return html("p", {}, to);
      }),
    );
  }

  #lineButton(line) {
    const made = html("button", { type: "button", class: "line" }, `${word("line")} ${line}`);
    made.onclick = () => this.page.editor.goTo(line);
    return made;
  }
}

/** Return the time of day of a time of the server, in seconds. */
const clock = (seconds) => new Date(1000 * seconds).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Return what the teacher's page is told of the answer to a check. */
function claimOf({ passed, isOpen = false, reports = [], problems = [] }) {
  const short = (text) => (text ?? "").slice(0, MOST_LETTERS);
  const isPlain = (state) => state === "passed" || state === "left out";
  return {
    passed: Boolean(passed),
    is_open: isOpen,
    id: reports[0]?.id ?? "",
    name: short(reports[0]?.name),
    checks: reports.flatMap(({ findings }) => findings).slice(0, MOST_CHECKS).map(({ check, state, about, why, line }) => ({
      check, state, about: short(about), why: isPlain(state) ? "" : short(why), line: line ?? null,
    })),
    problems: problems.slice(0, MOST_CHECKS).map(({ what, line }) => ({ what: short(what), line: line ?? null })),
  };
}
