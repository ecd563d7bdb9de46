"use strict";
/*
 * The state of a run at any event, without the solver.
 *
 * The state at an event results from the facts added by the nodes on the path to it. Domains are lists of segments
 * [low, high, cause]. The cause is 0 for remaining values, OUTSIDE for values outside the initial domain, and otherwise
 * the event that removed the values.
 */

const LEFT = 0, OUTSIDE = -1;

class State {
  constructor(run, event) {
    this.run = run;
    this.event = event;
    this.node = run.node[event];
    this.path = run.path(this.node);
    this.trail = [];
    // Facts learned at a root also hold in later restarts.
    for (const root of run.roots) {
      if (root >= this.path[0]) break;
      this.trail.push(...run.own[root]);
    }
    for (const node of this.path) {
      for (const own of run.own[node]) {
        if (own > event) break;
        this.trail.push(own);
      }
    }
    this.byVariable = new Map();
    for (const own of this.trail) {
      const variable = run.factVariable(run.fact[own]);
      const entries = this.byVariable.get(variable);
      if (entries) entries.push(own); else this.byVariable.set(variable, [own]);
    }
    this.domains = new Map();
  }

  /** Returns a variable's segments. */
  domain(variable) {
    let segments = this.domains.get(variable);
    if (!segments) {
      segments = rootSegments(this.run, variable);
      for (const event of this.byVariable.get(variable) || []) {
        segments = apply(segments, this.run.atom(this.run.fact[event]), event);
      }
      this.domains.set(variable, segments);
    }
    return segments;
  }

  /** Returns the ranges of the remaining values. */
  ranges(variable) {
    const ranges = [];
    for (const [low, high, cause] of this.domain(variable)) {
      if (cause !== LEFT) continue;
      const last = ranges[ranges.length - 1];
      if (last && last[1] + 1 === low) last[1] = high; else ranges.push([low, high]);
    }
    return ranges;
  }

  /** Returns a fixed variable's value. */
  fixed(variable) {
    const ranges = this.ranges(variable);
    return ranges.length === 1 && ranges[0][0] === ranges[0][1] ? ranges[0][0] : null;
  }

  /** Returns a value's status: LEFT, OUTSIDE or the event that removed it. */
  cause(variable, value) {
    for (const [low, high, cause] of this.domain(variable)) {
      if (low <= value && value <= high) return cause;
    }
    return OUTSIDE;
  }

  /**
   * Returns the earlier events that make a fact true: the first event that implies it alone or, failing that, the
   * non-redundant events that imply it together, oldest first. The result is empty if the fact held from the start.
   */
  origins(atom, before) {
    const run = this.run;
    let segments = rootSegments(run, atom[0]), against = opposed(segments, atom);
    if (against === 0) return [];
    const known = (this.byVariable.get(atom[0]) || []).filter((event) => event < before);
    const alone = known.find((event) => follows(run.atom(run.fact[event]), atom));
    if (alone !== undefined) return [alone];
    const together = [];
    for (const event of known.reverse()) {
      segments = apply(segments, run.atom(run.fact[event]), event);
      const still = opposed(segments, atom);
      if (still < against) together.push(event);
      against = still;
      if (still === 0) break;
    }
    together.reverse();
    return together;
  }

  /**
   * Derives some events from decisions, as steps in chronological order: { event, from: [indices of earlier steps] }.
   */
  chain(events) {
    const from = new Map(), open = [...events];
    while (open.length) {
      const event = open.pop();
      if (from.has(event)) continue;
      const origins = new Set();
      for (const atom of this.leansOn(event)) {
        for (const origin of this.origins(atom, event)) origins.add(origin);
      }
      from.set(event, [...origins]);
      open.push(...origins);
    }
    const order = [...from.keys()].sort((a, b) => a - b);
    const place = new Map(order.map((event, index) => [event, index]));
    return order.map((event) => ({ event, from: from.get(event).map((e) => place.get(e)).sort((a, b) => a - b) }));
  }

  /** Returns the premises of an event. A failure with a final fact also depends on that fact's negation. */
  leansOn(event) {
    const run = this.run;
    if (run.kind[event] === DECIDE) return [];
    const facts = run.premises(event).map((fact) => run.atom(fact));
    if (run.kind[event] === FAIL && run.fact[event] >= 0) facts.push(negation(run.atom(run.fact[event])));
    return facts;
  }
}

/** Returns the initial domain as segments, including the gaps between its ranges. */
function rootSegments(run, variable) {
  const ranges = run.raw.domains[variable], segments = [];
  for (let i = 0; i < ranges.length; i += 2) {
    if (i > 0 && ranges[i - 1] + 1 < ranges[i]) segments.push([ranges[i - 1] + 1, ranges[i] - 1, OUTSIDE]);
    segments.push([ranges[i], ranges[i + 1], LEFT]);
  }
  return segments;
}

function negation([variable, relation, value]) {
  switch (relation) {
    case EQUAL: return [variable, DIFFERENT, value];
    case DIFFERENT: return [variable, EQUAL, value];
    case AT_LEAST: return [variable, AT_MOST, value - 1];
    default: return [variable, AT_LEAST, value + 1];
  }
}

/** Returns the values that an atom allows: a range from low to high, or all but one. */
function kept([, relation, value]) {
  switch (relation) {
    case EQUAL: return { low: value, high: value, but: null };
    case DIFFERENT: return { low: -Infinity, high: Infinity, but: value };
    case AT_LEAST: return { low: value, high: Infinity, but: null };
    default: return { low: -Infinity, high: value, but: null };
  }
}

/** Applies an atom to segments; the values that it removes get the given cause. */
function apply(segments, atom, cause) {
  const { low, high, but } = kept(atom), after = [];
  for (const segment of segments) {
    const [a, b, was] = segment;
    if (was !== LEFT) { after.push(segment); continue; }
    if (but !== null) {
      if (but < a || b < but) { after.push(segment); continue; }
      if (a < but) after.push([a, but - 1, LEFT]);
      after.push([but, but, cause]);
      if (but < b) after.push([but + 1, b, LEFT]);
      continue;
    }
    if (a < low) after.push([a, Math.min(b, low - 1), cause]);
    if (Math.max(a, low) <= Math.min(b, high)) after.push([Math.max(a, low), Math.min(b, high), LEFT]);
    if (b > high) after.push([Math.max(a, high + 1), b, cause]);
  }
  return after;
}

/** Counts the remaining values that contradict an atom. */
function opposed(segments, atom) {
  const { low, high, but } = kept(atom);
  let count = 0;
  for (const [a, b, cause] of segments) {
    if (cause !== LEFT) continue;
    if (but !== null) { if (a <= but && but <= b) count++; continue; }
    if (a < low) count += Math.min(b, low - 1) - a + 1;
    if (b > high) count += b - Math.max(a, high + 1) + 1;
  }
  return count;
}

/** Checks whether one atom implies another on the same variable. */
function follows(known, atom) {
  const a = kept(known), b = kept(atom);
  if (b.but !== null) return a.but === b.but || (a.but === null && (b.but < a.low || a.high < b.but));
  return a.but === null && a.low >= b.low && a.high <= b.high;
}
