/** The dialog with what one can write: a strategy of one's own, the course, all other exercises. */

import { button, byId } from "./elements.js";
import { html, word } from "player/elements.js";

/** The task of a person's own strategy. */
export const OWN = "own";

/** The parts of the list by what its tasks say of themselves, each with its title. */
const PARTS = {
  techniques: word("The course, part 1: techniques, in this order"),
  algorithms: word("The course, part 2: algorithms, in this order"),
  rule: word("Rules of variants, in this order"),
  ...Object.fromEntries(["easy", "medium", "hard", "unfair", "extreme"].map((level) => [level, `${word("More")}: ${word(level)}`])),
};

/** Return the first task of a part that is not passed; undefined if all are. */
export const nextTask = (tasks, part, passed) =>
  tasks.find((task) => task.part === part && !passed.includes(task.id));

/** Return the task of a person's own strategy: {id, name, file, puzzle, marks, against, …} */
export const ownTask = (starter) => ({ id: OWN, name: word("My own strategy"), ...starter, marks: "auto", against: null });

export class ExerciseList {
  /** @param {Map} tasks  @param {(id: string) => void} choose */
  constructor(tasks, choose) {
    this.tasks = tasks;
    this.choose = choose;
    this.dialog = byId("exercises");
    byId("exercises-close").onclick = () => this.dialog.close();
  }

  /**
   * Open the list; `current` is marked, those in `passed` have a tick, and the next of each part is named.
   * `brought`: what came from links and files, as in drafts.js.
   */
  open(current, passed, brought) {
    const all = [...this.tasks.values()];
    /** @type {any[][]} title and tasks */
    const groups = [
      ["", [
        ...all.filter((task) => !task.against),
        ...brought.map(({ place, name, from }) => ({ id: place, name, task: word("Your version of the code from {from}.", { from }) })),
      ]],
      ...Object.entries(PARTS).map(([part, title]) => {
        const inside = all.filter((task) => task.against && task.part === part);
        const done = inside.filter((task) => passed.includes(task.id)).length;
        return [done ? `${title} (${word("{done} of {all} done", { done, all: inside.length })})` : title, inside];
      }),
    ];
    const next = Object.keys(PARTS).map((part) => nextTask(all, part, passed)?.id);
    byId("exercise-list").replaceChildren(...groups
      .filter(([, tasks]) => tasks.length)
      .flatMap(([title, tasks]) => [
        ...(title ? [html("h3", {}, title)] : []),
        html("ul", {}, ...tasks.map((task) => this.#item(task, task.id === current, {
          isPassed: passed.includes(task.id),
          isNext: next.includes(task.id) && passed.length > 0,
        }))),
      ]));
    this.dialog.showModal();
    this.dialog.querySelector("[aria-current]")?.focus();
  }

  #item(task, isCurrent, { isPassed, isNext }) {
    const chosen = button("", () => {
      this.dialog.close();
      this.choose(task.id);
    });
    const about = task.task ?? word("Write any technique, rule or solver you can think of.");
    const mark = isPassed ? ` (${word("passed")})` : isNext ? ` (${word("next")})` : "";
    chosen.append(
      html("strong", {}, isPassed ? `✓ ${task.name}` : task.name),
      html("span", {}, about + mark),
    );
    if (isCurrent) chosen.setAttribute("aria-current", "true");
    return html("li", {}, chosen);
  }
}
