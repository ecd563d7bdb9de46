// Control of a board by finger or mouse.

/** Handles a finger or the mouse on a cell. */
export const pressed = (play, event) => {
  const number = play.board.cellOf(event);
  if (number === null) return;
  event.preventDefault();
  play.board.place(number).focus({ preventScroll: true });
  if (play.isAsking) {
    play.point(number);
    return;
  }
  if (!play.board.isMarks) return;
  const cell = play.board.cells[number];
  const crosses = event.button === 2 || play.pad.tool === "cross";
  const now = play.game.marked(cell);
  if (crosses) play.painting = now === "cross" ? "empty" : "cross";
  const next = crosses ? play.painting : { empty: "mark", mark: "cross", cross: "empty" }[now];
  play.change(() => play.game.mark(cell, next));
  // Release the pointer, so that a drag can reach other cells.
  if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
};

/** Continues crossing out, or clearing, while the pointer moves. */
export const dragged = (play, event) => {
  if (!play.painting) return;
  if (event.buttons === 0) {
    play.painting = null;
    return;
  }
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  const cell = under && play.board.element.contains(under) && play.board.cells[Number(under.dataset.cell)];
  if (cell && play.game.marked(cell) === (play.painting === "cross" ? "empty" : "cross")) {
    play.change(() => play.game.mark(cell, play.painting));
  }
};
