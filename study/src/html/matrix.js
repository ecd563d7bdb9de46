"use strict";
/*
 * The matrix of constraints and variables. It shows how often in the entire search each constraint infers a fact about
 * each variable or uses one as a premise. After the explanation matrices of VISEXP (M. Ghoniem, N. Jussien, J.-D.
 * Fekete, Visualizing Explanations to Exhibit Dynamic Structure in Constraint Problems, 2004).
 */

/** The maximum numbers of rows and columns. The most active rows and columns are shown, in model order. */
const MATRIX_ROWS = 40, MATRIX_COLUMNS = 60;

class Matrix {
  constructor(view) {
    this.view = view;
    this.kind = "inferred";
    this.frame = el("div", { class: "matrix-frame" });
    this.node = el("div", null, this.frame);
  }

  /** Counts, for each constraint and variable, how often a fact about the variable is inferred or used as a premise. */
  counts() {
    if (this.counted) return this.counted[this.kind];
    const { run } = this.view, inferred = new Map(), premises = new Map();
    /** For each constraint, the number of reasons and their total number of facts. */
    this.sizes = new Map();
    const add = (counts, constraint, variable) => {
      if (!counts.has(constraint)) counts.set(constraint, new Map());
      const row = counts.get(constraint);
      row.set(variable, (row.get(variable) || 0) + 1);
    };
    for (let event = 1; event < run.count; event++) {
      if (run.kind[event] !== PRUNE && run.kind[event] !== FAIL) continue;
      const constraint = run.constraintAt(event);
      if (constraint < 0) continue;
      const [reasons, facts] = this.sizes.get(constraint) ?? [0, 0];
      this.sizes.set(constraint, [reasons + 1, facts + run.shownPremises(event).length]);
      if (run.fact[event] >= 0) add(inferred, constraint, run.factVariable(run.fact[event]));
      for (const variable of new Set(run.shownPremises(event).map((fact) => run.factVariable(fact)))) add(premises, constraint, variable);
    }
    this.counted = { inferred, premises };
    return this.counted[this.kind];
  }

  /** Selects the most active rows or columns, in model order. */
  most(totals, limit) {
    const all = [...totals].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return all.slice(0, limit).map(([one]) => one).sort((a, b) => a - b);
  }

  draw() {
    const { run, event } = this.view, counts = this.counts();
    const constraints = new Map([...counts].map(([constraint, row]) => [constraint, [...row.values()].reduce((a, b) => a + b)]));
    const rows = this.most(constraints, MATRIX_ROWS), variables = new Map();
    for (const row of rows) {
      for (const [variable, count] of counts.get(row)) {
        if (!run.hidden.has(variable)) variables.set(variable, (variables.get(variable) || 0) + count);
      }
    }
    const columns = this.most(variables, MATRIX_COLUMNS);
    const most = Math.max(1, ...rows.map((row) => Math.max(...columns.map((column) => counts.get(row).get(column) || 0))));
    const now = run.constraintAt(event), about = run.fact[event] >= 0 ? run.factVariable(run.fact[event]) : -1;
    const cell = (row, column) => {
      const count = counts.get(row).get(column) || 0, isNow = this.kind === "inferred" && row === now && column === about;
      const label = `${run.constraints[row]}, ${run.variables[column]}: ${this.describe(count)}`;
      return el("td", { class: isNow ? "now" : null, title: label, style: count ? `--share:${(Math.log(1 + count) / Math.log(1 + most)).toFixed(3)}` : null },
        count ? el("button", { class: "matrix-cell", "aria-label": label, onclick: () => this.go(row, column) }, columns.length <= 16 ? grouped(count) : "") : "");
    };
    const rests = this.kind === "premises";
    const size = (row) => {
      const [reasons, facts] = this.sizes.get(row);
      return rests && el("td", { class: "size", title: `${grouped(facts)} facts in ${plural(reasons, "reason")}` }, (facts / reasons).toFixed(1));
    };
    const kind = (value, text) => el("button", { role: "radio", "aria-checked": String(this.kind === value), onclick: () => { this.kind = value; this.draw(); } }, text);
    const left = [[constraints.size - rows.length, "constraint"], [variables.size - columns.length, "variable"]].filter(([count]) => count > 0).map(([count, name]) => plural(count, `less active ${name}`));
    const table = el("table", { class: "matrix" },
      el("thead", null, el("tr", null, el("td"), ...columns.map((column) => el("th", { scope: "col" }, el("span", null, run.variables[column]))), rests && el("th", { scope: "col" }, el("span", null, "facts in a reason")))),
      el("tbody", null, ...rows.map((row) => el("tr", null, el("th", { scope: "row" }, swatch(run.marks[row]), el("span", { class: "name", title: run.constraints[row] }, run.constraints[row])), ...columns.map((column) => cell(row, column)), size(row)))));
    const scrolled = this.frame.scrollLeft;
    this.frame.replaceChildren(rows.length ? table : el("p", { class: "hint" }, "No constraint infers anything."));
    this.frame.scrollLeft = scrolled;
    this.node.replaceChildren(
      el("div", { class: "choice", role: "radiogroup", "aria-label": "What is counted" }, kind("inferred", "what it infers"), kind("premises", "what it rests on")),
      this.frame,
      el("p", { class: "note" }, `Darker means more often. A click goes to the next occurrence.${left.length ? ` Left out: ${left.join(", ")}.` : ""}`));
  }

  describe(count) {
    return this.kind === "inferred" ? `inferred ${plural(count, "time")}` : `rested on ${plural(count, "time")}`;
  }

  /** Moves to the next event (wrapping around) at which the constraint infers a fact about the variable. */
  go(constraint, variable) {
    const { run, event } = this.view, about = (fact) => run.factVariable(fact) === variable;
    for (let ahead = 1; ahead <= run.count; ahead++) {
      const next = (event + ahead) % run.count;
      if ((run.kind[next] !== PRUNE && run.kind[next] !== FAIL) || run.constraintAt(next) !== constraint) continue;
      if (this.kind === "inferred" ? run.fact[next] >= 0 && about(run.fact[next]) : run.shownPremises(next).some(about)) return this.view.go(next);
    }
  }
}
