"use strict";
/* Groups subtrees by shape. A shape consists of branches and their ends, whatever the decisions. */

class Shapes {
  constructor(view) {
    this.view = view;
    this.node = el("p", { class: "alike" });
  }

  /** Numbers the subtree shapes, and lists the nodes with each shape. */
  find() {
    const { run } = this.view, numbers = new Map();
    this.shape = new Int32Array(run.nodes + 1);
    this.nodes = [];
    // Nodes below a node have larger numbers than the node itself.
    for (let node = run.nodes; node > 0; node--) {
      const key = `${run.status[node]}:${run.kids[node].map((kid) => this.shape[kid]).join()}`;
      if (!numbers.has(key)) {
        numbers.set(key, this.nodes.length);
        this.nodes.push([]);
      }
      this.shape[node] = numbers.get(key);
      this.nodes[this.shape[node]].push(node);
    }
    this.nodes.forEach((alike) => alike.reverse());
  }

  /** Shows the number of subtrees with the current shape, unless it is a leaf, and links to the next one. */
  draw() {
    const { run, state } = this.view;
    if (!this.shape) this.find();
    const alike = this.nodes[this.shape[state.node]], place = alike.indexOf(state.node);
    const isOne = run.weight[state.node] > 1 && alike.length > 1;
    const next = alike[(place + 1) % alike.length];
    this.node.replaceChildren(...(isOne ? [
      `${plural(run.weight[state.node], "node")} from here: number ${grouped(place + 1)} of ${grouped(alike.length)} subtrees of this shape. `,
      el("button", { class: "link", onclick: () => { this.view.tree.reveal(next); this.view.go(run.fixpoint(next)); } }, "the next"),
    ] : []));
  }
}
