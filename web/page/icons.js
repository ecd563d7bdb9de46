// Button icons: thin lines in the text colour.

import { s } from "./dom.js";

const PATHS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  why: "M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.9v.4M12 17.5v.5M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  pencil: "M4 20l1-4L16 5l3 3L8 19z",
  erase: "M8 20l-4-4L14 6l5 5-9 9zM8 20h11",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  next: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  first: "M18 5l-9 7 9 7zM6 5v14",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
};

/** An icon by name. */
export const icon = (name) =>
  s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
