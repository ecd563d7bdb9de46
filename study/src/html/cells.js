"use strict";
/* Code shared by the board and the domain grid: the appearance of a value at the current event. */

class Cells {
  constructor(view) {
    const { run, state, event } = view;
    this.view = view;
    this.run = run;
    this.state = state;
    this.levels = view.removedByLevel();
    /** The values that the event is about, and the values of its premises. */
    this.now = new Set();
    this.because = new Set();
    const kind = run.kind[event];
    if ((kind === DECIDE || kind === PRUNE || kind === FAIL) && run.fact[event] >= 0) this.mark(this.now, run.fact[event], event);
    if (kind === PRUNE || kind === FAIL) for (const fact of run.premises(event)) this.mark(this.because, fact, event);
  }

  /** Adds a fact's squares to a set: its value, or the values that it removed unless the range is long. */
  mark(set, fact, event) {
    const [variable, relation, value] = this.run.atom(fact);
    if (relation === EQUAL || relation === DIFFERENT) { set.add(`${variable},${value}`); return; }
    for (const [low, high, cause] of this.state.domain(variable)) {
      if (cause !== event || high - low > 64) continue;
      for (let v = low; v <= high; v++) set.add(`${variable},${v}`);
    }
  }

  /** Returns a value's status: left, fixed, outside or removed, with the removing constraint's mark. */
  of(variable, value) {
    const key = `${variable},${value}`, cause = this.state.cause(variable, value);
    const cell = {
      variable, value, cause, mark: -1, level: -1,
      now: this.now.has(key), because: this.because.has(key),
      chosen: this.view.chosen?.variable === variable && this.view.chosen?.value === value,
    };
    if (cause === OUTSIDE) return { ...cell, what: "outside" };
    if (cause === LEFT) {
      const level = this.levels.get(key);
      if (this.state.fixed(variable) === value) return { ...cell, what: "fixed", decided: this.decided(variable, value) };
      return { ...cell, what: "left", level: level ?? -1 };
    }
    return { ...cell, what: "removed", mark: this.markOf(cause) };
  }

  /** Returns the mark of the constraint that caused an event. */
  markOf(event) {
    const constraint = this.run.constraintAt(event);
    return constraint < 0 ? DECIDED : this.run.marks[constraint];
  }

  /** Checks whether a decision, rather than propagation, fixed the variable. */
  decided(variable, value) {
    const { run } = this;
    return (this.state.byVariable.get(variable) || []).some((event) => {
      if (run.kind[event] !== DECIDE) return false;
      const [, relation, v] = run.atom(run.fact[event]);
      return relation === EQUAL && v === value;
    });
  }

  /** Describes a cell for tooltips and screen readers. */
  describe(cell, name) {
    const { run } = this;
    const variable = run.atomText([cell.variable, EQUAL, cell.value]), what = name && name !== variable ? `${name} (${run.variables[cell.variable]} = ${minus(cell.value)})` : variable;
    switch (cell.what) {
      case "outside": return `${what}: not in the domain at the start`;
      case "fixed": return `${what}: ${cell.decided ? "decided" : "the only value left"}`;
      case "left": return cell.level < 0 ? `${what}: possible` : `${what}: possible here; ${levelName(run, cell.level)} would remove it`;
      default: return `${what}: removed by ${this.by(cell.cause)}`;
    }
  }

  by(event) {
    const constraint = this.run.constraintAt(event);
    return constraint < 0 ? "a decision" : this.run.constraints[constraint];
  }

  classes(cell) {
    return `cell ${cell.what}${cell.now ? " now" : ""}${cell.because ? " because" : ""}${cell.chosen ? " chosen" : ""}`;
  }
}

/** Draws a ring around a cell that is a premise or the conclusion of the current inference. */
function ring(cell, x, y, size) {
  const name = cell.chosen ? "chosen" : cell.now ? "now" : cell.because ? "because" : "";
  if (!name) return null;
  return svg("rect", { class: `ring ${name}`, x: x + 1.25, y: y + 1.25, width: size - 2.5, height: size - 2.5, rx: Math.min(4, size / 8) });
}

/** Draws the sign for a value that a stronger level would remove: a dashed square with the level's letter. */
function levelSign(run, level, x, y, size) {
  const inset = size * 0.2;
  return svg("g", { class: `level level-${Math.min(level, 5)}` },
    svg("rect", { x: x + inset, y: y + inset, width: size - 2 * inset, height: size - 2 * inset, rx: size * 0.1 }),
    size >= 14 && svg("text", { x: x + size / 2, y: y + size / 2, "font-size": size * 0.34 }, levelLetter(run, level)));
}

function levelName(run, level) {
  return run.levelNames[level].replace("-", " ");
}

/** Returns the first letter in a level's name that no weaker level uses. */
function levelLetter(run, level) {
  const taken = [];
  for (const name of run.levelNames.slice(0, level + 1)) {
    taken.push([...name.toUpperCase()].find((c) => /[A-Z]/.test(c) && !taken.includes(c)) || String(taken.length + 1));
  }
  return taken[level];
}
