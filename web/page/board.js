// The board: draws a sheet as elements. Squares and edges that the player fills in are focusable; their contents,
// crosses and highlights come from the game and the engine's answers.

import { h, fill } from "./dom.js";
import { overlay } from "./lines.js";
import { pieceOf, cross, ring } from "./pieces.js";

/** The space for letters and numbers around the board, in squares. */
const AXIS = 0.4;

/** The space for clues beside the board, depending on their length. */
const room = (lists) =>
  Math.max(0, ...(lists ?? []).map((texts) => texts.reduce((sum, text) => sum + Math.max(0.62, 0.36 * text.length), 0)));

/** The space for clues above or below the board. */
const height = (lists) => Math.max(0, ...(lists ?? []).map((texts) => 0.62 * texts.length));

/** The sheet. In a zebra puzzle, the column of things is folded into a row for each kind of thing. */
const folded = ({ puzzle, sheet, write }) => {
  if (puzzle !== "zebra") return sheet;
  const columns = sheet.squares.filter(({ area }) => area === 0).length;
  const kinds = write.split("\n").map((line) => /^([^:]+): /.exec(line)?.[1]).filter(Boolean);
  const squares = sheet.squares.map((square, at) => ({ ...square, area: undefined, text: sheet.left[at][0] }));
  return { ...sheet, rows: squares.length / columns, columns, squares, left: kinds.map((kind) => [kind]) };
};

/** A column's name: a to z, then aa, ab, … */
export const letter = (column) => (column < 26 ? "" : letter(Math.floor(column / 26) - 1)) + String.fromCharCode(97 + (column % 26));

export class Board {
  /** Draws the answer to `show`. */
  constructor(shown) {
    this.kind = shown.puzzle;
    this.cells = shown.cells ?? [];
    this.sheet = folded(shown) ?? { rows: 0, columns: 0, squares: [] };
    this.isMarks = this.cells.some((cell) => cell.mark);
    this.isTinted = this.sheet.tinted;
    [this.pieceName, this.piece] = pieceOf(shown.puzzle);
    // The positions of each cell. A letter in a word sum occurs in several squares, the first of which is focusable.
    this.copies = this.cells.map(() => []);
    this.notes = this.cells.map(() => []);
    this.selected = null;
    this.clues = { above: [], left: [] };
    this.note();
    this.element = h("div", { class: "board" }, this.drawSheet(), this.drawLoose(), this.drawNotes());
    this.element.addEventListener("focusin", (event) => this.focused(event));
    this.rove(this.cells.findIndex((cell) => cell.given === undefined));
  }

  /** Describes a cell's clues for screen readers. */
  note() {
    const at = (square) => this.sheet.squares[square]?.cell;
    const say = (square, text) => at(square) !== undefined && this.notes[at(square)].push(text);
    if (this.isTinted) this.sheet.squares.forEach(({ text }, square) => text && say(square, `region ${text}`));
    for (const { squares, label } of this.sheet.cages ?? []) {
      for (const square of squares) say(square, `cage ${label}`);
    }
    for (const { first, second, text } of this.sheet.signs ?? []) {
      const other = (square) => this.cells[at(square)]?.name ?? "";
      const words = { "<": ["less than", "greater than"], ">": ["greater than", "less than"] }[text] ?? [text, text];
      say(first, `${words[0]} ${other(second)}`);
      say(second, `${words[1]} ${other(first)}`);
    }
  }

  drawSheet() {
    const { rows, columns, squares, above, below, left, right, edges } = this.sheet;
    if (rows === 0) return null;
    const [before, behind] = [room(left), room(right)];
    const [top, bottom] = [height(above), height(below)];
    const edge = this.sheet.coordinates ? AXIS : 0;
    const track = (count) => (count > 0 ? `calc(var(--unit) * ${count})` : null);
    const tracks = (first, number, last) => [track(edge), track(first), `repeat(${number}, var(--unit))`, track(last)].filter(Boolean).join(" ");
    const clue = (texts, role, where) => {
      const isHeader = !edges?.length && texts?.some((text) => text !== "");
      const spans = (texts ?? []).map((text) => h("span", null, text));
      const element = h("div", { class: `clue ${where}`, role: isHeader ? role : "presentation" }, spans);
      this.clues[where]?.push(element);
      return element;
    };
    const axis = (text) => edge > 0 && h("div", { class: "axis", "aria-hidden": "true" }, text);
    const first = 1 + (edge > 0 ? 1 : 0) + (top > 0 ? 1 : 0);
    const row = (at, ...children) => h("div", { class: "row", role: edges?.length ? undefined : "row", style: { "grid-row": at } }, ...children);
    const blank = (width) => width > 0 && h("div", { role: "presentation" });
    const header = (at, lists, where, high) =>
      high > 0 && row(at, axis(""), blank(before), lists.map((texts) => clue(texts, "columnheader", where)), blank(behind));
    const line = (number) =>
      row(
        first + number,
        axis(String(number + 1)),
        before > 0 && clue(left[number], "rowheader", "left"),
        squares.slice(number * columns, (number + 1) * columns).map((square, at) => this.drawSquare(square, number * columns + at)),
        behind > 0 && clue(right[number], "rowheader", "right"),
      );
    const letters = edge > 0 && h(
      "div",
      { class: "row", "aria-hidden": "true", style: { "grid-row": 1 } },
      axis(""),
      blank(before),
      Array.from({ length: columns }, (_, column) => axis(letter(column))),
    );
    const over = h("div", {
      class: "over",
      role: "presentation",
      style: { "grid-row": `${first} / span ${rows}`, "grid-column": `${1 + (edge > 0 ? 1 : 0) + (before > 0 ? 1 : 0)} / span ${columns}` },
    });
    over.append(overlay(this.sheet));
    if (edges?.length) over.append(...edges.map((edge) => this.drawEdge(edge)));
    return h(
      "div",
      {
        class: ["sheet", this.isTinted && "tinted", edges?.length && "dotted", this.sheet.shaded && "shaded", this.sheet.cages?.length && "caged", this.kind === "zebra" && "things"].filter(Boolean).join(" "),
        role: edges?.length ? "group" : "grid",
        "aria-label": "board",
        style: {
          "--across": edge + before + columns + behind,
          "--down": edge + top + rows + bottom,
          "grid-template-columns": tracks(before, columns, behind),
          "grid-template-rows": tracks(top, rows, bottom),
        },
      },
      letters,
      header(first - 1, above, "above", top),
      Array.from({ length: rows }, (_, number) => line(number)),
      header(first + rows, below, "below", bottom),
      over,
    );
  }

  /** Draws the notes below the board. */
  drawNotes() {
    const { notes } = this.sheet;
    this.clues.notes = (notes ?? []).map((note) => h("li", null, note));
    return notes?.length > 0 && h("ul", { class: "notes" }, this.clues.notes);
  }

  drawSquare(square, number) {
    // An area's name is printed in its first square.
    const isName = this.isTinted && this.sheet.squares.findIndex(({ area }) => area === square.area) === number;
    const cell = this.cells[square.cell];
    // A given piece is drawn as a piece, not as text.
    const isOmitted = (this.isTinted && !isName) || (cell?.mark && cell.given !== undefined);
    const text = isOmitted ? "" : (square.text ?? "");
    const element = h("div", { class: "square", role: this.sheet.edges?.length ? undefined : "gridcell" });
    if (square.black) element.classList.add("black");
    if (this.kind === "queens") {
      const { columns } = this.sheet;
      element.classList.add("chess", ((number % columns) + Math.floor(number / columns)) % 2 === 0 ? "dark" : "light");
    }
    if (square.area !== undefined) element.style.setProperty("--area", square.area);
    if (square.cell === undefined) {
      if (text) element.append(...this.printed(text));
      return element;
    }
    if (text && !cell.mark && cell.given === undefined) element.classList.add("lettered");
    element.append(...this.printed(text), h("span", { class: "content", "aria-hidden": "true" }));
    this.placed(square.cell, element);
    return element;
  }

  /** The text printed in a square; a backslash separates two clues in one square. */
  printed(text) {
    if (!text) return [];
    if (!text.includes("\\")) return [h("span", { class: "printed", "data-long": text.length > 6 }, text)];
    const [down, across] = text.split("\\");
    return [h("span", { class: "corner low" }, down), h("span", { class: "corner high" }, across)];
  }

  drawEdge({ cell, row, column, across }) {
    const { rows, columns } = this.sheet;
    const [x, y] = across ? [column + 0.5, row] : [column, row + 0.5];
    const element = h(
      "div",
      {
        class: `edge ${across ? "across" : "down"}`,
        role: "button",
        style: { left: `${(100 * x) / columns}%`, top: `${(100 * y) / rows}%` },
      },
      h("span", { class: "content", "aria-hidden": "true" }),
    );
    this.placed(cell, element);
    return element;
  }

  /** Draws cells that are not on the sheet, such as letters. */
  drawLoose() {
    const loose = this.cells.map((_, number) => number).filter((number) => this.copies[number].length === 0);
    if (loose.length === 0) return null;
    const slots = loose.map((number) => {
      const place = h("div", { class: "square slot", role: "button" }, h("span", { class: "content", "aria-hidden": "true" }));
      this.placed(number, place);
      return h("div", { class: "loose" }, h("span", { class: "name", "aria-hidden": "true" }, this.cells[number].name), place);
    });
    return h("div", { class: "slots", role: "group", "aria-label": "values" }, slots);
  }

  placed(cell, element) {
    element.dataset.cell = cell;
    if (this.copies[cell].length === 0) element.tabIndex = -1;
    this.copies[cell].push(element);
  }

  /** A cell's focusable element. */
  place(cell) {
    return this.copies[cell]?.[0];
  }

  /** An event's cell. */
  cellOf(event) {
    const place = event.target.closest?.("[data-cell]");
    return place ? Number(place.dataset.cell) : null;
  }

  /** Lets the tab key reach only this cell; arrow keys move on from there. */
  rove(cell) {
    const target = this.place(cell) ? cell : 0;
    this.copies.forEach(([place], number) => (place.tabIndex = number === target ? 0 : -1));
  }

  focused(event) {
    const cell = this.cellOf(event);
    if (cell !== null) this.select(cell);
  }

  select(cell) {
    for (const place of this.copies[this.selected] ?? []) {
      place.classList.remove("selected");
      place.removeAttribute("aria-selected");
    }
    this.selected = cell;
    for (const place of this.copies[cell]) {
      place.classList.add("selected");
      if (place.getAttribute("role") === "gridcell") place.setAttribute("aria-selected", "true");
    }
    this.rove(cell);
    this.element.dispatchEvent(new CustomEvent("pick", { detail: cell }));
  }

  /** Moves the focus to the nearest cell in a direction. */
  move(dx, dy) {
    const middle = (place) => {
      const { x, y, width, height } = place.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const from = this.place(this.selected);
    if (!from) return;
    const [x, y] = middle(from);
    let best = null;
    for (const [place] of this.copies) {
      if (place === from) continue;
      const [px, py] = middle(place);
      const along = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      const cost = along + 3 * aside;
      if (along > 2 && aside <= along * 1.2 && (!best || cost < best.cost)) best = { place, cost };
    }
    best?.place.focus();
  }

  /**
   * Draws the player's entries. `auto` holds the cells that are crossed out automatically; `conflicts` holds the cells
   * that break a rule, each with a sentence.
   */
  update(state, { auto = new Set(), conflicts = new Map() } = {}) {
    this.copies.forEach((places, number) => places.forEach((place) => {
      const cell = this.cells[number];
      const isGiven = cell.given !== undefined;
      const value = cell.given ?? state.entries[cell.name];
      const isAuto = auto.has(number) && value === undefined && !state.crossed[cell.name];
      const crossed = isAuto ? [1] : (state.crossed[cell.name] ?? []);
      place.classList.toggle("given", isGiven);
      place.classList.toggle("filled", value !== undefined);
      place.classList.toggle("marked", cell.mark === true && value === 1);
      place.classList.toggle("auto", isAuto);
      place.classList.toggle("conflict", conflicts.has(number));
      fill(place.querySelector(".content"), this.content(cell, value, crossed, place));
      const label = this.describe(cell, number, value, crossed);
      place.setAttribute("aria-label", conflicts.has(number) ? `${label}, conflict: ${conflicts.get(number)}` : label);
    }));
  }

  /** Marks the satisfied clues. */
  tick({ corners = [], ...met }) {
    const mark = (element, isMet) => {
      element.classList.toggle("met", isMet);
      if (isMet) element.setAttribute("aria-label", `${element.textContent}, met`);
      else element.removeAttribute("aria-label");
    };
    for (const [where, list] of Object.entries(met)) list.forEach((isMet, at) => mark(this.clues[where][at], isMet));
    if (corners.length === 0) return;
    this.element.querySelectorAll(".square").forEach((square, at) => {
      square.querySelectorAll(".corner").forEach((corner, which) => corner.classList.toggle("met", corners[at][which] === true));
    });
  }

  /** Highlights the peers of the selected cell, and the cells with the same value. */
  relate(peers, same) {
    this.copies.forEach((places, number) => places.forEach((place) => {
      place.classList.toggle("peer", peers.has(number));
      place.classList.toggle("same", same.has(number));
    }));
  }

  content(cell, value, crossed, place) {
    if (cell.mark) {
      if (value === 1) return this.piece();
      if (value !== 0 && !crossed.includes(1)) return null;
      return this.sheet.shaded ? ring() : cross();
    }
    if (value !== undefined) {
      const isPrinted = cell.given !== undefined && place.querySelector(".printed");
      return isPrinted ? null : h("span", { class: "value", "data-long": this.name(cell, value).length > 2 }, this.name(cell, value));
    }
    if (crossed.length === 0 && !this.isPencilled) return null;
    const shape = cell.values.length <= 9 ? "pencil" : "pencil many";
    return h(
      "span",
      { class: shape, "data-long": cell.names.some((name) => name.length > 2) },
      cell.values.map((candidate, at) => h("span", null, crossed.includes(candidate) ? "" : cell.names[at])),
    );
  }

  name(cell, value) {
    return cell.names[cell.values.indexOf(value)] ?? String(value);
  }

  describe(cell, number, value, crossed) {
    const printed = this.place(number).querySelector(".printed")?.textContent;
    const parts = [cell.name];
    if (cell.given === undefined && printed && !this.isTinted) parts.push(`number ${printed}`);
    if (cell.mark) {
      const is = value === 1 ? this.pieceName : value === 0 || crossed.includes(1) ? "crossed out" : "empty";
      parts.push(is);
    } else if (value !== undefined) parts.push(this.name(cell, value));
    else if (crossed.length > 0 || this.isPencilled) {
      const left = cell.values.filter((candidate) => !crossed.includes(candidate));
      parts.push(`pencil marks ${left.map((candidate) => this.name(cell, candidate)).join(" ")}`);
    } else parts.push("empty");
    if (cell.given !== undefined) parts.push("given");
    return [...parts, ...this.notes[number]].join(", ");
  }

  /** Shows a wave of colour from the first square to the last. */
  celebrate() {
    this.element.querySelectorAll(".square").forEach((square, at) => {
      square.style.setProperty("--wave", (at % this.sheet.columns) + Math.floor(at / this.sheet.columns));
    });
    this.element.classList.add("won");
    setTimeout(() => this.element.classList.remove("won"), 3000);
  }

  /** Highlights cells: an answer's subject, its reasons, mistakes, and differences between solutions. */
  light({ about = [], reason = [], wrong = [], differ = [] } = {}) {
    this.copies.forEach((places, number) => places.forEach((place) => {
      place.classList.toggle("about", about.includes(number));
      place.classList.toggle("reason", reason.includes(number) && !about.includes(number));
      place.classList.toggle("wrong", wrong.includes(number));
      place.classList.toggle("differ", differ.includes(number));
    }));
  }
}
