"use strict";
/* The ledger: each constraint's work in the entire search, and its cost. It is also the legend. */

/** The maximum number of constraints shown at once. */
const CONSTRAINTS = 100;

const COLUMNS = [
  ["calls", "Propagator runs"],
  ["prunings", "Inferred facts"],
  ["failures", "Dead ends found"],
  ["useless", "Calls that found nothing"],
  ["time", "Measured time in its propagators, including the cost of observation"],
];

class Ledger {
  constructor(view) {
    this.view = view;
    this.sorted = null;
    this.body = el("div", { class: "ledger-body" });
    this.source = el("div", { class: "source" });
    this.node = el("section", { class: "panel ledger", "aria-label": "Ledger of constraints" }, el("h2", null, "Constraints"), this.body, this.source);
    this.timed = view.run.raw.ledger.some((row) => row.length > 4);
  }

  rows() {
    const { ledger, same } = this.view.run.raw, rows = ledger.map((row, constraint) => ({ row, constraint })).filter(({ constraint }) => !same[constraint]);
    if (this.sorted !== null) rows.sort((a, b) => (b.row[this.sorted] || 0) - (a.row[this.sorted] || 0) || a.constraint - b.constraint);
    return rows;
  }

  /** Marks the active constraint. */
  draw() {
    const now = this.view.run.constraintAt(this.view.event);
    if (!this.body.firstChild) this.drawTable();
    for (const row of this.body.querySelectorAll("tbody tr")) row.classList.toggle("now", Number(row.dataset.constraint) === now);
  }

  drawTable() {
    const { run } = this.view, rows = this.rows();
    const columns = COLUMNS.slice(0, this.timed ? 5 : 4);
    const head = columns.map(([name, title], i) => el("th", { scope: "col", "aria-sort": this.sorted === i ? "descending" : "none" },
      el("button", { class: "quiet", title: `${title}. Click to sort.`, onclick: () => { this.sorted = this.sorted === i ? null : i; this.drawTable(); this.draw(); } }, name)));
    const lines = rows.slice(0, CONSTRAINTS).map(({ row, constraint }) => el("tr", { "data-constraint": constraint },
      el("th", { scope: "row" }, swatch(run.marks[constraint]), this.name(constraint)),
      ...columns.map((_, i) => el("td", null, i === 4 ? time(row[4]) : i === 3 ? this.useless(row) : grouped(row[i])))));
    const more = rows.length - lines.length;
    this.body.replaceChildren(
      el("table", null, el("thead", null, el("tr", null, el("th", { scope: "col" }, "constraint"), ...head)), el("tbody", null, ...lines)),
      ...(more > 0 ? [el("p", { class: "note" }, `${plural(more, "more constraint")}: sort by a column to see others.`)] : []),
      el("p", { class: "legend" }, swatch(DECIDED), " removed by a decision",
        ...(run.marks.includes(MARKS) ? [swatch(MARKS), " by another constraint"] : [])));
  }

  useless(row) {
    const share = row[0] ? Math.round((100 * row[3]) / row[0]) : 0;
    return el("span", { title: `${grouped(row[3])} of ${grouped(row[0])} calls found nothing` }, `${grouped(row[3])} `, el("span", { class: "share" }, `${share}%`));
  }

  /** Returns a constraint's name, linked to its source location if known. */
  name(constraint) {
    const { run } = this.view, place = run.raw.places[constraint], name = run.constraints[constraint];
    if (!place) return el("span", { class: "name", title: name }, name);
    return el("button", { class: "link name", title: `${name}: show line ${place[1]} of ${run.raw.sources[place[0]].name}`, onclick: () => this.showSource(place) }, name);
  }

  /** Shows the model text with the constraint's line marked. */
  showSource([file, line]) {
    const { name, text } = this.view.run.raw.sources[file];
    const lines = text.split("\n").map((text, i) => el("span", { class: `line${i + 1 === line ? " marked" : ""}`, "data-line": i + 1 }, text || " "));
    this.source.replaceChildren(
      el("div", { class: "why-title" }, el("h3", null, `${name}, line ${line}`), el("button", { class: "quiet", onclick: () => this.source.replaceChildren() }, "Close")),
      el("pre", { tabindex: 0 }, ...lines));
    const pre = this.source.querySelector("pre"), marked = this.source.querySelector(".marked");
    if (marked) pre.scrollTop = marked.offsetTop - pre.offsetTop - pre.clientHeight / 2;
    this.source.scrollIntoView({ block: "nearest" });
  }
}

/** Formats nanoseconds as a time. */
function time(nanoseconds) {
  if (nanoseconds >= 1e9) return `${(nanoseconds / 1e9).toFixed(2)} s`;
  if (nanoseconds >= 1e6) return `${(nanoseconds / 1e6).toFixed(1)} ms`;
  return `${(nanoseconds / 1e3).toFixed(0)} µs`;
}
