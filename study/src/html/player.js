"use strict";
/* Playing a search at a chosen speed, and taking pictures of it with you. */

/** Steps a second. */
const SPEEDS = [1, 5, 25, 100, 500, 2000, 10000];

class Player {
  constructor(view) {
    this.view = view;
    this.speed = 1;
    this.byNode = false;
    this.button = el("button", { class: "step-button", title: "Play (space)", "aria-label": "Play (space)", onclick: () => this.toggle() }, icon("play"));
    this.choice = el("select", { "aria-label": "Steps a second", title: "Steps a second (+ −)", onchange: () => { this.speed = this.choice.selectedIndex; } },
      ...SPEEDS.map((speed, i) => el("option", { selected: i === this.speed }, `${grouped(speed)} a second`)));
    this.unit = el("select", { "aria-label": "What a step is", onchange: () => { this.byNode = this.unit.selectedIndex === 1; } }, el("option", null, "events"), el("option", null, "nodes"));
    this.speeds = el("span", { class: "speeds" }, this.unit, this.choice);
  }

  faster(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    this.choice.selectedIndex = this.speed;
  }

  toggle() {
    if (this.running) {
      cancelAnimationFrame(this.running);
      this.running = null;
    } else {
      let before = performance.now(), due = 0;
      const frame = (now) => {
        due += Math.min((now - before) / 1000, 0.25) * SPEEDS[this.speed];
        before = now;
        const steps = Math.floor(due);
        due -= steps;
        if (steps > 0 && !this.on(steps)) return this.toggle();
        this.running = requestAnimationFrame(frame);
      };
      this.running = requestAnimationFrame(frame);
    }
    this.button.replaceChildren(icon(this.running ? "pause" : "play"));
  }

  /** Goes on by so many steps; false at the end. */
  on(steps) {
    const { view } = this, { run } = view, last = run.count - 1;
    if (view.event >= last) return false;
    const event = this.byNode ? this.nodesOn(steps) : view.event + steps;
    view.go(Math.min(event, last));
    return true;
  }

  /** The end of the node that comes so many nodes later. */
  nodesOn(steps) {
    const { run, event } = this.view;
    let at = event;
    while (steps > 0 && at + 1 < run.count) {
      at++;
      if (run.kind[at] === DECIDE || run.kind[at] === RESTART) steps--;
    }
    return Math.max(event + 1, steps > 0 ? run.count - 1 : run.fixpoint(run.node[at]));
  }
}

/** What styles a picture, so that it looks the same outside of the page. */
const STYLED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline", "paint-order", "visibility"];

/** A copy of a picture that needs no style sheet. */
function standalone(picture) {
  const copy = picture.cloneNode(true), from = [picture, ...picture.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const name of STYLED) if (style.getPropertyValue(name)) to[i].style.setProperty(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "data-variable", "data-value", "data-row", "data-column"]) to[i].removeAttribute(name);
  });
  const defs = document.querySelector(".defs defs");
  const styled = defs.cloneNode(true), inside = [...defs.querySelectorAll("*")];
  [...styled.querySelectorAll("*")].forEach((node, i) => {
    const style = getComputedStyle(inside[i]);
    for (const name of STYLED) if (style.getPropertyValue(name)) node.style.setProperty(name, style.getPropertyValue(name));
  });
  copy.prepend(styled);
  copy.setAttribute("xmlns", SVG);
  return copy;
}

/** The picture of the stage, if what it shows is one. */
function pictureOf(stage) { return stage.frame.querySelector("svg.board, svg.table, svg.gantt, svg.tour"); }

/** The state as SVG: what the stage shows. */
function stateSvg(stage) {
  const picture = pictureOf(stage);
  return picture ? new XMLSerializer().serializeToString(standalone(picture)) : null;
}

/** The longest animation. */
const FRAMES = 240;

/** A search as an animated SVG: the end of each node from here on, five a second. */
function searchSvg(stage, frames = FRAMES) {
  const { view } = stage, { run } = view, here = view.event, ends = [];
  for (let node = view.state.node; node <= run.nodes && ends.length < frames; node++) ends.push(run.fixpoint(node));
  const pictures = ends.map((event) => {
    view.event = event;
    view.state = new State(run, event);
    stage.parts.get(stage.shown).draw();
    return pictureOf(stage) && standalone(pictureOf(stage));
  });
  view.event = here;
  view.state = new State(run, here);
  stage.draw();
  if (!pictures[0]) return null;
  const all = pictures[0].cloneNode(false), count = pictures.length;
  all.append(pictures[0].querySelector("defs").cloneNode(true));
  pictures.forEach((picture, i) => {
    picture.querySelector("defs").remove();
    const frame = svg("g", { visibility: i ? "hidden" : "visible" }, ...picture.childNodes);
    const shown = count === 1 ? "visible" : ["hidden", "visible", "hidden"].slice(i ? 0 : 1).join(";");
    const times = [0, i / count, (i + 1) / count].slice(i ? 0 : 1);
    if (!i) times[0] = 0;
    if (count > 1) frame.append(svg("animate", { attributeName: "visibility", calcMode: "discrete", values: shown, keyTimes: times.join(";"), dur: `${count / 5}s`, repeatCount: "indefinite" }));
    all.append(frame);
  });
  return new XMLSerializer().serializeToString(all);
}

/** Buttons to take pictures away. */
function saveButton(stage) {
  const save = (name, text) => {
    if (!text) return;
    const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return el("span", { class: "saves" },
    el("button", { class: "quiet", title: "Save what is shown as an SVG picture", onclick: () => save("state.svg", stateSvg(stage)) }, "SVG"),
    el("button", { class: "quiet", title: "Save the search from here on as an animated SVG, a picture for each node", onclick: () => save("search.svg", searchSvg(stage)) }, "Animation"));
}
