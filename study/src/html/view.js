"use strict";
/* A view of one run: the strip, the slider, the tree, the stage, the reasons and the ledger, all at one event. */

class View {
  constructor(run, index, page) {
    this.run = run;
    this.index = index;
    this.page = page;
    this.event = 0;
    this.level = -1;
    /** The value that the user clicked, or null. */
    this.chosen = null;
    this.state = this.asked = new State(run, 0);
    this.whole = run.raw.whole ? new WholeStrip(this) : null;
    this.strip = new Strip(this);
    this.tree = new Tree(this);
    this.shapes = new Shapes(this);
    this.stage = new Stage(this);
    this.why = new Why(this);
    this.ledger = new Ledger(this);
    this.objective = run.raw.objective ? new Objective(this) : null;
    this.player = new Player(this);
    this.marks = new Marks(this);
    this.slider = el("input", {
      type: "range", min: 0, max: run.count - 1, value: 0, class: "slider", "aria-label": "Event",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.node = this.build();
  }

  build() {
    const button = (sign, title, action) => el("button", { class: "step-button", title, "aria-label": title, onclick: action }, sign in ICONS ? icon(sign) : sign);
    const steps = el("div", { class: "steps-bar", role: "group", "aria-label": "Steps" },
      button("first", "First event (Home)", () => this.go(0)),
      button("nodeBack", "Previous node (p)", () => this.stepNode(-1)),
      button("back", "Previous event (←)", () => this.go(this.event - 1)),
      this.player.button,
      button("on", "Next event (→)", () => this.go(this.event + 1)),
      button("nodeOn", "Next node (n)", () => this.stepNode(1)),
      button("last", "Last event (End)", () => this.go(this.run.count - 1)),
      button("dead end", "Next dead end (f)", () => this.find(FAIL)),
      button("solution", "Next solution (s)", () => this.find(SOLUTION)),
      button("mark", "Mark this event, or not (m)", () => this.marks.toggle()), this.player.speeds);
    const tree = el("section", { class: "panel tree-panel", "aria-label": "Search tree" }, el("h2", null, "Search tree"), this.tree.node, this.shapes.node, this.treeKey());
    return el("article", { class: "run", "aria-label": this.run.name, onfocusin: () => this.page.select(this) },
      el("header", { class: "run-head" }, el("h2", { class: `run-name${this.page.title === this.run.name ? " said-above" : ""}` }, this.run.name), this.costs(), el("span", { class: "gap" }), steps),
      this.leftOut(),
      el("div", { class: "time" }, this.whole?.node, this.strip.node, this.slider, this.marks.node, this.objective?.node),
      el("div", { class: "columns" }, tree, this.stage.node, el("div", { class: "side" }, this.why.node, this.ledger.node)));
  }

  treeKey() {
    const sign = (shape, text) => el("span", null, svg("svg", { width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" }, shape), text);
    return el("p", { class: "tree-key" },
      sign(svg("circle", { class: "sign branch", cx: 7, cy: 7, r: 4.2 }), "branches"),
      sign(svg("path", { class: "sign solution", d: "M7 1L13 7L7 13L1 7Z" }), "solution"),
      sign(svg("rect", { class: "sign failed", x: 3, y: 3, width: 8, height: 8, rx: 1 }), "dead end"),
      sign(svg("path", { class: "sign failed folded", d: "M7 1L13.5 12H0.5Z" }), "folded: nothing below"));
  }

  costs() {
    const { end } = this.run, cost = (count, name) => el("span", null, el("b", null, grouped(count)), ` ${count === 1 ? name.replace(/s$/, "") : name}`);
    return el("p", { class: "costs" }, cost(end.nodes, "nodes"), cost(end.failures, "failures"), cost(end.solutions, "solutions"), cost(end.propagations, "propagations"),
      el("span", null, end.stopped_by ? `stopped by ${end.stopped_by}` : end.outcome));
  }

  leftOut() {
    const { notes } = this.run.raw;
    return notes.length ? el("div", { class: "left-out", role: "note" }, ...notes.map((note) => el("p", null, note))) : null;
  }

  /** Moves to an event and shows its reasons. */
  go(event) {
    this.look(event);
    this.asked = this.state;
    this.why.draw();
  }

  /** Shows an event in the current chain of reasons, without replacing the chain. */
  look(event) {
    this.event = Math.max(0, Math.min(this.run.count - 1, event));
    this.state = new State(this.run, this.event);
    this.draw();
    this.page.moved(this);
  }

  draw() {
    this.slider.value = this.event;
    this.slider.setAttribute("aria-valuetext", `event ${this.event}, node ${this.state.node}`);
    this.strip.draw();
    this.tree.draw();
    this.shapes.draw();
    this.objective?.draw();
    this.stage.draw();
    this.why.draw();
    this.ledger.draw();
  }

  redraw() {
    this.whole?.draw();
    this.draw();
  }

  choose(variable, value) {
    this.chosen = variable === null ? null : { variable, value };
    this.asked = this.state;
    this.stage.draw();
    this.why.draw();
    this.page.remember();
  }

  setLevel(level) {
    this.level = level;
    // The effect of levels is known at fixpoints, so go to one.
    const fixpoint = this.run.fixpoint(this.state.node);
    if (level >= 0 && this.event < fixpoint && this.run.kind[fixpoint] !== FAIL) this.go(fixpoint); else this.stage.draw();
    this.page.remember();
  }

  /** Returns the effect of stronger levels at this node, or null if it is not known. */
  levelsHere() {
    return (this.level >= 0 && this.run.levels?.get(this.state.node)) || null;
  }

  /** Maps each `variable,value` that the chosen level removes at this node to the weakest level that removes it. */
  removedByLevel() {
    const removed = new Map(), ranges = this.levelsHere()?.ranges ?? [];
    for (let i = 0; i < ranges.length; i += 4) {
      const [variable, low, high, mask] = ranges.slice(i, i + 4);
      if (!(mask & (1 << this.level))) continue;
      // In a long range, only the first values are marked.
      const last = Math.min(high, low + 255);
      for (let value = low; value <= last; value++) removed.set(`${variable},${value}`, Math.log2(mask & -mask));
    }
    return removed;
  }

  stepNode(by) {
    const node = this.state.node;
    const atFixpoint = this.event >= this.run.fixpoint(node);
    if (by < 0 && this.run.kind[this.event] !== BACKTRACK && node > 1) return this.go(this.run.fixpoint(node - 1));
    if (by > 0 && !atFixpoint) return this.go(this.run.fixpoint(node));
    // After backtracking, the next node is the one entered next.
    let event = this.event;
    if (by > 0) {
      while (event + 1 < this.run.count && this.run.kind[event] !== DECIDE && this.run.kind[event] !== RESTART || event === this.event) {
        if (event + 1 >= this.run.count) break;
        event++;
      }
      return this.go(this.run.kind[event] === DECIDE || this.run.kind[event] === RESTART ? this.run.fixpoint(this.run.node[event]) : event);
    }
    while (event > 0 && this.run.kind[event] !== FAIL && this.run.kind[event] !== SOLUTION) event--;
    this.go(event);
  }

  find(kind) {
    for (let event = this.event + 1; event < this.run.count; event++) {
      if (this.run.kind[event] === kind) return this.go(event);
    }
  }

  isDifferent(node) {
    return this.page.difference?.nodes[this.index] === node;
  }
}
