// Games are kept in the browser, each under its puzzle, so that who comes back finds them. Where the browser keeps nothing, games last
// as long as the page.

const PREFIX = "ferz ";

/** So many games are kept: the latest. */
const MOST = 100;

/** What takes the place of the browser's storage where that is closed or full. */
const memory = new Map();

const storage = () => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
};

const key = (kind, text) => `${PREFIX}${kind} ${text}`;

/** The kept games, the latest first: `{ kind, text, state, isDone }`. Whatever else is there under such a name is left out. */
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

/** The game of a puzzle as it was left. */
export const kept = (kind, text) => games().find((game) => game.kind === kind && game.text === text);

const forget = ({ kind, text }) => {
  memory.delete(key(kind, text));
  storage()?.removeItem(key(kind, text));
};

/** Keeps a game; one in which nothing is entered is forgotten. */
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
