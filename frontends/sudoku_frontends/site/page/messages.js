/** The words below the editor: what a check found, what a run did, what went wrong. */

import { button, counted, worded } from "./elements.js";
import { html, word } from "player/elements.js";

export const MARKS = { failed: "✗", advice: "•", open: "?", "left out": "–", "of kit": "!", passed: "✓" };

export const MEANINGS = {
  failed: word("not right"),
  advice: word("advice"),
  open: word("could not be checked"),
  "left out": word("left out"),
  "of kit": word("the check itself failed"),
  passed: word("passed"),
};

const VERDICTS = {
  passed: word("passed"),
  failed: word("failed"),
  "not passed": word("not passed"),
  "not finished": word("not finished"),
};

/** The words of the check itself are in English. */
const ENGLISH = { lang: "en" };

export class Messages {
  /**
   * @param {Element} root
   * @param {{goTo: (line: number) => void, showBoards: (boards: number[]) => void,
   *   showAtWork: (fault: any) => void, showTechnique: (id: string) => void}} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
  }

  clear() {
    this.root.replaceChildren();
  }

  /** Show one sentence, such as that Python was stopped. */
  say(text, kind = "remark") {
    this.#show(html("p", { class: kind }, text));
  }

  /** Show a link to copy. */
  showLink(words, link) {
    const field = html("input", { readonly: true, value: link, "aria-label": "Link" });
    this.#show(html("p", {}, words), field);
    field.select();
  }

  /** Add a button below all words. */
  offer(text, onclick) {
    this.root.append(html("p", {}, button(text, onclick)));
  }

  showCheck(answer) {
    const reports = answer.reports ?? [];
    this.#show(
      ...this.#problems(answer),
      ...reports.flatMap((report) => this.#report(report, reports.length > 1)),
      ...printed(answer.output),
    );
  }

  showRun(answer) {
    const faults = answer.faults ?? [];
    this.#show(
      ...this.#problems(answer),
      ...faults.map((fault) =>
        html("p", { class: "failed" }, ...worded(`✗ ${fault.name}: ${fault.why} `), ...this.#lineButton(fault.line))),
      ...(faults.length ? [html("p", { class: "remark" }, word("Check says more about it."))] : []),
      ...(answer.own ?? []).filter(({ id, steps }) => steps || !faults.some((fault) => fault.id === id))
        .map((own) => this.#own(own)),
      ...(answer.summary ? [html("p", { class: "remark" }, answer.summary)] : []),
      ...printed(answer.output),
    );
  }

  /** Show a smallest reason: what follows, the truths, the argument. */
  showReason(answer) {
    const [first, ...others] = answer.lines ?? [];
    const isTruth = (line) => line.startsWith("  ");
    this.#show(
      ...this.#problems(answer),
      ...(first ? [html("h2", {}, first)] : []),
      html("ul", {}, ...others.filter(isTruth).map((line) => html("li", {}, line.trim()))),
      ...others.filter((line) => !isTruth(line)).map((line) => html("p", {}, line)),
    );
  }

  #show(...content) {
    this.root.replaceChildren(...content);
    this.root.scrollTop = 0;
  }

  #problems({ problems = [] }) {
    return problems.map(({ what, line, excerpt }) =>
      html("div", { class: "finding failed" },
        html("p", {}, ...worded(`✗ ${what} `), ...this.#lineButton(line)),
        ...(excerpt ? [html("pre", {}, excerpt)] : [])));
  }

  #report(report, isNamed) {
    const name = isNamed ? `${report.name}: ` : "";
    const verdict = html("h2", { class: `verdict ${report.passed ? "passed" : "failed"}` },
      `${report.passed ? "✓" : "✗"} ${name}${VERDICTS[report.verdict] ?? report.verdict}`);
    const of = (...states) => report.findings.filter(({ state }) => states.includes(state));
    const wrong = of("failed", "of kit");
    const open = of("open");
    // Checks that could not be made matter only if no fault is known.
    const shown = [...wrong, ...(wrong.length ? [] : open), ...of("advice")];
    const others = [...(wrong.length ? open : []), ...of("passed", "left out")];
    return [
      verdict,
      html("p", { class: "summary", ...ENGLISH }, report.summary),
      ...shown.map((finding) => this.#finding(finding)),
      ...(others.length ? [html("details", {},
        html("summary", {}, counted(others.length, "1 other check", "{n} other checks")),
        ...others.map((finding) => this.#finding(finding)))] : []),
    ];
  }

  #finding({ state, about, why, advice, line, trace, step, boards = [], at_work: fault }) {
    const mark = html("span", { role: "img", "aria-label": MEANINGS[state] ?? state }, MARKS[state] ?? "•");
    const parts = [html("p", { class: "about" }, mark, html("span", ENGLISH, ` ${about} `), ...this.#lineButton(line),
      ...(boards.length ? [button("Show on the board", () => this.actions.showBoards(boards))] : []),
      ...(fault ? [button("See its lines at work", () => this.actions.showAtWork(fault))] : []))];
    if (step) parts.push(html("p", { class: "step" }, html("code", {}, step)));
    if (why && why !== about) parts.push(html("p", ENGLISH, ...worded(why)));
    if (advice) parts.push(html("p", { class: "mend", ...ENGLISH }, ...worded(`→ ${advice}`)));
    if (trace) parts.push(html("details", {}, html("summary", {}, word("Where it happened")), html("pre", {}, trace)));
    return html("div", { class: `finding ${state.replaceAll(" ", "-")}` }, ...parts);
  }

  #own({ id, name, steps }) {
    const words = steps
      ? `${counted(steps, "{name} found 1 step.", "{name} found {n} steps.", { name })} `
      : `${word("{name} found nothing here. Choose another puzzle, or press Check.", { name })} `;
    const more = steps ? [button("Show the first", () => this.actions.showTechnique(id))] : [];
    return html("p", { class: steps ? "passed" : "remark" }, words, ...more);
  }

  #lineButton(line) {
    return line ? [button(`${word("line")} ${line}`, () => this.actions.goTo(line), { class: "line" })] : [];
  }
}

function printed(output) {
  if (!output) return [];
  return [html("details", { open: true }, html("summary", {}, word("Printed")), html("pre", { class: "printed", tabindex: "0" }, output))];
}
