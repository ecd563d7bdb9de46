"use strict";
/*
 * Two-dimensional arrays as tables: with pencil marks, or as a picture if each cell is 0 or 1. Cells in one
 * all_different that form neither a row nor a column, such as sudoku boxes, are outlined.
 */

/** The maximum numbers of cells, and of values in a cell, for which a table is drawn. */
const TABLE = { cells: 1024, values: 36 };

/** The common name for a puzzle's squares. */
const SQUARES = "squares";

/** Finds a run's tables: `cell[1,3]` is in row 1, column 3 of `cell`; square `b3` is in row 3, column b. */
function tablesOf(run) {
  const arrays = new Map();
  run.variables.forEach((whole, variable) => {
    if (run.hidden.has(variable)) return;
    for (const name of whole.replace(/ #\d+$/, "").split(" = ")) {
      const parts = /^([A-Za-z_]\w*)\[([^,[\]]+),\s*([^,[\]]+)\]$/.exec(name), square = /^([a-z]{1,2})(\d+)$/.exec(name);
      if (!parts && !square) continue;
      const [array, row, column] = parts ? parts.slice(1) : [SQUARES, square[2], square[1]];
      if (!arrays.has(array)) arrays.set(array, { name: array, rows: new Map(), columns: new Map(), cells: [] });
      const table = arrays.get(array), place = (names, name) => names.get(name) ?? names.set(name, names.size).get(name);
      table.cells.push({ variable, row: place(table.rows, row), column: place(table.columns, column) });
    }
  });
  const fits = ({ rows, columns, cells }) => rows.size > 1 && columns.size > 1 && cells.length <= TABLE.cells && cells.length * 2 > rows.size * columns.size &&
    cells.every(({ variable }) => width(run, variable) <= TABLE.values);
  return [...arrays.values()].filter(fits).map((table) => sorted(run, table));
}

/** Sorts numbers numerically, and names in the order of the cells in a row or column. */
function sorted(run, table) {
  // Given cells precede all others, so their position does not determine the order.
  const open = table.cells.filter(({ variable }) => width(run, variable) > 1 || table.cells.every((cell) => width(run, cell.variable) === 1));
  const order = (names, own, other) => {
    const all = [...names.keys()];
    if (all.every((name) => /^-?\d+$/.test(name))) return all.sort((a, b) => a - b);
    if (table.name === SQUARES) return all.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const lines = new Map();
    for (const cell of open) lines.set(cell[other], [...(lines.get(cell[other]) || []), cell[own]]);
    const before = all.map(() => new Set()), left = new Set(all.keys()), result = [];
    for (const line of lines.values()) line.slice(1).forEach((place, i) => before[place].add(line[i]));
    while (left.size) {
      const next = [...left].find((place) => [...before[place]].every((one) => !left.has(one))) ?? [...left][0];
      left.delete(next);
      result.push(all[next]);
    }
    return result;
  };
  const was = [[...table.rows.keys()], [...table.columns.keys()]];
  const rows = order(table.rows, "row", "column"), columns = order(table.columns, "column", "row");
  const cells = table.cells.map(({ variable, row, column }) => ({ variable, row: rows.indexOf(was[0][row]), column: columns.indexOf(was[1][column]) }));
  return { name: table.name, rows, columns, cells };
}

function width(run, variable) {
  const domain = run.raw.domains[variable];
  return domain[domain.length - 1] - domain[0] + 1;
}

/** Collects, for each all_different propagator, the variables that occur in its reasons. */
function covers(run) {
  const scopes = new Map();
  for (let event = 1; event < run.count; event++) {
    if (!run.rule(event).startsWith("all_different")) continue;
    const propagator = run.propagator[event];
    if (!scopes.has(propagator)) scopes.set(propagator, new Set());
    const scope = scopes.get(propagator);
    for (const fact of [run.fact[event], ...run.premises(event)]) if (fact >= 0) scope.add(run.factVariable(fact));
  }
  return [...scopes.values()];
}

class Table {
  constructor(view, table) {
    this.view = view;
    this.table = table;
    this.name = table.name;
    const { run } = view;
    this.low = Math.min(...table.cells.map(({ variable }) => run.raw.domains[variable][0]));
    this.high = Math.max(...table.cells.map(({ variable }) => { const d = run.raw.domains[variable]; return d[d.length - 1]; }));
    this.count = this.high - this.low + 1;
    this.isPicture = this.count === 2 && table.cells.every(({ variable }) => { const names = run.valueNames(variable); return !names || run.alone.has(variable) || names[1][0] === "0" || names[1][0] === "false"; });
    this.side = Math.ceil(Math.sqrt(this.count));
    this.cell = this.isPicture ? 26 : Math.max(44, 17 * this.side);
    this.boxes = this.outlined();
    this.node = el("div", { class: "table-frame" });
  }

  /** Returns the box of each cell, by cell index; -1 if there is none. */
  outlined() {
    const { cells } = this.table, box = new Map();
    covers(this.view.run).forEach((scope, number) => {
      const own = cells.filter(({ variable }) => scope.has(variable));
      const rows = new Set(own.map(({ row }) => row)), columns = new Set(own.map(({ column }) => column));
      if (own.length < 3 || rows.size < 2 || columns.size < 2 || own.length * 3 < rows.size * columns.size * 2) return;
      // The recorded reasons may not mention all cells in a block, so it is completed to a rectangle.
      for (const cell of cells) if (rows.has(cell.row) && columns.has(cell.column) && own.length * 2 > rows.size * columns.size) box.set(`${cell.row},${cell.column}`, number);
    });
    return box;
  }

  draw() {
    const cells = new Cells(this.view), { rows, columns } = this.table, { cell: size } = this;
    const left = 14 + 7.5 * Math.max(...rows.map((name) => name.length)), top = 22;
    const x = (column) => left + column * size, y = (row) => top + row * size;
    const wide = left + columns.length * size + 4;
    const picture = svg("svg", { class: "table", style: `max-width: ${Math.min(640, 1.7 * wide)}px`, viewBox: `0 0 ${wide} ${top + rows.length * size + 4}`, role: "grid", "aria-label": `The array ${this.name}`, onclick: (e) => this.click(e) },
      ...columns.map((name, column) => svg("text", { class: "edge-name", x: x(column) + size / 2, y: 14 }, name)),
      ...rows.map((name, row) => svg("text", { class: "edge-name side", x: left - 7, y: y(row) + size / 2 + 4 }, name)),
      ...this.table.cells.map((place) => this.square(cells, place, x(place.column), y(place.row))),
      ...this.borders(x, y));
    this.node.replaceChildren(picture);
  }

  square(cells, { variable }, x, y) {
    const { run, state } = this.view, size = this.cell, fixed = state.fixed(variable), parts = [];
    const all = [];
    for (let value = this.low; value <= this.high; value++) all.push(cells.of(variable, value));
    const about = ["chosen", "now", "because"].find((what) => all.some((cell) => cell[what])) || "";
    if (this.isPicture) {
      const shade = fixed === null ? "open" : fixed === this.high ? "full" : "empty";
      parts.push(svg("rect", { class: `pixel ${shade}`, x, y, width: size, height: size }));
      if (shade === "empty") parts.push(svg("path", { class: "pixel-cross", d: `M${x + 9} ${y + 9}l8 8M${x + 17} ${y + 9}l-8 8` }));
    } else if (fixed !== null) {
      const cell = cells.of(variable, fixed), text = run.value(variable, fixed);
      parts.push(svg("rect", { class: `slot${cell.decided ? " decided" : ""}`, x, y, width: size, height: size }),
        svg("text", { class: `slot-value${cell.decided ? " decided" : ""}`, x: x + size / 2, y: y + size / 2, "font-size": Math.min(size * 0.5, (size * 1.5) / text.length) }, text));
    } else {
      parts.push(svg("rect", { class: "slot", x, y, width: size, height: size }), ...all.map((cell) => this.pencil(cells, cell, x, y)));
    }
    if (about) parts.push(ring({ [about]: true }, x, y, size));
    const title = fixed === null ? `${run.variables[variable]}: ${inWords(state.ranges(variable), (value) => run.value(variable, value))}` : run.atomText([variable, EQUAL, fixed]);
    return svg("g", { class: "cell", role: "gridcell", "data-variable": variable, "aria-label": title }, svg("title", null, title), ...parts);
  }

  /** Draws a candidate: its number while it is possible, then the mark of the constraint that removed it. */
  pencil(cells, cell, x, y) {
    if (cell.what === "outside") return null;
    const { run } = this.view, step = this.cell / this.side, at = cell.value - this.low;
    const px = x + (at % this.side) * step, py = y + Math.floor(at / this.side) * step, box = { x: px + 1.5, y: py + 1.5, width: step - 3, height: step - 3 };
    const text = run.value(cell.variable, cell.value), short = text.length > 3 ? text.slice(0, 2) : text;
    const mark = cell.what === "removed" && [...markRects(cell.mark, box), svg("text", { class: "pencil-mark", x: px + step / 2, y: py + step / 2 }, markLetter(cell.mark))];
    return svg("g", { class: cells.classes(cell).replace("cell ", "pencil "), "data-variable": cell.variable, "data-value": cell.value }, svg("title", null, cells.describe(cell)),
      svg("rect", { class: "pencil-box", ...box }), ...(mark || [svg("text", { class: "pencil-value", x: px + step / 2, y: py + step / 2 }, short)]),
      cell.now && svg("rect", { class: "pencil-now", ...box }), cell.level >= 0 && levelSign(run, cell.level, px, py, step));
  }

  borders(x, y) {
    const { rows, columns } = this.table, lines = [], of = (row, column) => this.boxes.get(`${row},${column}`) ?? -1;
    if (!this.boxes.size) return lines;
    for (let row = 0; row < rows.length; row++) {
      for (let column = 0; column < columns.length; column++) {
        const own = of(row, column), size = this.cell;
        const line = (x1, y1, x2, y2) => lines.push(svg("line", { class: "box-line", x1, y1, x2, y2 }));
        if (own !== of(row, column - 1)) line(x(column), y(row), x(column), y(row) + size);
        if (own !== of(row - 1, column)) line(x(column), y(row), x(column) + size, y(row));
        if (column === columns.length - 1 && own >= 0) line(x(column) + size, y(row), x(column) + size, y(row) + size);
        if (row === rows.length - 1 && own >= 0) line(x(column), y(row) + size, x(column) + size, y(row) + size);
      }
    }
    return lines;
  }

  click(e) {
    const pencil = e.target.closest(".pencil"), cell = e.target.closest(".cell");
    if (!cell) return;
    const variable = Number(cell.dataset.variable), fixed = this.view.state.fixed(variable);
    if (pencil) this.view.choose(variable, Number(pencil.dataset.value));
    else if (fixed !== null) this.view.choose(variable, fixed);
  }
}
