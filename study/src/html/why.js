"use strict";
/* The chain of reasons behind a value or an event, down to decisions and named constraints. */

/** Longer chains show their end first. */
const STEPS = 60;

class Why {
  constructor(view) {
    this.view = view;
    this.body = el("div", { class: "why-body", "aria-live": "polite" });
    this.node = el("section", { class: "panel why", "aria-label": "Chain of reasons" }, el("h2", null, "Why"), this.body);
  }

  draw() {
    const { run, chosen } = this.view, state = this.view.asked, event = state.event;
    if (chosen) return this.drawValue(chosen);
    const kind = run.kind[event];
    if (kind === LEARN) {
      const failed = run.failureBefore(event);
      return this.show("What was learned from", new State(run, failed).chain([failed]));
    }
    if (kind === PRUNE || kind === FAIL || kind === DECIDE) {
      return this.show(kind === FAIL ? "Why this node fails" : `Why ${run.tell(run.fact[event])}`, state.chain([event]));
    }
    this.body.replaceChildren(el("p", { class: "hint" }, "Click a square or a value to see why it is gone, or step to an inference."));
  }

  drawValue({ variable, value }) {
    const { run } = this.view, state = this.view.asked, name = `${run.variables[variable]} = ${minus(value)}`, cause = state.cause(variable, value);
    const plain = (title, text) => this.body.replaceChildren(this.title(title), el("p", { class: "hint" }, text));
    if (cause === OUTSIDE) {
      return plain(`Why not ${name}`, "It is not among the values that the search began with: the declared domain, or a constraint of this variable alone, leaves it out.");
    }
    if (cause !== LEFT) return this.show(`Why not ${name}`, state.chain([cause]));
    if (state.fixed(variable) !== value) {
      const level = this.view.removedByLevel().get(`${variable},${value}`);
      return plain(name, level === undefined ? "Nothing rules it out at this event." :
        `Nothing that ran here rules it out. ${upper(levelName(run, level))} would.`);
    }
    const origins = state.origins([variable, EQUAL, value], state.event + 1);
    if (!origins.length) return plain(name, "It was the only value from the start.");
    this.show(`Why ${name}`, state.chain(origins), origins.length > 1 ? "Nothing else is left." : "");
  }

  title(text) {
    return el("div", { class: "why-title" }, el("h3", null, text),
      this.view.chosen && el("button", { class: "quiet", title: "Back to the event (Esc)", onclick: () => this.view.choose(null) }, "Close"));
  }

  show(title, steps, end = "") {
    const { run } = this.view, skipped = Math.max(0, steps.length - STEPS);
    const list = el("ol", { class: "steps" }, ...steps.slice(skipped).map((step, i) => this.step(step, i + skipped)));
    this.body.replaceChildren(this.title(title),
      el("p", { class: "hint" }, `${plural(steps.length, "step")}, from decisions down.`),
      ...(skipped ? [el("p", { class: "note" }, `The first ${plural(skipped, "step")} are left out here.`)] : []),
      list, run.kind[steps[steps.length - 1].event] === FAIL ? conflictGraph(this.view, steps) || "" : "", ...(end ? [el("p", { class: "hint" }, end)] : []));
    // The answer stands at the end.
    this.body.scrollTop = this.body.scrollHeight;
  }

  step({ event, from }, place) {
    const { run } = this.view, kind = run.kind[event], constraint = run.constraintAt(event);
    const here = event === this.view.event ? " here" : "";
    const number = el("span", { class: "number" }, `${place + 1}`);
    const go = (text) => el("button", { class: "fact", onclick: () => this.view.look(event), title: `Go to event ${grouped(event)}` }, text);
    if (kind === DECIDE) {
      return el("li", { class: `step${here}` }, number, swatch(DECIDED), el("div", null, go(run.tell(run.fact[event])), el("span", { class: "by" }, run.more[event] === 1 ? "the other branch" : "a decision")));
    }
    const fact = run.fact[event];
    const conclusion = kind === FAIL ? (fact < 0 ? "no solution" : `${run.tell(fact)}: nothing is left`) : run.tell(fact);
    const premises = run.premises(event);
    const some = premises.slice(0, 6).map((fact) => run.tell(fact)).join(", ");
    const more = premises.length > 6 ? ` and ${plural(premises.length - 6, "more fact")}` : "";
    return el("li", { class: `step${here}` }, number, swatch(constraint < 0 ? DECIDED : run.marks[constraint]),
      el("div", null, go(conclusion),
        el("span", { class: "by", title: run.rule(event) }, constraint < 0 ? "" : run.constraints[constraint]),
        el("span", { class: "premises" }, premises.length ? `because ${some}${more}` : "by the constraint and the domains at the start",
          from.length ? el("span", { class: "from" }, ` (from ${from.map((i) => i + 1).join(", ")})`) : "")));
  }
}

function upper(text) { return text.charAt(0).toUpperCase() + text.slice(1); }
