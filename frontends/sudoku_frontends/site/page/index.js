/** The start page: a film that plays. */

import { byId, pageOf } from "./elements.js";
import { Film } from "player/film.js";
import { filmTheme } from "./theme.js";

const film = await (await fetch(new URL(pageOf("start.json"), import.meta.url))).json();
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
new Film(byId("film"), film, { theme: filmTheme(), playing: !isCalm, keys: byId("film") });
