"use strict";
/*
 * Exports pictures as small SVG files that do not need the page's style sheet. Each style is a class. Neighbouring
 * shapes with the same style form a layer: the squares are one path, drawn as thick lines if they have no edge, and the
 * letters are one text. Repeated content, such as a queen, is defined once and referenced.
 */

/** The properties that style a shape, and their default values. */
const PAINT = { fill: "", "fill-opacity": "1", stroke: "none", "stroke-width": "1px", "stroke-dasharray": "none", "stroke-linejoin": "miter", "stroke-linecap": "butt", opacity: "1", "paint-order": "normal" };
const LETTERING = { "font-size": "", "font-weight": "400", "text-anchor": "start", "dominant-baseline": "auto" };

/** The attributes that position a shape. */
const GEOMETRY = ["x", "y", "width", "height", "rx", "cx", "cy", "r", "x1", "y1", "x2", "y2", "d", "marker-end", "transform"];

/** The cell size of the grid used to find neighbours. */
const NEAR = 30;

const round = (number) => String(Math.round(number * 100) / 100);

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Joins consecutive thick lines, even across a gap that is `covered`, that is, drawn over later. */
function inRows(lines, covered) {
  const rows = [];
  for (const [x, y, width, height] of lines) {
    const last = rows.at(-1), end = last && last[0] + last[2];
    const isGap = (other) => other[0] === end && other[1] === y && other[2] === x - end && other[3] === height;
    if (last && last[1] === y && (end === x || covered.some(isGap))) last[2] = x + width - last[0];
    else rows.push([x, y, width]);
  }
  return rows;
}

/** Joins rows of lines as wide as the gaps between them into one dashed line each; null if that fails. */
function dashed(rows) {
  const [[, , width]] = rows, whole = [];
  for (const row of rows) {
    const last = whole.at(-1);
    if (row[2] !== width) return null;
    if (last && last[1] === row[1] && row[0] - last[0] - last[2] === width) last[2] += 2 * width;
    else whole.push([...row]);
  }
  return whole.length < rows.length ? whole : null;
}

/** Collects the shapes of one or more pictures and writes them as SVG. */
class Sheet {
  constructor() {
    this.classes = new Map();
    this.symbols = new Map();
    /** The patterns and arrows in use. */
    this.defs = new Map();
  }

  /** Returns the name for this content: a, b, …, z, aa, …, assigned on first use. */
  name(names, content) {
    if (!names.has(content)) {
      let name = "";
      for (let n = names.size; n >= 0; n = Math.floor(n / 26) - 1) name = String.fromCharCode(97 + (n % 26)) + name;
      names.set(content, name);
    }
    return names.get(content);
  }

  /** Returns a shape's non-default style properties; null if the shape is invisible. */
  style(node) {
    const style = getComputedStyle(node), isText = node.tagName === "text", value = (name) => style.getPropertyValue(name);
    const hex = (text) => text.replace(/rgb\((\d+), (\d+), (\d+)\)/, (_, r, g, b) => `#${[r, g, b].map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`).replaceAll('"', "");
    const isHidden = (paint) => paint === "none" || paint === "rgba(0, 0, 0, 0)";
    const hasFill = !isHidden(value("fill")), hasStroke = !isHidden(value("stroke"));
    if (node.tagName === "g") return value("opacity") === "1" ? "" : `opacity:${value("opacity")}`;
    if (!hasFill && !hasStroke) return null;
    const pattern = /#(pattern-[\w-]+)/.exec(value("fill"))?.[1];
    if (pattern && !document.getElementById(pattern).querySelector("path, circle")) return null;
    const said = Object.entries({ ...PAINT, ...(isText ? LETTERING : {}) }).flatMap(([name, initial]) => {
      if ((name === "fill-opacity" && !hasFill) || (name.startsWith("stroke-") && !hasStroke)) return [];
      const text = name === "fill" && !hasFill ? "none" : hex(value(name));
      return text === initial ? [] : [`${name}:${name.startsWith("stroke") ? text.replaceAll("px", "") : text}`];
    });
    if (pattern) this.define(pattern);
    return said.join(";");
  }

  /** Returns the class attribute for a style; empty if there is no style. */
  classed(style) {
    return style ? ` class="${this.name(this.classes, style)}"` : "";
  }

  define(id) {
    if (this.defs.has(id)) return;
    this.defs.set(id, "");
    const node = document.getElementById(id), own = ["id", "viewBox", "refX", "refY", "markerWidth", "markerHeight", "orient", "width", "height", "patternUnits"];
    const attributes = own.filter((name) => node.hasAttribute(name)).map((name) => ` ${name}="${node.getAttribute(name)}"`).join("");
    this.defs.set(id, `<${node.tagName}${attributes}>${[...node.children].map((child) => this.markup(child)).join("")}</${node.tagName}>`);
  }

  /** Returns the name for repeated content. */
  symbol(content) {
    return `_${this.name(this.symbols, content)}`;
  }

  /** Returns the markup for a shape or a group of shapes. */
  markup(node) {
    if (node.tagName === "title") return "";
    const style = this.style(node);
    if (style === null) return "";
    const d = node.getAttribute("d");
    if (d?.length > 60) return `<use href="#${this.symbol(`<path d="${d}"/>`)}"${this.classed(style)}/>`;
    const names = GEOMETRY.filter((name) => node.hasAttribute(name));
    const attributes = names.map((name) => ` ${name}="${node.getAttribute(name).replace(/-?\d*\.\d+/g, round)}"`).join("");
    for (const [, id] of attributes.matchAll(/url\(#([\w-]+)\)/g)) this.define(id);
    const inside = node.children.length ? [...node.children].map((child) => this.markup(child)).join("") : escaped(node.textContent);
    return `<${node.tagName}${this.classed(style)}${attributes}${inside ? `>${inside}</${node.tagName}>` : "/>"}`;
  }

  /** Returns the layers of a picture as SVG, from bottom to top. */
  layers(picture) {
    const heights = [], near = new Map();
    const place = (key, box, part) => {
      // A shape is placed directly above the shapes that it covers, so shapes at the same height do not touch.
      const fields = [];
      for (let x = Math.floor(box.x / NEAR); x <= (box.x + box.width) / NEAR; x++) for (let y = Math.floor(box.y / NEAR); y <= (box.y + box.height) / NEAR; y++) fields.push(`${x},${y}`);
      const covers = (other) => box.x + box.width > other.x + 0.01 && other.x + other.width > box.x + 0.01 && box.y + box.height > other.y + 0.01 && other.y + other.height > box.y + 0.01;
      let height = 0;
      for (const field of fields) for (const other of near.get(field) ?? []) if (other.height >= height && covers(other.box)) height = other.height + 1;
      const layer = (heights[height] ??= new Map());
      if (!layer.has(key)) layer.set(key, []);
      layer.get(key).push(part);
      for (const field of fields) near.set(field, [...(near.get(field) ?? []), { height, box }]);
    };
    this.gather(picture, place);
    const all = heights.flatMap((layer) => [...layer].map(([key, parts], i, own) => {
      const [kind, style] = key.split("|");
      if (kind === "square") return { kind, style, d: parts.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h-${width}z`).join("") };
      if (kind !== "thick") return { kind, style, parts };
      const covered = own.slice(i + 1).filter(([key]) => /^thick\|stroke:#\w+;stroke-width/.test(key)).flatMap(([, parts]) => parts);
      const rows = inRows(parts, covered), whole = dashed(rows), d = (whole ?? rows).map(([x, y, width]) => `M${x} ${y}h${width}`).join("");
      return { kind, style: whole ? `${style};stroke-dasharray:${rows[0][2]}` : style, d };
    }));
    return all.map(({ kind, style, parts, d }) => {
      if (d && all.filter((other) => other.d === d).length > 1) return `<use href="#${this.symbol(`<path d="${d}"/>`)}"${this.classed(style)}/>`;
      if (d) return `<path${this.classed(style)} d="${d}"/>`;
      if (kind === "letter") return `<text${this.classed(style)} x="${parts.map(([x]) => x).join(" ")}" y="${parts.map(([, y]) => y).join(" ")}">${parts.map(([, , c]) => c).join("")}</text>`;
      return parts.join("");
    });
  }

  gather(group, place) {
    for (const node of group.children) {
      const style = this.style(node), number = (name) => Number(round(node.getAttribute(name) ?? 0));
      if (style === null || node.tagName === "title") continue;
      if (node.tagName === "g" && !style && !node.hasAttribute("transform")) {
        this.gather(node, place);
        continue;
      }
      const own = node.getBBox();
      if (node.tagName === "rect" && !node.hasAttribute("rx")) {
        const [x, y, width, height] = ["x", "y", "width", "height"].map(number), isThick = !style.includes("stroke:");
        if (isThick) place(`thick|${style.replaceAll("fill", "stroke")};stroke-width:${height}`, own, [x, y + height / 2, width, height]);
        else place(`square|${style}`, own, [x, y, width, height]);
      } else if (node.tagName === "text" && /^[\w•·]$/.test(node.textContent)) {
        place(`letter|${style}`, own, [...["x", "y"].map(number), node.textContent]);
      } else if (node.hasAttribute("transform")) {
        const matrix = [...node.transform.baseVal].reduce((all, { matrix }) => all.multiply(matrix), new DOMMatrix());
        const box = { x: matrix.a * own.x + matrix.e, y: matrix.d * own.y + matrix.f, width: matrix.a * own.width, height: matrix.d * own.height };
        const [move, x, y] = /^translate\((\S+) (\S+)\)/.exec(node.getAttribute("transform"));
        place("use|", box, `<use href="#${this.symbol(this.markup(node).replace(move, ""))}" x="${round(x)}" y="${round(y)}"/>`);
      } else {
        // Lines have no area, and strokes extend beyond the area of a shape.
        place(`${node.tagName}|`, { x: own.x - 1, y: own.y - 1, width: own.width + 2, height: own.height + 2 }, this.markup(node));
      }
    }
  }

  /** Returns an SVG with these contents and the size of another picture. */
  svg(picture, contents) {
    const symbols = [...this.symbols].map(([content, name]) => content.replace(/^<\w+/, `$& id="_${name}"`).replace(' transform=""', ""));
    const styles = [...this.classes].map(([style, name]) => `.${name}{${style}}`);
    return `<svg xmlns="${SVG}" viewBox="${picture.getAttribute("viewBox")}"><title>${escaped(picture.getAttribute("aria-label"))}</title><style>text{font-family:system-ui,sans-serif}${styles.join("")}</style>` +
      `<defs>${[...this.defs.values()].join("")}${symbols.join("")}</defs>${contents}</svg>`;
  }
}

/** Finds the picture in a part of the stage, if any. */
function pictureIn(node) { return node.querySelector("svg.board, svg.table, svg.gantt, svg.tour"); }

/** Returns the current picture of the stage. */
function stateSvg(stage) {
  const picture = pictureIn(stage.frame), sheet = new Sheet();
  return sheet.svg(picture, sheet.layers(picture).join(""));
}

/** The maximum number of frames. */
const FRAMES = 240;

/**
 * Exports a search as an animated SVG at five frames per second, with a frame for the end of each node from the current
 * one on. Before each frame, it awaits `go`, which receives the number of frames so far and in total and returns
 * whether to continue. If `go` returns false, the result is empty.
 */
async function searchSvg(stage, go, most = FRAMES) {
  const { run } = stage.view, ends = [], sheet = new Sheet(), frames = [];
  for (let node = stage.view.state.node; node <= run.nodes && ends.length < most; node++) ends.push(run.fixpoint(node));
  // The frames are drawn off-screen, so the stage does not change.
  const view = Object.create(stage.view), off = el("div", { class: "off-stage", "aria-hidden": "true" });
  const part = Object.assign(Object.create(stage.parts.get(stage.shown)), { view, node: off });
  document.body.append(off);
  try {
    for (const event of ends) {
      if (!await go(frames.length, ends.length)) return null;
      Object.assign(view, { event, state: new State(run, event) });
      part.draw();
      frames.push(sheet.layers(pictureIn(off)));
    }
    const count = frames.length, [first] = frames;
    // The lowest layers, as far as all frames share them, are drawn once.
    let still = 0;
    while (still < first.length && frames.every((layers) => layers[still] === first[still])) still++;
    const moving = frames.map((layers, i) => {
      if (count === 1) return layers.slice(still).join("");
      const from = i ? 0 : 1, values = ["hidden", "visible", "hidden"].slice(from), times = [0, i / count, (i + 1) / count].slice(from);
      if (!i) times[0] = 0;
      return `<g visibility="${i ? "hidden" : "visible"}">${layers.slice(still).join("")}<animate attributeName="visibility" calcMode="discrete" values="${values.join(";")}" keyTimes="${times.map((time) => time.toFixed(5)).join(";")}" dur="${count / 5}s" repeatCount="indefinite"/></g>`;
    });
    return sheet.svg(pictureIn(off), [...first.slice(0, still), ...moving].join(""));
  } finally {
    off.remove();
  }
}

/** The maximum time of uninterrupted work on an animation, in milliseconds. */
const PIECE = 12;

/** The buttons for saving pictures. */
class Saver {
  constructor(stage) {
    this.stage = stage;
    this.node = el("span", { class: "saves" });
    const quiet = (text, title, onclick) => el("button", { class: "quiet", title, onclick }, text);
    this.buttons = [
      quiet("SVG", "Save what is shown as an SVG picture", () => this.save("state.svg", stateSvg(stage))),
      quiet("Animation", "Save the search from here on as an animated SVG, one picture per node", () => this.animate()),
    ];
    this.node.append(...this.buttons);
  }

  /** Disables the buttons if the visible part has no picture. */
  draw() {
    for (const button of this.buttons) button.disabled = !pictureIn(this.stage.frame);
  }

  save(name, text) {
    const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** Works in pieces, so that the page stays responsive and the user can cancel. */
  async animate() {
    const bar = el("progress", { max: 1, value: 0, "aria-label": "Animation frames" });
    let isStopped = false, since = performance.now();
    this.node.replaceChildren(bar, el("button", { class: "quiet", onclick: () => { isStopped = true; } }, "Stop"));
    const go = async (done, all) => {
      if (performance.now() - since > PIECE) {
        bar.value = done / all;
        await new Promise((next) => setTimeout(next));
        since = performance.now();
      }
      return !isStopped;
    };
    try {
      const text = await searchSvg(this.stage, go);
      if (text !== null) this.save("search.svg", text);
    } finally {
      this.node.replaceChildren(...this.buttons);
    }
  }
}
