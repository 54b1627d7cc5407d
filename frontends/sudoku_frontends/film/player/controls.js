// The controls below a board: the bar, the buttons, the stages of a step.

import { button, html, icon, say, showIf, word } from "./elements.js";

const STAGES = ["where", "what", "why", "change"];

/** The bar that says how full the board is; it leads to where the board is as full. */
export class ProgressBar {
  constructor(goTo) {
    this.done = html("div", { class: "done" });
    const slider = { role: "slider", tabindex: "0", "aria-label": "Progress", "aria-valuemin": 0, "aria-valuemax": 100 };
    this.element = html("div", { class: "bar", ...slider }, html("div", { class: "track" }, this.done));
    const drag = (event) => {
      const { left, width } = this.element.getBoundingClientRect();
      goTo(Math.min(Math.max((event.clientX - left) / width, 0), 1));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      drag(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) drag(event);
    });
  }

  show(progress, words) {
    const percent = 100 * Math.min(Math.max(progress, 0), 1);
    this.done.style.width = `${percent}%`;
    this.element.setAttribute("aria-valuenow", Math.round(percent));
    this.element.setAttribute("aria-valuetext", words);
  }
}

/** Shows how much of a step is revealed; a click on a stage goes there. */
export class Stages {
  constructor(goTo) {
    this.buttons = STAGES.map((stage) => button(`Show ${stage}`, () => goTo(stage), {}, html("span", {}, word(stage))));
    this.element = html("div", { class: "stages", role: "group", "aria-label": "Stages" }, ...this.buttons);
  }

  show(moment, view) {
    const { views } = moment;
    const { stage } = views[view];
    for (const [index, name] of STAGES.entries()) {
      const made = this.buttons[index];
      made.disabled = views.length === 1;
      made.setAttribute("aria-pressed", views.length > 1 && stage === name);
      made.classList.toggle("passed", views.length > 1 && index < STAGES.indexOf(stage));
    }
    const pages = views.filter((each) => each.stage === "why").length;
    const page = views.slice(0, view + 1).filter((each) => each.stage === "why").length;
    this.buttons[STAGES.indexOf("why")].firstChild.textContent =
      pages > 1 && stage === "why" ? `${word("why")} ${page}/${pages}` : word("why");
  }
}

/** Return the counts of a moment in words. */
function wordsOf({ counts }) {
  return counts.map((count) => count.join(" ")).join(" · ");
}

/** All controls; `act(action)` does what a key does. */
export class Controls {
  constructor(act, goToProgress, goToStage) {
    this.bar = new ProgressBar(goToProgress);
    this.stages = new Stages(goToStage);
    this.counts = html("p", { class: "counts" });
    this.note = html("p", { class: "note", role: "status" });
    this.play = this.button(act, "play_or_pause", "play", "Play", "space");
    this.play.classList.add("main");
    this.play.append(icon("pause"));
    const ways = html(
      "div",
      { class: "ways", role: "group", "aria-label": "Film" },
      this.button(act, "home", "start", "Go to the start", "Home"),
      this.button(act, "back", "back", "Previous step", "ArrowLeft"),
      this.play,
      this.button(act, "forward", "forward", "Next step", "ArrowRight"),
      this.button(act, "end", "end", "Go to the end", "End"),
    );
    const reveal = button("Reveal more", () => act("reveal"), { class: "reveal", "aria-keyshortcuts": "r" }, word("Reveal"));
    const speed = html(
      "div",
      { class: "speed", role: "group", "aria-label": "Speed" },
      this.button(act, "slower", "slower", "Slower", "-"),
      html("span", { "aria-hidden": "true" }, word("speed")),
      this.button(act, "faster", "faster", "Faster", "+"),
    );
    this.revealing = html("div", { class: "revealing" }, reveal, this.stages.element);
    this.element = html(
      "footer",
      { class: "controls" },
      html("div", { class: "line" }, this.bar.element, this.counts),
      html("div", { class: "line" }, speed, this.note, ways, this.revealing),
    );
  }

  button(act, action, picture, label, key) {
    return button(label, () => act(action), { class: action, "aria-keyshortcuts": key }, icon(picture));
  }

  show(puzzle, place, { isPlaying, note }) {
    const moment = puzzle.moments[place.moment];
    const counts = wordsOf(moment);
    if (puzzle !== this.puzzle) {
      this.puzzle = puzzle;
      const most = Math.max(...puzzle.moments.map((each) => wordsOf(each).length));
      this.counts.style.minWidth = `${most}ch`; // so that the bar stays where it is
    }
    say(this.counts, counts);
    say(this.note, note);
    showIf(true, this.note);
    this.bar.show(puzzle.progress(place.moment), counts);
    this.stages.show(moment, place.view);
    showIf(puzzle.hasStages, this.revealing);
    this.element.classList.toggle("playing", isPlaying);
    this.play.title = word(isPlaying ? "Pause" : "Play");
    this.play.setAttribute("aria-label", this.play.title);
  }
}
