/** Small helpers for the page. All text goes in as text, never as HTML. */

/** Return the element of the page called `id`. */
export const byId = (id) => document.getElementById(id);

/**
 * Return a new element.
 * @param {string} kind its tag, and after dots its classes: "p.advice"
 * @param {Object<string, any>} attributes its properties, such as {onclick, title}
 * @param {...(Node|string)} content what is in it; texts stay texts
 */
export function element(kind, attributes = {}, ...content) {
  const [tag, ...classes] = kind.split(".");
  const made = Object.assign(document.createElement(tag), attributes);
  made.classList.add(...classes);
  made.append(...content);
  return made;
}

/** Return a button that calls `onclick`. */
export const button = (text, onclick, more = {}) =>
  element("button", { type: "button", textContent: text, onclick, ...more });

/** Return the number with its word: "1 step", "3 steps". */
export const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** Return `text` as nodes; what stands between backticks is code. */
export const worded = (text) =>
  text.split("`").map((part, place) => (place % 2 ? element("code", {}, part) : part));
