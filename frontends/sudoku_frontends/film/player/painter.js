// Parts of a film document, painted as SVG. It repaints only the places whose part has changed.

import { svg } from "./elements.js";

/** From the middle of a capital letter down to its base, in parts of the size. */
const CAP = 0.36;

/** How much of a board a pattern may take, at most, to be seen from near. */
const NEAR = 0.85;

/** The themes in the order of the columns of the palette. */
export const THEMES = ["light", "dark", "projector"];

/** Return the number of the theme that the browser prefers. */
export function preferredTheme() {
  return THEMES.indexOf(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

/** Makes the shapes of a document in a theme. */
export class Painter {
  constructor({ palette, shapes, parts }) {
    this.palette = palette;
    this.shapes = shapes;
    this.parts = parts.map(sums);
    this.made = THEMES.map(() => new Map());
  }

  /** Return new elements for the part with this index. */
  part(index, theme) {
    const made = this.made[theme];
    if (!made.has(index)) {
      const fragment = document.createDocumentFragment();
      fragment.append(...this.parts[index].map((shape) => this.shape(shape, theme)));
      made.set(index, fragment);
    }
    return made.get(index).cloneNode(true);
  }

  /** Return the texts of a part. */
  texts(index) {
    const shapes = this.parts[index].map((shape) => this.shapes[shape][0]);
    return shapes.filter(([kind]) => kind === "T").map(([, , , text]) => text);
  }

  colour(index, theme) {
    return this.palette[index][theme] || "none";
  }

  shape(index, theme) {
    const [usual, changes] = this.shapes[index];
    const [kind, ...values] = THEMES[theme] === "projector" ? changed(usual, changes) : usual;
    return DRAWN[kind](values, (colour) => this.colour(colour, theme));
  }
}

/** Return the fields of a shape with others in places of `changes`: a place, then its field. */
function changed(fields, changes) {
  const made = [...fields];
  for (let i = 0; i < changes.length; i += 2) made[changes[i]] = changes[i + 1];
  return made;
}

/** Return the numbers of a list whose first is written as it is, each other as how much more it is. */
function sums(differences) {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

const DRAWN = {
  R: ([x, y, width, height, ...look], colour) => svg("rect", { x, y, width, height, ...painted(look, colour) }),
  D: ([cx, cy, r, ...look], colour) => svg("circle", { cx, cy, r, ...painted(look, colour) }),
  P: ([points, ...look], colour) => svg("polygon", { points: pointsOf(points), ...painted(look, colour) }),
  L: ([points, stroke, line, isDashed], colour) =>
    svg("polyline", {
      points: pointsOf(points),
      fill: "none",
      stroke: colour(stroke),
      "stroke-width": line,
      "stroke-dasharray": isDashed ? `${Math.max(3, 2.6 * line)} ${Math.max(2, 1.5 * line)}` : undefined,
    }),
  T: ([x, y, text, size, fill, isBold, anchor], colour) =>
    svg(
      "text",
      {
        x,
        y: y + CAP * size,
        "font-size": size,
        fill: colour(fill),
        "text-anchor": anchor,
        "font-weight": isBold ? "bold" : undefined,
      },
      text,
    ),
};

/** Return the points of a line, of which each but the first is written as its distance to the one before. */
function pointsOf(distances) {
  let [x, y] = [0, 0];
  const points = [];
  for (let i = 0; i < distances.length; i += 2) {
    x += distances[i];
    y += distances[i + 1];
    points.push(`${x.toFixed(1)},${y.toFixed(1)}`);
  }
  return points.join(" ");
}

/** @param {any[]} look */
function painted([fill, outline, line], colour) {
  const stroke = colour(outline);
  if (stroke === "none") return { fill: colour(fill) };
  return { fill: colour(fill), stroke, "stroke-width": line };
}

/** Return the side of a cell. */
function sideOf({ places }) {
  const [[, x], [, right]] = places.filter(([name]) => name.startsWith("cell"));
  return right - x;
}

/**
 * Return the place of the board with its labels, without the margin of its picture.
 * @returns {number[]} left, top, width, height
 */
function viewBox(puzzle) {
  if (puzzle.view) return [...puzzle.view, puzzle.view[2]];
  const [, x, y] = puzzle.places.find(([name]) => name.startsWith("cell"));
  const [before, behind] = [0.044 * puzzle.width, 0.007 * puzzle.width];
  const side = puzzle.n * sideOf(puzzle) + before + behind;
  return [x - before, y - before, side, side];
}

/** Return the size of labels on small screens: as large as their room. */
function labelSize(puzzle) {
  const room = puzzle.n > 9 ? 0.0235 : 0.025; // for `r10`
  return Math.min(room * puzzle.width, 0.42 * sideOf(puzzle));
}

/** One picture of a board, whose places keep what was painted on them. */
export class BoardPicture {
  constructor(puzzle, attributes = {}) {
    this.groups = puzzle.places.map(([name, x, y]) => {
      return svg("g", { class: name.split(" ")[0], transform: x || y ? `translate(${x} ${y})` : undefined });
    });
    this.painted = [];
    const view = { viewBox: viewBox(puzzle).join(" "), role: "img", class: "film-picture" };
    this.lights = svg("g", { class: "lights" });
    this.edge = svg("g", { class: "edge" });
    this.element = svg("svg", { ...view, ...attributes }, ...this.groups, this.lights, this.edge);
    this.puzzle = puzzle;
    this.labels = this.groups[puzzle.places.findIndex(([name]) => name === "labels")];
    // Not as an attribute, which a strict policy forbids.
    this.element.style.setProperty("--label", `${labelSize(puzzle)}px`);
  }

  /** Paint `parts`, an index for each place. */
  paint(parts, painter, theme) {
    for (const [place, group] of this.groups.entries()) {
      const look = parts[place] * THEMES.length + theme;
      if (this.painted[place] !== look) {
        group.replaceChildren(painter.part(parts[place], theme));
        this.painted[place] = look;
      }
    }
  }

  /** Return left, top and side of a cell. */
  boxOf(cell) {
    const { places, n } = this.puzzle;
    const first = places.findIndex(([name]) => name.startsWith("cell"));
    const [, left, top] = places[first];
    const side = sideOf(this.puzzle);
    return [left + side * (cell % n), top + side * Math.floor(cell / n), side];
  }

  /** Light `cells`. */
  light(cells) {
    const boxes = cells.map((cell) => {
      const [x, y, side] = this.boxOf(cell);
      return svg("rect", { x, y, width: side, height: side });
    });
    this.lights.replaceChildren(...boxes);
  }

  /** Return the cell at a point of the screen. */
  cellAt({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM().inverse());
    const [left, top, side] = this.boxOf(0);
    const [column, row] = [Math.floor((x - left) / side), Math.floor((y - top) / side)];
    const { n } = this.puzzle;
    return Math.min(column, row) >= 0 && Math.max(column, row) < n ? row * n + column : undefined;
  }

  /**
   * Show only the square around `cells`, or around the `change` where they are on most of the board, as those of a
   * net; with a margin and the numbers of its rows and columns; all for none.
   */
  zoomTo(cells, change) {
    const [left, top, width] = viewBox(this.puzzle);
    const { n } = this.puzzle;
    const [x, y, side] = this.boxOf(0);
    const endsOf = (square) => [(cell) => cell % n, (cell) => Math.floor(cell / n)].map((axis) => [Math.min(...square.map(axis)), Math.max(...square.map(axis))]);
    const wideOf = (square) => Math.max(Math.floor(n / 2), ...endsOf(square).map(([first, last]) => last - first + 2)); // in cells
    const square = wideOf(cells) <= NEAR * n || !change.length ? cells : change;
    const [ends, wide] = [endsOf(square), wideOf(square)];
    const isSmall = new Set(cells).size > (n > 9 ? 0 : 1) && wide <= NEAR * n;
    const starts = ends.map(([first, last]) => Math.min(Math.max(Math.floor((first + last + 1 - wide) / 2), 0), n - wide));
    const scale = isSmall ? wide / n : 1;
    const from = isSmall ? [x + side * starts[0], y + side * starts[1]] : [x, y];
    const [across, down] = [from[0] - scale * (x - left), from[1] - scale * (y - top)];
    this.element.setAttribute("viewBox", [across, down, scale * width, scale * width].join(" "));
    const strip = (size) => svg("rect", { x: across, y: down, width: scale * width, height: scale * width, ...size });
    const strips = [strip({ width: from[0] - across }), strip({ height: from[1] - down })];
    this.edge.replaceChildren(...(isSmall ? strips : []));
    if (isSmall) this.element.append(this.labels);
    else this.groups[0].after(this.labels);
    this.element.style.setProperty("--scale", `${scale}`);
    for (const [place, name] of ["x", "y"].entries()) {
      const at = Number(this.labels.children[place]?.getAttribute(name) ?? 0);
      this.element.style.setProperty(`--${name}`, `${isSmall ? from[place] - scale * ([x, y][place] - at) - at : 0}px`);
    }
    this.element.classList.toggle("near", isSmall);
  }
}
