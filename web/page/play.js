// A game's page: the board, the pad, and questions to the engine.

import { Board } from "./board.js";
import { button } from "./dom.js";
import { askPuzzle, engine, Cancelled } from "./engine.js";
import { drawPlay, wantedBy } from "./frame.js";
import { Game } from "./game.js";
import { Help } from "./help.js";
import { drawStage, stages } from "./hints.js";
import { isEmpty, keep, kept } from "./kept.js";
import { keys } from "./keys.js";
import { dailyOf, playing, remember } from "./link.js";
import { Live } from "./live.js";
import { Pad } from "./pad.js";
import { dragged, pressed } from "./pointer.js";
import { settings } from "./settings.js";
import { met } from "./ticks.js";
import { Timer } from "./timer.js";
import { Units } from "./units.js";
import { sayResult, won } from "./won.js";

export class Play {
  /**
   * `kind` is the kind's entry in the catalogue, `shown` is the answer to `show`, `state` is the state from a link, and
   * `day` is the date of a daily puzzle.
   */
  constructor(kind, shown, { state, day }) {
    this.kind = kind;
    this.text = shown.write;
    this.day = day;
    this.board = new Board(shown);
    this.units = new Units(this.board);
    const before = kept(kind.name, this.text);
    this.game = new Game(this.board.cells, before, state);
    this.help = new Help(this.board);
    this.pad = new Pad(this.board, {
      enter: (value) => this.enter(value),
      pencil: (value) => this.withCell((cell) => (this.isPencilled ? this.game.cross(cell, value) : this.game.pencil(cell, value))),
      erase: () => this.withCell((cell) => this.game.erase(cell.name)),
    });
    this.isAsking = false;
    // A finished game is solved unless the engine filled it in.
    this.isFinished = before?.isDone === true;
    this.isSolved = before?.isSolved === true;
    this.hints = Number.isInteger(before?.hints) ? before.hints : 0;
    this.timer = new Timer(before?.seconds, () => this.save());
    this.live = new Live(this);
    this.element = drawPlay(this);
    this.listen();
    this.refresh();
    this.greet(before);
    if (!this.isFinished) this.timer.start();
  }

  greet(before) {
    if (this.game.omitted > 0) {
      this.help.say(`${this.game.omitted} of the entries in this link do not fit the puzzle and were ignored`);
    } else if (before && this.game.isLinked) {
      this.help.say("This is the game from the link. Undo restores your own game");
    } else if (this.isSolved) {
      sayResult(this, "You have solved this one", button("Start again", () => this.restart()));
    } else if (!isEmpty(this.game.state) && before) {
      this.help.say("Here is your game as you left it", button("Start again", () => this.restart()));
    } else if (this.board.isMarks) {
      const where = this.board.sheet.edges?.length ? "between two dots" : "a square";
      this.help.say(`Tap ${where}: once for a ${this.board.pieceName}, again for a cross`);
    } else this.help.say("Choose a square, then a value. Stuck? Ask for a hint");
  }

  /** The kind and size, under which the best time is stored. */
  get size() {
    return `${this.kind.name} ${this.dimensions}`;
  }

  get dimensions() {
    const { rows, columns } = this.board.sheet;
    return rows > 0 ? `${rows}×${columns}` : "";
  }

  listen() {
    const { element } = this.board;
    element.addEventListener("pick", ({ detail }) => {
      this.pad.draw(this.board.cells[detail]);
      this.relate();
    });
    element.addEventListener("pointerdown", (event) => pressed(this, event));
    element.addEventListener("pointermove", (event) => dragged(this, event));
    element.addEventListener("contextmenu", (event) => {
      if (this.board.isMarks && this.board.cellOf(event) !== null) event.preventDefault();
    });
    element.addEventListener("keydown", (event) => keys(this, event));
    // After a click on the pad, keys act on the board again.
    this.pad.element.addEventListener("click", (event) => {
      if (event.detail > 0) this.board.place(this.board.selected)?.focus({ preventScroll: true });
    });
  }

  /** Applies an action to the selected cell, if any. */
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
    if (!isOwn) this.end();
    this.save();
    if (isOwn) this.isDone();
  }

  save() {
    const { state, history } = this.game;
    const { seconds } = this.timer;
    keep(this.kind.name, this.text, { state, history, seconds: Math.floor(seconds), hints: this.hints, isDone: this.isFinished, isSolved: this.isSolved });
  }

  /** Ends the game: it is no longer offered for resumption, and its time stops. */
  end() {
    this.isFinished = true;
    this.timer.stop();
  }

  restart() {
    const { timer } = this;
    timer.stop();
    this.isFinished = this.isSolved = false;
    this.hints = 0;
    this.timer = new Timer(0, () => this.save());
    timer.element.replaceWith(this.timer.element);
    this.timer.start();
    this.change(() => this.game.clear());
  }

  /** Whether pencil marks are filled in. */
  get isPencilled() {
    return settings.pencil && this.units.units.length > 0;
  }

  /** Draws the game. */
  show() {
    const { state } = this.game;
    this.board.isPencilled = this.isPencilled;
    this.board.update(this.isPencilled ? this.units.pencilled(state) : state, this.live.seen);
    this.board.tick(met(this.board, state));
    this.relate();
  }

  refresh() {
    const { state, canUndo, canRedo } = this.game;
    this.show();
    this.undo.disabled = !canUndo;
    this.redo.disabled = !canRedo;
    remember(this.day ? dailyOf(this.kind.name, this.day) : playing(this.kind.name, this.text, state));
    this.live.look();
  }

  /** Highlights the selected cell's peers and equal values, and greys out values that are used up. */
  relate() {
    const { board, units, game: { state } } = this;
    if (board.isMarks) return;
    this.pad.used(units.used(this.pad.cell?.values ?? [], state));
    if (board.selected === null) return;
    const value = units.value(board.selected, state);
    const isSame = (number) => value !== undefined && number !== board.selected && units.value(number, state) === value;
    board.relate(units.peers[board.selected], new Set([...board.cells.keys()].filter(isSame)));
  }

  /** Asks the engine about this game; returns nothing if the question was cancelled. */
  async asked(ask, state = this.game.state) {
    engine.cancel();
    const done = this.help.wait(() => engine.cancel());
    this.element.setAttribute("aria-busy", "true");
    try {
      return await askPuzzle(this.kind.name, this.text, state, ask);
    } catch (error) {
      this.help.say(error instanceof Cancelled ? "Stopped" : `The engine failed: ${error.message}`);
      return null;
    } finally {
      done();
      this.element.removeAttribute("aria-busy");
      this.live.look();
    }
  }

  /** Asks a question and shows the answer. */
  async ask(ask, { state = false } = {}) {
    const answer = await this.asked(ask, state ? this.game.state : {});
    if (answer) this.help.answer(answer);
  }

  /** Gives a hint; in the same state, each subsequent hint reveals more. */
  async hint() {
    this.stopAsking();
    if (this.hinted?.state === this.game.state) this.hinted.stage++;
    else {
      const { state } = this.game;
      const answer = await this.asked("hint");
      if (!answer) return;
      if (answer.outcome !== "step") {
        this.help.answer(answer, this.actions(answer));
        return;
      }
      this.hints++;
      this.hinted = { state, answer, stage: 0 };
    }
    const { answer, stage } = this.hinted;
    const all = stages(answer.steps[0]);
    const shown = all[Math.min(stage, all.length - 1)];
    const isLast = shown === all.at(-1);
    const more = button(stage === 0 ? "Show me why" : "Show me the move", () => this.hint());
    this.help.show(drawStage(shown), isLast ? this.actions(answer) : [more]);
    this.board.light(shown.light);
  }

  /** The actions offered with an answer. */
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
    if (this.board.isMarks) this.help.say(`Why is there a ${this.board.pieceName}, or why not? Choose a square`);
    else if (selected !== null && this.board.cells[selected].given === undefined) this.point(selected);
    else this.help.say("Choose a square, then the value you want to know about");
  }

  stopAsking() {
    this.isAsking = false;
    this.whyButton.setAttribute("aria-pressed", "false");
    this.element.classList.remove("asking");
  }

  /** Asks about a cell. For an open cell, the player first chooses a value, so that nothing is given away. */
  point(number) {
    const { name, given, mark } = this.board.cells[number];
    const value = mark ? 1 : (given ?? this.game.state.entries[name]);
    if (value !== undefined) this.askWhy(number, value);
    else this.help.say(`Which value in ${name}?`, button("Tell me the right one", () => this.askWhy(number)));
  }

  async askWhy(number, value) {
    const cell = this.board.cells[number];
    const answer = await this.asked({ why: { cell: cell.name, value } });
    if (!answer) return;
    this.hints++;
    this.help.answer(answer);
  }

  async generate() {
    const { difficulty, size } = wantedBy(this);
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
      this.help.say("This is a solution. Undo restores your own entries");
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
      if (answer.outcome === "right") won(this);
      else if (!isMarks) this.help.say("Every square has a value, but something is wrong", button("Which?", () => this.check()));
    } catch {
      // A new question cancelled this one.
    }
  }
}
