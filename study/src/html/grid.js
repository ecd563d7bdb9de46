"use strict";
/*
 * The domains in any model, with a row for each variable and a cell for each value. A wide domain is drawn as a bar
 * with its ranges, and the number of remaining values is given in words.
 */

/** The number of values above which a domain is shown as ranges. */
const WIDE = 48;

/** The maximum number of variables shown at once. */
const VARIABLES = 200;

class Grid {
  constructor(view) {
    this.view = view;
    this.filter = el("input", { type: "search", placeholder: "Find variables", "aria-label": "Find variables by name", oninput: () => this.draw() });
    this.changed = el("input", { type: "checkbox", onchange: () => this.draw() });
    this.body = el("div", { class: "grid-body", onclick: (e) => this.click(e), onkeydown: (e) => this.key(e) });
    this.note = el("p", { class: "note" });
    this.node = el("div", { class: "grid" },
      el("div", { class: "grid-tools" }, this.filter, el("label", null, this.changed, " only what this node changed")),
      this.body, this.note);
    const { run } = view;
    let low = Infinity, high = -Infinity;
    for (const [variable, ranges] of run.raw.domains.entries()) {
      if (run.hidden.has(variable)) continue;
      low = Math.min(low, ranges[0]);
      high = Math.max(high, ranges[ranges.length - 1]);
    }
    /** If there are few values, all rows have the same columns. */
    this.common = high - low < WIDE ? [low, high] : null;
    this.focus = null;
    // Cells are larger if there are few values.
    const values = this.common ? high - low + 1 : WIDE;
    this.cellSize = values <= 12 ? 34 : values <= 24 ? 26 : 22;
    this.node.style.setProperty("--cell", `${this.cellSize}px`);
    const longest = run.variables.reduce((most, name, variable) => (run.hidden.has(variable) ? most : Math.max(most, name.length)), 0);
    this.node.style.setProperty("--names", `${Math.max(60, Math.min(260, 12 + 8 * longest))}px`);
  }

  /** Returns the variables that match the filter, up to a limit. */
  shown() {
    const { run, state } = this.view, wanted = this.filter.value.trim().toLowerCase();
    const changed = this.changed.checked && new Set(run.own[state.node].map((event) => run.factVariable(run.fact[event])));
    const found = [];
    for (let variable = 0; variable < run.variables.length; variable++) {
      if (wanted ? !run.variables[variable].toLowerCase().includes(wanted) : run.hidden.has(variable)) continue;
      if (run.constants.has(variable)) continue;
      if (changed && !changed.has(variable)) continue;
      found.push(variable);
    }
    const left = found.length - VARIABLES;
    this.note.textContent = left > 0 ? `${plural(left, "more variable")} found: type a name to find them.` : found.length ? "" : "No variable found.";
    return found.slice(0, VARIABLES);
  }

  draw() {
    const cells = new Cells(this.view), shown = this.shown();
    const hadFocus = this.body.contains(document.activeElement);
    this.body.replaceChildren(...(this.common ? [this.header()] : []), ...shown.map((variable) => this.row(cells, variable)));
    this.body.setAttribute("role", "grid");
    this.body.setAttribute("aria-label", "Domains of the variables");
    if (hadFocus) this.focused()?.focus();
  }

  header() {
    const [low, high] = this.common, row = el("div", { class: "grid-row header", "aria-hidden": "true" }, el("span", { class: "name" }));
    for (let value = low; value <= high; value++) row.append(el("span", { class: "value" }, minus(value)));
    return row;
  }

  row(cells, variable) {
    const { run, state } = this.view, ranges = run.raw.domains[variable];
    const [low, high] = this.common || [ranges[0], ranges[ranges.length - 1]];
    const row = el("div", { class: `grid-row${high - low >= WIDE ? " wide" : ""}`, role: "row" }, el("span", { class: "name", role: "rowheader", title: run.variables[variable] }, run.variables[variable]));
    if (high - low >= WIDE) {
      row.append(this.bar(cells, variable, low, high), el("span", { class: "left-words" }, inWords(state.ranges(variable))));
      return row;
    }
    for (let value = low; value <= high; value++) row.append(this.cell(cells, cells.of(variable, value)));
    return row;
  }

  cell(cells, cell) {
    const focus = this.focus?.variable === cell.variable && this.focus?.value === cell.value;
    const size = this.cellSize, text = cell.what === "removed" ? markLetter(cell.mark) : cell.what === "outside" ? "" : this.view.run.value(cell.variable, cell.value);
    return el("span", {
      class: cells.classes(cell) + (cell.decided ? " decided" : "") + (text.length > 3 ? " long" : ""), role: "gridcell", tabindex: focus || (!this.focus && cell.what !== "outside") ? 0 : -1,
      "data-variable": cell.variable, "data-value": cell.value, title: cells.describe(cell), "aria-label": cells.describe(cell),
    },
      cell.what === "removed" ? svg("svg", { width: size, height: size, "aria-hidden": "true" },
        ...markRects(cell.mark, { width: size, height: size }),
        svg("text", { class: "mark-letter small", x: size / 2, y: size / 2 }, text)) :
      cell.level >= 0 ? svg("svg", { width: size, height: size, "aria-hidden": "true" }, levelSign(this.view.run, cell.level, -3, -3, size + 6)) : text);
  }

  /** Draws the segments of a wide domain side by side. */
  bar(cells, variable, low, high) {
    const { state } = this.view, width = 1000, scale = width / (high - low + 1);
    const bar = svg("svg", { class: "bar", viewBox: `0 0 ${width} 24`, preserveAspectRatio: "none", role: "img", "data-variable": variable,
      "aria-label": `${this.view.run.variables[variable]}: ${inWords(state.ranges(variable))}`, "data-low": low, "data-high": high });
    // Draw the remaining values last, because their narrow segments would disappear below their neighbours.
    const segments = [...state.domain(variable)].sort((one, other) => (one[2] === LEFT) - (other[2] === LEFT));
    for (const [a, b, cause] of segments) {
      const box = { x: (a - low) * scale, y: 0, width: Math.max((b - a + 1) * scale, cause === LEFT ? 4 : 1.5), height: 24 };
      const mark = cause > 0 ? cells.markOf(cause) : -1;
      const said = cause === LEFT ? "possible" : cause === OUTSIDE ? "not in the domain at the start" : `removed by ${cells.by(cause)}`;
      const rects = mark >= 0 ? markRects(mark, box) : [svg("rect", { class: `span ${cause === LEFT ? "left" : "outside"}`, ...box })];
      bar.append(svg("g", null, svg("title", null, `${minus(a)}${a === b ? "" : ` to ${minus(b)}`}: ${said}`), ...rects));
    }
    const { chosen } = this.view;
    if (chosen?.variable === variable) bar.append(svg("rect", { class: "pin", x: (chosen.value - low + 0.5) * scale - 2, y: 0, width: 4, height: 24 }));
    return bar;
  }

  focused() {
    return this.focus && this.body.querySelector(`[data-variable="${this.focus.variable}"][data-value="${this.focus.value}"]`);
  }

  click(e) {
    const cell = e.target.closest(".cell"), bar = e.target.closest(".bar");
    if (cell) this.choose(Number(cell.dataset.variable), Number(cell.dataset.value));
    if (bar) {
      const box = bar.getBoundingClientRect(), low = Number(bar.dataset.low), high = Number(bar.dataset.high);
      this.choose(Number(bar.dataset.variable), Math.min(high, low + Math.floor(((e.clientX - box.left) / box.width) * (high - low + 1))));
    }
  }

  choose(variable, value) {
    this.focus = { variable, value };
    this.view.choose(variable, value);
  }

  key(e) {
    const cell = e.target.closest(".cell");
    if (!cell) return;
    const row = cell.parentElement, place = [...row.children].indexOf(cell);
    const next = {
      ArrowLeft: cell.previousElementSibling, ArrowRight: cell.nextElementSibling,
      ArrowUp: row.previousElementSibling?.children[place], ArrowDown: row.nextElementSibling?.children[place],
    };
    if (e.key in next) {
      const to = next[e.key];
      if (to?.classList.contains("cell")) {
        cell.setAttribute("tabindex", -1);
        to.setAttribute("tabindex", 0);
        to.focus();
      }
    } else if (e.key === "Enter" || e.key === " ") {
      this.choose(Number(cell.dataset.variable), Number(cell.dataset.value));
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  }
}

/** Formats ranges as words: `1–3, 7 · 4 values`. */
function inWords(ranges, value = minus) {
  let count = 0;
  for (const [low, high] of ranges) count += high - low + 1;
  if (count === 0) return "no value left";
  if (count === 1) return `= ${value(ranges[0][0])}`;
  const shown = ranges.slice(0, 4).map(([low, high]) => (low === high ? value(low) : `${value(low)}–${value(high)}`));
  if (ranges.length > 4) shown.push(`… ${value(ranges[ranges.length - 1][1])}`);
  return `${shown.join(", ")} · ${plural(count, "value")}`;
}
