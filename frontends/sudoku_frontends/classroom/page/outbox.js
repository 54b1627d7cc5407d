/**
 * The items for the teacher's computer. They wait in this browser until they are there: without a network,
 * across reloads, and in several tabs of one pupil.
 *
 * Each item has a name of its own, so no tab writes over what another one added: `unsent:draft:EXERCISE`
 * {place, at}, `unsent:claim:EXERCISE`, `unsent:hand_in:TIME:TOKEN` {exercise, code, name, token}, and
 * `unsent:later:EXERCISE:TOKEN`, the claim of the check of a hand-in, which goes after it. The server knows a hand-in
 * by its token, also if it comes twice.
 */

import { ask } from "./news.js";
import { draft, kept, keep, keptNames } from "playground/drafts.js";

/** Milliseconds: a draft goes after so much rest, and at the latest after so much typing. */
const REST = 1000;
const TYPING = 2000;

/** Milliseconds between two attempts while something is in the way: the first pause, and the longest. */
const SHORTEST = 1000;
const LONGEST = 30_000;

/** Milliseconds after which a request that has no answer is given up. */
export const PATIENCE = 10_000;

/** Nobody may hand in now. */
const FROZEN = 423;

/** Other items would fare no better now: there is no connection, time or room, or hand-ins, which come last, must wait. */
const FOR_ALL = new Set([0, FROZEN, 429, 503, 507]);

const REFUSED_KEY = 401;

/** Whether an item may be sent later, after an answer with this status; 0: there was none. */
const isInTheWay = (status) => FOR_ALL.has(status) || status >= 500;

/** Return a name of a file that the server takes. */
export const fileName = (name) => `${name.replace(/\.py$/, "").replace(/\W/g, "_").replace(/^(?=\d|$)/, "_").slice(0, 57)}.py`;

export class Outbox {
  /** Nothing is sent before this is there. @type {Promise<void>} */ ready = Promise.resolve();

  /** Why the last attempt was in vain: words of the server, or "" for no connection; null: it was not. @type {string | null} */
  trouble = null;

  /**
   * @param {{key: string, prefix: string}} me
   * @param {{onChange: () => void,
   *   onRefused: (item: any, what: string) => void, onGone: () => void}} actions
   */
  constructor(me, actions) {
    this.me = me;
    this.actions = actions;
    this.start = `${me.prefix}unsent:`;
    this.pause = SHORTEST;
    this.notBefore = 0;
  }

  /** The items that wait, by their names. */
  get waiting() {
    return keptNames(this.start);
  }

  /** Whether a hand-in for the `exercise` waits. */
  hasHandIn(exercise) {
    return this.#handIns(exercise).length > 0;
  }

  #handIns(exercise) {
    return keptNames(`${this.start}hand_in:`).map(kept).filter((item) => item.exercise === exercise);
  }

  /** Note that the draft at `place` for an `exercise` has changed. */
  draft(place, exercise) {
    keep(`${this.start}draft:${exercise}`, { place, at: Date.now() });
    this.since ??= Date.now();
    this.#later(Math.min(REST, Math.max(0, this.since + TYPING - Date.now())));
    this.actions.onChange();
  }

  /** Send what a check has found; `token`: of the hand-in that was checked. @param {string | null} token */
  claim(exercise, claim, token) {
    keep(`${this.start}${token ? `later:${exercise}:${token}` : `claim:${exercise}`}`, { claim, ...(token && { token }) });
    this.#later(0);
  }

  /** Hand in a file, and return its token; null if it waits already. */
  handIn(exercise, { code, name }) {
    if (this.#handIns(exercise).some((item) => item.code === code)) return null;
    const token = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    keep(`${this.start}hand_in:${Date.now()}:${token}`, { exercise, code, name: fileName(name), token });
    this.#later(0);
    this.actions.onChange();
    return token;
  }

  /** Try at once: something that was in the way is over. */
  wake() {
    this.notBefore = 0;
    this.pause = SHORTEST;
    this.#later(0);
  }

  stop() {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  #later(milliseconds) {
    if (this.isOver) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), Math.max(milliseconds, this.notBefore - Date.now()));
  }

  /** Send what waits; later again what could not be sent. */
  send() {
    this.sending ??= this.#sendAll().finally(() => {
      this.sending = null;
      this.actions.onChange();
      if (this.waiting.length) this.#later(this.notBefore > Date.now() ? 0 : REST);
    });
    return this.sending;
  }

  async #sendAll() {
    await this.ready;
    this.since = undefined;
    let trouble = null;
    let hold = -1;
    for (const name of this.waiting) {
      const [status, what, seconds] = await this.#deliver(name);
      if (this.isOver) return;
      if (status === REFUSED_KEY) return this.actions.onGone();
      if (!isInTheWay(status)) continue;
      hold = Math.max(hold, seconds);
      if (status !== FROZEN) trouble = what;
      if (FOR_ALL.has(status)) break;
    }
    this.trouble = trouble;
    this.notBefore = hold < 0 ? 0 : Date.now() + Math.max(1000 * hold, this.pause * (0.75 + Math.random() / 2)); // a whole class comes back at once
    this.pause = hold < 0 ? SHORTEST : Math.min(2 * this.pause, LONGEST);
  }

  /** Send the item called `name`, and forget it where the server has settled it; return status, the server's words, seconds to wait. */
  async #deliver(name) {
    const item = kept(name);
    const [kind, exercise] = name.slice(this.start.length).split(":");
    const request = item && REQUESTS[kind](exercise, item);
    if (!request) {
      keep(name, null); // another tab has sent it, or it was thrown away
      return [204, "", 0];
    }
    const [path, method, body] = request;
    const sent = `${this.me.prefix}sent:${exercise}`;
    if (kind === "draft") keep(sent, [kept(sent)?.[0] ?? null, body.code]);
    const [status, answer, seconds] = await this.#ask(path, { method, body });
    if (isInTheWay(status) || status === REFUSED_KEY) return [status, answer.what ?? "", seconds];
    const isSettled = kind !== "draft" || REQUESTS.draft(exercise, item)?.[2].code === body.code; // else more was typed meanwhile
    if (isSettled) keep(name, null);
    if (status >= 400) this.actions.onRefused({ exercise, ...item, ...body }, answer.what ?? `${status}`);
    else if (kind === "draft") keep(sent, [body.code]);
    return [status, "", 0];
  }

  async #ask(path, options) {
    try {
      const answer = await ask(path, this.me.key, { ...options, signal: AbortSignal.timeout(PATIENCE) });
      const text = await answer.text();
      return [answer.status, text ? JSON.parse(text) : {}, Number(answer.headers.get("Retry-After") ?? 0)];
    } catch {
      return [0, {}, 0];
    }
  }
}

/** Path, method and body by the kind of an item; null: there is nothing to send. */
const REQUESTS = {
  draft(exercise, { place }) {
    const work = draft(place);
    return work && [`class/drafts/${exercise}`, "PUT", { code: work.code, name: fileName(work.name) }];
  },
  claim: (exercise, found) => [`class/claims/${exercise}`, "PUT", found],
  later: (exercise, found) => [`class/claims/${exercise}`, "PUT", found],
  hand_in: (_, { exercise, ...body }) => [`class/hand_ins/${exercise}`, "POST", body],
};
