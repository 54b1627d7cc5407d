// A film in a notebook.

import { Film } from "player/film.js";
import { THEMES } from "player/painter.js";
import { unpacked } from "player/unpacked.js";
import { isOnDark, watchTheme } from "./page.js";

/** Return the name of the theme that suits what is behind `element`. */
function themeBehind(element) {
  return isOnDark(element) ? "dark" : "light";
}

async function render({ model, el }) {
  const host = document.createElement("div");
  // JupyterLab has commands on plain letters.
  host.setAttribute("data-lm-suppress-shortcuts", "true");
  host.addEventListener("keydown", (event) => event.defaultPrevented && event.stopPropagation());
  el.append(host);
  // In a shadow neither its styles reach the notebook nor those of the notebook the film.
  const shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = model.get("_style");
  const root = document.createElement("div");
  shadow.append(style, root);

  const data = JSON.parse(await unpacked(model.get("_document")));
  const { options } = data;
  let theme = options.theme === "auto" ? themeBehind(el) : options.theme;
  const place = { puzzle: model.get("puzzle"), moment: model.get("moment") };
  const film = new Film(root, data, { ...options, theme, place });

  let isTelling = false; // between its two numbers the place is none
  const tellPlace = () => {
    isTelling = true;
    model.set("puzzle", film.index);
    model.set("moment", film.place.moment);
    isTelling = false;
    model.save_changes();
  };
  const goToPlace = () => {
    if (isTelling) return;
    if (model.get("puzzle") !== film.index) film.turnTo(model.get("puzzle"));
    if (model.get("moment") !== film.place.moment) film.goTo({ moment: model.get("moment") });
  };
  const followTheme = () => {
    if (THEMES[film.theme] !== theme) return; // somebody has chosen another one
    theme = themeBehind(el);
    if (THEMES[film.theme] !== theme) film.changeTheme(THEMES.indexOf(theme));
  };
  const endWatch = options.theme === "auto" ? watchTheme(followTheme) : () => {};
  root.addEventListener("film-place", tellPlace);
  model.on("change:puzzle change:moment", goToPlace);
  return () => {
    model.off("change:puzzle change:moment", goToPlace);
    endWatch();
    film.destroy();
  };
}

export default { render };
