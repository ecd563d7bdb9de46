// Converts a model between the page's table and FlatZinc JSON, which `ferz solve` reads. Each constraint row consists
// of a kind and a text, which is also the constraint's name in explanations.

/** An error in a row, for the user. */
export class Unclear extends Error {}

const NAME = "[A-Za-z_][A-Za-z_0-9]*";

const names = (text) => {
  const found = text.split(/[\s,]+/).filter(Boolean);
  const bad = found.find((name) => !new RegExp(`^${NAME}$`).test(name));
  if (bad !== undefined || found.length === 0) throw new Unclear(`“${text}” is not a list of names such as a, b, c`);
  return found;
};

/** One side of a comparison: a sum such as `2 x + y - 3`. */
const sum = (text) => {
  const terms = text.replace(/\s+/g, "").replace(/^(?![+-])/, "+").match(/[+-][^+-]*/g) ?? [];
  const shape = new RegExp(`^([+-])(\\d*)\\*?(${NAME})?$`);
  return terms.map((term) => {
    const [, sign, number, name] = shape.exec(term) ?? [];
    if (sign === undefined || (number === "" && !name)) throw new Unclear(`“${text}” is not a sum such as 2 x + y - 3`);
    return { name, factor: (sign === "-" ? -1 : 1) * (number === "" ? 1 : Number(number)) };
  });
};

/** For `>` and `>=`, the sides are swapped, so that the left side is at most the right side. */
const RELATIONS = { "=": "int_lin_eq", "!=": "int_lin_ne", "<=": "int_lin_le", ">=": "int_lin_le", "<": "int_lin_le", ">": "int_lin_le" };

const linear = (text) => {
  const relation = /<=|>=|!=|=|<|>/.exec(text);
  if (!relation) throw new Unclear(`“${text}” is not a comparison: write one such as x + y = 10`);
  const sides = [text.slice(0, relation.index), text.slice(relation.index + relation[0].length)].map(sum);
  const [left, right] = relation[0].startsWith(">") ? sides.reverse() : sides;
  const factors = new Map();
  let constant = relation[0].length === 1 && relation[0] !== "=" ? -1 : 0;
  for (const [side, sign] of [[left, 1], [right, -1]]) {
    for (const { name, factor } of side) {
      if (name) factors.set(name, (factors.get(name) ?? 0) + sign * factor);
      else constant -= sign * factor;
    }
  }
  return { id: RELATIONS[relation[0]], args: [[...factors.values()], [...factors.keys()], constant] };
};

const product = (text) => {
  const found = new RegExp(`^\\s*(${NAME})\\s*[*×·]\\s*(${NAME})\\s*=\\s*(${NAME}|\\d+)\\s*$`).exec(text);
  if (!found) throw new Unclear(`“${text}” is not a product such as x * y = z`);
  const [, x, y, z] = found;
  return { id: "int_times", args: [x, y, /^\d/.test(z) ? Number(z) : z] };
};

const count = (text) => {
  const found = /^\s*(\d+)\s+of\s+(.+?)\s+(?:are|is)\s+(-?\d+)\s*$/.exec(text);
  if (!found) throw new Unclear(`“${text}” is not a count: write one such as 2 of a, b, c are 5`);
  return { id: "ferz_count", args: [names(found[2]), Number(found[3]), Number(found[1])] };
};

/** The kinds of constraints: title, example, and parser. */
export const CONSTRAINTS = {
  linear: { title: "Sum", example: "x + 2 y <= 10", read: linear },
  different: {
    title: "All different",
    example: "a, b, c",
    read: (text) => ({ id: "ferz_all_different", args: [names(text)] }),
  },
  product: { title: "Product", example: "x * y = z", read: product },
  count: { title: "Count", example: "2 of a, b, c are 5", read: count },
  json: { title: "FlatZinc", example: '{"id":"int_lt","args":["x","y"]}', read: (text) => JSON.parse(text) },
};

const KIND_OF = new Map([
  ["int_lin_eq", "linear"],
  ["int_lin_ne", "linear"],
  ["int_lin_le", "linear"],
  ["ferz_all_different", "different"],
  ["int_times", "product"],
  ["ferz_count", "count"],
]);

/** A domain such as `1..9` or `1, 3, 5..7`, as ranges. */
const domain = (text) =>
  text.split(",").map((part) => {
    const [, low, high] = /^\s*(-?\d+)(?:\s*\.\.\s*(-?\d+))?\s*$/.exec(part) ?? [];
    if (low === undefined) throw new Unclear(`“${text}” is not a set of values such as 1..9 or 1, 3, 5`);
    return [Number(low), Number(high ?? low)];
  });

const NAMED = "mzn_constraint_name";

/** Converts the table to FlatZinc JSON. */
export const writeTable = ({ variables, constraints }) => {
  const declared = new Map();
  for (const { name, values } of variables) {
    if (!new RegExp(`^${NAME}$`).test(name)) throw new Unclear(`“${name}” is not a name: use letters, digits and _`);
    if (declared.has(name)) throw new Unclear(`there are two variables named ${name}`);
    declared.set(name, { type: "int", domain: domain(values) });
  }
  const stated = constraints.map(({ kind, text }) => {
    const constraint = CONSTRAINTS[kind].read(text);
    return kind === "json" ? constraint : { ...constraint, ann: [{ id: NAMED, args: [{ string: text }] }] };
  });
  return JSON.stringify({
    variables: Object.fromEntries(declared),
    arrays: {},
    constraints: stated,
    output: [...declared.keys()],
    solve: { method: "satisfy" },
    version: "1.0",
  });
};

/** Reconstructs the table from the FlatZinc JSON written for it; unsupported constraints stay JSON. */
export const readTable = (text) => {
  const model = JSON.parse(text);
  const ranges = (list) => list.map(([low, high]) => (low === high ? `${low}` : `${low}..${high}`)).join(", ");
  const variables = Object.entries(model.variables).map(([name, { domain }]) => ({ name, values: ranges(domain) }));
  const constraints = model.constraints.map((constraint) => {
    const name = constraint.ann?.find(({ id }) => id === NAMED)?.args[0]?.string;
    const kind = KIND_OF.get(constraint.id);
    return kind && typeof name === "string" ? { kind, text: name } : { kind: "json", text: JSON.stringify(constraint) };
  });
  return { variables, constraints };
};
