// Named texts in the browser's storage. If it is unavailable or full, they last only as long as the page.

const memory = new Map();

const browser = () => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
};

/** The stored texts whose names begin with `prefix`, as pairs. */
export const stored = (prefix) => {
  const found = new Map(memory), kept = browser();
  for (const name of kept ? Object.keys(kept) : []) if (!found.has(name)) found.set(name, kept.getItem(name));
  return [...found].filter(([name]) => name.startsWith(prefix));
};

export const discard = (name) => {
  memory.delete(name);
  browser()?.removeItem(name);
};

export const store = (name, text) => {
  try {
    browser().setItem(name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
};

/** The object stored as JSON under a name, or an empty object. */
export const record = (name) => {
  try {
    const value = JSON.parse(memory.get(name) ?? browser().getItem(name));
    return typeof value === "object" && !Array.isArray(value) ? (value ?? {}) : {};
  } catch {
    return {};
  }
};
