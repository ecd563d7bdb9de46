// Draws pieces. Each kind of puzzle with marks has its own piece.

import { s } from "./dom.js";

const drawn = (kind, shapes) => s("svg", { viewBox: "0 0 32 32", class: kind, "aria-hidden": "true" }, ...shapes);
const drawing = (...shapes) => drawn("piece", shapes);

const queen = () =>
  drawing(
    s("path", { d: "M5.6 11.5l4 10.2h12.8l4-10.2-6 4.6L16 7.2l-4.4 8.9z" }),
    s("path", { d: "M9 24h14v2.7H9z" }),
    ...[[5.6, 9.8], [16, 5.2], [26.4, 9.8]].map(([cx, cy]) => s("circle", { cx, cy, r: 2 })),
  );

const star = () => drawing(s("path", { d: "M16 4.5l3.5 7.6 8.3 1-6.1 5.7 1.6 8.2-7.3-4.1L8.7 27l1.6-8.2-6.1-5.7 8.3-1z" }));

const bulb = () =>
  drawing(
    s("path", { d: "M16 4a8.4 8.4 0 0 0-4.6 15.4c.9.7 1.4 1.5 1.5 2.6h6.2c.1-1.1.6-1.9 1.5-2.6A8.4 8.4 0 0 0 16 4z" }),
    s("path", { d: "M12.9 23.6h6.2v1.7h-6.2zM14 26.6h4v1.7h-4z" }),
  );

const mine = () =>
  drawing(
    s("circle", { cx: 16, cy: 16, r: 7.4 }),
    s("path", { d: "M16 4.5v23M4.5 16h23M8 8l16 16M24 8L8 24", class: "stroke" }),
  );

const block = () => drawn("piece full", [s("rect", { x: 1.5, y: 1.5, width: 29, height: 29, rx: 2 })]);

const line = () => drawing(s("path", { d: "M4 16h24", class: "stroke thick" }));

const disc = () => drawing(s("circle", { cx: 16, cy: 16, r: 9 }));

/** A cross: this cell is empty. */
export const cross = () => drawing(s("path", { d: "M10 10l12 12M22 10L10 22", class: "stroke" }));

/** A ring around a number that is not blacked out. */
export const ring = () => drawn("piece full", [s("circle", { cx: 16, cy: 16, r: 13, class: "stroke" })]);

const PIECES = {
  queens: ["queen", queen],
  "region-queens": ["queen", queen],
  "star-battle": ["star", star],
  "light-up": ["lamp", bulb],
  minesweeper: ["mine", mine],
  nonogram: ["filled square", block],
  hitori: ["shaded square", block],
  heyawake: ["shaded square", block],
  slitherlink: ["line", line],
  masyu: ["line", line],
};

/** The name of a kind's piece and the function that draws it. */
export const pieceOf = (kind) => PIECES[kind] ?? ["mark", disc];
