/** Pupils' code at work: in guests on the laptop, or, where it runs no foreign code, in this browser's Python. */

import { NoAnswer, Python } from "playground/python.js";
import { StateLine } from "playground/state_line.js";

export class Guests {
  /** @type {Python | undefined} */ python;
  /** Whether the laptop runs them. */
  isHere = true;
  /** Of the hidden boards. @type {string | undefined} */ seed;

  /**
   * @param {any} settings as in site.json
   * @param {(path: string, method?: string, body?: any) => Promise<any>} server
   * @param {(id: string) => any} taskOf the exercise with this id
   * @param {(words: string) => void} say
   * @param {() => void} onReady after something was done in this browser
   */
  constructor(settings, server, taskOf, say, onReady) {
    this.settings = settings;
    this.server = server;
    this.taskOf = taskOf;
    this.say = say;
    this.onReady = onReady;
    this.line = new StateLine(() => false);
  }

  stop() {
    this.round = undefined;
    this.python?.stop();
  }

  /**
   * Return how the playground's Run answers for a pupil's file; null if there is no answer.
   * @param {{pupil: number, exercise: string, version: "draft" | number, code: string, name: string}} file
   * @param {{puzzle: string, title: string}} on
   */
  film({ pupil, exercise, version, code, name }, { puzzle, title }) {
    const { against, marks } = this.taskOf(exercise);
    const company = against ? "singles" : "all";
    if (this.isHere) return this.server(`films/${pupil}`, "POST", { exercise, version, puzzle, company });
    return this.#ask({ task: "run", source: code, name, puzzle, title, marks, company });
  }

  /**
   * Have the last hand-ins of these `pupils` for an exercise checked again; all of them for null.
   * @param {string} exercise  @param {number[] | null} pupils  @param {() => Promise<any[]>} files {number, name, code} of each
   */
  async check(exercise, pupils, files) {
    if (this.isHere) {
      await this.server("checks", "POST", { exercise, pupils });
      return;
    }
    const { against } = this.taskOf(exercise);
    for (const { number, name, code } of await files()) {
      const answer = await this.#ask({ task: "check", source: code, name, against, hidden_seed: this.seed });
      if (!answer) return;
      await this.server(`verdicts/${number}`, "POST", { verdict: verdictOn(answer) });
    }
  }

  /**
   * Let files race on a puzzle; `show` is told how it goes on, where this browser runs them.
   * @param {string} exercise  @param {{puzzle: string, title: string}} on
   * @param {() => Promise<any[]>} files {pupil, name, code} of each
   * @param {(race: object) => void} show
   */
  async race(exercise, { puzzle, title }, files, show) {
    if (this.isHere) {
      await this.server("race", "POST", { exercise, puzzle });
      return;
    }
    const round = (this.round = {});
    const given = await files();
    /** @type {any[]} */ const lanes = given.map(({ pupil }) => ({ pupil, state: "waiting" }));
    const { marks } = this.taskOf(exercise);
    const tell = (done) => show({ lanes, done });
    for (const [place, { code, name }] of given.entries()) {
      if (this.round !== round) return;
      lanes[place].state = "running";
      tell(false);
      const answer = await this.#ask({ task: "run", source: code, name, puzzle, title, marks, company: "singles" });
      Object.assign(lanes[place], laneOf(answer));
    }
    tell(true);
  }

  /** Ask this browser's Python, which begins with the first request, and anew after each: a pupil's file may change it, and so the verdict on the next one. */
  async #ask(request) {
    this.python ??= new Python(this.settings, (state) => {
      this.line.show(state);
      if (state.is === "ready") this.onReady();
    });
    try {
      const answer = await this.python.ask(request);
      this.python.stop();
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (!error.isReplaced) this.say(error.message);
      return null;
    }
  }
}

/** Return the answer to a check as the server keeps verdicts. */
function verdictOn({ passed, reports = [], problems }) {
  const findings = reports.flatMap((report) => report.findings);
  const hidden = findings.filter(({ check }) => check.startsWith("hidden_"));
  const made = findings.filter(({ state }) => state === "passed" || state === "failed");
  return {
    passed,
    remark: [...problems.map(({ what }) => what), ...reports.map(({ summary }) => summary)].join(" "),
    advice: findings.filter(({ state }) => state === "failed").map(({ advice }) => advice).join(" "),
    checks: made.map(({ check, state, why }) => ({ check, ok: state === "passed", why })),
    hidden: hidden.length ? (hidden.some(({ state }) => state === "failed") ? "failed" : "passed") : "",
  };
}

/** Return the answer to a run as a lane of a race has it. */
function laneOf(answer) {
  const { problems = [], faults = [], own = [], film, outcome, seconds } = answer ?? {};
  const [fault] = [...faults.map(({ why }) => why), ...problems.map(({ what }) => what)];
  if (!film || fault || !own.length) return { state: "failed", problem: fault ?? "" };
  return {
    state: outcome === "solved" ? "solved" : "stopped",
    steps: own.reduce((sum, { steps }) => sum + steps, 0),
    cells: film.puzzles[0].moments.reduce((sum, { digits }) => sum + digits.length, 0),
    milliseconds: 1000 * seconds,
  };
}
