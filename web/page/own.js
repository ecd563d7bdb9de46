// A form for entering or pasting another puzzle of the same kind.

import { h, button, fill, sentence } from "./dom.js";
import { askPuzzle } from "./engine.js";
import { playing } from "./link.js";

/** A form for entering another puzzle. */
export const ownPuzzle = (play) => {
  const area = h("textarea", { rows: 10, spellcheck: "false", "aria-label": "puzzle as text" }, play.text);
  const error = h("p", { class: "error", role: "alert" });
  const open = async () => {
    const answer = await askPuzzle(play.kind.name, area.value, {}, "show");
    if (answer.outcome === "error") {
      fill(error, sentence(answer.text.join(" ")));
      if (answer.at) select(area, answer.at);
      return;
    }
    const go = () => {
      // A puzzle already open needs no new page.
      if (answer.write === play.text) play.help.clear();
      else location.hash = playing(play.kind.name, answer.write, { entries: {}, crossed: {} });
    };
    fill(error, "Is there one solution?");
    const { outcome, text } = await askPuzzle(play.kind.name, area.value, {}, "unique");
    if (outcome === "one") go();
    else fill(error, sentence(text.join(" ")), " ", button("Play it anyway", go));
  };
  play.help.show([
    h("p", null, `A ${play.kind.title} as text:`),
    h("ul", { class: "quiet" }, play.kind.formats.map((format) => h("li", null, format))),
    area,
    error,
  ], [button("Open it", open, { class: "primary" }), button("Leave it", () => play.help.clear())]);
  // Pasted text replaces the old text.
  area.select();
};

/** Moves the cursor to the location of an error: a line and a column, from 1. */
const select = (area, [line, column]) => {
  const lines = area.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const at = Math.min(before + column - 1, area.value.length);
  area.focus();
  area.setSelectionRange(at, Math.min(at + 1, area.value.length));
};
