// Selects the page to show by the fragment of the address.

import { h, fill, sentence } from "./dom.js";
import { askPuzzle, engine } from "./engine.js";
import { home } from "./home.js";
import { parse, isOwn } from "./link.js";
import { Make } from "./make.js";
import { Play } from "./play.js";
import { Watch } from "./watch.js";

const main = document.getElementById("main");
let shown = 0;

let kinds = null;

/** The kinds of puzzles. */
const catalogue = async () => (kinds ??= (await engine.ask({ catalogue: {} })).catalogue);

/** A page for an error. */
const sorry = (text) => h("div", { class: "sorry" }, h("h1", null, "This cannot be opened"), h("p", { role: "alert" }, sentence(text)), h("p", null, h("a", { href: "#" }, "All puzzles")));

const play = async ({ kind: name, text, state }) => {
  const kind = (await catalogue()).find((kind) => kind.name === name);
  if (!kind) return sorry(`There is no puzzle named “${name.slice(0, 40)}”`);
  const answer = await askPuzzle(kind.name, text || kind.example, {}, "show");
  return answer.outcome === "error" ? sorry(answer.text.join(" ")) : new Play(kind, answer, state).element;
};

const view = async (place) => {
  if (place.page === "play") return play(place);
  if (place.page === "watch") return new Watch(place).element;
  if (place.page === "model") return new Make(place.model).element;
  return home(await catalogue());
};

const route = async () => {
  const number = ++shown;
  const place = parse(location.hash);
  engine.cancel();
  main.setAttribute("aria-busy", "true");
  let element;
  try {
    element = await view(place);
  } catch (error) {
    element = sorry(error.message);
  }
  // The user may have gone to another page meanwhile.
  if (number !== shown) return;
  main.removeAttribute("aria-busy");
  fill(main, element);
  const pages = { play: 0, home: 0, watch: 1, model: 2 };
  document.querySelectorAll(".bar nav a").forEach((link, page) => {
    if (page === pages[place.page]) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  document.title = `${element.querySelector("h1")?.textContent ?? "Ferz"} · Ferz`;
  scrollTo(0, 0);
};

addEventListener("hashchange", () => isOwn() || route());
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
route();
