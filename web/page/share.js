// A result as text to send to friends. It does not contain the solution.

import { duration } from "./timer.js";

/** The page's address without a fragment, if others can open it. */
const address = () => {
  const { protocol, hostname, origin, pathname } = location;
  const isPublic = protocol === "https:" || (protocol === "http:" && !/^(localhost|127\.|\[::1\])/.test(hostname));
  return isPublic ? `${origin}${pathname}` : null;
};

/** A result's text; `link` is the puzzle's fragment. */
export const result = ({ title, size, day, seconds, hints, link }) => {
  const help = hints === 0 ? "no hints" : hints === 1 ? "1 hint" : `${hints} hints`;
  const page = address();
  const first = `Ferz · ${title} ${size}${day ? ` of ${day}` : ""}`;
  return [first, `Solved in ${duration(seconds)}, ${help}`, page && page + link].filter(Boolean).join("\n");
};

/** Copies text; returns whether the browser allowed it. */
export const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
