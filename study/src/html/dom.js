"use strict";
/* Creates elements without templates: text is never parsed as HTML. */

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

/** Creates an element: `el("button", { class: "quiet", onclick }, "Go")`. */
function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Same as `el`, for an SVG element. */
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Returns a colour or size from the style sheet. */
function token(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Creates a mark's swatch, with its colour, pattern and letter. */
function swatch(mark) {
  return svg("svg", { class: "swatch", viewBox: "0 0 18 18", width: 18, height: 18, "aria-hidden": "true" },
    ...markRects(mark, { width: 18, height: 18, rx: 3 }),
    svg("text", { x: 9, y: 13, class: "swatch-letter" }, markLetter(mark)));
}

/** Creates a rectangle in a mark's colour and, on top, a rectangle with its pattern. */
function markRects(mark, box) {
  const colour = markColour(mark);
  return [
    svg("rect", { ...box, class: `mark mark-${colour}` }),
    svg("rect", { ...box, class: `pattern-fill mark-${colour}`, fill: `url(#pattern-${markPattern(mark)}-${colour})` }),
  ];
}

/** The button icons, which are drawn because not every font has them. */
const ICONS = {
  first: "M3 3V13M12.5 3L6 8L12.5 13Z", last: "M13 3V13M3.5 3L10 8L3.5 13Z",
  nodeBack: "M8 3.5L3 8L8 12.5M13 3.5L8 8L13 12.5", nodeOn: "M3 3.5L8 8L3 12.5M8 3.5L13 8L8 12.5",
  back: "M10 3.5L5.5 8L10 12.5", on: "M6 3.5L10.5 8L6 12.5", play: "M4.5 3L12.5 8L4.5 13Z", pause: "M5.5 3V13M10.5 3V13",
};

function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** Creates the patterns of the marks, once per page. */
function patterns() {
  const line = (d) => svg("path", { d, class: "pattern-line" });
  const dot = (cx, cy, r) => svg("circle", { cx, cy, r, class: "pattern-dot" });
  const shapes = [
    [line("M0 4H8")],
    [line("M-1 -1L9 9M-1 7L1 9M7 -1L9 1")],
    [line("M-1 9L9 -1M-1 1L1 -1M7 9L9 7")],
    [line("M4 0V8")],
    [dot(2, 2, 1.3), dot(6, 6, 1.3)],
    [line("M0 4H8M4 0V8")],
    [line("M0 0L8 8M8 0L0 8")],
    [line("M0 2Q2 -1 4 2T8 2M0 6Q2 3 4 6T8 6")],
    [dot(4, 4, 1)],
    [],
  ];
  const defs = [];
  for (const mark of [...Array(COLOURS * COLOURS).keys(), MARKS, DECIDED]) {
    const pattern = markPattern(mark), colour = markColour(mark);
    if (mark >= MARKS || !defs.some((other) => other.id === `pattern-${pattern}-${colour}`)) {
      defs.push(svg("pattern", { id: `pattern-${pattern}-${colour}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
        svg("g", { class: `pattern pattern-${colour}` }, ...shapes[pattern].map((shape) => shape.cloneNode()))));
    }
  }
  const arrow = svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 6.5, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" },
    svg("path", { d: "M0.5 0.5L7.5 4L0.5 7.5Z", class: "arrow-head" }));
  return svg("svg", { width: 0, height: 0, class: "defs", "aria-hidden": "true" }, svg("defs", null, ...defs, arrow));
}
