// Creates elements. Text from a puzzle or a link becomes a text node or an attribute, never markup.

const SVG = "http://www.w3.org/2000/svg";

const furnish = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};

/** An HTML element. */
export const h = (tag, attributes, ...children) => furnish(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => furnish(document.createElementNS(SVG, tag), attributes, children);

/** A button with a label. */
export const button = (text, action, attributes) => h("button", { type: "button", onclick: action, ...attributes }, text);

/** Replaces the contents of an element. */
export const fill = (element, ...children) => {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};

/** A selection from options `[value, text]`. */
export const choice = (label, options, chosen, action) => {
  const select = h(
    "select",
    { onchange: () => action?.(select.value) },
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  return h("label", { class: "choice" }, h("span", null, label), select);
};

/** The sentence with a capital letter and a full stop; a square name, such as c1, stays unchanged. */
export const sentence = (quoted) => {
  const text = quoted.replace(/`([^`]*)`/g, "“$1”");
  const begun = /^[a-z]+\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(begun) ? begun : `${begun}.`;
};

/** Whether the user prefers reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
