// The film of a trace in a notebook.

import { TraceFilm } from "player/trace_film.js";
import { unpacked } from "player/unpacked.js";
import { filmRoot, themeBehind } from "./page.js";

async function render({ model, el }) {
  const root = filmRoot(el, model.get("_style"));
  const trace = JSON.parse(await unpacked(model.get("_document")));
  const theme = model.get("_theme");
  const film = new TraceFilm(root, trace, { theme: theme === "auto" ? themeBehind(el) : theme });
  return () => film.destroy();
}

export default { render };
