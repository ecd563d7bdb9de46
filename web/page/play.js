// The page of a game: the board, the pad, and questions to the engine about it.

import { Board } from "./board.js";
import { h, button, fill, sentence, choice } from "./dom.js";
import { askPuzzle, engine, Cancelled } from "./engine.js";
import { Game } from "./game.js";
import { Help } from "./help.js";
import { icon } from "./icons.js";
import { keep, kept } from "./kept.js";
import { keys } from "./keys.js";
import { playing, remember } from "./link.js";
import { Pad } from "./pad.js";

const LEVELS = [["easy", "Easy"], ["medium", "Medium"], ["hard", "Hard"]];

/** The latest choices: the difficulty, and the size for each kind. They are the defaults of the next puzzle. */
const wanted = { difficulty: "easy", sizes: {} };

export class Play {
  /** `kind` is the kind's entry in the catalogue, `shown` the answer to `show`. */
  constructor(kind, shown, state) {
    this.kind = kind;
    this.text = shown.write;
    this.board = new Board(shown);
    const before = kept(kind.name, this.text)?.state;
    this.game = new Game(this.board.cells, before, state);
    this.help = new Help(this.board);
    this.pad = new Pad(this.board, {
      enter: (value) => this.enter(value),
      pencil: (value) => this.withCell((cell) => this.game.pencil(cell, value)),
      erase: () => this.withCell((cell) => this.game.erase(cell.name)),
    });
    this.isAsking = false;
    this.element = this.draw();
    this.listen();
    this.refresh();
    if (this.game.omitted > 0) {
      this.help.say(`${this.game.omitted} of the entries in this link do not fit the puzzle, and were left out`);
    } else if (before && this.game.canUndo) {
      this.help.say("This is the game of the link. Undo brings your own back");
    } else if (before) {
      this.help.say("Here is your game as you left it", button("Start again", () => this.change(() => this.game.clear())));
    } else if (this.board.isMarks) {
      const where = this.board.sheet.edges?.length ? "between two dots" : "a square";
      this.help.say(`Tap ${where}: once for a ${this.board.pieceName}, again for a cross`);
    } else this.help.say("Choose a square, then a value. Stuck? Ask for a hint");
  }

  draw() {
    const tool = (name, text, action, attributes) =>
      h("button", { type: "button", class: "tool", onclick: action, ...attributes }, icon(name), h("span", null, text));
    this.undo = tool("undo", "Undo", () => this.step("undo"));
    this.redo = tool("redo", "Redo", () => this.step("redo"));
    this.whyButton = tool("why", "Why?", () => this.why(), { "aria-pressed": "false" });
    return h(
      "div",
      { class: "play" },
      h("div", { class: "head" }, h("h1", null, this.kind.title), h("p", { class: "rules" }, this.kind.rules)),
      h("div", { class: "stage" }, this.board.element, this.pad.element),
      h(
        "div",
        { class: "tools", role: "toolbar", "aria-label": "help and history" },
        tool("hint", "Hint", () => this.hint()),
        this.whyButton,
        tool("check", "Check", () => this.check()),
        this.undo,
        this.redo,
      ),
      this.help.element,
      this.drawNew(),
      this.drawMore(),
    );
  }

  drawNew() {
    const [smallest, usual, largest] = this.kind.sizes;
    const sizes = [];
    for (let size = smallest; size <= largest; size++) sizes.push([String(size), `Size ${size}`]);
    this.level = choice("Difficulty", LEVELS, wanted.difficulty);
    this.size = sizes.length > 1 ? choice("Size", sizes, wanted.sizes[this.kind.name] ?? String(usual)) : null;
    return h("div", { class: "new" }, this.level, this.size, button("New puzzle", () => this.generate(), { class: "primary" }));
  }

  drawMore() {
    const item = (text, action) => button(text, action, { class: "plain" });
    return h(
      "details",
      { class: "more" },
      h("summary", null, "More"),
      h(
        "div",
        { class: "items" },
        item("Copy a link to this game", () => this.copyLink()),
        item("Is there only one solution?", () => this.ask("unique")),
        item("How hard is it?", () => this.ask("rate")),
        item("Solve it step by step", () => this.ask("steps", { state: true })),
        item("Show the solution", () => this.solve()),
        item("Start again", () => this.change(() => this.game.clear())),
        item("Enter or paste your own", () => this.own()),
      ),
    );
  }

  listen() {
    const { element } = this.board;
    element.addEventListener("pick", ({ detail }) => this.pad.draw(this.board.cells[detail]));
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointermove", (event) => this.dragged(event));
    element.addEventListener("contextmenu", (event) => {
      if (this.board.isMarks && this.board.cellOf(event) !== null) event.preventDefault();
    });
    element.addEventListener("keydown", (event) => keys(this, event));
    // After a click on the pad, typing continues on the board.
    this.pad.element.addEventListener("click", (event) => {
      if (event.detail > 0) this.board.place(this.board.selected)?.focus({ preventScroll: true });
    });
  }

  /** Handles a finger or the mouse on a cell. */
  pressed(event) {
    const number = this.board.cellOf(event);
    if (number === null) return;
    event.preventDefault();
    this.board.place(number).focus({ preventScroll: true });
    if (this.isAsking) {
      this.point(number);
      return;
    }
    if (!this.board.isMarks) return;
    const cell = this.board.cells[number];
    const crosses = event.button === 2 || this.pad.tool === "cross";
    const now = this.game.marked(cell);
    if (crosses) this.painting = now === "cross" ? "empty" : "cross";
    const next = crosses ? this.painting : { empty: "mark", mark: "cross", cross: "empty" }[now];
    this.change(() => this.game.mark(cell, next));
    // Release the pointer, so that a drag can reach other cells.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  dragged(event) {
    if (!this.painting) return;
    if (event.buttons === 0) {
      this.painting = null;
      return;
    }
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    const cell = under && this.board.element.contains(under) && this.board.cells[Number(under.dataset.cell)];
    if (cell && this.game.marked(cell) === (this.painting === "cross" ? "empty" : "cross")) {
      this.change(() => this.game.mark(cell, this.painting));
    }
  }

  /** Applies an action to the selected cell, if there is one. */
  withCell(action) {
    const cell = this.board.cells[this.board.selected];
    if (cell) this.change(() => action(cell));
    else this.help.say("Choose a square first");
  }

  enter(value) {
    if (this.isAsking && this.board.selected !== null) this.askWhy(this.board.selected, value);
    else this.withCell((cell) => this.game.enter(cell, value));
  }

  step(direction) {
    this.change(() => this.game[direction]());
  }

  /** Changes the game, clears the outdated help, and reacts if the puzzle is solved. */
  change(how, { isOwn = true } = {}) {
    const before = this.game.state;
    how();
    if (this.game.state === before) return;
    this.help.clear();
    this.refresh();
    keep(this.kind.name, this.text, this.game.state, !isOwn);
    if (isOwn) this.isDone();
  }

  refresh() {
    this.board.update(this.game.state);
    this.undo.disabled = !this.game.canUndo;
    this.redo.disabled = !this.game.canRedo;
    remember(playing(this.kind.name, this.text, this.game.state));
  }

  /** Asks the engine about this game; returns nothing if the question was cancelled. */
  async asked(ask, state = this.game.state) {
    engine.cancel();
    const done = this.help.wait(() => engine.cancel());
    this.element.setAttribute("aria-busy", "true");
    try {
      return await askPuzzle(this.kind.name, this.text, state, ask);
    } catch (error) {
      this.help.say(error instanceof Cancelled ? "Stopped" : `The engine broke down: ${error.message}`);
      return null;
    } finally {
      done();
      this.element.removeAttribute("aria-busy");
    }
  }

  /** Asks a question and shows the answer. */
  async ask(ask, { state = false } = {}) {
    const answer = await this.asked(ask, state ? this.game.state : {});
    if (answer) this.help.answer(answer);
  }

  async hint() {
    this.stopAsking();
    const answer = await this.asked("hint");
    if (answer) this.help.answer(answer, this.actions(answer));
  }

  /** The actions that an answer offers. */
  actions(answer) {
    const facts = answer.outcome === "step" ? answer.steps[0].facts : [];
    const own = (number) => this.board.cells[number].given === undefined;
    const names = (numbers) => (numbers ?? []).filter(own).map((number) => this.board.cells[number].name);
    // Correct entries stay. If the puzzle has several solutions, the latest entry is removed.
    const mistaken = names(answer.mistaken);
    const back = mistaken.length > 0 ? mistaken : this.game.latest(names(answer.wrong));
    return [
      facts.length > 0 && button("Do it for me", () => this.change(() => this.game.learn(facts, answer.left)), { class: "primary" }),
      back.length > 0 && button("Take that back", () => this.change(() => this.game.erase(...back)), { class: "primary" }),
    ].filter(Boolean);
  }

  async check() {
    this.stopAsking();
    const { entries, crossed } = this.game.state;
    if (Object.keys(entries).length + Object.keys(crossed).length === 0) {
      this.help.say("You have not entered anything yet");
      return;
    }
    const answer = await this.asked("check");
    if (answer) this.help.answer(answer, this.actions(answer));
  }

  why() {
    if (this.isAsking) {
      this.stopAsking();
      this.help.clear();
      return;
    }
    this.isAsking = true;
    const { selected } = this.board;
    this.whyButton.setAttribute("aria-pressed", "true");
    this.element.classList.add("asking");
    if (this.board.isMarks) this.help.say(`Why no ${this.board.pieceName} there, or why one? Choose a square`);
    else if (selected !== null && this.board.cells[selected].given === undefined) this.point(selected);
    else this.help.say("Choose a square, then the value that you wonder about");
  }

  stopAsking() {
    this.isAsking = false;
    this.whyButton.setAttribute("aria-pressed", "false");
    this.element.classList.remove("asking");
  }

  /** Asks about a cell. For an open cell the player chooses a value first, so that nothing is given away. */
  point(number) {
    const { name, given, mark } = this.board.cells[number];
    const value = mark ? 1 : (given ?? this.game.state.entries[name]);
    if (value !== undefined) this.askWhy(number, value);
    else this.help.say(`Which value in ${name}?`, button("Tell me the right one", () => this.askWhy(number)));
  }

  async askWhy(number, value) {
    const cell = this.board.cells[number];
    const answer = await this.asked({ why: { cell: cell.name, value } });
    if (answer) this.help.answer(answer);
  }

  async generate() {
    const [difficulty, size] = [this.level, this.size].map((label) => label?.querySelector("select").value);
    wanted.difficulty = difficulty;
    wanted.sizes[this.kind.name] = size;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const answer = await this.asked({ generate: { seed, difficulty, size: size ? Number(size) : undefined } }, {});
    if (!answer) return;
    if (answer.write) location.hash = playing(this.kind.name, answer.write, { entries: {}, crossed: {} });
    else this.help.answer(answer);
  }

  async solve() {
    const answer = await this.asked({ solve: { limit: 1 } }, {});
    if (!answer) return;
    const [solution] = answer.solutions ?? [];
    if (!solution) this.help.answer(answer);
    else {
      this.change(() => this.game.learn(solution.map((value, cell) => ({ cell, value, holds: true }))), { isOwn: false });
      this.help.say("This is a solution. Undo brings your own entries back");
    }
  }

  /** After a change, checks whether the puzzle is solved. The engine is asked only if the board may be complete. */
  async isDone() {
    const { isMarks } = this.board;
    const marks = Object.values(this.game.state.entries).filter((value) => value === 1).length;
    if (!this.game.isFull || (isMarks && marks === 0)) return;
    const state = this.game.state;
    try {
      const answer = await askPuzzle(this.kind.name, this.text, this.game.finished(), "check");
      if (this.game.state !== state) return;
      if (answer.outcome === "right") this.won();
      else if (!isMarks) this.help.say("Every square has a value, but something is wrong", button("Which?", () => this.check()));
    } catch {
      // The question was cancelled in favour of another.
    }
  }

  won() {
    keep(this.kind.name, this.text, this.game.state, true);
    this.help.say("Solved! Every rule holds", button("Another one", () => this.generate(), { class: "primary" }));
    this.board.element.classList.add("won");
    setTimeout(() => this.board.element.classList.remove("won"), 1500);
  }

  async copyLink() {
    const link = location.href;
    try {
      await navigator.clipboard.writeText(link);
      this.help.say("The link is copied: it holds the puzzle and all you have entered");
    } catch {
      this.help.show([h("p", null, "This link holds the puzzle and all you have entered:"), h("input", { class: "link", readonly: true, value: link, "aria-label": "link" })]);
      this.help.element.querySelector("input").select();
    }
  }

  /** A form to enter another puzzle. */
  own() {
    const area = h("textarea", { rows: 10, spellcheck: "false", "aria-label": "puzzle as text" }, this.text);
    const error = h("p", { class: "error", role: "alert" });
    const open = async () => {
      const answer = await askPuzzle(this.kind.name, area.value, {}, "show");
      if (answer.outcome === "error") {
        fill(error, sentence(answer.text.join(" ")));
        if (answer.at) select(area, answer.at);
        return;
      }
      const go = () => {
        // A puzzle that is already open does not need a new page.
        if (answer.write === this.text) this.help.clear();
        else location.hash = playing(this.kind.name, answer.write, { entries: {}, crossed: {} });
      };
      fill(error, "Is there one solution?");
      const { outcome, text } = await askPuzzle(this.kind.name, area.value, {}, "unique");
      if (outcome === "one") go();
      else fill(error, sentence(text.join(" ")), " ", button("Play it anyway", go));
    };
    this.help.show([
      h("p", null, `A ${this.kind.title} as text:`),
      h("ul", { class: "quiet" }, this.kind.formats.map((format) => h("li", null, format))),
      area,
      error,
    ], [button("Open it", open, { class: "primary" }), button("Leave it", () => this.help.clear())]);
    // Pasted text replaces the old text.
    area.select();
  }
}

/** Moves the cursor to the location of an error: a line and a column, from 1. */
const select = (area, [line, column]) => {
  const lines = area.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const at = Math.min(before + column - 1, area.value.length);
  area.focus();
  area.setSelectionRange(at, Math.min(at + 1, area.value.length));
};
