// The page of a technique: loads the player when somebody wants to step through the example.

import { unpacked } from "./unpacked.js";

/**
 * Return the element of the page called `id`.
 * @returns {any} the page says of what kind it is
 */
const byId = (id) => document.getElementById(id);

const BEGIN = { moment: 1, view: 0 }; // where to look

async function watch() {
  const button = byId("watch");
  button.disabled = true;
  try {
    const [{ Film }, text] = await Promise.all([import("./film.js"), unpacked(byId("film-document").textContent)]);
    const root = byId("film");
    root.hidden = false;
    byId("example").hidden = button.hidden = true;
    document.body.classList.add("watching");
    const { theme } = document.documentElement.dataset;
    new Film(root, JSON.parse(text), { theme, keys: document, place: BEGIN }).focus();
    root.scrollIntoView();
  } catch {
    button.textContent = button.dataset.failed;
    button.disabled = false;
  }
}

byId("watch").hidden = false;
byId("watch").addEventListener("click", watch);
