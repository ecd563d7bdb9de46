// Saves games in the browser, one per puzzle, with the undo history back to the first move.

import { discard, store, stored } from "./storage.js";

const PREFIX = "ferz ";

/** The maximum number of saved games; the latest are kept. */
const MOST = 100;

const key = (kind, text) => `${PREFIX}${kind} ${text}`;

/**
 * The saved games, latest first: `{ kind, text, state, history, seconds, hints, isDone, isSolved, at }`. Other data under
 * a name of this form is ignored.
 */
export const games = () => {
  const read = ([name, value]) => {
    try {
      const { at, ...game } = JSON.parse(value);
      return name === key(game.kind, game.text) && Number.isFinite(at) ? [{ ...game, at }] : [];
    } catch {
      return [];
    }
  };
  return stored(PREFIX).flatMap(read).sort((a, b) => b.at - a.at);
};

/** A puzzle's saved game. */
export const kept = (kind, text) => games().find((game) => game.kind === kind && game.text === text);

/** Whether a state has no entries. */
export const isEmpty = (state) => Object.keys(state?.entries ?? {}).length + Object.keys(state?.crossed ?? {}).length === 0;

/** Saves a game, or removes it if nothing was ever entered. */
export const keep = (kind, text, game) => {
  if (isEmpty(game.state) && game.history.moves.length === 0) discard(key(kind, text));
  else store(key(kind, text), JSON.stringify({ kind, text, ...game, at: Date.now() }));
  if (stored(PREFIX).length > MOST) games().slice(MOST).forEach((game) => discard(key(game.kind, game.text)));
};
