// The address fragment: the page, the puzzle, and the game's state.

const parsed = (text, otherwise) => {
  try {
    return JSON.parse(text) ?? otherwise;
  } catch {
    return otherwise;
  }
};

/** Parses a fragment; an invalid fragment means the start page. */
export const parse = (fragment) => {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const text = (name) => fields.get(name) ?? "";
  const [, kind, day] = /^#daily\/([a-z-]+)(?:\/(\d{4}-\d{2}-\d{2}))?$/.exec(fragment) ?? [];
  if (kind) return { page: "daily", kind, day };
  if (fields.has("play")) {
    return { page: "play", kind: text("play"), text: text("text"), state: parsed(text("state"), {}) };
  }
  if (fields.has("watch")) return { page: "watch", method: text("watch"), n: Number(text("n")) || 8 };
  if (fields.has("model")) return { page: "model", model: text("model") };
  if (/^#[a-z]+(-[a-z]+)*$/.test(fragment)) return { page: "play", kind: fragment.slice(1), text: "", state: {} };
  return { page: "home" };
};

/** The fragment for a game. */
export const playing = (kind, text, state) => {
  const fields = new URLSearchParams({ play: kind });
  if (text) fields.set("text", text);
  if (Object.keys(state.entries).length + Object.keys(state.crossed).length > 0) {
    fields.set("state", JSON.stringify(state));
  }
  return `#${fields}`;
};

/** The fragment for a puzzle of the day. */
export const dailyOf = (kind, day) => `#daily/${kind}/${day}`;

export const watching = (method, n) => `#${new URLSearchParams({ watch: method, n })}`;

export const modelling = (model) => `#${new URLSearchParams({ model })}`;

let own = null;

/** Replaces the address fragment without navigation, because the page already shows its content. */
export const remember = (fragment) => {
  if (location.hash === fragment) return;
  own = fragment;
  location.replace(fragment);
};

/** Whether `remember` made the fragment change. */
export const isOwn = () => {
  const is = location.hash === own;
  if (!is) own = null;
  return is;
};
