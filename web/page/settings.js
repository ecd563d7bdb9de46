// The user's settings: the automatic help and the light or dark theme. The browser stores them.

import { h, choice } from "./dom.js";
import { record, store } from "./storage.js";

const SETTINGS = "ferz-settings";

const DEFAULTS = { conflicts: true, crosses: true, pencil: false, theme: "system" };

/** The current settings. */
export const settings = { ...DEFAULTS, ...record(SETTINGS) };

const set = (name, value) => {
  settings[name] = value;
  store(SETTINGS, JSON.stringify(settings));
};

const THEMES = [["system", "Same as system"], ["light", "Light"], ["dark", "Dark"]];

const dress = () => {
  const isKnown = settings.theme === "light" || settings.theme === "dark";
  document.documentElement.style.colorScheme = isKnown ? settings.theme : "";
};

/** A theme selector, which takes effect immediately. */
export const themes = () => {
  dress();
  return choice("Colours", THEMES, settings.theme, (value) => {
    set("theme", value);
    dress();
  });
};

/** A checkbox for a setting; `changed` is called after each change. */
export const tick = (name, text, changed) => {
  const box = h("input", { type: "checkbox", checked: settings[name] === true });
  box.addEventListener("change", () => {
    set(name, box.checked);
    changed();
  });
  return h("label", { class: "tick" }, box, h("span", null, text));
};
