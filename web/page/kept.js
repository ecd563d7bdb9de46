// Saves games in the browser, each under its puzzle. If the browser stores nothing, games last as long as the page.

const PREFIX = "ferz ";

/** The maximum number of saved games; the latest are kept. */
const MOST = 100;

/** Replaces the browser's storage if it is unavailable or full. */
const memory = new Map();

const storage = () => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
};

const key = (kind, text) => `${PREFIX}${kind} ${text}`;

/** The saved games, latest first: `{ kind, text, state, isDone }`. Other data under such a name is ignored. */
export const games = () => {
  const found = new Map(memory), store = storage();
  for (const name of store ? Object.keys(store) : []) if (name.startsWith(PREFIX) && !found.has(name)) found.set(name, store.getItem(name));
  const read = ([name, value]) => {
    try {
      const { at, ...game } = JSON.parse(value);
      return name === key(game.kind, game.text) && Number.isFinite(at) ? [{ ...game, at }] : [];
    } catch {
      return [];
    }
  };
  return [...found].flatMap(read).sort((a, b) => b.at - a.at);
};

/** The saved game of a puzzle. */
export const kept = (kind, text) => games().find((game) => game.kind === kind && game.text === text);

const forget = ({ kind, text }) => {
  memory.delete(key(kind, text));
  storage()?.removeItem(key(kind, text));
};

/** Saves a game; removes it if nothing has been entered. */
export const keep = (kind, text, state, isDone) => {
  if (Object.keys(state.entries).length + Object.keys(state.crossed).length === 0) return forget({ kind, text });
  const value = JSON.stringify({ kind, text, state, isDone, at: Date.now() });
  try {
    storage().setItem(key(kind, text), value);
    memory.delete(key(kind, text));
  } catch {
    memory.set(key(kind, text), value);
  }
  games().slice(MOST).forEach(forget);
};
