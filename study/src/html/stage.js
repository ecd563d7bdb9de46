"use strict";
/* The centre of the page: the board or the domains, a sentence about the event, and the effect of a stronger level. */

/** The size of the largest board that is drawn; larger boards are shown as domains. */
const LARGEST_BOARD = 40;

class Stage {
  constructor(view) {
    this.view = view;
    const { run } = view;
    this.grid = new Grid(view);
    this.board = run.board && run.board.columns.length <= LARGEST_BOARD ? new Board(view) : null;
    /** The pictures of the model's structures, by menu name. */
    this.parts = new Map();
    if (this.board) this.parts.set("Board", this.board);
    if (run.raw.resources.some(({ tasks }) => tasks.length)) this.parts.set("Schedule", new Gantt(view));
    for (const table of this.board ? [] : tablesOf(run)) this.parts.set(table.name, new Table(view, table));
    for (const [name, variables] of toursOf(run)) this.parts.set(`${name} as a graph`, new Tour(view, name, variables));
    this.parts.set("Domains", this.grid);
    this.parts.set("Matrix", new Matrix(view));
    this.shown = [...this.parts.keys()][0];
    this.said = el("div", { class: "said", "aria-live": "polite" });
    this.frame = el("div", { class: "stage-frame" });
    this.levelNote = el("p", { class: "note level-note", "aria-live": "polite" });
    this.saver = new Saver(this);
    this.tools = el("div", { class: "stage-tools" });
    this.which = el("div", { class: "stage-which" });
    this.node = el("section", { class: "panel stage", "aria-label": "Domains at the event" }, el("div", { class: "stage-head" }, this.said, this.which), this.tools, this.frame, this.levelNote);
  }

  draw() {
    this.say();
    const part = this.parts.get(this.shown);
    if (this.frame.firstChild !== part.node) this.frame.replaceChildren(part.node);
    part.draw();
    this.drawTools();
    this.saver.draw();
    this.noteLevel();
  }

  show(what) {
    this.shown = what;
    this.view.draw();
  }

  /** Switches to the next view. */
  next() {
    const names = [...this.parts.keys()];
    this.show(names[(names.indexOf(this.shown) + 1) % names.length]);
  }

  drawTools() {
    const focused = this.node.contains(document.activeElement) && document.activeElement.dataset.name;
    const choice = (name, named, options, current, choose) => el("div", { class: "choice", role: "radiogroup", "aria-label": name },
      named && el("span", { class: "choice-name" }, name),
      ...options.map(([value, text, title]) => el("button", {
        role: "radio", "aria-checked": String(value === current), "data-name": `${name}-${value}`, title, onclick: () => choose(value),
      }, text)));
    if (this.parts.size > 1) this.which.replaceChildren(choice("Show", false, [...this.parts.keys()].map((name) => [name, name]), this.shown, (what) => this.show(what)), this.saver.node);
    const { run } = this.view, tools = [];
    if (run.levelNames.length) {
      const options = run.levelNames.map((name, level) => [level, el("span", null, el("span", { class: `level-key level-${Math.min(level, 5)}` }, levelLetter(run, level)), ` ${name.split("-")[0]}`), `What ${levelName(run, level)} would have removed here`]);
      tools.push(choice("Stronger", true, [[-1, "off", "Hide it"], ...options], this.view.level, (level) => this.view.setLevel(level)));
    }
    if (this.board) {
      const [variable] = run.board.columns, fact = `${run.variables[variable]} = ${run.board.first}`;
      tools.push(choice("Facts", true, [[true, "a1", "Show facts as squares"], [false, fact, "Show facts as variables and values"]], run.squares, (squares) => this.view.page.showSquares(squares)));
    }
    if (this.view.page.live) tools.push(this.view.page.supposing.ways(this.view));
    this.tools.replaceChildren(...tools);
    if (focused) this.node.querySelector(`[data-name="${focused}"]`)?.focus();
  }

  /** Shows the number of values that the level would remove at this node. */
  noteLevel() {
    const { run, level, state } = this.view;
    if (level < 0) { this.levelNote.textContent = ""; return; }
    const here = this.view.levelsHere(), name = levelName(run, level), bit = 1 << level;
    const removed = this.view.removedByLevel().size;
    if (!here) {
      this.levelNote.textContent = run.kids[state.node].length ? `The effect of stronger levels was computed only at the first ${plural(run.levels.size, "node")} that ${run.levels.size === 1 ? "branches" : "branch"}; --levels requests more.` : "This node does not branch: nothing is left to remove.";
    } else if (here.givenUp & bit) {
      this.levelNote.textContent = `At this node, ${name} was too much work.`;
    } else if (here.fails & bit) {
      const weakest = levelName(run, Math.log2(here.fails & -here.fails));
      this.levelNote.textContent = `With ${name}, this node would fail at once: there is no solution below it.${weakest === name ? "" : ` So it would with ${weakest}.`}`;
    } else {
      this.levelNote.textContent = removed === 0 ? `At this node, ${name} would remove nothing more.` :
        `At this node's fixpoint, ${name} would remove ${plural(removed, "more value")}. Each is marked with the letter of the weakest level that removes it.`;
    }
  }

  /** Writes one sentence about the event. */
  say() {
    const { run, event, state } = this.view, kind = run.kind[event], constraint = run.constraintAt(event);
    const by = constraint < 0 ? [] : [swatch(run.marks[constraint]), " ", el("span", { class: "by" }, run.constraints[constraint])];
    const premises = run.shownPremises(event), because = premises.slice(0, 4).map((fact) => run.factText(fact)).join(", ") + (premises.length > 4 ? ", …" : "");
    const strong = (text) => el("strong", null, text);
    const shown = kind === FAIL ? run.failing(event) : run.fact[event], fact = shown < 0 ? "" : run.factText(shown);
    let sentence;
    switch (kind) {
      case START: sentence = [strong("Start."), " Nothing is propagated yet."]; break;
      case DECIDE: sentence = [swatch(DECIDED), " ", strong(fact), el("span", { class: "by" }, run.more[event] === 1 ? "the other branch" : "a decision")]; break;
      case PROPAGATE: sentence = [...by, " runs"]; break;
      case PRUNE: sentence = [...by, " infers ", strong(fact), because && el("span", { class: "premises" }, ` because ${because}`)]; break;
      case FAIL: sentence = [el("span", { class: "tag fail" }, "dead end"), " ", ...by, fact ? [" infers ", strong(fact), ", which leaves nothing"] : " has no solution", because && el("span", { class: "premises" }, ` because ${because}`)]; break;
      case SOLUTION: sentence = [el("span", { class: "tag solution" }, "solution"), run.raw.objective ? ` ${run.atomText([run.raw.objective.variable, EQUAL, this.view.state.fixed(run.raw.objective.variable)])}.` : " All variables are fixed."]; break;
      case BACKTRACK: sentence = [strong("Back"), ` at depth ${run.depth[state.node]}: what was known only below is forgotten.`]; break;
      case LEARN: sentence = [strong("Learned"), ` from ${plural(run.levelsOf.get(event), "level")}, never together: `, strong(run.clause(event).map((fact) => run.atomText(negation(run.atom(fact)))).join(", "))]; break;
      case RESTART: sentence = [strong("Restart"), " at the root."]; break;
      default: sentence = [strong("The search is over"), run.end.stopped_by ? `: stopped by ${run.end.stopped_by}.` : ": the tree is complete."];
    }
    this.said.replaceChildren(el("p", { class: "where" }, `event ${grouped(event)} of ${grouped(run.count - 1)} · node ${grouped(state.node)} · depth ${run.depth[state.node]}`), el("p", { class: "what" }, ...sentence.flat()));
  }
}
