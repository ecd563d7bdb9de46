// The automatic checks in a game: which entries break a rule, and which cells the entries cross out.

import { askPuzzle } from "./engine.js";
import { settings } from "./settings.js";

/** The maximum number of conflicts shown at once. */
const CONFLICTS = 6;

/**
 * Finds a game's conflicts, `[{ cells, text }]`, and the crossed-out cells. `ask` asks the engine about a state. Each
 * answer reports one conflict, so the conflict's latest entry is omitted from the next question.
 */
const look = async (game, ask) => {
  const state = { entries: { ...game.state.entries }, crossed: {} };
  const conflicts = [];
  let crossed;
  while (conflicts.length < CONFLICTS) {
    const answer = await ask(state);
    crossed ??= new Set((answer.known ?? []).flatMap((value, cell) => (value === 0 ? [cell] : [])));
    if (answer.outcome !== "clash") break;
    const names = (answer.wrong ?? []).map((cell) => game.cells[cell].name).filter((name) => state.entries[name] !== undefined);
    conflicts.push({ cells: answer.wrong ?? [], text: answer.text[0] });
    if (names.length === 0) break;
    game.latest(names).forEach((name) => delete state.entries[name]);
  }
  return { conflicts, crossed };
};

/** Lets the engine check a game after each change. */
export class Live {
  #isLooking = false;

  constructor(play) {
    this.play = play;
    /** The latest findings, and the entries in which they were found. */
    this.seen = { auto: new Set(), conflicts: new Map(), entries: null };
  }

  #entries() {
    return JSON.stringify([this.play.game.state.entries, settings.conflicts, settings.crosses]);
  }

  /** Repeats the check until it covers the latest entries. */
  async look() {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { kind, text, game, board, help } = this.play;
    try {
      while (this.seen.entries !== this.#entries()) {
        const entries = this.#entries();
        const isWanted = settings.conflicts || (settings.crosses && board.isMarks);
        const ask = (state) => askPuzzle(kind.name, text, state, "conflict");
        const found = isWanted ? await look(game, ask) : { conflicts: [], crossed: new Set() };
        const conflicts = settings.conflicts ? found.conflicts : [];
        this.seen = {
          entries,
          auto: settings.crosses && board.isMarks ? found.crossed : new Set(),
          conflicts: new Map(conflicts.flatMap(({ cells, text }) => cells.map((cell) => [cell, text]))),
        };
        if (entries !== this.#entries()) continue;
        this.play.show();
        if (conflicts.length > 0 && help.isEmpty) help.say(conflicts[0].text);
      }
    } catch {
      // A new question cancelled this one; after it, the check is repeated.
    } finally {
      this.#isLooking = false;
    }
  }
}
