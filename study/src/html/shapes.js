"use strict";
/* Subtrees of one shape: the same branches with the same ends, whatever is decided in them. */

class Shapes {
  constructor(view) {
    this.view = view;
    this.node = el("p", { class: "alike" });
  }

  /** The shape of each node's subtree as a number, and the nodes of each shape. */
  find() {
    const { run } = this.view, numbers = new Map();
    this.shape = new Int32Array(run.nodes + 1);
    this.nodes = [];
    // What lies below a node has larger numbers.
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

  /** How many subtrees are like the one here, if it is more than a leaf, and the way to the next one. */
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
