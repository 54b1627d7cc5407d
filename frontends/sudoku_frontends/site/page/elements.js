/** Small helpers for the page. Words become text nodes, so nothing in them is ever run as HTML. */

import { html, word } from "player/elements.js";

/**
 * Return the element of the page called `id`.
 * @returns {any} the page says of what kind it is
 */
export const byId = (id) => document.getElementById(id);

/** Return a button that calls `act`; its text is told in the language of the page. */
export function button(text, act, attributes = {}) {
  const made = html("button", { type: "button", ...attributes }, word(text));
  made.addEventListener("click", act);
  return made;
}

/** Return the path of a page, or of a file with its words, in the language of this page. */
export const pageOf = (path) => {
  const { lang } = document.documentElement;
  return lang === "en" ? path : path.replace(/(?=\.(html|json)\b)/, `.${lang}`);
};

/** Return the words for a number of things: those for `one`, or those for `many`, which have `{n}` in them. */
export const counted = (n, one, many, parts = {}) => word(n === 1 ? one : many, { n, ...parts });

/** Return `text` as nodes; what stands between backticks is code. */
export const worded = (text) =>
  text.split("`").map((part, place) => (place % 2 ? html("code", {}, part) : part));
