/** What a person wrote, kept in this browser: a draft for each task, and the exercises passed. */

const PREFIX = "sudoku-playground:";

/** Return the value kept as `name`; null if there is none, or if the browser keeps nothing. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the page works without it.
  }
}

/** What was written at a place: for a task, or what came from elsewhere. */
export const draft = (place) => kept(`draft:${place}`);
export const keepDraft = (place, work) => keep(`draft:${place}`, work);
export const dropDraft = (place) => keep(`draft:${place}`, null);

export const lastPlace = () => kept("place");
export const keepLastPlace = (place) => keep("place", place);

export const passedTasks = () => kept("passed") ?? [];
export const keepPassed = (task) => keep("passed", [...new Set([...passedTasks(), task])]);
