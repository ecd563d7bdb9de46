"use strict";
/* The page: the runs, the theme, the keyboard, and the position in the address. */

const KEYS = [
  ["← →", "event before, next event"], ["Home End", "first, last event"], ["p n", "node before, next node"],
  ["f s", "next dead end, next solution"], ["space", "play, pause"], ["+ −", "play faster, slower"], ["l", "next stronger level"], ["b", "the next picture: board, table, schedule, domains"],
  ["m", "mark this event, or not"], ["t", "to the tree: ↑ ↓ go, ← → fold and unfold"], ["c", "to the cells: arrows go, Enter asks why"],
  ["g", "to the first difference of two runs"], ["d", "light or dark"], ["Esc", "close the query"], ["?", "this help"],
];

class Page {
  constructor(data) {
    document.title = this.title = data.title;
    this.followSystem();
    /** The variable selections and levels available for suppositions; null unless the page is live. */
    this.live = data.live;
    this.supposing = new Supposing(this);
    this.views = data.runs.map((raw, index) => new View(new Run(raw), index, this));
    this.current = this.views[0];
    this.together = this.views.length > 1;
    this.difference = this.views.length > 1 ? firstDifference(this.views[0].run, this.views[1].run) : null;
    this.help = this.buildHelp();
    const main = this.main = el("main", { class: this.views.length > 1 ? "two" : "one" }, ...this.views.map((view) => view.node));
    document.body.prepend(patterns());
    document.body.append(this.header(data), ...(this.views.length > 1 ? [differenceBar(this)] : []), main, this.footer(data), this.help);
    if (this.views.length > 1) {
      this.views.forEach((view, i) => view.node.querySelector(".run-name").prepend(el("span", { class: "run-letter" }, "AB"[i]), " "));
    }
    document.addEventListener("keydown", (e) => this.key(e));
    addEventListener("resize", () => this.redraw());
    this.recall();
    this.redraw();
    // The selected event was drawn before the layout was known, so the tree row must be scrolled into view.
    for (const view of this.views) view.tree.follow();
  }

  header(data) {
    this.themeButton = el("button", { class: "quiet", title: "Light or dark (d)", onclick: () => this.toggleTheme() }, "Light / dark");
    const sync = el("input", { type: "checkbox", checked: this.together, onchange: (e) => (this.together = e.target.checked) });
    return el("header", { class: "page-head" },
      svg("svg", { class: "logo", viewBox: "0 0 45 45", width: 30, height: 30, "aria-hidden": "true" }, queen(0, 0, 45, "decided")),
      el("h1", null, data.title),
      el("span", { class: "gap" }),
      this.views.length > 1 && el("label", { class: "sync" }, sync, " move together"),
      this.themeButton,
      el("button", { class: "quiet", title: "Keys (?)", "aria-label": "Help", onclick: () => this.help.showModal() }, "? Keys"));
  }

  footer(data) {
    return el("footer", null, el("p", null, "Made by Ferz", data.command ? [": ", el("code", null, data.command)] : "", ".", data.live ? " It answers as long as that command runs." : " This page needs no network.", " Every removal on it has a reason."));
  }

  buildHelp() {
    const close = el("button", { class: "quiet", onclick: () => dialog.close() }, "Close");
    const dialog = el("dialog", { "aria-label": "Keys" }, el("div", { class: "why-title" }, el("h3", null, "Keys"), close),
      el("dl", null, ...KEYS.flatMap(([keys, what]) => [el("dt", null, ...keys.split(" ").map((key) => el("kbd", null, key))), el("dd", null, what)])));
    return dialog;
  }

  select(view) { this.current = view; }

  /** Writes facts about a board in terms of squares, or of variables and values. */
  showSquares(squares) {
    for (const view of this.views) view.run.squares = squares;
    this.redraw();
    this.remember();
  }

  /** Shows a hypothetical search beside the first one, or removes it. */
  beside(view) {
    this.views = view ? [this.views[0], view] : [this.views[0]];
    this.together = false;
    this.current = view ?? this.views[0];
    this.main.className = view ? "two" : "one";
    this.main.replaceChildren(...this.views.map((view) => view.node));
    this.redraw();
  }

  redraw() {
    for (const view of this.views) view.redraw();
  }

  /** Moves the other run to the corresponding node, as far as it took the same branches. */
  moved(view) {
    this.remember();
    if (!this.together || this.following || this.views.length < 2) return;
    const other = this.views[1 - view.index];
    let node = 0;
    for (const step of view.state.path) {
      const among = node ? other.run.kids[node] : other.run.roots;
      const same = among.find((kid) => other.run.decision(kid) === view.run.decision(step));
      if (!same) break;
      node = same;
    }
    this.following = true;
    if (node && other.state.node !== node) other.go(view.event === 0 ? 0 : other.run.fixpoint(node));
    else if (view.event === 0) other.go(0);
    this.following = false;
  }

  goToDifference() {
    if (!this.difference) return;
    this.following = true;
    this.views.forEach((view, i) => {
      const node = Math.min(this.difference.nodes[i], view.run.nodes);
      view.tree.reveal(node);
      view.go(view.run.fixpoint(node));
    });
    this.following = false;
  }

  /** Follows the system's light or dark theme until the user chooses one. */
  followSystem() {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      if (!this.themeChosen) document.documentElement.dataset.theme = system.matches ? "dark" : "light";
    };
    system.addEventListener("change", () => { follow(); this.redraw(); });
    follow();
  }

  setTheme(theme) {
    this.themeChosen = true;
    document.documentElement.dataset.theme = theme;
  }

  toggleTheme() {
    this.setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    this.redraw();
    this.remember();
  }

  /** Writes the current position to the address, so that it can be shared. */
  remember() {
    // A page inside another page (`srcdoc`, as in a notebook) has no address.
    if (this.recalling || location.href === "about:srcdoc") return;
    const [view] = this.views, parts = [`event=${view.event}`];
    if (view.level >= 0) parts.push(`level=${view.level}`);
    if (view.chosen) parts.push(`why=${view.chosen.variable},${view.chosen.value}`);
    parts.push(...view.marks.parameters());
    if (view.run.board && !view.run.squares) parts.push("facts=variables");
    if (this.themeChosen) parts.push(`theme=${document.documentElement.dataset.theme}`);
    history.replaceState(null, "", `#${parts.join("&")}`);
  }

  recall() {
    const asked = new URLSearchParams(location.hash.slice(1)), [view] = this.views;
    const number = (name) => (/^\d+$/.test(asked.get(name) || "") ? Number(asked.get(name)) : null);
    this.recalling = true;
    const theme = asked.get("theme");
    if (theme === "dark" || theme === "light") this.setTheme(theme);
    if (asked.get("facts") === "variables") this.showSquares(false);
    view.go(number("event") ?? view.run.opening());
    const level = number("level");
    if (level !== null && level < view.run.levelNames.length) view.setLevel(level);
    const why = /^(\d+),(-?\d+)$/.exec(asked.get("why") || "");
    if (why && Number(why[1]) < view.run.variables.length) view.choose(Number(why[1]), Number(why[2]));
    view.marks.recall(asked.getAll("mark"));
    if (asked.has("difference")) this.goToDifference();
    this.recalling = false;
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || this.help.open || e.target.matches("input[type=search], input[type=text]")) return;
    const view = this.current, onButton = e.target.matches("button, input[type=checkbox]");
    const focus = (node) => { node?.focus(); };
    switch (e.key) {
      case "ArrowLeft": view.go(view.event - 1); break;
      case "ArrowRight": view.go(view.event + 1); break;
      case "Home": view.go(0); break;
      case "End": view.go(view.run.count - 1); break;
      case "n": view.stepNode(1); break;
      case "p": view.stepNode(-1); break;
      case "f": view.find(FAIL); break;
      case "s": view.find(SOLUTION); break;
      case "+": case "=": view.player.faster(1); break;
      case "-": view.player.faster(-1); break;
      case " ": if (onButton) return; view.player.toggle(); break;
      case "l": if (!view.run.levelNames.length) return; view.setLevel(view.level + 1 < view.run.levelNames.length ? view.level + 1 : -1); break;
      case "b": if (view.stage.parts.size < 2) return; view.stage.next(); break;
      case "t": focus(view.tree.node); break;
      case "c": focus(view.stage.frame.querySelector(".cell[tabindex='0']")); break;
      case "g": this.goToDifference(); break;
      case "m": view.marks.toggle(); break;
      case "d": this.toggleTheme(); break;
      case "Escape": view.choose(null); break;
      case "?": this.help.showModal(); break;
      default: return;
    }
    e.preventDefault();
  }
}

function start() {
  const text = document.getElementById("data").textContent;
  window.ferz = new Page(JSON.parse(text));
}

start();
