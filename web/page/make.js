// The user's own model: variables, domains and constraints in a table, which can be solved, explained, and shared by
// link.

import { h, button, fill, sentence } from "./dom.js";
import { engine } from "./engine.js";
import { modelling, remember } from "./link.js";
import { CONSTRAINTS, readTable, writeTable } from "./statement.js";

/** An example: where do four neighbours live? */
const NEIGHBOURS = {
  variables: ["anna", "ben", "clara", "dan"].map((name) => ({ name, values: "1..4" })),
  constraints: [
    { kind: "different", text: "anna, ben, clara, dan" },
    { kind: "linear", text: "anna + 2 <= ben" },
    { kind: "linear", text: "clara = anna + 1" },
    { kind: "linear", text: "dan < anna" },
  ],
};

export class Make {
  constructor(text) {
    this.answer = h("div", { class: "answer", role: "status", "aria-live": "polite" });
    try {
      this.table = text ? readTable(text) : structuredClone(NEIGHBOURS);
    } catch {
      this.table = structuredClone(NEIGHBOURS);
      this.say(["The model in this link cannot be read; here is an example instead"]);
    }
    this.variables = h("div", { class: "rows" });
    this.constraints = h("div", { class: "rows" });
    this.fact = h("input", { type: "text", value: "clara = 3", "aria-label": "a fact, such as clara = 3", size: 12 });
    this.json = h("textarea", { rows: 10, spellcheck: "false", "aria-label": "the model as FlatZinc JSON" });
    this.element = this.draw();
    this.refresh();
  }

  draw() {
    const add = (list, row) => () => {
      list.push(row());
      this.refresh();
    };
    return h(
      "div",
      { class: "model-page" },
      h("h1", null, "A puzzle of your own"),
      h("p", { class: "rules" }, "Describe the unknowns with their possible values, and the rules that relate them. The solver does the rest and explains why."),
      h("h2", null, "Unknowns"),
      this.variables,
      button("Add an unknown", () => add(this.table.variables, () => ({ name: `x${this.table.variables.length + 1}`, values: "1..9" }))()),
      h("h2", null, "Rules"),
      this.constraints,
      button("Add a rule", () => add(this.table.constraints, () => ({ kind: "linear", text: "" }))()),
      h(
        "div",
        { class: "actions" },
        button("Solve", () => this.ask({ solve: { limit: 20 } }), { class: "primary" }),
        this.fact,
        button("Why?", () => this.ask({ why: { fact: this.fact.value } })),
      ),
      this.answer,
      h(
        "details",
        { class: "more" },
        h("summary", null, "The same model as JSON for ferz solve"),
        h("div", { class: "items" }, this.json, button("Use this", () => this.use())),
      ),
    );
  }

  field(row, name, label, example) {
    const input = h("input", { type: "text", value: row[name], "aria-label": label, placeholder: example ?? "", spellcheck: "false" });
    input.addEventListener("input", () => {
      row[name] = input.value;
      this.state();
    });
    return input;
  }

  refresh() {
    const drop = (list, row) => button("×", () => {
      list.splice(list.indexOf(row), 1);
      this.refresh();
    }, { "aria-label": "remove" });
    const { variables, constraints } = this.table;
    fill(
      this.variables,
      variables.map((row) => h("div", { class: "line" }, this.field(row, "name", "name"), this.field(row, "values", `values of ${row.name}`, "1..9"), drop(variables, row))),
    );
    fill(
      this.constraints,
      constraints.map((row) => {
        const kinds = h("select", { "aria-label": "kind of rule" }, Object.entries(CONSTRAINTS).map(([kind, { title }]) => h("option", { value: kind, selected: kind === row.kind }, title)));
        kinds.addEventListener("change", () => {
          row.kind = kinds.value;
          this.refresh();
        });
        return h("div", { class: "line" }, kinds, this.field(row, "text", "rule", CONSTRAINTS[row.kind].example), drop(constraints, row));
      }),
    );
    this.state();
  }

  /** The current model or its error. */
  state() {
    try {
      const text = writeTable(this.table);
      this.json.value = JSON.stringify(JSON.parse(text), null, 2);
      remember(modelling(text));
      this.say([]);
      return text;
    } catch (error) {
      this.say([error.message], true);
      return null;
    }
  }

  say(lines, isError = false) {
    this.answer.classList.toggle("error", isError);
    fill(this.answer, lines.map((line) => h("p", null, sentence(line))));
  }

  use() {
    try {
      this.table = readTable(this.json.value);
      this.refresh();
    } catch (error) {
      this.say([`This is not a model: ${error.message}`], true);
    }
  }

  async ask(question) {
    const text = this.state();
    if (text === null) return;
    engine.cancel();
    try {
      const { model, error } = await engine.ask({ model: { model: text, ask: question } });
      if (error) this.say([error], true);
      else this.show(model);
    } catch (error) {
      this.say([error.message], true);
    }
  }

  show({ text, solutions = [] }) {
    this.say([]);
    const [head, ...steps] = text;
    const names = solutions[0]?.map(([name]) => h("th", { scope: "col" }, name));
    const rows = solutions.map((solution) => h("tr", null, solution.map(([, value]) => h("td", null, String(value)))));
    fill(
      this.answer,
      h("p", null, head),
      steps.length > 0 && h("ul", { class: "proof" }, steps.map((step) => h("li", null, step))),
      names && h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "solutions" }, h("table", null, h("thead", null, h("tr", null, names)), h("tbody", null, rows))),
    );
  }
}
