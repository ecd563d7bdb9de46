"use strict";
/* Plays a search at a chosen speed. */

/** The speeds in steps per second. */
const SPEEDS = [1, 5, 25, 100, 500, 2000, 10000];

class Player {
  constructor(view) {
    this.view = view;
    this.speed = 1;
    this.byNode = false;
    this.button = el("button", { class: "step-button", title: "Play (space)", "aria-label": "Play (space)", onclick: () => this.toggle() }, icon("play"));
    this.choice = el("select", { "aria-label": "Steps a second", title: "Steps per second (+ −)", onchange: () => { this.speed = this.choice.selectedIndex; } },
      ...SPEEDS.map((speed, i) => el("option", { selected: i === this.speed }, `${grouped(speed)} a second`)));
    this.unit = el("select", { "aria-label": "What a step is", onchange: () => { this.byNode = this.unit.selectedIndex === 1; } }, el("option", null, "events"), el("option", null, "nodes"));
    this.speeds = el("span", { class: "speeds" }, this.unit, this.choice);
  }

  faster(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    this.choice.selectedIndex = this.speed;
  }

  toggle() {
    if (this.running) {
      cancelAnimationFrame(this.running);
      this.running = null;
    } else {
      let before = performance.now(), due = 0;
      const frame = (now) => {
        due += Math.min((now - before) / 1000, 0.25) * SPEEDS[this.speed];
        before = now;
        const steps = Math.floor(due);
        due -= steps;
        if (steps > 0 && !this.on(steps)) return this.toggle();
        this.running = requestAnimationFrame(frame);
      };
      this.running = requestAnimationFrame(frame);
    }
    this.button.replaceChildren(icon(this.running ? "pause" : "play"));
  }

  /** Advances by a number of steps; returns false at the end. */
  on(steps) {
    const { view } = this, { run } = view, last = run.count - 1;
    if (view.event >= last) return false;
    const event = this.byNode ? this.nodesOn(steps) : view.event + steps;
    view.go(Math.min(event, last));
    return true;
  }

  /** Returns the last event of the node the given number of nodes ahead. */
  nodesOn(steps) {
    const { run, event } = this.view;
    let at = event;
    while (steps > 0 && at + 1 < run.count) {
      at++;
      if (run.kind[at] === DECIDE || run.kind[at] === RESTART) steps--;
    }
    return Math.max(event + 1, steps > 0 ? run.count - 1 : run.fixpoint(run.node[at]));
  }
}
