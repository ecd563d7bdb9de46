// Puzzles of the day, made from the date and the same for everyone.

import { h } from "./dom.js";
import { askPuzzle } from "./engine.js";
import { record, store } from "./storage.js";

const SOLVED = "ferz-daily";

/** The kinds with a puzzle of the day, with their sizes. */
const DAILY = { sudoku: 9, "region-queens": 8, nonogram: 10, slitherlink: 6 };

/** Today's date in the user's time zone: `2025-11-30`. */
export const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

/** A day's seed: the FNV hash of kind and date. */
const seedOf = (text) => [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);

/** The puzzle for a kind and a day. */
export const daily = async (kind, day) => {
  if (!Object.hasOwn(DAILY, kind)) throw new Error(`There is no daily puzzle “${kind.slice(0, 40)}”`);
  const made = (difficulty) => askPuzzle(kind, "", {}, { generate: { seed: seedOf(`${kind} ${day}`), difficulty, size: DAILY[kind] } });
  const medium = await made("medium");
  return medium.write ? medium : made("easy");
};

/** Remembers that a puzzle of the day is solved. */
export const solvedDaily = ({ kind, day }) => store(SOLVED, JSON.stringify({ ...record(SOLVED), [kind]: day }));

/** The links to today's puzzles. */
export const days = (catalogue) => {
  const link = ({ name, title }) => {
    const isDone = record(SOLVED)[name] === today();
    return h("li", null, h("a", { href: `#daily/${name}`, class: "day" }, title, isDone && h("span", { class: "done" }, " ✓ solved")));
  };
  return h("section", { class: "daily" }, h("h2", null, "Today"), h("ul", null, catalogue.filter(({ name }) => Object.hasOwn(DAILY, name)).map(link)));
};
