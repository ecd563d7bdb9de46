// The elements around the board on a game's page: title and time, tools, the form for a new puzzle, and more.

import { best } from "./best.js";
import { h, button, choice } from "./dom.js";
import { icon } from "./icons.js";
import { ownPuzzle } from "./own.js";
import { tick } from "./settings.js";
import { duration } from "./timer.js";
import { copyLink } from "./won.js";

const LEVELS = [["easy", "Easy"], ["medium", "Medium"], ["hard", "Hard"]];

/** The latest choices, which are the defaults for the next puzzle: the difficulty, and the size for each kind. */
const wanted = { difficulty: "easy", sizes: {} };

/** The kinds in which entries never cross out anything automatically. */
const WITHOUT_CROSSES = ["nonogram", "minesweeper"];

/** A date without the year: 30 Nov. */
const shortly = (day) => new Date(`${day}T12:00`).toLocaleDateString("en-GB", { day: "numeric", month: "short" });

/** The chosen difficulty and size for the next puzzle; remembers them as defaults. */
export const wantedBy = ({ kind, level, extent }) => {
  const [difficulty, size] = [level, extent].map((label) => label?.querySelector("select").value);
  wanted.difficulty = difficulty;
  wanted.sizes[kind.name] = size;
  return { difficulty, size };
};

/** A game's page. */
export const drawPlay = (play) => {
  const tool = (name, text, action, attributes) =>
    h("button", { type: "button", class: "tool", onclick: action, ...attributes }, icon(name), h("span", null, text));
  play.undo = tool("undo", "Undo", () => play.step("undo"));
  play.redo = tool("redo", "Redo", () => play.step("redo"));
  play.whyButton = tool("why", "Why?", () => play.why(), { "aria-pressed": "false" });
  const time = best(play.size);
  return h(
    "div",
    { class: "play" },
    h(
      "div",
      { class: "head" },
      h("h1", null, play.kind.title),
      h("p", { class: "score" }, play.day && h("span", null, `Daily, ${shortly(play.day)}`), play.timer.element, time !== null && h("span", null, `best ${duration(time)}`)),
    ),
    h("p", { class: "rules" }, play.kind.rules),
    h("div", { class: "stage" }, play.board.element, play.pad.element),
    h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "help and history" },
      tool("hint", "Hint", () => play.hint()),
      play.whyButton,
      tool("check", "Check", () => play.check()),
      play.undo,
      play.redo,
    ),
    play.help.element,
    drawNew(play),
    drawMore(play),
  );
};

const drawNew = (play) => {
  const [smallest, usual, largest] = play.kind.sizes;
  const sizes = [];
  for (let size = smallest; size <= largest; size++) sizes.push([String(size), `Size ${size}`]);
  play.level = choice("Difficulty", LEVELS, wanted.difficulty);
  play.extent = sizes.length > 1 ? choice("Size", sizes, wanted.sizes[play.kind.name] ?? String(usual)) : null;
  return h("div", { class: "new" }, play.level, play.extent, button("New puzzle", () => play.generate(), { class: "primary" }));
};

const drawMore = (play) => {
  const item = (text, action) => button(text, action, { class: "plain" });
  return h(
    "details",
    { class: "more" },
    h("summary", null, "More"),
    h(
      "div",
      { class: "items" },
      item("Copy a link to this game", () => copyLink(play)),
      item("Is there only one solution?", () => play.ask("unique")),
      item("How hard is it?", () => play.ask("rate")),
      item("Solve it step by step", () => play.ask("steps", { state: true })),
      item("Show the solution", () => play.solve()),
      item("Start again", () => play.restart()),
      item("Enter or paste your own", () => ownPuzzle(play)),
      drawTicks(play),
    ),
  );
};

/** The settings for automatic help. */
const drawTicks = (play) => {
  const changed = () => play.refresh();
  const hasCrosses = play.board.isMarks && !WITHOUT_CROSSES.includes(play.kind.name);
  return h(
    "fieldset",
    { class: "ticks" },
    h("legend", null, "Automatic"),
    tick("conflicts", "Mark entries that break a rule", changed),
    hasCrosses && tick("crosses", `Cross out around a ${play.board.pieceName}`, changed),
    play.units.units.length > 0 && tick("pencil", "Fill in pencil marks", changed),
  );
};
