"use strict";
/*
 * Finds the first difference between two runs. Follows both node by node while they take the same branches, up to the
 * first node that ends with different domains.
 */

/** Returns { nodes: [node, node], what, only: [[events], [events]] }, or null if there is no difference. */
function firstDifference(a, b) {
  const names = new Map(b.variables.map((name, variable) => [name, variable]));
  // Repeated names are numbered, so equal models have equal names here.
  const shared = a.variables.map((name, variable) => [variable, names.get(name)]).filter(([, other]) => other !== undefined);
  if (!shared.length) return { nodes: [1, 1], what: "The runs have no variable in common.", only: [[], []] };
  const nodes = Math.min(a.nodes, b.nodes);
  for (let node = 1; node <= nodes; node++) {
    if (a.decision(node) !== b.decision(node) || a.depth[node] !== b.depth[node]) {
      return { nodes: [node, node], what: "They take different branches", only: [[], []] };
    }
    const states = [new State(a, a.fixpoint(node)), new State(b, b.fixpoint(node))];
    const failed = [a.status[node] === FAIL, b.status[node] === FAIL];
    if (failed[0] !== failed[1]) {
      return { nodes: [node, node], what: failed[0] ? "A fails here, B does not" : "B fails here, A does not", only: [[], []] };
    }
    if (failed[0]) continue;
    const only = [[], []];
    for (const [here, there] of shared) {
      only[0].push(...removedOnlyBy(states[0], here, states[1], there));
      only[1].push(...removedOnlyBy(states[1], there, states[0], here));
    }
    if (only[0].length || only[1].length) return { nodes: [node, node], what: "They have derived different facts", only };
  }
  if (a.nodes !== b.nodes) return { nodes: [nodes, nodes], what: "One continues where the other ends", only: [[], []] };
  return null;
}

/** Returns some values [variable, value] that one state has lost but the other has not. */
function removedOnlyBy(state, variable, other, there) {
  const only = [];
  for (const [low, high, cause] of state.domain(variable)) {
    if (cause === LEFT) continue;
    for (const [a, b, theirs] of other.domain(there)) {
      if (theirs !== LEFT) continue;
      for (let value = Math.max(low, a); value <= Math.min(high, b) && only.length < 4; value++) only.push([variable, value]);
    }
  }
  return only;
}

/** Creates the bar that describes the first difference and links to it. */
function differenceBar(page) {
  const [a, b] = page.views, found = page.difference;
  if (!found) return el("div", { class: "difference same" }, el("p", null, "No difference: both runs have the same facts at every node."));
  const [node] = found.nodes;
  const words = (view, values) => values.slice(0, 4).map(([variable, value]) => view.run.atomText([variable, DIFFERENT, value])).join(", ") + (values.length > 4 ? ", …" : "");
  const parts = [];
  const add = (view, name, values) => {
    if (!values.length) return;
    const state = new State(view.run, view.run.fixpoint(node)), [variable, value] = values[0];
    const cause = state.cause(variable, value), constraint = cause > 0 ? view.run.constraintAt(cause) : -1;
    parts.push(el("p", null, el("b", null, name), ` alone knows ${words(view, values)} `,
      constraint < 0 ? "" : el("span", { class: "by" }, view.run.constraints[constraint], " (", view.run.rule(cause), ")"), " ",
      el("button", { class: "quiet", onclick: () => { page.goToDifference(); view.choose(variable, value); } }, "why?")));
  };
  add(a, "A", found.only[0]);
  add(b, "B", found.only[1]);
  const path = a.run.path(Math.min(node, a.run.nodes)).slice(1).map((n) => a.run.decision(n)).join(", ") || "at the root";
  return el("div", { class: "difference", role: "note" },
    el("p", null, el("b", null, "First difference: "), `node ${grouped(node)}. ${found.what}. `, el("span", { class: "note" }, path), " ",
      el("button", { class: "go-difference", onclick: () => page.goToDifference() }, "Go there")),
    ...parts);
}
