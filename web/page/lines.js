// Draws lines over the squares: area borders, cages, signs, diagonals. The unit is one square.

import { s } from "./dom.js";

const INSET = 0.07;

/** A sheet's lines as one picture. */
export const overlay = (sheet) => {
  const { rows, columns } = sheet;
  return s(
    "svg",
    { class: "lines", viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    sheet.diagonals && s("path", { class: "diagonal", d: `M0 0L${columns} ${rows}M${columns} 0L0 ${rows}` }),
    s("path", { class: "border", d: borders(sheet) }),
    (sheet.cages ?? []).map((cage) => drawCage(sheet, cage)),
    (sheet.signs ?? []).map((sign) => drawSign(sheet, sign)),
    sheet.edges?.length && dots(sheet),
  );
};

/** The borders around the board and between areas. */
const borders = ({ rows, columns, squares, edges }) => {
  if (edges?.length) return "";
  const area = (row, column) => squares[row * columns + column]?.area;
  let path = `M0 0H${columns}V${rows}H0Z`;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = area(row, column);
      if (column + 1 < columns && area(row, column + 1) !== here) path += `M${column + 1} ${row}v1`;
      if (row + 1 < rows && area(row + 1, column) !== here) path += `M${column} ${row + 1}h1`;
    }
  }
  return path;
};

const drawCage = (sheet, { squares, label }) => {
  const { columns } = sheet;
  const first = Math.min(...squares);
  const text = s("text", { class: "label", x: (first % columns) + 0.1, y: Math.floor(first / columns) + 0.3 }, label);
  // A cage that is also an area already has a border.
  const { area } = sheet.squares[first];
  const isArea = area !== undefined && sheet.squares.every((square, at) => (square.area === area) === squares.includes(at));
  if (isArea) return text;
  const inside = new Set(squares);
  const has = (row, column) => column >= 0 && column < columns && inside.has(row * columns + column);
  let path = "";
  for (const square of squares) {
    const [row, column] = [Math.floor(square / columns), square % columns];
    // A side stops short of a corner that turns inwards, and extends if the cage continues.
    const reach = (beside, across) => (!beside ? INSET : across ? -INSET : 0);
    for (const step of [-1, 1]) {
      if (!has(row + step, column)) {
        const y = row + 0.5 + step * (0.5 - INSET);
        const start = column + reach(has(row, column - 1), has(row + step, column - 1));
        const end = column + 1 - reach(has(row, column + 1), has(row + step, column + 1));
        path += `M${start} ${y}H${end}`;
      }
      if (!has(row, column + step)) {
        const x = column + 0.5 + step * (0.5 - INSET);
        const start = row + reach(has(row - 1, column), has(row - 1, column + step));
        const end = row + 1 - reach(has(row + 1, column), has(row + 1, column + step));
        path += `M${x} ${start}V${end}`;
      }
    }
  }
  return [s("path", { class: "cage", d: path }), text];
};

const drawSign = ({ columns }, { first, second, text }) => {
  const middle = (square) => [(square % columns) + 0.5, Math.floor(square / columns) + 0.5];
  const [[ax, ay], [bx, by]] = [middle(first), middle(second)];
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const turn = text === "<" || text === ">" ? (ax === bx ? 90 : 0) : 0;
  return s("g", { class: "sign", transform: `translate(${x} ${y}) rotate(${turn})` }, [
    s("circle", { r: 0.15 }),
    s("text", { y: 0.12 }, text),
  ]);
};

const dots = ({ rows, columns }) => {
  const all = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) all.push(s("circle", { class: "dot", cx: column, cy: row, r: 0.06 }));
  }
  return all;
};
