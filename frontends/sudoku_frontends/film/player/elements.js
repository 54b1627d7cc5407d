// Elements of HTML and SVG. Words become text nodes, so nothing in them is ever run as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** The words of the page's language, by the English words. */
const OWN_WORDS = new Map(Object.entries(JSON.parse(globalThis.document?.getElementById("own-words")?.textContent ?? "{}")));

/** Let `word` speak the language of a film as well: `words` is like that of the page. */
export function speak(words = {}) {
  for (const [english, own] of Object.entries(words)) OWN_WORDS.set(english, own);
}

/** Return words of the page's own in its language; `parts` are what stands in braces in them. */
export function word(english, parts = {}) {
  return (OWN_WORDS.get(english) ?? english).replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}

/** Return an element of HTML with attributes and children; strings become text. */
export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Return an element of SVG. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : name === "aria-label" ? word(value) : value);
  }
  element.append(...children);
  return element;
}

/** Show `element` only if there is something to see in it. */
export function showIf(isShown, element) {
  element.hidden = !isShown;
}

/** Set the words of `element` if they are new: a live region reads out each change. */
export function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
  showIf(words, element);
}

const ICONS = {
  start: "M6 5v14M19 6l-9 6 9 6z",
  back: "M15 6l-8 6 8 6z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M9 6l8 6-8 6z",
  end: "M18 5v14M5 6l9 6-9 6z",
  slower: "M6 12h12",
  faster: "M6 12h12M12 6v12",
  candidates: "M6 6h.1M12 6h.1M18 6h.1M6 12h.1M12 12h.1M18 12h.1M6 18h.1M12 18h.1M18 18h.1",
  labels: "M4 9h16M4 15h16M9 4v16M15 4v16",
  zoom: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.5 15.5L21 21M7.5 10.5h6M10.5 7.5v6",
  techniques: "M4 6h16M4 12h11M4 18h7M17.5 14v6l4-3z",
  theme: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17zM12 5.6a6.4 6.4 0 0 1 0 12.8z",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.1",
  open: "M7 10l5 5 5-5",
};

/** Return the icon called `name`; screen readers pass over it. */
export function icon(name) {
  const path = svg("path", { d: ICONS[name] });
  return svg("svg", { viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true" }, path);
}

/** Return a button for `action`; a mouse leaves the focus where it is, so that keys go on working. */
export function button(label, act, attributes = {}, ...children) {
  const made = html("button", { type: "button", "aria-label": label, title: word(label), ...attributes }, ...children);
  made.addEventListener("click", act);
  made.addEventListener("mousedown", (event) => event.preventDefault());
  return made;
}
