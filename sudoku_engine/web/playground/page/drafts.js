/** What a person wrote, kept in this browser: a draft for each task, and the exercises passed. */

const PREFIX = "sudoku-playground:";

/** Return the value kept as `name`; null if there is none, or if the browser keeps nothing. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Keep `value`, null for nothing; return whether the browser does: storage may be full or forbidden. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    dispatchEvent(new Event("nothing-kept")); // the page works without it, and says so
    return false;
  }
}

/**
 * What was written at a place: for a task (its id), from a link (`link:…`) or a file (`file:NAME`).
 * It is {code, name, task, puzzle}; what came from elsewhere also has `from` and `first`, its code.
 */
export const draft = (place) => kept(`draft:${place}`);
export const keepDraft = (place, work) => keep(`draft:${place}`, work);
export const dropDraft = (place) => keep(`draft:${place}`, null);

/** Return what links and files brought and a person has here: {place, name, from} */
export function brought() {
  try {
    return Object.keys(localStorage)
      .filter((key) => /^sudoku-playground:draft:(link|file):/.test(key))
      .map((key) => key.slice(`${PREFIX}draft:`.length))
      .flatMap((place) => (draft(place) ? [{ place, name: draft(place).name, from: draft(place).from }] : []));
  } catch {
    return [];
  }
}

export const lastPlace = () => kept("place");
export const keepLastPlace = (place) => keep("place", place);

export const passedTasks = () => kept("passed") ?? [];
export const keepPassed = (task) => keep("passed", [...new Set([...passedTasks(), task])]);
