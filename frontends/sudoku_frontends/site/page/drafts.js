/** A person's work, kept in this browser: a draft for each task, and the exercises passed. */

const PREFIX = "sudoku-playground:";

/** The prefix of the names of drafts and ticks: in a class, several pupils may share a device. */
let own = "";

/** The values that the browser refused to keep, which last until the page is left. */
const memory = new Map();

/** Have drafts and ticks be those of one person, with names that begin with `prefix`. */
export function keepFor(prefix) {
  own = prefix;
}

/** Return the value kept as `name`; null if there is none, or if the browser keeps nothing. */
export function kept(name) {
  if (memory.has(name)) return memory.get(name);
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
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, value);
    dispatchEvent(new Event("nothing-kept")); // the page works without it, and says so
    return false;
  }
}

/** Return the names that begin with `start` and have a value, in order. */
export function keptNames(start) {
  const names = [...memory.keys()];
  try {
    names.push(...Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length)));
  } catch {
    // Storage is forbidden.
  }
  return [...new Set(names)].filter((name) => name.startsWith(start) && kept(name) !== null).sort();
}

/**
 * What was written at a place: for a task (its id), from a link (`link:…`) or a file (`file:NAME`).
 * It is {code, name, task, puzzle}; what came from elsewhere also has `from` and `first`, its code.
 */
export const draft = (place) => kept(`${own}draft:${place}`);
export const dropDraft = (place) => keep(`${own}draft:${place}`, null);

export function keepDraft(place, work) {
  keep(`${own}draft:${place}`, work);
  dispatchEvent(new CustomEvent("draft-kept", { detail: place })); // in a class it goes to the teacher's computer, too
}

/** Return what links and files brought and a person has here: {place, name, from} */
export function brought() {
  return keptNames(`${own}draft:`)
    .map((name) => name.slice(`${own}draft:`.length))
    .filter((place) => /^(link|file):/.test(place))
    .map((place) => ({ place, name: draft(place).name, from: draft(place).from }));
}

export const lastPlace = () => kept(`${own}place`);
export const keepLastPlace = (place) => keep(`${own}place`, place);

export const passedTasks = () => kept(`${own}passed`) ?? [];
export const keepPassed = (task) => keep(`${own}passed`, [...new Set([...passedTasks(), task])]);
