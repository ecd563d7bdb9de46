"use strict";
/*
 * Supposes a different decision, variable selection or level. A live page sends the query to its server and shows the
 * resulting search beside the first one.
 */

class Supposing {
  constructor(page) {
    this.page = page;
    /** The hypothetical searches, shown beside the first one; each starts from a supposition in the previous one. */
    this.views = [];
  }

  /** On a live page, offers suppositions about a value that remains at the end of this node. */
  offer(view, variable, value) {
    const { run } = view, end = run.fixpoint(view.state.node), state = new State(run, end);
    const isOpen = run.kind[end] !== FAIL && state.cause(variable, value) === LEFT && state.fixed(variable) !== value;
    if (!this.page.live || !isOpen) return "";
    const question = (relation) => {
      const label = run.atomText([variable, relation, value]), fact = `${run.raw.variables[variable]} ${relation === EQUAL ? "=" : "!="} ${value}`;
      return el("button", { onclick: () => this.ask(view, end, fact, label) }, `What if ${label}?`);
    };
    return el("p", { class: "supposing" }, question(EQUAL), " ", question(DIFFERENT));
  }

  /** Offers suppositions about a different variable selection or consistency level from this node on. */
  ways(view) {
    const { orders, levels } = this.page.live, { run } = view;
    const choice = (what, names) => el("select", {
      "aria-label": `What if a different ${what} from here on?`, onchange: (e) => this.ask(view, run.fixpoint(view.state.node), `${what} ${e.target.value}`, `${what} ${e.target.value}`),
    }, el("option", { value: "" }, what), ...names.map((name) => el("option", null, name)));
    return el("div", { class: "choice" }, el("span", { class: "choice-name" }, "What if"), choice("order", orders), choice("level", levels));
  }

  async ask(view, event, fact, label) {
    const way = [...(view.way ?? []), { event, fact, label }];
    const steps = JSON.stringify(way.map(({ event, fact }) => ({ event, fact })));
    const say = (text) => view.why.body.append(el("p", { class: "note", role: "alert" }, text));
    let answer;
    try {
      const response = await fetch("what-if", { method: "POST", headers: { "Content-Type": "application/json" }, body: steps });
      if (!response.ok) return say(await response.text());
      answer = await response.json();
    } catch {
      return say("No answer: the program that showed this page has ended.");
    }
    answer.run.name = `if ${way.map(({ label }) => label).join(", then ")}`;
    const run = new Run(answer.run);
    run.squares = view.run.squares;
    const below = new View(run, 1, this.page);
    below.way = way;
    below.node.prepend(this.bar(this.instead(view, event, fact)));
    // A supposition made in a hypothetical search is added to the previous ones. One made in the first search replaces
    // all.
    this.views = [...this.views.slice(0, way.length - 1), below];
    this.page.beside(below);
    below.tree.reveal(below.run.node[answer.event]);
    below.go(answer.event);
  }

  /** Describes what the recorded search does at the node where the supposition starts. */
  instead({ run }, event, fact) {
    if (/^(order|level) [^=<>]+$/.test(fact)) {
      const node = run.node[event];
      return `The search itself has ${plural(run.weight[node] - 1, "node")} below it, ${plural(run.failures[node], "dead end")} and ${plural(run.solutions[node], "solution")}.`;
    }
    for (let next = event + 1; next < run.count; next++) {
      if (run.kind[next] === DECIDE) return `The search itself decides ${run.factText(run.fact[next])}, at node ${grouped(run.node[next])}.`;
    }
    return "The search itself makes no further decision.";
  }

  bar(instead) {
    return el("div", { class: "difference", role: "note" },
      el("p", null, `${instead} `, el("button", { onclick: () => this.leave() }, "Leave the supposed search")));
  }

  leave() {
    this.views.pop();
    this.page.beside(this.views[this.views.length - 1]);
  }
}
