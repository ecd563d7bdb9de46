// A hint in three stages: where to look, why something follows, and what follows.

import { lines } from "./help.js";
import { legend } from "./legend.js";

/** The patterns in which a step's sentence names the place that it is about. */
const PLACES = [/\bby (.+?)(?:: |$)/, / in (.+?) have only /, / have only .+ left in (.+?): /, /^(.+?) has only /, /left (?:of|in) (.+?) (?:lies|\(|rules)/, / in (\S+ \S+?) (?:lies|\()/];

/** The place that a step is about, if its sentence names one. */
const placeOf = (text) => PLACES.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);

/** What to look for if a step names no place. */
const SEARCHES = {
  "naked single": "Some square has only one value left",
  supposition: "No simple step applies. Suppose something, and see what follows",
};

/** Where to look. */
const whereOf = ({ text, technique, rests_on: reason }) => {
  const place = text.length === 1 && placeOf(text[0]);
  const lit = reason.length > 0;
  if (place) return `Look at ${place}${lit ? " and the squares lit up" : ""}`;
  return `${SEARCHES[technique] ?? `There is a step named ${technique}`}${lit ? ": look at the squares lit up" : ""}`;
};

/** A step's stages, each with its text and the squares that it highlights. */
export const stages = (step) => {
  const { text, facts, rests_on: reason } = step;
  const about = facts.map(({ cell }) => cell);
  const [first] = text;
  const because = text.length > 1 ? text.slice(0, -1) : [first.replace(/: [^:]*$/, "")];
  const what = new Set(about).size === 1 ? "the orange square" : "the orange squares";
  return [
    { text: [whereOf(step)], light: { reason } },
    { text: [...because, `What follows for ${what}?`], light: { about, reason } },
    { text, light: { about, reason } },
  ];
};

/** The stage as content for the help section. */
export const drawStage = ({ text, light }) => {
  const kinds = Object.keys(light).filter((kind) => light[kind].length > 0);
  return [lines(text), kinds.length > 0 && legend(...kinds)];
};
