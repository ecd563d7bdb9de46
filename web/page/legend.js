// The legend for the colours and shapes of highlighted squares.

import { h } from "./dom.js";
import { cross } from "./pieces.js";

const MEANINGS = {
  about: "the subject",
  reason: "the reasons",
  wrong: "mistakes",
  differ: "where solutions differ",
  crossed: "crossed out",
};

/** A legend for some kinds of highlights. */
export const legend = (...kinds) =>
  h(
    "ul",
    { class: "legend" },
    kinds.map((kind) => h("li", null, h("span", { class: `swatch ${kind}` }, kind === "crossed" && cross()), MEANINGS[kind])),
  );
