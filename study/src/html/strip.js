"use strict";
/*
 * The tree over time (an icicle plot): each node is as wide as the events in its subtree, and each level is a row. It
 * shares the slider's axis. If the run was too long to record, a second strip shows the entire run. In that strip, a
 * node's width is the number of nodes in its subtree, and invisible nodes are omitted.
 */

class Strip {
  constructor(view) {
    this.view = view;
    this.canvas = el("canvas", { class: "strip", role: "img", onclick: (e) => this.click(e), onmousemove: (e) => this.hover(e) });
    this.node = el("div", { class: "strip-frame" }, this.canvas);
    this.deepest = view.run.depth.reduce((most, depth) => Math.max(most, depth), 0);
  }

  /** Redraws the tree if the size or the theme has changed; otherwise redraws only the path. */
  draw() {
    const { run } = this.view;
    const width = this.canvas.clientWidth, ratio = window.devicePixelRatio || 1;
    if (!width) return;
    const { deepest } = this;
    const fair = Math.min(13, 84 / (deepest + 1));
    this.row = fair > 2 ? Math.floor(fair) : fair;
    const height = Math.min(100, Math.max(24, (deepest + 1) * this.row + 2));
    const key = [width, height, ratio, document.documentElement.dataset.theme].join();
    if (key !== this.key) {
      this.key = key;
      this.canvas.style.height = `${height}px`;
      this.canvas.width = width * ratio;
      this.canvas.height = height * ratio;
      this.base = document.createElement("canvas");
      this.base.width = this.canvas.width;
      this.base.height = this.canvas.height;
      this.scale = width / run.count;
      this.drawTree(this.base.getContext("2d"), ratio);
      this.canvas.setAttribute("aria-label",
        `The search tree over time: ${plural(run.nodes, "node")}, ${plural(run.failures.reduce((a, b, i) => (run.parent[i] ? a : a + b), 0), "failure")}, at most ${plural(deepest, "level")} deep.`);
    }
    const context = this.canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.base, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawPath(context, width, height);
  }

  drawTree(context, ratio) {
    const { run } = this.view;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const colours = { branch: token("--node"), fail: token("--fail-soft"), solution: token("--solution"), text: token("--muted") };
    const drawn = [];
    context.font = "9.5px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let node = 1; node <= run.nodes; node++) {
      const x = run.entered[node] * this.scale, width = (run.left[node] - run.entered[node]) * this.scale;
      const depth = run.depth[node];
      // A node narrower than half a pixel that falls on a drawn node would be invisible.
      if (width < 0.5 && x - (drawn[depth] ?? -1) < 0.5) continue;
      drawn[depth] = x + Math.max(width, 0.5);
      context.fillStyle = run.status[node] === SOLUTION ? colours.solution : run.failed(node) ? colours.fail : colours.branch;
      const gap = width > 3 && this.row > 3 ? 1 : 0;
      context.fillRect(x, depth * this.row + 1, Math.max(width - gap, 0.7), this.row - (this.row > 3 ? 1 : 0));
      const label = this.row >= 11 && width > 34 ? run.decision(node) : "";
      if (label && context.measureText(label).width < width - 8) {
        context.fillStyle = colours.text;
        context.fillText(label, x + 4, depth * this.row + 1 + this.row / 2);
      }
    }
  }

  drawPath(context, width, height) {
    const { run, event, state } = this.view;
    context.strokeStyle = token("--accent");
    context.lineWidth = 1.5;
    // In thin rows, outlines would hide the tree.
    for (const node of this.row >= 6 ? state.path : [state.node]) {
      const x = run.entered[node] * this.scale, w = (run.left[node] - run.entered[node]) * this.scale;
      context.strokeRect(x + 0.5, run.depth[node] * this.row + 1, Math.max(w - 1, 1.5), Math.max(this.row - 1, 1));
    }
    const x = (event + 0.5) * this.scale;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, height);
    context.stroke();
  }

  at(e) {
    const box = this.canvas.getBoundingClientRect();
    const event = Math.floor((e.clientX - box.left) / this.scale);
    return Math.max(0, Math.min(this.view.run.count - 1, event));
  }

  click(e) {
    const { run } = this.view, event = this.at(e);
    // A click on a row above the bottom of the tree selects that row's node.
    const path = run.path(run.node[event]);
    const depth = Math.floor((e.clientY - this.canvas.getBoundingClientRect().top - 1) / this.row);
    this.view.go(depth >= 0 && depth < path.length - 1 ? run.fixpoint(path[depth]) : event);
  }

  hover(e) {
    const { run } = this.view, event = this.at(e);
    this.canvas.title = `event ${grouped(event)}, node ${grouped(run.node[event])}: ${run.decision(run.node[event])}`;
  }
}

/** The strip for a run too long to record: the depth over time, and the large subtrees. */
class WholeStrip {
  constructor(view) {
    this.view = view;
    this.whole = view.run.raw.whole;
    this.canvas = el("canvas", { class: "strip whole", role: "img", onmousemove: (e) => this.hover(e) });
    const { nodes } = view.run.end;
    this.canvas.setAttribute("aria-label", `The whole search: ${plural(nodes, "node")}. The section above the bright bar was recorded in full.`);
    this.node = el("figure", { class: "strip-frame" }, this.canvas,
      el("figcaption", { class: "note" },
        `The whole search, ${plural(nodes, "node")}: how deep it went (pale), and each subtree of ${plural(this.whole.least, "node")} or more. The bar below marks the section recorded in full.`));
  }

  draw() {
    const width = this.canvas.clientWidth, ratio = window.devicePixelRatio || 1, height = 92;
    if (!width) return;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const context = this.canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { nodes, peak_depth: deepest } = this.view.run.end, floor = height - 6;
    this.scale = width / Math.max(nodes, 1);
    const down = (depth) => (depth / (deepest + 1)) * (floor - 1);
    const { width: step, buckets } = this.whole.depths;
    context.fillStyle = token("--node-pale");
    for (let i = 0; i < buckets.length; i += 3) {
      const [most, , solutions] = buckets.slice(i, i + 3), x = (i / 3) * step * this.scale;
      context.fillRect(x, 0, Math.max(step * this.scale, 0.7), down(most + 1));
      if (solutions > 0) {
        context.fillStyle = token("--solution");
        context.fillRect(x, floor - 3, Math.max(step * this.scale, 0.7), 3);
        context.fillStyle = token("--node-pale");
      }
    }
    const row = down(1), colours = [token("--node"), token("--fail-soft")];
    for (const [first, depth, weight, , solutions] of this.subtrees()) {
      context.fillStyle = colours[solutions > 0 ? 0 : 1];
      const w = weight * this.scale, gap = w > 3 ? 1 : 0;
      context.fillRect(first * this.scale, down(depth) + 1, Math.max(w - gap, 0.7), Math.max(row - (row > 3 ? 1 : 0), 0.7));
    }
    context.fillStyle = token("--accent");
    context.fillRect(0, height - 4, Math.max(this.view.run.nodes * this.scale, 3), 3);
  }

  /** Yields [first node from 0, depth, nodes, failures, solutions, fact] for each recorded subtree. */
  *subtrees() {
    const { subtrees } = this.whole;
    for (let i = 0; i < subtrees.length; i += 6) yield subtrees.slice(i, i + 6);
  }

  hover(e) {
    const box = this.canvas.getBoundingClientRect();
    const node = Math.floor((e.clientX - box.left) / this.scale);
    const depth = Math.floor(((e.clientY - box.top) / (box.height - 6)) * (this.view.run.end.peak_depth + 1));
    let title = `node ${grouped(node + 1)}`;
    for (const [first, d, weight, failures, solutions, fact] of this.subtrees()) {
      if (d === depth && first <= node && node < first + weight) {
        const label = fact < 0 ? "root" : this.view.run.factText(fact);
        title = `${label}: ${plural(weight, "node")}, ${plural(failures, "failure")}, ${plural(solutions, "solution")}`;
      }
    }
    this.canvas.title = title;
  }
}
