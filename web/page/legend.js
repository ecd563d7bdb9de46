// The legend of the colours and shapes of highlighted squares.

import { h } from "./dom.js";
import { cross } from "./pieces.js";

const MEANINGS = {
  about: "what it is about",
  reason: "what it rests on",
  wrong: "what is wrong",
  differ: "where solutions differ",
  crossed: "crossed out",
};

/** A legend of some kinds. */
export const legend = (...kinds) =>
  h(
    "ul",
    { class: "legend" },
    kinds.map((kind) => h("li", null, h("span", { class: `swatch ${kind}` }, kind === "crossed" && cross()), MEANINGS[kind])),
  );
