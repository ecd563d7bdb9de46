"use strict";
/*
 * Draws the implication graph of a failure, from decisions on the left to the conflict on the right. Facts of the last
 * level are filled. This level's first unique implication point, which lies on every path to the conflict, is framed.
 */

/** The maximum number of vertices; larger graphs are only described in words. */
const VERTICES = 60;
const VERTEX = { row: 30, height: 22, gap: 46 };

/** Finds the first unique implication point: going backward, where only one fact of the last level is open. */
function uniqueImplicationPoint(steps, levels) {
  const last = Math.max(...levels.slice(0, -1)), open = new Set();
  const add = (from) => from.filter((place) => levels[place] === last).forEach((place) => open.add(place));
  add(steps[steps.length - 1].from);
  while (open.size > 1) {
    const latest = Math.max(...open);
    open.delete(latest);
    add(steps[latest].from);
  }
  return open.size ? [...open][0] : -1;
}

function conflictGraph(view, steps) {
  const { run } = view;
  if (steps.length < 3 || steps.length > VERTICES) return null;
  const levels = steps.map(({ event }) => run.depth[run.node[event]]), last = Math.max(...levels.slice(0, -1));
  const unique = uniqueImplicationPoint(steps, levels), end = steps.length - 1;
  const ranks = [], columns = [];
  steps.forEach(({ from }, place) => {
    ranks.push(from.length ? 1 + Math.max(...from.map((premise) => ranks[premise])) : 0);
    (columns[ranks[place]] ||= []).push(place);
  });
  const label = ({ event }) => (run.kind[event] === FAIL ? "dead end" : run.factText(run.fact[event]));
  const width = (place) => 16 + 7 * label(steps[place]).length;
  const rows = Math.max(...columns.map((column) => column.length)), boxes = [];
  let x = 2;
  for (const column of columns) {
    const wide = Math.max(...column.map(width)), top = (rows - column.length) * VERTEX.row / 2;
    column.forEach((place, i) => { boxes[place] = { x, y: 4 + top + i * VERTEX.row, wide: width(place) }; });
    x += wide + VERTEX.gap;
  }
  const arrow = (from, to) => {
    const a = boxes[from], b = boxes[to], x0 = a.x + a.wide, y0 = a.y + VERTEX.height / 2, x1 = b.x, y1 = b.y + VERTEX.height / 2;
    return svg("path", { class: "arrow", d: `M${x0} ${y0}C${x0 + 24} ${y0} ${x1 - 24} ${y1} ${x1} ${y1}` });
  };
  const vertex = (step, place) => {
    const { x, y, wide } = boxes[place], kind = run.kind[step.event], constraint = run.constraintAt(step.event);
    const by = kind === DECIDE ? "a decision" : constraint < 0 ? "" : run.constraints[constraint];
    const marks = [kind === DECIDE && "decision", place === end && "end", levels[place] === last && "last", place === unique && "unique"];
    return svg("g", { class: `vertex ${marks.filter(Boolean).join(" ")}`, onclick: () => view.look(step.event) },
      svg("title", null, `${place + 1}. ${label(step)}: ${by}, depth ${levels[place]}`),
      svg("rect", { x, y, width: wide, height: VERTEX.height, rx: 5 }), svg("text", { x: x + 8, y: y + 15 }, label(step)));
  };
  const height = rows * VERTEX.row + 4;
  return el("figure", { class: "graph" },
    svg("svg", { width: x, height, viewBox: `0 0 ${x} ${height}`, role: "img", "aria-label": "Implication graph" },
      ...steps.flatMap(({ from }, place) => from.map((premise) => arrow(premise, place))), ...steps.map(vertex)),
    el("figcaption", { class: "note" }, unique < 0 ? "From decisions to the dead end." :
      `From decisions to the dead end. Framed: ${run.factText(run.fact[steps[unique].event])}, the first unique implication point of the last level.`));
}
