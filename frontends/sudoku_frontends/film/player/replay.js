// The page of a replay: shows its document. The address remembers the place.

import { Film } from "./film.js";
import { sheetOf } from "./sheet.js";
import { unpacked } from "./unpacked.js";

const PAUSE = 300; // milliseconds without a move, after which the address gets the place

/**
 * Return the place in the address, whose numbers begin with 1: `#puzzle=2&moment=15&view=3`.
 * @returns {{puzzle?: number, moment?: number, view?: number}}
 */
function placeInAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries([...named].map(([name, number]) => [name, Number(number) - 1]));
}

function addressOf(place) {
  const numbers = Object.entries(place).map(([name, index]) => [name, index + 1]);
  return `#${new URLSearchParams(numbers)}`;
}

/**
 * Return the element of the page called `id`.
 * @returns {any} the page says of what kind it is
 */
const byId = (id) => document.getElementById(id);

async function start() {
  const root = byId("film");
  const data = JSON.parse(await unpacked(byId("film-document").textContent));
  root.addEventListener("film-theme", () => {
    document.documentElement.style.background = getComputedStyle(root.firstElementChild).backgroundColor;
  });
  const film = new Film(root, data, { ...data.options, keys: document, place: placeInAddress() });
  let timer;
  root.addEventListener("film-place", ({ detail }) => {
    if (location.protocol === "about:") return; // a page within another has no address
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(null, "", addressOf(detail)), PAUSE);
  });
  addEventListener("hashchange", () => {
    const place = placeInAddress();
    film.turnTo(place.puzzle);
    film.goTo(place);
  });
  addEventListener("beforeprint", () => {
    byId("sheet").replaceChildren(...sheetOf(film.puzzle, film.painter));
  });
}

start();
