"use strict";
/* Schedules as Gantt charts, circuits as graphs, and an objective over time. */

/** A Gantt chart with a row per resource and a bar per task, pale where the task may run, solid where it must. */
class Gantt {
  constructor(view) {
    this.view = view;
    this.name = "schedule";
    this.resources = view.run.raw.resources.filter(({ tasks }) => tasks.length);
    this.node = el("div", { class: "gantt-frame" });
  }

  draw() {
    const { run, state, event } = this.view, row = 34, left = 12 + 6.4 * Math.max(...this.resources.map(({ name }) => short(name).length)), width = 860;
    const bounds = (variable) => { const ranges = state.ranges(variable); return ranges.length ? [ranges[0][0], ranges[ranges.length - 1][1]] : [0, 0]; };
    const length = ([, factor, variable]) => (variable === null ? [factor, factor] : bounds(variable).map((value) => factor * value));
    const tasks = this.resources.flatMap(({ tasks }, resource) => tasks.map((task) => ({ resource, variable: task[0], start: bounds(task[0]), length: length(task) })));
    // The axis covers every task's earliest end, and at most the same span again for the latest ends.
    const firm = Math.max(1, ...tasks.map(({ start, length }) => start[0] + length[0]));
    const end = Math.min(Math.max(...tasks.map(({ start, length }) => start[1] + length[1])), firm * 2), scale = (width - left - 8) / Math.max(end, 1);
    const x = (time) => left + Math.min(time, end) * scale, height = this.resources.length * row + 30;
    const now = new Set([run.fact[event], ...run.premises(event)].filter((fact) => fact >= 0).map((fact) => run.factVariable(fact)));
    const bar = ({ resource, variable, start, length }) => {
      const y = resource * row + 6, high = row - 10, colour = hue(run.variables[variable]), must = [start[1], start[0] + length[0]];
      const title = start[0] === start[1] ? run.atomText([variable, EQUAL, start[0]]) : `${run.variables[variable]}: from ${start[0]} to ${start[1]}`;
      const fixed = start[0] === start[1];
      return svg("g", { class: `task cell${now.has(variable) ? " now" : ""}`, "data-variable": variable, "data-value": start[0] }, svg("title", null, `${title}, takes ${length[0]}`),
        svg("rect", { class: `window mark-${colour}`, x: x(start[0]), y: y + high - 5, width: Math.max(1, x(start[1] + length[1]) - x(start[0])), height: 5 }),
        must[0] < must[1] && svg("rect", { class: `${fixed ? "must" : "part"} mark-${colour}`, x: x(must[0]), y, width: Math.max(1, x(must[1]) - x(must[0]) - 1), height: high, rx: 3 }),
        must[0] < must[1] && x(must[1]) - x(must[0]) > 8 * index(run.variables[variable]).length && svg("text", { class: "task-name", x: (x(must[0]) + x(must[1])) / 2, y: y + high / 2 }, index(run.variables[variable])));
    };
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000].find((step) => end / step <= 12) || Math.ceil(end / 10), ticks = [];
    for (let time = 0; time <= end; time += step) ticks.push(svg("g", null, svg("line", { class: "tick", x1: x(time), x2: x(time), y1: 2, y2: height - 22 }), svg("text", { class: "edge-name", x: x(time), y: height - 8 }, time)));
    this.node.replaceChildren(svg("svg", { class: "gantt", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Schedule", onclick: (e) => this.click(e) },
      ...ticks, ...this.resources.map(({ name }, i) => svg("text", { class: "edge-name side", x: left - 7, y: i * row + row / 2 + 3 }, short(name))), ...tasks.map(bar)));
  }

  click(e) {
    const task = e.target.closest(".task");
    if (task) this.view.choose(Number(task.dataset.variable), Number(task.dataset.value));
  }
}

/** Strips the source location and the first words from a name: `disjunctive, m = 3 (ft06.mzn:12)` gives `m = 3`. */
function short(name) {
  const plain = name.replace(/ \([^():]+:\d+\)$/, "");
  return plain.length <= 24 ? plain : `${plain.slice(0, 22)}…`;
}

/** Returns the text in a name's brackets, or its first number: 3 for `job 3 on machine 1`. */
function index(name) { return /\[([^\]]*)\]/.exec(name)?.[1] ?? /\d+/.exec(name)?.[0] ?? name; }

/** Returns a task's colour. Tasks of the same job, recognised by their first index, share a colour. */
function hue(name) {
  const first = index(name).split(",")[0], number = Number(first);
  return (Number.isInteger(number) ? number : [...first].reduce((sum, c) => sum + c.charCodeAt(0), 0)) % COLOURS;
}

/** Successors as a graph: an arc for each possible successor, a thick one for a fixed successor. */
class Tour {
  constructor(view, name, variables) {
    this.view = view;
    this.name = name;
    this.variables = variables;
    this.places = variables.map((variable) => index(view.run.variables[variable]));
    this.node = el("div", { class: "tour-frame" });
  }

  draw() {
    const { run, state } = this.view, size = 460, middle = size / 2, radius = middle - 70, count = this.places.length;
    const at = (i, r = radius) => { const angle = (2 * Math.PI * i) / count - Math.PI / 2; return [middle + r * Math.cos(angle), middle + r * Math.sin(angle)]; };
    const target = (variable, value) => this.places.indexOf(run.value(variable, value));
    const arcs = [], sure = [];
    this.variables.forEach((variable, from) => {
      const fixed = state.fixed(variable);
      for (const [low, high] of state.ranges(variable)) {
        for (let value = low; value <= high; value++) {
          const to = target(variable, value);
          if (to < 0 || to === from) continue;
          const [ax, ay] = at(from), [bx, by] = at(to), length = Math.hypot(bx - ax, by - ay) || 1, cut = 17 / length;
          const line = svg("line", { class: `arc${fixed === null ? "" : " sure"}`, x1: ax + (bx - ax) * cut, y1: ay + (by - ay) * cut, x2: bx - (bx - ax) * cut, y2: by - (by - ay) * cut, "marker-end": fixed === null ? null : "url(#arrow)" },
            svg("title", null, run.atomText([variable, EQUAL, value])));
          (fixed === null ? arcs : sure).push(line);
        }
      }
    });
    const nodes = this.places.map((name, i) => { const [x, y] = at(i), [tx, ty] = at(i, radius + 34); return svg("g", null, svg("circle", { class: "town", cx: x, cy: y, r: 14 }), svg("text", { class: "town-name", x: tx, y: ty }, name)); });
    this.node.replaceChildren(svg("svg", { class: "tour", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `The circuit ${this.name}` }, ...arcs, ...sure, ...nodes));
  }
}

/** Finds a run's circuits: arrays of successors under a circuit constraint. */
function toursOf(run) {
  const arrays = new Map(), within = new Set();
  for (let event = 1; event < run.count; event++) {
    if (run.rule(event).startsWith("circuit") && run.fact[event] >= 0) within.add(run.variables[run.factVariable(run.fact[event])].split("[")[0]);
  }
  run.variables.forEach((name, variable) => {
    const array = /^([A-Za-z_]\w*)\[[^,[\]]+\]$/.exec(name)?.[1];
    if (array && within.has(array) && !run.hidden.has(variable)) arrays.set(array, [...(arrays.get(array) || []), variable]);
  });
  return [...arrays].filter(([, variables]) => variables.length > 2 && variables.length <= 60);
}

/** The incumbent and the objective bound at each node, plotted over the slider's axis. */
class Objective {
  constructor(view) {
    this.view = view;
    const { run } = view, { variable, minimize } = run.raw.objective;
    this.variable = variable;
    this.minimize = minimize;
    /** Pairs [event, value] for the incumbents, and [event, bound] for changes in the bound. */
    this.incumbents = [];
    this.bounds = [];
    const end = (ranges) => (minimize ? ranges[0] : ranges[ranges.length - 1]);
    const root = end(run.raw.domains[variable]), of = [root, root];
    let last = null;
    for (let event = 1; event < run.count; event++) {
      const node = run.node[event], kind = run.kind[event];
      if (run.entered[node] === event || of[node] === undefined) of[node] = of[run.parent[node]] ?? root;
      if ((kind === PRUNE || kind === DECIDE) && run.factVariable(run.fact[event]) === variable) {
        const [, relation, value] = run.atom(run.fact[event]);
        if (relation === EQUAL || relation === (minimize ? AT_LEAST : AT_MOST)) of[node] = minimize ? Math.max(of[node], value) : Math.min(of[node], value);
      }
      if (kind === SOLUTION) this.incumbents.push([event, of[node]]);
      if (of[node] !== last) this.bounds.push([event, (last = of[node])]);
    }
    this.frame = svg("svg", { class: "objective", viewBox: "0 0 1000 90", preserveAspectRatio: "none", role: "img" });
    this.words = el("p", { class: "note" });
    this.node = el("div", { class: "objective-frame" }, this.words, this.frame);
  }

  /** Returns the best value known at an event. */
  best(event) { return this.incumbents.filter(([at]) => at <= event).pop()?.[1] ?? null; }

  draw() {
    const { run, event, state } = this.view, values = [...this.incumbents, ...this.bounds].map(([, value]) => value);
    const low = Math.min(...values), high = Math.max(...values), x = (at) => (1000 * at) / run.count, y = (value) => 84 - (78 * (value - low)) / Math.max(high - low, 1);
    const stairs = (points) => points.map(([at, value], i) => `${i ? `H${x(at)}V` : `M${x(at)} `}${y(value)}`).join("") + "H1000";
    const ranges = state.ranges(this.variable), bound = ranges.length ? (this.minimize ? ranges[0][0] : ranges[ranges.length - 1][1]) : null;
    const best = this.best(event), name = run.variables[this.variable];
    this.words.textContent = `${this.minimize ? "Minimise" : "Maximise"} ${name}: ${best === null ? "no solution yet" : `best ${best}`}${bound === null ? "" : `; here no solution can be ${this.minimize ? "below" : "above"} ${bound}`}. ${plural(this.incumbents.length, "incumbent")} in all${this.incumbents.length ? `: ${this.incumbents.slice(-12).map(([, value]) => value).join(", ")}` : ""}.`;
    this.frame.setAttribute("aria-label", this.words.textContent);
    this.frame.replaceChildren(
      svg("path", { class: "bound", d: stairs(this.bounds) }), this.incumbents.length ? svg("path", { class: "best", d: stairs(this.incumbents) }) : "",
      ...this.incumbents.map(([at, value]) => svg("rect", { class: "incumbent", x: x(at) - 2, y: y(value) - 4, width: 4, height: 8 }, svg("title", null, `${name} = ${value} at event ${at}`))),
      svg("line", { class: "moment", x1: x(event + 0.5), x2: x(event + 0.5), y1: 0, y2: 90 }));
  }
}
