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
    const packed = byId("film-document").textContent;
    const [{ Film }, { THEMES }, text] = await Promise.all([import("./film.js"), import("./painter.js"), unpacked(packed)]);
    const root = byId("film");
    root.hidden = false;
    byId("example").hidden = button.hidden = true;
    document.body.classList.add("watching");
    const page = document.documentElement;
    const film = new Film(root, JSON.parse(text), { theme: page.dataset.theme, keys: document, place: BEGIN });
    film.focus();
    const follow = () => {
      const theme = THEMES.indexOf(page.dataset.theme ?? "");
      if (theme !== film.theme) film.changeTheme(theme);
    };
    new MutationObserver(follow).observe(page, { attributeFilter: ["data-theme"] });
    root.scrollIntoView();
  } catch {
    button.textContent = button.dataset.failed;
    button.disabled = false;
  }
}

byId("watch").hidden = false;
byId("watch").addEventListener("click", watch);
