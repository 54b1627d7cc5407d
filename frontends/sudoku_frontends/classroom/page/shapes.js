/** The claims of pupils' browsers and guests, in a shape that the page relies on, since claims can be forged. */

import { MARKS } from "playground/messages.js";

/** The most letters of a text that are shown, and the most entries of a list. */
const LETTERS = 600;
const ENTRIES = 2000;

export const text = (value) => (typeof value === "string" ? value.slice(0, LETTERS) : "");
export const number = (value) => (Number.isFinite(value) ? value : null);
export const list = (value) => (Array.isArray(value) ? value.slice(0, ENTRIES).filter((each) => each && typeof each === "object") : []);
const thing = (value) => (value && typeof value === "object" ? value : null);

/** Return a claim as {passed, isOpen, checks: [{check, state, about, why, line}], problems: [{what, line}]}; null if there is none. */
export function claimOf(given) {
  if (!thing(given)) return null;
  return {
    passed: given.passed === true,
    isOpen: given.is_open === true,
    checks: list(given.checks).map(({ check, state, about, why, line }) => ({ check: text(check), state: Object.hasOwn(MARKS, text(state)) ? state : "", about: text(about), why: text(why), line: number(line) })),
    problems: list(given.problems).map(({ what, line }) => ({ what: text(what), line: number(line) })),
  };
}

/** Return a verdict of this laptop; null if there is none yet. */
export function verdictOf(given) {
  if (!thing(given) || given.done !== true) return null;
  return {
    passed: given.passed === true,
    remark: text(given.remark),
    advice: text(given.advice),
    hidden: text(given.hidden),
    checks: list(given.checks).map(({ check, ok, why }) => ({ check: text(check), ok: ok === true, why: text(why) })),
  };
}

/** Return a pupil's row; `known` is the one before, of which `given` brings what has changed. */
export function rowOf(known, given) {
  const all = { ...known?.given, ...given };
  const last = thing(all.last);
  return {
    given: all,
    id: all.id,
    name: text(all.name),
    isOnline: all.online === true,
    exercise: text(all.exercise),
    place: text(all.place),
    typed: number(all.typed),
    improved: number(all.improved),
    began: number(all.began),
    claim: claimOf(all.claim),
    handIns: number(all.hand_ins) ?? 0,
    comments: number(all.comments) ?? 0,
    lines: number(all.lines) ?? 0,
    last: last && {
      number: number(last.number),
      at: number(last.at),
      passed: typeof last.passed === "boolean" ? last.passed : null, // null: Python did not run there
      verdict: verdictOf(last.verdict),
      isGivenBack: Boolean(last.given_back),
    },
  };
}
