// Animates a search: frames from the engine, one after another, at the chosen speed.

import { letter } from "./board.js";
import { h, button, choice, fill, sentence, still } from "./dom.js";
import { engine } from "./engine.js";
import { icon } from "./icons.js";
import { legend } from "./legend.js";
import { remember, watching } from "./link.js";
import { pieceOf, cross } from "./pieces.js";

const METHODS = [
  {
    name: "generate",
    title: "Generate and test",
    text: "Tests every choice of squares, one after another. It looks only at complete boards, so it learns nothing from a clash.",
    sizes: [1, 6],
    usual: 4,
  },
  {
    name: "trial",
    title: "Trial and error",
    text: "A queen on the first safe square of each column. If no square is safe, the last queen is taken back. Eight queens take 112 steps.",
    sizes: [1, 20],
    usual: 8,
  },
  {
    name: "crossing",
    title: "Crossing out",
    text: "The solver crosses out what each queen attacks, and notices immediately when a column has only one square left, or none.",
    sizes: [1, 20],
    usual: 8,
  },
  {
    name: "propagation",
    title: "Propagation",
    text: "The entire puzzle as one constraint: a square that would leave a row or column without squares is crossed out before it is tried.",
    sizes: [1, 20],
    usual: 8,
  },
  {
    name: "lists",
    title: "Growing lists",
    text: "The recursion: all boards with one queen, then from these all boards with two, and so on. Each number is a queen's row.",
    sizes: [1, 8],
    usual: 6,
  },
];

/** The number of frames fetched at once. */
const STRETCH = 1000;

/** Frames per second, by slider position. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64];

export class Watch {
  constructor({ method, n }) {
    this.method = METHODS.find(({ name }) => name === method) ?? METHODS[1];
    const [least, most] = this.method.sizes;
    this.n = Number.isInteger(n) && n >= least && n <= most ? n : this.method.usual;
    this.frames = [];
    this.at = 0;
    this.summary = null;
    this.element = this.draw();
    remember(watching(this.method.name, this.n));
    this.begin();
  }

  draw() {
    const { method, n } = this;
    const tabs = METHODS.map(({ name, title }) =>
      h("a", { href: watching(name, Math.min(n, METHODS.find((m) => m.name === name).sizes[1])), "aria-current": name === method.name ? "page" : undefined }, title),
    );
    const sizes = Array.from({ length: method.sizes[1] }, (_, i) => [String(i + 1), String(i + 1)]);
    const tool = (name, text, action) =>
      h("button", { type: "button", class: "tool", onclick: action, "aria-label": text, title: text }, icon(name));
    this.playButton = h("button", { type: "button", class: "tool wide", onclick: () => this.toggle() }, icon("play"), h("span", null, "Play"));
    this.speed = h("input", { type: "range", min: 0, max: SPEEDS.length - 1, value: 2, "aria-label": "speed" });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "slider", "aria-label": "frame", oninput: () => this.go(Number(this.slider.value)) });
    this.caption = h("p", { class: "caption", role: "status", "aria-live": "off" });
    this.count = h("p", { class: "count" });
    this.total = h("p", { class: "summary", role: "status" });
    this.board = this.drawBoard();
    this.lists = method.name === "lists" ? h("div", { class: "lists", tabindex: 0, role: "region", "aria-label": "the lists" }) : null;
    return h(
      "div",
      { class: "watch" },
      h("div", { class: "head" }, h("h1", null, "Watch the solver"), h("nav", { class: "tabs", "aria-label": "methods" }, tabs)),
      this.board,
      this.caption,
      h(
        "div",
        { class: "playback" },
        this.slider,
        h(
          "div",
          { class: "tools", role: "toolbar", "aria-label": "playback" },
          tool("first", "To the start", () => this.go(0)),
          tool("back", "One step back", () => this.go(this.at - 1)),
          this.playButton,
          tool("next", "One step forward", () => this.go(this.at + 1)),
        ),
        h("label", { class: "choice speed" }, h("span", null, "Speed"), this.speed),
        this.count,
        this.total,
      ),
      h(
        "div",
        { class: "rest" },
        h("p", { class: "rules" }, method.text),
        choice("Queens", sizes, String(n), (size) => (location.hash = watching(method.name, Number(size)))),
        this.lists,
        this.lists ? null : legend("about", "reason", "crossed"),
      ),
    );
  }

  drawBoard() {
    const { n } = this;
    this.squares = [];
    const letters = Array.from({ length: n }, (_, column) => h("div", { class: "axis" }, letter(column)));
    const rows = [h("div", { class: "row" }, h("div"), letters)];
    for (let row = 0; row < n; row++) {
      const line = [h("div", { class: "axis" }, String(row + 1))];
      for (let column = 0; column < n; column++) {
        const dark = (row + column) % 2 === 0;
        const square = h("div", { class: `square chess ${dark ? "dark" : ""}` }, h("span", { class: "content" }));
        this.squares[column * n + row] = square;
        line.push(square);
      }
      rows.push(h("div", { class: "row" }, line));
    }
    this.sheet = h(
      "div",
      {
        class: "sheet",
        role: "img",
        "aria-label": "board",
        style: {
          "--across": n + 0.4,
          "--down": n + 0.4,
          "grid-template-columns": `calc(var(--unit) * 0.4) repeat(${n}, var(--unit))`,
          "grid-template-rows": `calc(var(--unit) * 0.4) repeat(${n}, var(--unit))`,
        },
      },
      rows,
    );
    return h("div", { class: "board" }, this.sheet);
  }

  async begin() {
    await this.fetch();
    this.go(0);
    if (!still()) this.play();
  }

  /** Fetches the next frames. */
  fetch() {
    this.fetching ??= (async () => {
      const { watch, error } = await engine.ask({ watch: { method: this.method.name, n: this.n, skip: this.frames.length, take: STRETCH } });
      this.fetching = null;
      if (error) {
        fill(this.caption, error);
        this.summary = error;
        return;
      }
      this.frames.push(...watch.frames);
      this.summary = watch.summary ?? null;
      this.slider.max = this.frames.length - 1;
    })();
    return this.fetching;
  }

  async go(at) {
    if (at >= this.frames.length && this.summary === null) await this.fetch();
    this.at = Math.max(0, Math.min(at, this.frames.length - 1));
    this.show();
    if (this.isLast) this.pause();
  }

  get isLast() {
    return this.summary !== null && this.at >= this.frames.length - 1;
  }

  show() {
    const frame = this.frames[this.at];
    if (!frame) return;
    const sets = ["queens", "crossed", "about", "reason"].map((name) => new Set(frame[name] ?? []));
    const [queens, crossed, about, reason] = sets;
    this.squares.forEach((square, number) => {
      const what = queens.has(number) ? "queen" : crossed.has(number) ? "cross" : "";
      if (square.dataset.what !== what) {
        square.dataset.what = what;
        fill(square.firstChild, what === "queen" ? pieceOf("queens")[1]() : what === "cross" ? cross() : null);
      }
      square.classList.toggle("about", about.has(number));
      square.classList.toggle("reason", reason.has(number) && !about.has(number));
    });
    this.sheet.dataset.kind = frame.kind;
    this.sheet.setAttribute("aria-label", `board: ${this.describe(frame)}`);
    fill(this.caption, sentence(frame.text));
    this.caption.dataset.kind = frame.kind;
    this.slider.value = this.at;
    const step = frame.step === undefined ? "" : `, step ${frame.step}`;
    fill(this.count, `Frame ${this.at + 1} of ${this.frames.length}${this.summary === null ? " or more" : ""}${step}`);
    fill(this.total, this.isLast ? this.summary : "");
    if (this.lists) this.grow();
  }

  describe({ queens }) {
    if (queens.length === 0) return "empty";
    const name = (square) => `${String.fromCharCode(97 + Math.floor(square / this.n))}${(square % this.n) + 1}`;
    return `queens on ${queens.map(name).join(", ")}`;
  }

  /** Shows the lists up to this frame, one for each number of queens. */
  grow() {
    const shown = this.frames.slice(0, this.at + 1);
    if (!this.columns || this.drawn > shown.length) {
      this.columns = Array.from({ length: this.n + 1 }, (_, queens) => h("ol", { "aria-label": `boards with ${queens} queens` }));
      fill(this.lists, this.columns.map((list, queens) => h("div", null, h("h2", null, `${queens}`), list)));
      fill(this.columns[0], h("li", null, "[ ]"));
      this.drawn = 0;
    }
    for (const frame of shown.slice(this.drawn)) {
      const rows = frame.queens.map((square) => (square % this.n) + 1);
      this.columns[frame.depth].append(h("li", null, rows.join(" ")));
    }
    this.drawn = shown.length;
    this.lists.querySelector("[data-now]")?.removeAttribute("data-now");
    const now = this.columns[this.frames[this.at].depth].lastElementChild;
    if (now) now.dataset.now = "";
    for (const list of this.columns) list.scrollTop = list.scrollHeight;
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.isLast) this.at = -1;
    fill(this.playButton, icon("pause"), h("span", null, "Pause"));
    const tick = async () => {
      await this.go(this.at + 1);
      if (this.timer && this.element.isConnected) this.timer = setTimeout(tick, 1000 / SPEEDS[Number(this.speed.value)]);
    };
    this.timer = setTimeout(tick, 1000 / SPEEDS[Number(this.speed.value)]);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    fill(this.playButton, icon("play"), h("span", null, "Play"));
  }
}
