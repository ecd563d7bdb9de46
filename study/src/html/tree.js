"use strict";
/*
 * The search tree as an outline: a row for each node, with the node's latest decision at the end. Subtrees without a
 * solution are folded into a triangle whose size shows their weight. Only the visible rows are in the document, so
 * scrolling a hundred thousand rows is as fast as scrolling ten.
 */

const ROW = 22, INDENT = 13;

class Tree {
  constructor(view) {
    this.view = view;
    const { run } = view;
    /** The nodes whose subtrees are folded. */
    this.folded = new Set();
    for (let node = 1; node <= run.nodes; node++) {
      const parent = run.parent[node];
      if (run.kids[node].length && run.failed(node) && parent && !run.failed(parent)) this.folded.add(node);
    }
    this.id = `tree-${view.index}`;
    this.sizer = el("div", { class: "tree-sizer", role: "presentation" });
    this.node = el("div", {
      class: "tree", id: this.id, role: "tree", tabindex: 0, "aria-label": "Search tree",
      onscroll: () => this.drawRows(), onkeydown: (e) => this.key(e), onclick: (e) => this.click(e),
    }, this.sizer);
    this.rows = this.list();
  }

  /** Returns the nodes that have a row, in order. */
  list() {
    const { run } = this.view, rows = [];
    const open = [...run.roots].reverse();
    while (open.length) {
      const node = open.pop();
      rows.push(node);
      if (!this.folded.has(node)) for (let i = run.kids[node].length - 1; i >= 0; i--) open.push(run.kids[node][i]);
    }
    this.place = new Map(rows.map((node, row) => [node, row]));
    this.deepest = rows.reduce((most, node) => Math.max(most, run.depth[node]), 0);
    return rows;
  }

  /** Returns the row that represents a node: its own, or the row of the folded subtree that contains it. */
  standing(node) {
    for (; node && !this.place.has(node); node = this.view.run.parent[node]);
    return node;
  }

  /** Unfolds all ancestors of a node. */
  reveal(node) {
    for (let up = this.view.run.parent[node]; up; up = this.view.run.parent[up]) this.folded.delete(up);
    this.rows = this.list();
  }

  fold(node, folded) {
    if (folded) this.folded.add(node); else this.folded.delete(node);
    this.rows = this.list();
    this.draw(false);
  }

  draw(follow = true) {
    this.current = this.standing(this.view.state.node);
    this.sizer.style.height = `${this.rows.length * ROW}px`;
    this.sizer.style.minWidth = `${this.deepest * INDENT + 190}px`;
    if (follow) this.follow();
    this.drawRows();
  }

  /** Scrolls the current row into view, with some rows around it. */
  follow() {
    const top = this.place.get(this.current) * ROW, height = this.node.clientHeight;
    if (!height) return;
    if (top < this.node.scrollTop + ROW || top > this.node.scrollTop + height - 3 * ROW) {
      this.node.scrollTop = Math.max(0, top - height / 2);
    }
    const left = this.view.run.depth[this.current] * INDENT;
    if (left < this.node.scrollLeft || left > this.node.scrollLeft + this.node.clientWidth - 150) {
      this.node.scrollLeft = Math.max(0, left - this.node.clientWidth / 3);
    }
  }

  drawRows() {
    const first = Math.max(0, Math.floor(this.node.scrollTop / ROW) - 4);
    const last = Math.min(this.rows.length, first + Math.ceil((this.node.clientHeight || 600) / ROW) + 8);
    this.sizer.replaceChildren(...this.rows.slice(first, last).map((node, i) => this.row(node, first + i)));
    this.node.setAttribute("aria-activedescendant", this.rowId(this.current));
  }

  rowId(node) { return `${this.id}-${node}`; }

  row(node, at) {
    const { run } = this.view;
    const kids = run.kids[node].length, folded = this.folded.has(node), depth = run.depth[node];
    const failed = run.failed(node), current = node === this.current;
    const weight = run.weight[node] - 1;
    const kind = run.status[node] === SOLUTION ? "solution" : failed ? "failed" : run.unfinished[node] && !kids ? "open" : "branch";
    const note = folded ? plural(weight, "node") : run.status[node] === SOLUTION ? "solution" : "";
    return el("div", {
      class: `row ${kind}${current ? " current" : ""}${this.view.isDifferent(node) ? " different" : ""}`,
      role: "treeitem", id: this.rowId(node), "data-node": node,
      "aria-level": depth + 1, "aria-selected": String(current),
      "aria-expanded": kids ? String(!folded) : null,
      "aria-label": `${run.decision(node)}, ${this.spoken(node)}`,
      style: `top:${at * ROW}px`,
    },
      this.lines(node, depth, kind, folded, weight),
      el("span", { class: "label" }, run.decision(node)),
      note && el("span", { class: "note" }, note));
  }

  spoken(node) {
    const { run } = this.view;
    if (run.status[node] === SOLUTION) return "solution";
    if (!run.kids[node].length) return run.status[node] === FAIL ? "failure" : "not finished";
    return `${plural(run.weight[node], "node")}, ${plural(run.solutions[node], "solution")}`;
  }

  /** Draws the lines to the parents and the node's symbol. */
  lines(node, depth, kind, folded, weight) {
    const { run } = this.view, x = depth * INDENT + 11, middle = ROW / 2;
    const shapes = [];
    for (let up = node, level = depth; level > 0; up = run.parent[up], level--) {
      const siblings = run.kids[run.parent[up]], last = siblings[siblings.length - 1] === up;
      const px = (level - 1) * INDENT + 11;
      if (up === node) shapes.push(`M${px} 0V${last ? middle : ROW}M${px} ${middle}H${x - 5}`);
      else if (!last) shapes.push(`M${px} 0V${ROW}`);
    }
    if (run.kids[node].length && !folded) shapes.push(`M${x} ${middle + 4}V${ROW}`);
    return svg("svg", { width: x + 11, height: ROW, class: "lines", "aria-hidden": "true" },
      svg("path", { d: shapes.join(""), class: "edge" }), this.sign(node, x, middle, kind, folded, weight));
  }

  sign(node, x, y, kind, folded, weight) {
    if (folded) {
      // The size is logarithmic: the sign for four nodes is about half as high as the sign for a thousand.
      const size = Math.min(10, 4.5 + Math.log2(weight + 1) * 0.6);
      return svg("path", { class: "sign failed folded", d: `M${x} ${y - size}L${x + size * 0.95} ${y + size * 0.8}H${x - size * 0.95}Z` });
    }
    if (kind === "solution") return svg("path", { class: "sign solution", d: `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z` });
    if (kind === "failed" && !this.view.run.kids[node].length) return svg("rect", { class: "sign failed", x: x - 4, y: y - 4, width: 8, height: 8, rx: 1 });
    return svg("circle", { class: `sign ${kind}`, cx: x, cy: y, r: 4.2 });
  }

  click(e) {
    const row = e.target.closest(".row");
    if (!row) return;
    const node = Number(row.dataset.node);
    const onSign = e.target.closest(".sign");
    if (this.view.run.kids[node].length && (this.folded.has(node) || onSign)) this.fold(node, !this.folded.has(node));
    this.view.go(this.view.run.fixpoint(node));
  }

  key(e) {
    const { run } = this.view, row = this.place.get(this.current);
    const go = (node) => node && this.view.go(run.fixpoint(node));
    const open = run.kids[this.current].length && !this.folded.has(this.current);
    switch (e.key) {
      case "ArrowDown": go(this.rows[row + 1]); break;
      case "ArrowUp": go(this.rows[row - 1]); break;
      case "ArrowRight":
        if (this.folded.has(this.current)) this.fold(this.current, false); else if (open) go(run.kids[this.current][0]);
        break;
      case "ArrowLeft":
        if (open) this.fold(this.current, true); else go(run.parent[this.current]);
        break;
      case "Enter": case " ":
        if (run.kids[this.current].length) this.fold(this.current, !this.folded.has(this.current));
        break;
      case "PageDown": go(this.rows[Math.min(this.rows.length - 1, row + 15)]); break;
      case "PageUp": go(this.rows[Math.max(0, row - 15)]); break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
  }
}
