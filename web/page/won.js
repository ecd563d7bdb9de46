// The end of a game: its time, the result to share, and the link to a game.

import { finish } from "./best.js";
import { solvedDaily } from "./daily.js";
import { h, button } from "./dom.js";
import { dailyOf, playing } from "./link.js";
import { copied, result } from "./share.js";
import { duration } from "./timer.js";

/** Ends a solved game: shows its time and a small celebration. */
export const won = (play) => {
  const isFirst = !play.isFinished;
  play.isSolved ||= isFirst;
  play.end();
  play.save();
  const isBest = isFirst && play.hints === 0 && finish(play.size, Math.floor(play.timer.seconds));
  if (play.day && play.isSolved) solvedDaily({ kind: play.kind.name, day: play.day });
  const another = button("Another one", () => play.generate(), { class: "primary" });
  sayResult(play, "Solved! Every rule holds", another, isBest);
  play.board.celebrate();
};

/** Shows a solved game's time, which can be shared. */
export const sayResult = (play, text, action, isBest) => {
  const seconds = Math.floor(play.timer.seconds);
  const time = `${duration(seconds)}${isBest ? `, your best time for ${play.dimensions}` : ""}`;
  if (play.isSolved) play.help.say(`${text}. ${time}`, action, button("Share", () => share(play, seconds)));
  else play.help.say(text, action);
};

const share = (play, seconds) => {
  const link = play.day ? dailyOf(play.kind.name, play.day) : playing(play.kind.name, play.text, { entries: {}, crossed: {} });
  const text = result({ title: play.kind.title, size: play.dimensions, day: play.day, seconds, hints: play.hints, link });
  return offer(play, text, "Copied, without the solution");
};

/** Copies a link to the game. */
export const copyLink = (play) => {
  const link = location.href.replace(/#.*$/, "") + playing(play.kind.name, play.text, play.game.state);
  return offer(play, link, "Link copied: it contains the puzzle and all your entries");
};

/** Copies text, or shows it if copying is not allowed. */
const offer = async (play, text, said) => {
  if (await copied(text)) {
    play.help.say(said);
    return;
  }
  play.help.show([h("p", null, "Copy this text:"), h("textarea", { class: "link", readonly: true, rows: 3, "aria-label": "text" }, text)]);
  play.help.element.querySelector("textarea").select();
};
