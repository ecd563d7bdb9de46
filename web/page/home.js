// The start page: all kinds of puzzles, each with a small picture of its example.

import { Board } from "./board.js";
import { days } from "./daily.js";
import { h, button, choice, fill, sentence } from "./dom.js";
import { askPuzzle } from "./engine.js";
import { games, isEmpty } from "./kept.js";
import { playing } from "./link.js";

export const home = (catalogue) => {
  const cards = catalogue.map((kind) => card(kind));
  return h(
    "div",
    { class: "home" },
    h("h1", null, "Puzzles that can tell you why"),
    h(
      "p",
      { class: "lead" },
      "Play one. When you are stuck, ask for a hint, or point at a square and ask why. Every answer is a chain of small steps that light up the squares they rely on.",
    ),
    days(catalogue),
    goOn(catalogue),
    h("ul", { class: "cards" }, cards),
    paste(catalogue),
  );
};

/** The maximum number of saved games shown. */
const SHOWN = 8;

/** The unfinished saved games. */
const goOn = (catalogue) => {
  const link = ({ kind, text, state, at }) => {
    const known = catalogue.find(({ name }) => name === kind);
    const count = Object.keys(state?.entries ?? {}).length;
    const filled = `${count} ${count === 1 ? "entry" : "entries"}, ${new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}`;
    return known && h("li", null, h("a", { href: playing(kind, text, { entries: {}, crossed: {} }) }, known.title), ` (${filled})`);
  };
  const left = games().filter(({ isDone, state }) => !isDone && !isEmpty(state)).slice(0, SHOWN).map(link).filter(Boolean);
  return left.length > 0 && h("section", { class: "resume" }, h("h2", null, "Continue"), h("ul", null, left));
};

const card = (kind) => {
  const picture = h("div", { class: "picture", "aria-hidden": "true" });
  draw(kind, picture);
  return h(
    "li",
    null,
    h("a", { class: "card", href: playing(kind.name, kind.example, { entries: {}, crossed: {} }) }, picture, h("h2", null, kind.title), h("p", null, kind.rules)),
  );
};

const draw = async (kind, picture) => {
  // A question cancelled when the user leaves the page shows nothing.
  const shown = await askPuzzle(kind.name, kind.example, {}, "show").catch(() => ({}));
  if (!shown.sheet) return;
  const board = new Board(shown);
  board.update({ entries: {}, crossed: {} });
  for (const [place] of board.copies) place.removeAttribute("tabindex");
  board.element.inert = true;
  fill(picture, board.element);
};

/** A form to paste a puzzle from a newspaper, a book or a file. */
const paste = (catalogue) => {
  const kinds = choice("Kind", catalogue.map((kind) => [kind.name, kind.title]), catalogue[0].name, () => explain());
  const select = kinds.querySelector("select");
  const formats = h("ul", { class: "quiet" });
  const kind = () => catalogue.find(({ name }) => name === select.value);
  const explain = () => fill(formats, kind().formats.map((format) => h("li", null, format)));
  const area = h("textarea", { rows: 9, spellcheck: "false", "aria-label": "puzzle as text" });
  const answer = h("p", { role: "alert" });
  const say = (text, isError) => {
    answer.className = isError ? "error" : "";
    fill(answer, sentence(text));
  };
  const ask = async (question) => {
    const result = await askPuzzle(kind().name, area.value, {}, question);
    const isError = result.outcome === "error";
    if (isError || question === "unique") say(result.text.join(" "), isError);
    return isError ? null : result;
  };
  const open = async () => {
    const shown = await ask("show");
    if (shown) location.hash = playing(kind().name, shown.write, { entries: {}, crossed: {} });
  };
  explain();
  return h(
    "section",
    { class: "paste" },
    h("h2", null, "Your own puzzle"),
    h("p", null, "From a newspaper, a book or a friend: as text, in any of the usual notations."),
    kinds,
    formats,
    area,
    h("div", { class: "actions" }, button("Play it", open, { class: "primary" }), button("Is there only one solution?", () => ask("unique"))),
    answer,
  );
};
