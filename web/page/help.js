// Shows the engine's answers about a game: sentences and steps, which highlight their squares.

import { h, button, fill, sentence, still } from "./dom.js";
import { icon } from "./icons.js";
import { legend } from "./legend.js";

/** The number of text lines in the steps. */
const stepLines = (steps) => steps.reduce((lines, step) => lines + step.text.length, 0);

export class Help {
  constructor(board) {
    this.board = board;
    this.element = h("section", { class: "help", role: "status", "aria-live": "polite", "aria-label": "help" });
  }

  /** Shows a sentence, and optional buttons. */
  say(text, ...actions) {
    this.board.light();
    this.show([h("p", null, sentence(text))], actions);
  }

  show(content, actions = []) {
    fill(this.element, content, actions.length > 0 && h("div", { class: "actions" }, actions));
    this.element.dataset.state = "said";
    this.element.scrollTop = 0;
    // On a small screen, the answer may be below the visible part of the page; if its first line is visible, nothing
    // moves.
    if (this.element.isConnected && this.element.getBoundingClientRect().top > innerHeight - 60) {
      this.element.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
    }
  }

  get isEmpty() {
    return this.element.childElementCount === 0;
  }

  clear() {
    this.board.light();
    fill(this.element);
    delete this.element.dataset.state;
  }

  /** Shows an answer with its steps, and highlights the first step or the selected one. */
  answer(answer, ...actions) {
    const steps = answer.steps ?? [];
    if (steps.length === 0) {
      const lit = ["wrong", "differ"].filter((kind) => answer[kind]?.length > 0);
      this.show([answer.text.map((line) => h("p", null, sentence(line))), lit.length > 0 && legend(...lit)], actions);
      this.board.light({ wrong: answer.wrong, differ: answer.differ });
      return;
    }
    const [head, ...rest] = answer.text;
    const items = steps.map((step, number) => h("li", null, h("button", { type: "button", class: "step", onclick: () => go(number) }, lines(step.text))));
    const place = h("span", { class: "quiet" });
    let at = 0;
    const go = (number) => {
      at = Math.max(0, Math.min(number, steps.length - 1));
      items.forEach((item, other) => {
        if (other === at) item.firstChild.setAttribute("aria-current", "step");
        else item.firstChild.removeAttribute("aria-current");
      });
      fill(place, `Step ${at + 1} of ${steps.length}`);
      this.light(steps[at], answer.differ);
      items[at].scrollIntoView({ block: "nearest" });
    };
    const turn = (name, text, by) =>
      h("button", { type: "button", class: "turn", "aria-label": text, onclick: () => go(at + by) }, icon(name));
    this.show(
      [
        h("p", null, sentence(head)),
        steps.length > 1 && h("div", { class: "pager" }, turn("back", "Step before", -1), place, turn("next", "Next step", 1)),
        h("ol", { class: "steps" }, items),
        rest.slice(stepLines(steps)).map((line) => h("p", null, sentence(line))),
        legend("about", "reason"),
      ],
      actions,
    );
    go(0);
  }

  light(step, differ) {
    this.board.light({ about: step.facts.map((fact) => fact.cell), reason: step.rests_on, differ });
  }

  /** Shows that the engine is working, with a button to cancel. */
  wait(cancel) {
    const timer = setTimeout(() => {
      this.show([h("p", { class: "working" }, "Thinking…")], [button("Stop", cancel)]);
    }, 250);
    return () => clearTimeout(timer);
  }
}

/** A step's lines; indented lines belong to a supposition. */
export const lines = (text) =>
  text.map((line) => {
    const indent = line.length - line.trimStart().length;
    return h("span", { class: indent > 0 ? "line inner" : "line" }, indent > 0 ? line.trim() : sentence(line));
  });
