// The best times without hints, by puzzle kind and size.

import { record, store } from "./storage.js";

const TIMES = "ferz-best";

/** The best time for a puzzle, in seconds. */
export const best = (size) => {
  const seconds = record(TIMES)[size];
  return Number.isFinite(seconds) ? seconds : null;
};

/** Records a time; returns whether it is the best so far. */
export const finish = (size, seconds) => {
  const before = best(size);
  if (before !== null && before <= seconds) return false;
  store(TIMES, JSON.stringify({ ...record(TIMES), [size]: seconds }));
  return true;
};
