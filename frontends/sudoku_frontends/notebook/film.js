// A film in a notebook.

import { Film } from "player/film.js";
import { THEMES } from "player/painter.js";
import { unpacked } from "player/unpacked.js";
import { filmRoot, themeBehind, watchTheme } from "./page.js";

async function render({ model, el }) {
  const root = filmRoot(el, model.get("_style"));
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
