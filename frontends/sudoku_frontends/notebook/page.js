// The functions that the widgets need of their page.

/**
 * Return red, green, blue and alpha, from 0 to 255, of a colour in any notation of CSS.
 * @param {string} colour
 */
function channels(colour) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

/**
 * Return whether the background of `element` is dark: each notebook has its own word for its theme.
 * @param {Element} element
 */
export function isOnDark(element) {
  const host = (node) => node.getRootNode().host; // where its shadow stands, if it is in one
  for (let node = element; node; node = node.parentElement ?? host(node)) {
    const [red, green, blue, alpha] = channels(getComputedStyle(node).backgroundColor);
    if (alpha > 127) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  }
  return false;
}

/** Milliseconds after which a notebook that changes its theme has done so. */
const REPAINTED = [100, 1000];

/**
 * Call `look` whenever the notebook may have another theme. Return a function that ends it.
 * @param {() => void} look
 */
export function watchTheme(look) {
  let timers = [];
  const soon = () => {
    timers.forEach(clearTimeout);
    timers = REPAINTED.map((time) => setTimeout(look, time));
  };
  const observer = new MutationObserver(soon);
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true });
  }
  const preferred = matchMedia("(prefers-color-scheme: dark)");
  preferred.addEventListener("change", soon);
  return () => {
    timers.forEach(clearTimeout);
    observer.disconnect();
    preferred.removeEventListener("change", soon);
  };
}

/** Return the name of the theme that suits the background of `element`. */
export function themeBehind(element) {
  return isOnDark(element) ? "dark" : "light";
}

/**
 * Return an element for a film in the output `el` of a cell.
 *
 * In a shadow neither its styles reach the notebook nor those of the notebook the film.
 */
export function filmRoot(el, styles) {
  const host = document.createElement("div");
  // JupyterLab has commands on plain letters.
  host.setAttribute("data-lm-suppress-shortcuts", "true");
  host.addEventListener("keydown", (event) => event.defaultPrevented && event.stopPropagation());
  el.append(host);
  const shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = styles;
  const root = document.createElement("div");
  shadow.append(style, root);
  return root;
}
