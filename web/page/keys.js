// Keyboard control of a board: arrows move, digits enter values, some letters are commands.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The maximum time between the two digits of a number, in milliseconds. */
const PAUSE = 700;

const LETTERS = {
  h: (play) => play.hint(),
  w: (play) => play.why(),
  c: (play) => play.check(),
  u: (play) => play.step("undo"),
  r: (play) => play.step("redo"),
  p: (play) => play.pad.setPencil(!play.pad.isPencil),
};

let typed = "";
let last = 0;

export const keys = (play, event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey) return;
  if (ctrlKey || metaKey) {
    const step = { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
    if (!step) return;
    event.preventDefault();
    play.step(step);
    return;
  }
  const { board } = play;
  const cell = board.cells[board.selected];
  if (!cell) return;
  const used = () => event.preventDefault();
  if (ARROWS[key]) {
    board.move(...ARROWS[key]);
    used();
  } else if (["Backspace", "Delete"].includes(key)) {
    play.pad.act.erase();
    used();
  } else if (key === "Escape") {
    play.stopAsking();
    play.help.clear();
  } else if (key === "Enter" || key === " ") {
    chosen(play, cell);
    used();
  } else if (cell.mark && key === "x") {
    play.change(() => play.game.mark(cell, play.game.marked(cell) === "cross" ? "empty" : "cross"));
    used();
  } else if (key.length === 1 && !type(play, cell, key) && LETTERS[key]) {
    LETTERS[key](play);
    used();
  }
};

/** Handles Enter or the space bar on a cell. */
const chosen = (play, cell) => {
  if (play.isAsking) play.point(play.board.selected);
  else if (cell.mark) {
    const next = { empty: "mark", mark: "cross", cross: "empty" }[play.game.marked(cell)];
    play.change(() => play.game.mark(cell, next));
  }
};

/** Handles a key that enters a value (two keys for some values); returns whether the cell has such a value. */
const type = (play, cell, key) => {
  if (cell.mark) return false;
  const now = performance.now();
  typed = now - last < PAUSE ? typed + key : key;
  last = now;
  for (const text of [typed, key]) {
    const at = cell.names.findIndex((name) => name.toLowerCase() === text.toLowerCase());
    if (at < 0) continue;
    const value = cell.values[at];
    if (play.isAsking) play.askWhy(play.board.selected, value);
    else if (play.pad.isPencil) play.pad.act.pencil(value);
    else if (play.game.state.entries[cell.name] !== value || text === key) play.pad.act.enter(value);
    return true;
  }
  return false;
};
