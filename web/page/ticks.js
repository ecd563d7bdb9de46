// Determines which clues the entries satisfy: nonogram rows and columns, kakuro sums, zebra sentences. The entries for
// a satisfied clue may still be wrong.

/** The lengths of the blocks of filled squares in a line. */
const blocks = (marks) => {
  const lengths = marks.map((mark) => (mark ? "x" : " ")).join("").split(" ").map((block) => block.length).filter((length) => length > 0);
  return lengths.length > 0 ? lengths.join(" ") : "0";
};

const nonogram = ({ sheet }, valueOf) => {
  const { rows, columns, squares, left, above } = sheet;
  const mark = (row, column) => valueOf(squares[row * columns + column].cell) === 1;
  const isMet = (clue, marks) => (clue.join(" ") || "0") === blocks(marks);
  return {
    left: left.map((clue, row) => isMet(clue, Array.from({ length: columns }, (_, column) => mark(row, column)))),
    above: above.map((clue, column) => isMet(clue, Array.from({ length: rows }, (_, row) => mark(row, column)))),
  };
};

const kakuro = ({ sheet }, valueOf) => {
  const { rows, columns, squares } = sheet;
  const isMet = (sum, square, step, length) => {
    if (!sum) return false;
    const values = [];
    for (let at = 1; at < length && squares[square + at * step].cell !== undefined; at++) values.push(valueOf(squares[square + at * step].cell));
    return values.length > 0 && values.every((value) => value !== undefined) && values.reduce((total, value) => total + value, 0) === Number(sum);
  };
  const corners = squares.map(({ text }, square) => {
    if (!text?.includes("\\")) return [];
    const [down, across] = text.split("\\");
    return [isMet(down, square, columns, rows - Math.floor(square / columns)), isMet(across, square, 1, columns - (square % columns))];
  });
  return { corners };
};

/** The relations between house positions that the words between two things express. */
const BETWEEN = {
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  at: (a, b) => a === b,
  "next to": (a, b) => Math.abs(a - b) === 1,
  "left of": (a, b) => a < b,
  "right of": (a, b) => a > b,
  "just left of": (a, b) => a + 1 === b,
  "just right of": (a, b) => a === b + 1,
};

const zebra = ({ cells, sheet }, valueOf) => {
  const house = (thing) => {
    const cell = cells.findIndex(({ name }) => name === thing);
    return cell < 0 ? Number(thing) : valueOf(cell);
  };
  const isMet = (note) => {
    const [, a, words, b] = /^(\S+) (.+) (\S+)$/.exec(note) ?? [];
    const houses = [house(a), house(b)];
    return houses.every(Number.isInteger) && BETWEEN[words]?.(...houses) === true;
  };
  return { notes: sheet.notes.map(isMet) };
};

const TICKED = { nonogram, kakuro, zebra };

/** The satisfied clues, by position on the board; nothing for kinds without such clues. */
export const met = (board, { entries }) =>
  TICKED[board.kind]?.(board, (cell) => board.cells[cell]?.given ?? entries[board.cells[cell]?.name]) ?? {};
