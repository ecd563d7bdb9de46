"use strict";
/* The chess board, with a column for each variable and a row for each value. */

const SQUARE = 60, EDGE = 26;

class Board {
  constructor(view) {
    this.view = view;
    this.columns = view.run.board.columns;
    this.first = view.run.board.first;
    this.size = this.columns.length;
    this.node = el("div", { class: "board-frame" });
    this.focus = { column: 0, row: this.size - 1 };
  }

  x(column) { return EDGE + column * SQUARE; }
  y(row) { return (this.size - 1 - row) * SQUARE + 4; }

  name(column, row) {
    return this.size <= 26 ? `${"abcdefghijklmnopqrstuvwxyz"[column]}${row + 1}` : `${column + 1}:${row + 1}`;
  }

  draw() {
    const cells = new Cells(this.view), width = this.size * SQUARE + EDGE + 4;
    const hadFocus = this.node.contains(document.activeElement);
    const squares = [], over = [];
    for (let row = this.size - 1; row >= 0; row--) {
      const line = [];
      for (let column = 0; column < this.size; column++) {
        const cell = cells.of(this.columns[column], row + this.first);
        line.push(this.square(cells, cell, column, row));
        const around = ring(cell, this.x(column), this.y(row), SQUARE);
        if (around) over.push(around);
      }
      squares.push(svg("g", { role: "row" }, ...line));
    }
    const picture = svg("svg", { class: "board", viewBox: `0 0 ${width} ${width}`, role: "grid", "aria-label": `Board of ${this.size} by ${this.size} squares`, onclick: (e) => this.click(e), onkeydown: (e) => this.key(e) },
      ...squares, ...this.letters(),
      svg("rect", { class: "frame", x: EDGE, y: 4, width: this.size * SQUARE, height: this.size * SQUARE }),
      ...this.rays(cells), ...over);
    this.node.replaceChildren(picture);
    if (hadFocus) this.focused()?.focus();
  }

  focused() {
    return this.node.querySelector(`[data-column="${this.focus.column}"][data-row="${this.focus.row}"]`);
  }

  square(cells, cell, column, row) {
    const x = this.x(column), y = this.y(row);
    const focus = column === this.focus.column && row === this.focus.row;
    const shade = (column + row) % 2 ? "light" : "dark";
    return svg("g", {
      class: cells.classes(cell), role: "gridcell", tabindex: focus ? 0 : -1,
      "data-column": column, "data-row": row, "aria-label": cells.describe(cell, this.name(column, row)),
    },
      svg("title", null, cells.describe(cell, this.name(column, row))),
      svg("rect", { class: `square ${shade}`, x, y, width: SQUARE, height: SQUARE }),
      cell.what === "removed" && this.removed(cell, x, y),
      cell.what === "outside" && svg("path", { class: "outside-cross", d: `M${x + 16} ${y + 16}l28 28M${x + 44} ${y + 16}l-28 28` }),
      cell.what === "fixed" && queen(x, y, SQUARE, cell.decided ? "decided" : "inferred"),
      cell.level >= 0 && levelSign(this.view.run, cell.level, x, y, SQUARE));
  }

  removed(cell, x, y) {
    return svg("g", { class: "removed-by" },
      ...markRects(cell.mark, { x, y, width: SQUARE, height: SQUARE }),
      svg("text", { x: x + SQUARE / 2, y: y + SQUARE / 2, class: "mark-letter" }, markLetter(cell.mark)));
  }

  letters() {
    if (this.size > 26) return [];
    const names = [];
    for (let i = 0; i < this.size; i++) {
      names.push(svg("text", { class: "edge-name", x: this.x(i) + SQUARE / 2, y: this.size * SQUARE + 20 }, "abcdefghijklmnopqrstuvwxyz"[i]));
      names.push(svg("text", { class: "edge-name", x: EDGE / 2 - 1, y: this.y(i) + SQUARE / 2 + 5 }, String(i + 1)));
    }
    return names;
  }

  /** Draws lines from the premises of an inference to the values that the inference removed. */
  rays(cells) {
    const middle = (key) => {
      const [variable, value] = key.split(",").map(Number), column = this.columns.indexOf(variable), row = value - this.first;
      if (column < 0 || row < 0 || row >= this.size) return null;
      return [this.x(column) + SQUARE / 2, this.y(row) + SQUARE / 2];
    };
    const to = [...cells.now].map(middle).filter(Boolean), from = [...cells.because].map(middle).filter(Boolean);
    if (to.length !== 1) return [];
    return from.filter((point) => point[0] !== to[0][0] || point[1] !== to[0][1]).map(([x, y]) => {
      const [tx, ty] = to[0], length = Math.hypot(tx - x, ty - y);
      const at = (distance) => [x + ((tx - x) * distance) / length, y + ((ty - y) * distance) / length];
      const [ax, ay] = at(SQUARE * 0.36), [bx, by] = at(length - SQUARE * 0.3);
      return svg("line", { class: "ray", x1: ax, y1: ay, x2: bx, y2: by, "marker-end": "url(#arrow)" });
    });
  }

  click(e) {
    const cell = e.target.closest(".cell");
    if (cell) this.choose(Number(cell.dataset.column), Number(cell.dataset.row));
  }

  choose(column, row) {
    this.focus = { column, row };
    this.view.choose(this.columns[column], row + this.first);
  }

  key(e) {
    const { column, row } = this.focus, last = this.size - 1;
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (move) {
      this.focused()?.setAttribute("tabindex", -1);
      this.focus = { column: Math.max(0, Math.min(last, column + move[0])), row: Math.max(0, Math.min(last, row + move[1])) };
      this.focused()?.setAttribute("tabindex", 0);
      this.focused()?.focus();
    } else if (e.key === "Enter" || e.key === " ") {
      this.choose(column, row);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  }
}

/** Draws a queen: a crown with five points, solid if decided, hollow if it was the last value left. */
function queen(x, y, size, how) {
  const scale = size / 45;
  const points = [[7, 14], [14.4, 9.4], [22.5, 7.6], [30.6, 9.4], [38, 14]];
  return svg("g", { class: `queen ${how}`, transform: `translate(${x} ${y}) scale(${scale})`, "aria-hidden": "true" },
    svg("path", { d: "M11 36.5C11 34 12.6 33.2 12.6 31.4L7 15.5L16.2 26L14.6 11.5L20.4 25.4L22.5 10L24.6 25.4L30.4 11.5L28.8 26L38 15.5L32.4 31.4C32.4 33.2 34 34 34 36.5C27 39 18 39 11 36.5Z" }),
    svg("path", { class: "band", d: "M12.6 31.4C19 29.2 26 29.2 32.4 31.4M11.6 34.4C18.6 32.2 26.4 32.2 33.4 34.4" }),
    svg("path", { d: points.map(([x, y]) => `M${x} ${round(y - 2.3)}a2.3 2.3 0 1 1 -.01 0Z`).join("") }));
}
