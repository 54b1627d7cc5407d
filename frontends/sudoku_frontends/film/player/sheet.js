// A puzzle as a sheet to print: the puzzle, then drawings of its steps, in light colours.

import { html } from "./elements.js";
import { BoardPicture, THEMES } from "./painter.js";

const LIGHT = THEMES.indexOf("light");

/** The number of letters that fit below a drawing, and beside one that has more of them. */
const BELOW = 450, BESIDE = 1200;

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
  const lines = below.map((line) => html("p", {}, line));
  const drawn = [html("figcaption", {}, caption), board.element];
  if (lettersIn(below) <= BELOW) return html("figure", {}, ...drawn, ...lines);
  const first = below.findLastIndex((_, at) => at === 0 || lettersIn(below.slice(0, at + 1)) <= BESIDE) + 1;
  const head = html("div", { class: "head" }, html("div", {}, ...drawn), html("div", {}, ...lines.slice(0, first)));
  return html("figure", { class: "long" }, head, html("div", { class: "rest" }, ...lines.slice(first)));
}

function lettersIn(lines) {
  return lines.join("").length;
}
