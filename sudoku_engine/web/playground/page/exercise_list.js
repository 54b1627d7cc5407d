/** The dialog with what one can write: a strategy of one's own, the course, all other exercises. */

import { button, byId } from "./elements.js";
import { html } from "player/elements.js";

/** The task of a person's own strategy. */
export const OWN = "own";

const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];

/** Return all tasks by their ids: {id, name, file, puzzle, marks, against, …} */
export function tasksOf({ starter, exercises }) {
  const own = { id: OWN, name: "My own strategy", ...starter, marks: "auto", against: null };
  const others = exercises.map((exercise) => ({ ...exercise, against: exercise.id }));
  return new Map([own, ...others].map((task) => [task.id, task]));
}

export class ExerciseList {
  /** @param {Map} tasks  @param {(id: string) => void} choose */
  constructor(tasks, choose) {
    this.tasks = [...tasks.values()];
    this.choose = choose;
    this.dialog = byId("exercises");
    byId("exercises-close").onclick = () => this.dialog.close();
  }

  /**
   * Open the list; `current` is marked, and those in `passed` have a tick.
   * `brought`: what came from links and files, as in drafts.js.
   */
  open(current, passed, brought) {
    const course = this.tasks.filter((task) => task.is_in_course);
    const rest = this.tasks.filter((task) => task.against && !task.is_in_course);
    /** @type {any[][]} title and tasks */
    const groups = [
      ["", [
        ...this.tasks.filter((task) => !task.against),
        ...brought.map(({ place, name, from }) => ({ id: place, name, task: `Your version of what came from ${from}.` })),
      ]],
      ["The course, in this order", course],
      ["Rules of variants, in this order", rest.filter((task) => task.level === "rule")],
      ...LEVELS.map((level) => [`More: ${level}`, rest.filter((task) => task.level === level)]),
    ];
    byId("exercise-list").replaceChildren(...groups
      .filter(([, tasks]) => tasks.length)
      .flatMap(([title, tasks]) => [
        ...(title ? [html("h3", {}, title)] : []),
        html("ul", {}, ...tasks.map((task) => this.#item(task, task.id === current, passed.includes(task.id)))),
      ]));
    this.dialog.showModal();
    this.dialog.querySelector("[aria-current]")?.focus();
  }

  #item(task, isCurrent, isPassed) {
    const chosen = button("", () => {
      this.dialog.close();
      this.choose(task.id);
    });
    const about = task.task ?? "Write any technique or rule you can think of.";
    chosen.append(
      html("strong", {}, isPassed ? `✓ ${task.name}` : task.name),
      html("span", {}, isPassed ? `${about} (passed)` : about),
    );
    if (isCurrent) chosen.setAttribute("aria-current", "true");
    return html("li", {}, chosen);
  }
}
