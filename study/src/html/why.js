"use strict";
/* The derivation of a value or an event from decisions and named constraints. */

/** The maximum number of steps shown; the first steps of longer derivations are omitted. */
const STEPS = 60;

/** The number of steps above which the middle of a derivation is folded until the user expands it. */
const FOLDED = 20;

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
      return this.show("Source of the nogood", new State(run, failed).chain([failed]));
    }
    if (kind === PRUNE || kind === FAIL || kind === DECIDE) {
      return this.show(kind === FAIL ? "Why this node fails" : `Why ${run.factText(run.fact[event])}`, state.chain([event]));
    }
    this.body.replaceChildren(el("p", { class: "hint" }, "Click a square or a value to see why it is gone, or step to an inference."));
  }

  drawValue({ variable, value }) {
    const { run } = this.view, state = this.view.asked, name = run.atomText([variable, EQUAL, value]), cause = state.cause(variable, value);
    const plain = (title, text, more = "") => this.body.replaceChildren(this.title(title), el("p", { class: "hint" }, text), more);
    if (cause === OUTSIDE) {
      return plain(`Why not ${name}`, "The search began without this value: the declared domain, or a constraint on this variable alone, excludes it.");
    }
    if (cause !== LEFT) return this.show(`Why not ${name}`, state.chain([cause]));
    if (state.fixed(variable) !== value) {
      const level = this.view.removedByLevel().get(`${variable},${value}`);
      return plain(name, level === undefined ? "Nothing rules it out at this event." :
        `Nothing that ran here rules it out. ${upper(levelName(run, level))} would.`, this.view.page.supposing.offer(this.view, variable, value));
    }
    const origins = state.origins([variable, EQUAL, value], state.event + 1);
    if (!origins.length) return plain(name, "It was the only value from the start.");
    this.show(`Why ${name}`, state.chain(origins), origins.length > 1 ? "No other value remains." : "");
  }

  title(text) {
    return el("div", { class: "why-title" }, el("h3", null, text),
      this.view.chosen && el("button", { class: "quiet", title: "Back to the event (Esc)", onclick: () => this.view.choose(null) }, "Close"));
  }

  show(title, steps, end = "") {
    const { run } = this.view, skipped = Math.max(0, steps.length - STEPS), key = `${title} ${steps.length}`;
    const folds = steps.length > FOLDED && this.unfolded !== key;
    const matters = (step, i) => i >= skipped && (!folds || run.kind[step.event] === DECIDE || i >= steps.length - 6);
    const list = el("ol", { class: "steps" }, ...steps.flatMap((step, i) => (matters(step, i) ? [this.step(step, i)] : [])));
    const left = steps.length - skipped - list.children.length;
    const unfold = left > 0 && folds && el("button", { class: "link unfold", onclick: () => { this.unfolded = key; this.draw(); } }, `show ${plural(left, "step")} between`);
    const failed = run.kind[steps[steps.length - 1].event] === FAIL;
    this.body.replaceChildren(this.title(title), ...(failed ? this.rests(steps) : []), unfold || "",
      el("p", { class: "hint" }, `${plural(steps.length, "step")}, from decisions down.`),
      ...(skipped ? [el("p", { class: "note" }, `The first ${plural(skipped, "step")} are omitted here.`)] : []),
      list, run.kind[steps[steps.length - 1].event] === FAIL ? conflictGraph(this.view, steps) || "" : "", ...(end ? [el("p", { class: "hint" }, end)] : []));
    // The conclusion is at the end, but for a failure it is at the top.
    this.body.scrollTop = failed ? 0 : this.body.scrollHeight;
  }

  /** Shows the decisions that imply a failure and, unless the search learns, the nogood that it could learn. */
  rests(steps) {
    const { run } = this.view, decisions = steps.filter(({ event }) => run.kind[event] === DECIDE).map(({ event }) => run.factText(run.fact[event]));
    const rests = decisions.length ? `It rests on ${list(decisions)}.` : "It rests on no decision: there is no solution.";
    const nogood = run.levelsOf.size ? null : learned(run, steps);
    return [el("p", { class: "rests" }, rests), nogood && nogood.join() !== decisions.join() ? el("p", { class: "learned" }, `Could be learned: never together ${list(nogood)}.`) : ""];
  }

  step({ event, from }, place) {
    const { run } = this.view, kind = run.kind[event], constraint = run.constraintAt(event);
    const here = event === this.view.event ? " here" : "";
    const number = el("span", { class: "number" }, `${place + 1}`);
    const go = (text) => el("button", { class: "fact", onclick: () => this.view.look(event), title: `Go to event ${grouped(event)}` }, text);
    if (kind === DECIDE) {
      return el("li", { class: `step${here}` }, number, swatch(DECIDED), el("div", null, go(run.factText(run.fact[event])), el("span", { class: "by" }, run.more[event] === 1 ? "the other branch" : "a decision")));
    }
    const fact = kind === FAIL ? run.failing(event) : run.fact[event];
    const conclusion = kind === FAIL ? (fact < 0 ? "no solution" : `${run.factText(fact)}: nothing is left`) : run.factText(fact);
    const premises = run.shownPremises(event);
    const some = premises.slice(0, 6).map((fact) => run.factText(fact)).join(", ");
    const more = premises.length > 6 ? ` and ${plural(premises.length - 6, "more fact")}` : "";
    return el("li", { class: `step${here}` }, number, swatch(constraint < 0 ? DECIDED : run.marks[constraint]),
      el("div", null, go(conclusion),
        el("span", { class: "by", title: run.rule(event) }, constraint < 0 ? "" : run.constraints[constraint]),
        el("span", { class: "premises" }, premises.length ? `because ${some}${more}` : "by the constraint and the domains at the start",
          from.length ? el("span", { class: "from" }, ` (from ${from.map((i) => i + 1).join(", ")})`) : "")));
  }
}

/** Formats a list: `a`, `a and b`, `a, b and c`. */
function list(items) { return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`; }

/** The nogood at the first unique implication point: the open facts once only one fact of the last level is left. */
function learned(run, steps) {
  if (steps.length < 2) return null;
  const levels = steps.map(({ event }) => run.depth[run.node[event]]), last = Math.max(...levels.slice(0, -1));
  if (last === 0) return null;
  const open = new Set(steps[steps.length - 1].from), here = () => [...open].filter((place) => levels[place] === last);
  for (let now = here(); now.length > 1; now = here()) {
    const latest = Math.max(...now);
    open.delete(latest);
    steps[latest].from.forEach((place) => open.add(place));
  }
  const facts = [...open].sort((a, b) => a - b).filter((place) => levels[place] > 0).map((place) => run.factText(run.fact[steps[place].event]));
  return facts.length ? facts : null;
}

function upper(text) { return text.charAt(0).toUpperCase() + text.slice(1); }
