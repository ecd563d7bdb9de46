// Selects the page to show, based on the address fragment.

import { daily, today } from "./daily.js";
import { h, fill, sentence } from "./dom.js";
import { askCatalogue, askPuzzle, engine } from "./engine.js";
import { home } from "./home.js";
import { parse, isOwn } from "./link.js";
import { Make } from "./make.js";
import { Play } from "./play.js";
import { themes } from "./settings.js";
import { Watch } from "./watch.js";

const main = document.getElementById("main");
let shown = 0;

let kinds = null;

/** The kinds of puzzles. */
const catalogue = async () => (kinds ??= await askCatalogue());

/** An error page. */
const sorry = (text) => h("div", { class: "sorry" }, h("h1", null, "This cannot be opened"), h("p", { role: "alert" }, sentence(text)), h("p", null, h("a", { href: "#" }, "All puzzles")));

const play = async ({ kind: name, text, state }) => {
  const kind = (await catalogue()).find((kind) => kind.name === name);
  if (!kind) return sorry(`There is no puzzle named “${name.slice(0, 40)}”`);
  const answer = await askPuzzle(kind.name, text || kind.example, {}, "show");
  return answer.outcome === "error" ? sorry(answer.text.join(" ")) : new Play(kind, answer, { state }).element;
};

const playDaily = async ({ kind: name, day = today() }) => {
  const made = await daily(name, day);
  if (!made.write) return sorry(made.text.join(" "));
  return new Play((await catalogue()).find((kind) => kind.name === name), made, { day }).element;
};

const view = async (place) => {
  if (place.page === "play") return play(place);
  if (place.page === "daily") return playDaily(place);
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
  // Meanwhile, the user may have moved to another page.
  if (number !== shown) return;
  main.removeAttribute("aria-busy");
  fill(main, element);
  const pages = { play: 0, daily: 0, home: 0, watch: 1, model: 2 };
  document.querySelectorAll(".bar nav a").forEach((link, page) => {
    if (page === pages[place.page]) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  document.title = `${element.querySelector("h1")?.textContent ?? "Ferz"} · Ferz`;
  scrollTo(0, 0);
};

// A served page can be installed, but a file cannot.
if (location.protocol.startsWith("http")) document.head.append(h("link", { rel: "manifest", href: "manifest.webmanifest" }));
document.querySelector("footer").append(themes());
addEventListener("hashchange", () => isOwn() || route());
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
route();
