// A game: the player's entries and crosses, with all earlier states for undo and all later ones for redo. It does not
// know the rules; the engine decides whether an entry is correct.

const copy = (state) => ({
  entries: { ...state.entries },
  crossed: Object.fromEntries(Object.entries(state.crossed).map(([cell, values]) => [cell, [...values]])),
});

/** A cell's content, for comparison. */
const written = (state, name) => JSON.stringify([state.entries[name], state.crossed[name]]);

/** The maximum number of states that are saved. */
const SAVED = 500;

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export class Game {
  #states;
  #at = 0;

  /**
   * Starts with the saved game, `{ state, history }`, then applies a link's state, if any; drops entries that do not
   * fit the cells.
   */
  constructor(cells, before, state) {
    this.cells = cells;
    this.omitted = 0;
    this.#states = this.#restored(isRecord(before) ? before : {});
    this.omitted = 0;
    const linked = this.#fitting(isRecord(state) ? state : {});
    const isEmpty = Object.keys(linked.entries).length + Object.keys(linked.crossed).length === 0;
    const restored = this.state;
    if (!isEmpty) this.change((next) => Object.assign(next, linked));
    /** Whether the game in the link differs from the saved one. */
    this.isLinked = this.state !== restored;
    // Without a saved game there is nothing to undo.
    if (!isRecord(before)) {
      this.#states = [this.state];
      this.#at = 0;
    }
  }

  /** A saved game's states. */
  #restored({ state, history }) {
    if (!isRecord(history) || !Array.isArray(history.moves)) return [this.#fitting(isRecord(state) ? state : {})];
    const states = [this.#fitting(isRecord(history.first) ? history.first : {})];
    for (const move of history.moves) {
      const next = copy(states.at(-1));
      for (const [name, change] of Object.entries(isRecord(move) ? move : {})) {
        const [entry, crossed] = Array.isArray(change) ? change : [];
        delete next.entries[name];
        delete next.crossed[name];
        if (Number.isInteger(entry)) next.entries[name] = entry;
        if (Array.isArray(crossed)) next.crossed[name] = crossed;
      }
      states.push(this.#fitting(next));
    }
    this.#at = Math.max(0, Math.min(Number(history.at) || 0, states.length - 1));
    return states;
  }

  /** The states as data: the first state, the changed cells in each later state, and the index of the current state. */
  get history() {
    const drop = Math.max(0, Math.min(this.#states.length - SAVED, this.#at));
    const [first, ...rest] = this.#states.slice(drop);
    let before = first;
    const moves = rest.map((state) => {
      const names = new Set([before, state].flatMap(({ entries, crossed }) => [...Object.keys(entries), ...Object.keys(crossed)]));
      const changed = [...names].filter((name) => written(state, name) !== written(before, name));
      before = state;
      return Object.fromEntries(changed.map((name) => [name, [state.entries[name] ?? null, state.crossed[name] ?? null]]));
    });
    return { first, moves, at: this.#at - drop };
  }

  #fitting(state) {
    const fitting = { entries: {}, crossed: {} };
    const known = new Map(this.cells.filter((cell) => cell.given === undefined).map((cell) => [cell.name, cell]));
    const fits = (name, value) => known.get(name)?.values.includes(value) ?? false;
    for (const [name, value] of Object.entries(isRecord(state.entries) ? state.entries : {})) {
      if (fits(name, value)) fitting.entries[name] = value;
      else this.omitted++;
    }
    for (const [name, values] of Object.entries(isRecord(state.crossed) ? state.crossed : {})) {
      const left = Array.isArray(values) ? [...new Set(values.filter((value) => fits(name, value)))] : [];
      if (left.length > 0) fitting.crossed[name] = left;
      else this.omitted++;
    }
    return fitting;
  }

  get state() {
    return this.#states[this.#at];
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at + 1 < this.#states.length;
  }

  undo() {
    if (this.canUndo) this.#at--;
  }

  redo() {
    if (this.canRedo) this.#at++;
  }

  /** Changes a copy of the state and discards the states to redo. */
  change(how) {
    const next = copy(this.state);
    how(next);
    for (const [cell, values] of Object.entries(next.crossed)) if (values.length === 0) delete next.crossed[cell];
    if (this.cells.every(({ name }) => written(next, name) === written(this.state, name))) return;
    this.#states = [...this.#states.slice(0, this.#at + 1), next];
    this.#at++;
  }

  /** Enters a value, or removes it if already present. */
  enter({ name, given }, value) {
    if (given !== undefined) return;
    this.change((state) => {
      if (state.entries[name] === value) delete state.entries[name];
      else state.entries[name] = value;
    });
  }

  /** Toggles a pencil mark. Values without a mark are crossed out, unless the cell has no marks. */
  pencil({ name, given, values }, value) {
    if (given !== undefined) return;
    this.change((state) => {
      delete state.entries[name];
      const crossed = new Set(state.crossed[name] ?? []);
      if (crossed.size === 0) values.forEach((other) => other !== value && crossed.add(other));
      else if (!crossed.delete(value)) crossed.add(value);
      state.crossed[name] = crossed.size === values.length ? [] : values.filter((other) => crossed.has(other));
    });
  }

  /** Crosses out a value, or allows it again. */
  cross({ name, given, values }, value) {
    if (given !== undefined) return;
    this.change((state) => {
      delete state.entries[name];
      const crossed = new Set(state.crossed[name] ?? []);
      if (!crossed.delete(value)) crossed.add(value);
      state.crossed[name] = values.filter((other) => crossed.has(other));
    });
  }

  /** Sets a marked cell: `mark`, `cross` or `empty`. */
  mark({ name, given }, what) {
    if (given !== undefined) return;
    this.change((state) => {
      delete state.entries[name];
      delete state.crossed[name];
      if (what === "mark") state.entries[name] = 1;
      if (what === "cross") state.crossed[name] = [1];
    });
  }

  /** A marked cell's state. */
  marked({ name }) {
    if (this.state.entries[name] === 1) return "mark";
    return this.state.entries[name] === 0 || this.state.crossed[name]?.includes(1) ? "cross" : "empty";
  }

  erase(...names) {
    this.change((state) => {
      for (const name of names) {
        delete state.entries[name];
        delete state.crossed[name];
      }
    });
  }

  clear() {
    this.change((state) => Object.assign(state, { entries: {}, crossed: {} }));
  }

  /** Finds which of the given cells were changed last; if a link set them all, returns the last cell listed. */
  latest(names) {
    for (let i = this.#at; i > 0; i--) {
      const found = names.filter((name) => written(this.#states[i], name) !== written(this.#states[i - 1], name));
      if (found.length > 0) return found;
    }
    return names.slice(-1);
  }

  /** Applies the consequences of a step. A cell without pencil marks gets the values that are `left` for it. */
  learn(facts, left = []) {
    this.change((state) => {
      for (const { cell: number, value, holds } of facts) {
        const { name, values, mark, given } = this.cells[number];
        if (given !== undefined) continue;
        if (mark) {
          delete state.entries[name];
          delete state.crossed[name];
          if ((value === 1) === holds) state.entries[name] = 1;
          else state.crossed[name] = [1];
        } else if (holds) state.entries[name] = value;
        else if (state.entries[name] === undefined) {
          const gone = left[number] ? values.filter((other) => !left[number].includes(other)) : [];
          const crossed = new Set([...(state.crossed[name] ?? gone), value]);
          state.crossed[name] = values.filter((other) => crossed.has(other));
        }
      }
    });
  }

  /** The state with all open mark cells empty: the board as a player would finish it. */
  finished() {
    const state = copy(this.state);
    for (const { name, mark, given } of this.cells) {
      if (mark && given === undefined && state.entries[name] === undefined) {
        state.entries[name] = 0;
        delete state.crossed[name];
      }
    }
    return state;
  }

  /** Whether every cell has a value. */
  get isFull() {
    return this.cells.every(({ name, given, mark }) => mark || given !== undefined || this.state.entries[name] !== undefined);
  }
}
