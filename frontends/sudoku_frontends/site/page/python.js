/** Python as the page sees it: requests with answers, a stop, and limits of time. */

import { word } from "player/elements.js";

/** Why a request has no answer; `isReplaced`: because of a later one; `isWanted`: a person stopped it. */
export class NoAnswer extends Error {
  constructor(why, { isReplaced = false, isWanted = false } = {}) {
    super(why);
    this.isReplaced = isReplaced;
    this.isWanted = isWanted;
  }
}

/** The messages while the worker loads something. */
const STAGES = { python: word("Loading Python …"), strategies: word("Loading the strategies …") };

/** The tasks that run none of a pupil's code, and may be long without a sign of life. */
const IS_OURS = new Set(["why", "prove", "play", "practise", "make"]);

/** Why Python may stand still in a pupil's code. */
const BUSY = word("Either one call in your code takes very long, or this computer is too busy: then it is not your fault. Try again.");

/** The service worker's answer for a file of a newer version. */
const NEWER = /: 409 /;

/** The seconds of a request for each that Python may work: a busy computer has little time for it. */
const PATIENCE = 10;

/** How browsers say that no WebAssembly may run: it is switched off, or a policy forbids it. */
const FORBIDDEN = /WebAssembly.*(not defined|refused|violates|blocked)|variable: WebAssembly/i;

export class Python {
  /** @type {Worker | undefined} */ worker;
  /** @type {number | undefined} */ timer;
  /** Seconds of the current request: as Python began, without a step, altogether. */ begun = 0;
  quiet = 0;
  lasted = 0;

  /**
   * @param {{pyodide: string, packs: object, limits: {silence: number, altogether: number}}} settings as in site.json; Python is ended if it makes no step for
   *   `limits.silence` seconds, or if it works on a request for `limits.altogether`
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
  stop(why = new NoAnswer(word("Stopped."), { isWanted: true })) {
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
    this.#heard({ what: word("it began"), done: null });
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
      this.isLoading = message.loads;
      if ("worked" in message) this.#works(message.worked);
      if (message.what) this.#heard(message);
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

  #heard({ what, done }) {
    this.what = what;
    this.onState({ is: "busy", what, done });
  }

  /** Python has worked for so many seconds in its life. */
  #works(seconds) {
    const { altogether } = this.settings.limits;
    this.quiet = 0;
    if (this.timer === undefined) {
      [this.begun, this.lasted] = [seconds, 0];
      this.timer = setInterval(() => this.#tick(), 1000);
    }
    if (seconds - this.begun <= altogether) return;
    this.#end(word("Python worked on it for more than {n} seconds, and was stopped.", { n: altogether }), word("Does a loop in your code never end?"));
  }

  /** Count a second; while Python loads something, or the page sleeps, none is counted. */
  #tick() {
    if (this.isLoading) return;
    const { altogether, silence: usual } = this.settings.limits;
    const [silence, longest] = [this.#isOurs ? altogether : usual, PATIENCE * altogether];
    this.quiet += 1;
    this.lasted += 1;
    if (this.quiet > silence) this.#end(word("Python made no step for {n} seconds, and was stopped. Its last news: {what}.", { n: silence, what: this.what }), BUSY);
    else if (this.lasted > longest) this.#end(word("Python was not done after {n} seconds, and was stopped.", { n: longest }), BUSY);
  }

  get #isOurs() {
    return IS_OURS.has(this.current?.request.task);
  }

  /** End what Python does; `cause`: what may be at fault where a pupil's code runs. */
  #end(why, cause) {
    this.stop(new NoAnswer(this.#isOurs ? why : `${why} ${cause}`));
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
    clearInterval(this.timer);
    this.timer = undefined;
    this.isLoading = false;
    const ended = this.current;
    this.current = null;
    return ended;
  }

  /** Drop the waiting requests that `isDropped` names. */
  #forget(isDropped) {
    for (const { reject } of this.queue.filter(isDropped)) reject(new NoAnswer(word("Replaced."), { isReplaced: true }));
    this.queue = this.queue.filter((each) => !isDropped(each));
  }
}
