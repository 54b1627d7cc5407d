/** Python as the page sees it: requests with answers, a stop, and limits of time. */

import { word } from "player/elements.js";

/** Why a request has no answer; `isReplaced`: because of a later one. */
export class NoAnswer extends Error {
  constructor(why, isReplaced = false) {
    super(why);
    this.isReplaced = isReplaced;
  }
}

/** The messages while the worker loads something. */
const STAGES = { python: word("Loading Python …"), strategies: word("Loading the strategies …") };

/** The tasks that are long without news. */
const HAS_NO_NEWS = new Set(["why", "prove", "play", "practise", "make"]);

/** The service worker's answer for a file of a newer version. */
const NEWER = /: 409 /;

/** Milliseconds by which a timer is late only if the page, or the computer, was asleep. */
const SLEPT = 2000;

/** How browsers say that no WebAssembly may run: it is switched off, or a policy forbids it. */
const FORBIDDEN = /WebAssembly.*(not defined|refused|violates|blocked)|variable: WebAssembly/i;

export class Python {
  /** @type {Worker | undefined} */ worker;
  /** @type {number | undefined} */ limit;
  /** @type {number | undefined} */ silence;

  /**
   * @param {{pyodide: string, packs: object, limits: {silence: number, altogether: number}}} settings as in site.json; Python is ended if nothing is heard of it for
   *   `limits.silence` seconds, or if a request takes `limits.altogether`
   * @param {(state: {is: "loading"|"ready"|"busy"|"failed", what: string, done: number|null}) => void} onState
   */
  constructor(settings, onState) {
    this.settings = settings;
    this.onState = onState;
    this.current = null;
    this.queue = [];
    addEventListener("online", () => this.#startAfterFailure());
    this.#start();
  }

  /**
   * Return a promise of the answer to `request`. Requests wait until Python is ready and has
   * answered those before; one that waits is replaced by a later one for the same task. If Python
   * could not be loaded, it is tried again.
   */
  ask(request) {
    return new Promise((resolve, reject) => {
      this.#forget((other) => other.request.task === request.task);
      this.queue.push({ request, resolve, reject });
      this.#startAfterFailure();
      this.#send();
    });
  }

  /** End what Python does, at once, and start it anew. */
  stop(why = new NoAnswer(word("Stopped."))) {
    this.worker?.terminate();
    const ended = this.#settle();
    this.#forget(() => true);
    this.#start();
    ended?.reject(why);
  }

  #startAfterFailure() {
    if (this.hasFailed) this.#start();
  }

  #start() {
    this.isReady = false;
    this.hasFailed = false;
    if (typeof WebAssembly === "undefined") {
      this.#fail("WebAssembly is not defined");
      return;
    }
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    // The last messages of an ended worker are not news of the next worker.
    worker.onmessage = ({ data }) => this.worker === worker && this.#hear(data);
    worker.onerror = (event) => this.worker === worker && this.#fail(event.message || word("the page's worker did not start"));
    worker.postMessage({ start: { ...this.settings, language: document.documentElement.lang } });
    this.onState({ is: "loading", what: word("Loading Python …"), done: null });
  }

  #send() {
    if (!this.isReady || this.current || !this.queue.length) return;
    this.current = this.queue.shift();
    this.worker?.postMessage({ request: this.current.request });
    const { altogether } = this.settings.limits;
    this.#await("limit", altogether, word("It took longer than {n} seconds", { n: altogether }));
    this.#heard(word("it began"), null);
  }

  #hear(message) {
    if (message.ready) {
      this.isReady = true;
      this.onState({ is: "ready", what: word("Ready"), done: null });
      this.#send();
    } else if (message.stage) {
      this.onState({ is: "loading", what: STAGES[message.stage], done: null });
    } else if (message.failed) {
      this.#fail(message.failed);
    } else if (message.answer) {
      this.#answered(message);
    } else if (this.current) {
      this.#heard(message.what, message.done);
    }
  }

  #answered({ answer, isFull }) {
    const ended = this.#settle();
    if (isFull) {
      this.worker?.terminate();
      this.#start();
    } else {
      this.onState({ is: "ready", what: word("Ready"), done: null });
      this.#send();
    }
    ended?.resolve(answer);
  }

  #heard(what, done) {
    const { altogether, silence: usual } = this.settings.limits;
    const silence = HAS_NO_NEWS.has(this.current?.request.task) ? altogether : usual;
    const words = word("No sign of progress for {silence} seconds (the last one: {what})", { silence, what });
    this.#await("silence", silence, words);
    this.onState({ is: "busy", what, done });
  }

  /** End Python after `seconds`, for this reason, unless `timer` is set anew: as long as the page sleeps, they do not count. */
  #await(timer, seconds, why) {
    clearTimeout(this[timer]);
    const due = Date.now() + 1000 * seconds;
    const act = () => (Date.now() > due + SLEPT ? this.#await(timer, seconds, why) : this.#late(why));
    this[timer] = setTimeout(act, 1000 * seconds);
  }

  #late(why) {
    const isOurs = HAS_NO_NEWS.has(this.current?.request.task);
    this.stop(new NoAnswer(`${why}. ${isOurs ? word("Python was stopped.") : word("Does a loop in your code never end? Python was stopped.")}`));
  }

  /** Python itself broke: if it was ready it is started anew, else requests wait until it can be loaded. */
  #fail(why) {
    if (this.isReady) {
      this.stop(new NoAnswer(`${word("Python broke down and was started again")}: ${why}`));
      return;
    }
    this.worker?.terminate();
    this.hasFailed = true;
    const from = new URL(this.settings.pyodide, location.href).href;
    let what = word("Python could not be loaded from {from}: {why}. Check the internet connection, then try again.", { from, why });
    if (FORBIDDEN.test(why)) what = word("This browser does not let Python run: it forbids WebAssembly. Everything that needs no Python still works.");
    else if (NEWER.test(why)) what = word("Python belongs to a newer version of this site: load it with Reload, above.");
    this.onState({ is: "failed", what, done: null });
  }

  #settle() {
    clearTimeout(this.limit);
    clearTimeout(this.silence);
    const ended = this.current;
    this.current = null;
    return ended;
  }

  /** Drop the waiting requests that `isDropped` names. */
  #forget(isDropped) {
    for (const { reject } of this.queue.filter(isDropped)) reject(new NoAnswer(word("Replaced."), true));
    this.queue = this.queue.filter((each) => !isDropped(each));
  }
}
