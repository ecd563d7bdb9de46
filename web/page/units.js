// The units of a board: sets of cells with different values, such as rows, columns and boxes. They determine highlights
// and automatic pencil marks; the engine decides whether an entry is correct.

/** The lines of the drawing that are units, by kind of puzzle. */
const LINES = {
  sudoku: ["rows", "columns", "areas"],
  "diagonal-sudoku": ["rows", "columns", "areas", "diagonals"],
  "jigsaw-sudoku": ["rows", "columns", "areas"],
  "killer-sudoku": ["rows", "columns", "areas", "cages"],
  futoshiki: ["rows", "columns"],
  skyscrapers: ["rows", "columns"],
  kenken: ["rows", "columns"],
  kakuro: ["rows", "columns"],
  zebra: ["rows"],
};

/** Splits a line at squares that cannot be filled in. The results are the runs of a kakuro puzzle. */
const runs = (line, squares) =>
  line.reduce((found, at) => {
    const { cell } = squares[at];
    if (cell === undefined) found.push([]);
    else found.at(-1).push(cell);
    return found;
  }, [[]]);

/** The units of a board, as lists of cells. */
const unitsOf = ({ kind, sheet }) => {
  const { rows, columns, squares } = sheet;
  const count = (length, how) => Array.from({ length }, (_, at) => how(at));
  const areas = [];
  squares.forEach(({ area }, at) => area !== undefined && (areas[area] ??= []).push(at));
  const all = {
    rows: count(rows, (row) => count(columns, (column) => row * columns + column)),
    columns: count(columns, (column) => count(rows, (row) => row * columns + column)),
    areas: areas.filter(Boolean),
    diagonals: [count(rows, (at) => at * columns + at), count(rows, (at) => at * columns + columns - 1 - at)],
    cages: (sheet.cages ?? []).map((cage) => cage.squares),
  };
  const chosen = (LINES[kind] ?? []).flatMap((name) => all[name]);
  return chosen.flatMap((line) => runs(line, squares)).filter((unit) => unit.length > 1);
};

export class Units {
  constructor(board) {
    this.cells = board.cells;
    this.units = unitsOf(board);
    this.peers = this.cells.map(() => new Set());
    for (const unit of this.units) for (const cell of unit) for (const other of unit) if (other !== cell) this.peers[cell].add(other);
  }

  value(number, { entries }) {
    const { name, given } = this.cells[number];
    return given ?? entries[name];
  }

  /** The state with pencil marks in every open cell: values that no peer holds and the player has not crossed out. */
  pencilled(state) {
    const crossed = { ...state.crossed };
    this.cells.forEach(({ name, values, given }, number) => {
      if (given !== undefined || state.entries[name] !== undefined) return;
      const gone = new Set([...(state.crossed[name] ?? []), ...[...this.peers[number]].map((peer) => this.value(peer, state))]);
      crossed[name] = values.filter((value) => gone.has(value));
    });
    return { ...state, crossed };
  }

  /** The values that occur in every unit that has as many cells as there are values. */
  used(values, state) {
    const full = this.units.filter((unit) => unit.length === values.length);
    const isUsed = (value) => full.every((unit) => unit.some((cell) => this.value(cell, state) === value));
    return full.length > 0 ? values.filter(isUsed) : [];
  }
}
