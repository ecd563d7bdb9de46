"use strict";
/*
 * A decoded run: its events in typed arrays, and the tree they form.
 *
 * The file contains only integers. (study/src/html/codes.rs describes them, and defines their names in the script that
 * precedes this one.) Event 0 is the start, so that the slider has a position before the first event. Nodes are counted
 * from 1, the root.
 */

class Run {
  constructor(raw) {
    this.raw = joined(raw);
    this.name = raw.name;
    this.variables = distinct(raw.variables);
    /** The names without source locations; the ledger links to these. */
    this.constraints = raw.constraints.map((name) => name.replace(/ \([^():]+:\d+\)$/, ""));
    this.hidden = new Set(raw.hidden);
    /** The variables that are determined by a value's name. */
    this.alone = new Set(raw.alone);
    this.constants = new Set(raw.constants);
    /** Whether facts about a board are shown as squares. */
    this.squares = raw.board !== null;
    this.rules = raw.rules;
    this.facts = raw.facts;
    this.reasons = raw.reasons;
    this.board = raw.board;
    this.end = raw.end;
    this.marks = marksFor(raw);
    this.readEvents(raw.events);
    this.buildTree();
    /**
     * The effect of stronger levels. For each node: the levels that fail, the levels that were abandoned, and the
     * ranges that each level removes.
     */
    this.levels = raw.levels && new Map(raw.levels.nodes.map(([node, fails, givenUp, ...ranges]) => [node, { fails, givenUp, ranges }]));
    this.levelNames = raw.levels ? raw.levels.names : [];
  }

  readEvents(numbers) {
    let count = 1;
    for (let i = 0; i < numbers.length; i += 1 + FIELDS[numbers[i]]) count++;
    this.count = count;
    this.kind = new Uint8Array(count);
    /** The fact of a decision, an inference or a failure; -1 if there is none. */
    this.fact = new Int32Array(count).fill(-1);
    /** The reason of an inference or a failure; the branch of a decision; the depth of a backtrack. */
    this.more = new Int32Array(count).fill(-1);
    /** The active propagator, or -1. */
    this.propagator = new Int32Array(count).fill(-1);
    /** For each learning event, the number of levels among the nogood's literals. */
    this.levelsOf = new Map();
    const depths = new Int32Array(count);
    let at = 0, event = 1, propagator = -1;
    while (at < numbers.length) {
      const kind = numbers[at];
      const [a, b, c] = [numbers[at + 1], numbers[at + 2], numbers[at + 3]];
      this.kind[event] = kind;
      if (kind === DECIDE) {
        this.fact[event] = a;
        depths[event] = b;
        this.more[event] = c;
        propagator = -1;
      } else if (kind === PROPAGATE) {
        propagator = a;
        this.propagator[event] = a;
      } else if (kind === PRUNE) {
        this.fact[event] = a;
        this.more[event] = b;
        this.propagator[event] = propagator;
      } else if (kind === FAIL) {
        this.fact[event] = a - 1;
        this.more[event] = b - 1;
        this.propagator[event] = c - 1;
      } else if (kind === BACKTRACK) {
        this.more[event] = a;
        propagator = -1;
      } else if (kind === LEARN) {
        this.more[event] = a;
        this.levelsOf.set(event, b);
      }
      at += 1 + FIELDS[kind];
      event++;
    }
    this.depths = depths;
  }

  /** Builds the nodes, each node's events, and the subtrees. */
  buildTree() {
    const size = this.count + 1;
    this.node = new Int32Array(this.count);
    const column = () => new Int32Array(size);
    this.parent = column();
    this.depth = column();
    /** The first event of each node, and the first event after its subtree. */
    this.entered = column();
    this.left = column();
    /** The end of each node: FAIL, SOLUTION, DECIDE if it branches, START if it was left unfinished. */
    this.status = new Uint8Array(size);
    this.kids = [[], []];
    /** For each node, its events that add a fact. */
    this.own = [[], []];
    let node = 1, root = 1, path = [1];
    this.nodes = 1;
    const enter = (event, parent, depth) => {
      node = ++this.nodes;
      this.parent[node] = parent;
      this.depth[node] = depth;
      this.entered[node] = event;
      this.kids[node] = [];
      this.own[node] = [];
    };
    this.roots = [1];
    for (let event = 1; event < this.count; event++) {
      const kind = this.kind[event];
      if (kind === DECIDE) {
        const depth = this.depths[event], parent = path[depth - 1];
        enter(event, parent, depth);
        this.kids[parent].push(node);
        this.status[parent] = DECIDE;
        path.length = depth;
        path.push(node);
        this.own[node].push(event);
      } else if (kind === PRUNE) {
        this.own[node].push(event);
      } else if (kind === FAIL || kind === SOLUTION) {
        if (this.kids[node].length === 0) this.status[node] = kind;
      } else if (kind === BACKTRACK) {
        path.length = this.more[event] + 1;
        node = path[path.length - 1];
      } else if (kind === RESTART) {
        enter(event, 0, 0);
        root = node;
        this.roots.push(root);
        path = [root];
      }
      this.node[event] = node;
    }
    this.node[0] = 1;
    this.weigh();
  }

  /** Computes the sizes of all subtrees, from the last node backward. */
  weigh() {
    const size = this.nodes + 1;
    this.weight = new Int32Array(size).fill(1);
    this.solutions = new Int32Array(size);
    this.failures = new Int32Array(size);
    this.unfinished = new Uint8Array(size);
    for (let event = 1; event < this.count; event++) this.left[this.node[event]] = event + 1;
    for (let node = this.nodes; node >= 1; node--) {
      const status = this.status[node], parent = this.parent[node];
      if (status === SOLUTION) this.solutions[node] = 1;
      if (status === FAIL) this.failures[node] = 1;
      if (status === START) this.unfinished[node] = 1;
      for (const kid of this.kids[node]) {
        this.weight[node] += this.weight[kid];
        this.solutions[node] += this.solutions[kid];
        this.failures[node] += this.failures[kid];
        this.unfinished[node] |= this.unfinished[kid];
      }
      if (parent && this.left[node] > this.left[parent]) this.left[parent] = this.left[node];
    }
  }

  /** Checks whether a node's subtree is complete and has no solution. */
  failed(node) {
    return this.solutions[node] === 0 && !this.unfinished[node];
  }

  /** Returns the nodes from the root down to this node. */
  path(node) {
    const path = [];
    for (; node; node = this.parent[node]) path.push(node);
    return path.reverse();
  }

  /** Returns the node's last event before it branches, fails or is a solution: its fixpoint. */
  fixpoint(node) {
    const first = this.entered[node];
    let event = first;
    while (event + 1 < this.count && this.node[event + 1] === node && this.kind[event + 1] !== BACKTRACK) event++;
    return event;
  }

  /** Returns a fact as [variable, relation, value]. */
  atom(fact) { return this.facts.slice(3 * fact, 3 * fact + 3); }

  factVariable(fact) { return this.facts[3 * fact]; }

  /** Returns a failure's fact, or -1 if there is none or it is about a constant. */
  failing(event) { return this.fact[event] >= 0 && !this.constants.has(this.factVariable(this.fact[event])) ? this.fact[event] : -1; }

  /** Returns the event to show first: the first failure or solution. */
  opening() {
    const first = this.kind.findIndex((kind) => kind === FAIL || kind === SOLUTION);
    return first > 0 ? first : this.fixpoint(1);
  }

  /** Formats a fact as `q[3] ≠ 5` or, on a board, as `not d6` unless the user has chosen variables. */
  factText(fact) { return this.atomText(this.atom(fact)); }

  atomText([variable, relation, value]) {
    const square = this.squares && (relation === EQUAL || relation === DIFFERENT) && this.square(variable, value);
    if (square) return relation === EQUAL ? square : `not ${square}`;
    const domain = this.raw.domains[variable], names = this.valueNames(variable);
    if (domain.length === 2 && domain[0] === 0 && domain[1] === 1) {
      const truth = (relation === EQUAL || relation === AT_LEAST || relation === AT_MOST) ? value : 1 - value;
      if (this.hidden.has(variable)) return truth ? this.variables[variable] : `not (${this.variables[variable]})`;
      if (names) return this.alone.has(variable) ? this.value(variable, truth) : `${this.variables[variable]} = ${this.value(variable, truth)}`;
    }
    return `${this.variables[variable]} ${RELATIONS[relation]} ${this.value(variable, value)}`;
  }

  /** Returns the square of a board for a variable and its value. */
  square(variable, value) {
    const column = this.board ? this.board.columns.indexOf(variable) : -1, row = value - this.board?.first;
    const size = this.board?.columns.length;
    return column >= 0 && size <= 26 && row >= 0 && row < size ? `${"abcdefghijklmnopqrstuvwxyz"[column]}${row + 1}` : "";
  }

  valueNames(variable) {
    const list = this.raw.named_values[variable];
    return list === null || list === undefined ? null : this.raw.value_names[list];
  }

  /** Returns the name of a value, or the value itself. */
  value(variable, value) {
    const names = this.valueNames(variable);
    return (names && names[1][value - names[0]]) || minus(value);
  }

  /** Returns the constraint of a propagator, or -1. */
  constraintOf(propagator) {
    const constraint = propagator < 0 ? undefined : this.raw.propagators[propagator];
    return constraint === undefined ? -1 : constraint;
  }

  /** Returns the constraint that caused an event, or -1. */
  constraintAt(event) { return this.constraintOf(this.propagator[event]); }

  /** Returns the reason for an inference or a failure: the index of its rule, followed by its premises. */
  reason(event) {
    const kind = this.kind[event], reason = this.more[event];
    return (kind === PRUNE || kind === FAIL) && reason >= 0 ? this.reasons[reason] : null;
  }

  /** Returns the failure from which a nogood was learned. */
  failureBefore(event) {
    while (this.kind[event] !== FAIL) event--;
    return event;
  }

  /** Returns the literals of the nogood learned at an event. */
  clause(event) { return this.reasons[this.more[event]].slice(1); }

  premises(event) { return this.reason(event)?.slice(1) ?? []; }

  /** Returns the premises to show, without constants that are arguments of the constraint. */
  shownPremises(event) { return this.premises(event).filter((fact) => !this.constants.has(this.factVariable(fact))); }

  rule(event) {
    const reason = this.reason(event);
    return reason ? this.rules[reason[0]] : "";
  }

  /** Describes a node's decision; `the start` for a root. */
  decision(node) {
    const event = this.entered[node];
    return this.kind[event] === DECIDE ? this.factText(this.fact[event]) : event === 0 ? "root" : "restart";
  }
}

/** Joins constraints with the same name, which come from one model item. The first one counts the work of all. */
function joined(raw) {
  const first = new Map(), of = raw.constraints.map((name, constraint) => first.get(name) ?? (first.set(name, constraint), constraint));
  of.forEach((one, constraint) => {
    if (one !== constraint) raw.ledger[constraint].forEach((count, i) => { raw.ledger[one][i] += count; raw.ledger[constraint][i] = 0; });
  });
  raw.propagators = raw.propagators.map((constraint) => of[constraint]);
  raw.same = of.map((one, constraint) => one !== constraint);
  return raw;
}

/** Makes names distinct by numbering those that occur several times. */
function distinct(names) {
  const count = new Map(), seen = new Map();
  for (const name of names) count.set(name, (count.get(name) || 0) + 1);
  return names.map((name) => {
    if (count.get(name) === 1) return name;
    seen.set(name, (seen.get(name) || 0) + 1);
    return `${name} #${seen.get(name)}`;
  });
}

/** Formats a number with a real minus sign. */
function minus(number) {
  return number < 0 ? `−${-number}` : String(number);
}

/** Formats a count with thin spaces between groups of three digits. */
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** Formats a count: `1 node`, `2 nodes`. */
function plural(count, one, many = `${one}s`) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** The number of constraints that get their own letter; the others share one mark. */
const MARKS = 26 * 27;

/** The mark for values that a decision removed. */
const DECIDED = MARKS + 1;

/** The number of colours and of patterns, which repeat with different letters. */
const COLOURS = 8;

/**
 * Assigns a mark (a colour, a pattern and a letter) to each constraint. The constraints that remove the most have their
 * own marks. Marks follow the model order, so two runs of one model look alike.
 */
function marksFor(raw) {
  const busy = raw.ledger.map((row, constraint) => [row[1] + row[2], constraint]);
  busy.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  const own = busy.filter(([count]) => count > 0 || raw.constraints.length <= COLOURS).slice(0, MARKS);
  const marks = new Int32Array(raw.constraints.length).fill(MARKS);
  own.map(([, constraint]) => constraint).sort((a, b) => a - b).forEach((constraint, mark) => (marks[constraint] = mark));
  return marks;
}

function markLetter(mark) {
  const letter = (at) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at];
  if (mark >= MARKS) return mark === DECIDED ? "•" : "·";
  return mark < 26 ? letter(mark) : letter(Math.floor(mark / 26) - 1) + letter(mark % 26);
}

/** Returns a mark's colour; decisions and the shared mark have their own. */
function markColour(mark) {
  return mark < MARKS ? mark % COLOURS : COLOURS + (mark === DECIDED ? 1 : 0);
}

/** Returns a mark's pattern. A repeated colour has a different pattern. */
function markPattern(mark) {
  const round = Math.floor(mark / COLOURS);
  return mark < MARKS ? ((mark % COLOURS) + round) % COLOURS : markColour(mark);
}
