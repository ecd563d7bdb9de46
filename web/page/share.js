// A result as text, to be sent to friends. It does not contain the solution.

import { duration } from "./timer.js";

/** The address of the page without a fragment, where others can open it too. */
const address = () => {
  const { protocol, hostname, origin, pathname } = location;
  const isPublic = protocol === "https:" || (protocol === "http:" && !/^(localhost|127\.|\[::1\])/.test(hostname));
  return isPublic ? `${origin}${pathname}` : null;
};

/** The text of a result; `link` is the fragment of the puzzle. */
export const result = ({ title, size, day, seconds, hints, link }) => {
  const help = hints === 0 ? "no hints" : hints === 1 ? "1 hint" : `${hints} hints`;
  const page = address();
  const first = `Ferz · ${title} ${size}${day ? ` of ${day}` : ""}`;
  return [first, `Solved in ${duration(seconds)}, ${help}`, page && page + link].filter(Boolean).join("\n");
};

/** Copies a text; returns whether the browser allowed it. */
export const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
