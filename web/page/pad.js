// The pad below the board: the selected cell's values, pencil marks, and the tools for marked cells.

import { h, fill, button } from "./dom.js";
import { icon } from "./icons.js";
import { cross } from "./pieces.js";

export class Pad {
  /** `act` provides `enter(value)`, `pencil(value)` and `erase()`. */
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.isPencil = false;
    this.tool = "cycle";
    this.element = h("div", { class: "pad", role: "group", "aria-label": "values" });
    this.draw(board.cells.find((cell) => cell.given === undefined) ?? board.cells[0]);
  }

  draw(cell) {
    if (!cell || cell === this.cell) return;
    const isSame = this.cell && String(cell.names) === String(this.cell.names);
    this.cell = cell;
    if (isSame) return;
    fill(this.element, this.board.isMarks ? this.tools() : this.values(cell));
  }

  values(cell) {
    const keys = cell.values.map((value, at) => {
      const use = () => (this.isPencil ? this.act.pencil(value) : this.act.enter(value));
      return button(cell.names[at], use, { class: "key", "data-value": value });
    });
    const all = [...keys, ...this.modes()];
    // Use two rows if they suffice.
    return h("div", { class: "keys", style: { "--keys": Math.min(Math.ceil(all.length / 2), 7) } }, all);
  }

  /** Greys out values that are used up. */
  used(values) {
    for (const key of this.element.querySelectorAll(".key[data-value]")) {
      const isUsed = values.includes(Number(key.dataset.value));
      key.classList.toggle("used", isUsed);
      if (isUsed) key.setAttribute("aria-label", `${key.textContent}, used up`);
      else key.removeAttribute("aria-label");
    }
  }

  modes() {
    const mode = (name, text, use, attributes) =>
      h("button", { type: "button", class: "key named", onclick: use, ...attributes }, icon(name), h("span", null, text));
    this.toggle = mode("pencil", "Pencil", () => this.setPencil(!this.isPencil), { "aria-pressed": String(this.isPencil) });
    return [this.toggle, mode("erase", "Erase", () => this.act.erase())];
  }

  setPencil(on) {
    this.isPencil = on;
    this.toggle?.setAttribute("aria-pressed", String(on));
  }

  /** The tools for a marked cell, which determine the effect of a tap. */
  tools() {
    const tools = [
      ["cycle", this.board.piece(), `Tap: ${this.board.pieceName}, cross, empty`],
      ["cross", cross(), "Cross out"],
    ];
    const buttons = tools.map(([name, drawing, text]) => {
      const use = () => {
        this.tool = name;
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === tool));
      };
      const tool = h("button", { type: "button", class: "mode", "aria-pressed": String(name === this.tool), onclick: use }, drawing, text);
      return tool;
    });
    return h("div", { class: "modes" }, buttons);
  }
}
