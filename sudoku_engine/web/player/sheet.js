// A puzzle as a sheet to print: the puzzle, then drawings of its steps, in light colours.

import { html } from "./elements.js";
import { BoardPicture, THEMES } from "./painter.js";

const LIGHT = THEMES.indexOf("light");

/** The number of letters that fit below a drawing; more of them stand beside it. */
const MOST_LETTERS = 450;

/** Return the sections of the sheet. */
export function sheetOf(puzzle, painter) {
  const [start] = puzzle.moments;
  const first = figure(puzzle, painter, { picture: puzzle.plain(start.views[0].shown) });
  const drawings = puzzle.drawings().map((drawing) => figure(puzzle, painter, drawing));
  const end = html("p", { class: "outcome" }, puzzle.summary);
  return [
    html("section", {}, html("h1", {}, puzzle.title), html("div", { class: "boards one" }, first)),
    html("section", {}, html("h1", {}, `${puzzle.title}: steps`), html("div", { class: "boards" }, ...drawings), end),
  ];
}

function figure(puzzle, painter, { picture, caption = "", below = [] }) {
  const board = new BoardPicture(puzzle, { "aria-label": caption || puzzle.title });
  board.paint(picture, painter, LIGHT);
  const words = html("div", {}, ...below.map((line) => html("p", {}, line)));
  const isLong = words.textContent.length > MOST_LETTERS;
  return html("figure", { class: isLong && "long" }, html("figcaption", {}, caption), board.element, words);
}
