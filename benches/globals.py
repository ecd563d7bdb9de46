#!/usr/bin/env python3
"""Writes docs/reports/globals.csv: MiniZinc's global constraints, and how Ferz and other solvers handle each of them.

    ferz minizinc install --dir SOLVERS
    python3 benches/globals.py --solver Ferz=SOLVERS/ferz --solver Gecode=/usr/share/minizinc/gecode_presolver ...
                               --solver Chuffed=DIR --solver Choco=DIR --solver OR-Tools=DIR
                               --without-floats Ferz --without-floats Chuffed --without-floats OR-Tools [--show GLOBAL]

Each DIR is the folder of MiniZinc files that a solver's configuration names as `mznlib`: in the repositories,
chuffed/flatzinc/mznlib, parsers/src/main/minizinc/mzn_lib (Choco) and ortools/flatzinc/mznlib. Its files replace those
of the same name in the standard library (--std). A row is a global with a documentation comment; of its forms, the
first over integers counts, or else over Booleans, floats, sets, optional values. Its definition is followed:

    native        a predicate without a body, possibly after renaming, conversion of arrays, offsets, tests of
                  parameters, and conditions on single variables; if a test of parameters has several branches, in one
                  of them; `+ half` and `+ full` if its `_imp` and `_reif` forms are native, too
    own           a decomposition in the solver's library, possibly with native constraints inside
    standard      a decomposition in the standard library
    unsupported   an error, or floats in a solver --without-floats

Prints how many globals there are of each kind. --show prints how one global is handled, and the
declarations that show it. Needs `minizinc` on the PATH; uses only the standard library of Python.
"""
import argparse
import csv
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "docs" / "reports" / "globals.csv"
COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|/\*.*?\*/|%[^\n]*', re.S)
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\w+(?:\.\w+)?|\$\$?\w+|->|<->|<-|\\/|/\\|::|\+\+|\.\.|[<>=!]=|\S')
ITEM = re.compile(r"(predicate|function|test)\b(.*)", re.S)
DOCUMENTED = re.compile(r"/\*\*((?:(?!\*/).)*)\*/\s*(predicate\b|function\b[^=]*?:|test\b)\s*(\w+)\s*\(", re.S)
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}", "if": "endif"}, {")", "]", "}", "endif"}
LOOSER = {"->", "<->", "<-", "\\/", "xor", "not"}
COMPARISONS = {"=", "==", "!=", "<", "<=", ">", ">=", "in", "subset"}
# Tokens that an argument of a renamed constraint must not contain, because it would be a constraint.
COMPUTES = LOOSER | {"=", "==", "!=", "<", "<=", ">", ">=", "/\\", "*"}
FUNCTIONS = {"sum", "exists", "forall", "count", "bool2int", "occurs"}
# Functions of a variable whose values are known at compile time.
FIXED = {"index_set", "index_set_1of2", "index_set_2of2", "length", "card", "lb", "ub", "lb_array", "ub_array", "fix",
         "is_fixed", "dom", "dom_array", "had_zero"}


class Declaration:
    """A predicate or function: its name, parameters, body (tokens, or None), and file."""

    def __init__(self, text, file, own):
        kind, rest = ITEM.match(text).groups()
        self.file, self.own, self.function = file, own, kind == "function"
        tokens = TOKEN.findall(rest)
        start = after_colon(tokens) if self.function else 0
        self.name = tokens[start]
        end = closing(tokens, start + 1)
        self.parameters = [parameter(part) for part in split(tokens[start + 2 : end], {","}) if part]
        rest = tokens[end + 1 :]
        self.body = next((rest[i + 1 :] for i, token in enumerate(rest) if token == "="), None)

    def rank(self):
        """Ranks the forms: over integers first, predicates before functions, no body first."""
        types = " ".join(text for text, _, _ in self.parameters if "var" in text.split())
        kinds = [("opt", 4), ("var set", 3), ("float", 2), ("bool", 1)]
        integers = bool(re.search(r"var (int|\$)", types))
        kind = next((rank for word, rank in kinds if word in types and not (word == "bool" and integers)), 0)
        return kind, self.function, self.body is not None


def after_colon(tokens):
    """Returns the position of a function's name, after its result type."""
    depth = 0
    for i, token in enumerate(tokens):
        depth += (token in OPEN) - (token in CLOSE)
        if token == ":" and depth == 0:
            return i + 1
    raise ValueError("a function without a type")


def closing(tokens, start):
    depth = 0
    for i in range(start, len(tokens)):
        depth += (tokens[i] in OPEN) - (tokens[i] in CLOSE)
        if depth == 0:
            return i
    return len(tokens)


def split(tokens, separators):
    """Splits at separators that stand outside of brackets and conditional expressions."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += (token in OPEN) - (token in CLOSE)
        if depth == 0 and token in separators:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def parameter(tokens):
    """Returns the type and name of a parameter `type: name :: annotation`, and whether it is a variable."""
    at = after_colon(tokens) if ":" in tokens else len(tokens)
    return " ".join(tokens[: at - 1]), tokens[at] if at < len(tokens) else "", "var" in tokens[: at - 1]


def items(path):
    text = COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", path.read_text(encoding="utf-8"))
    parts = split(TOKEN.findall(text), {";"})
    return [" ".join(part) for part in parts if part and part[0] in ("predicate", "function", "test")]


class Library:
    """The standard library, with a solver's files replacing its own."""

    def __init__(self, standard, own):
        files = {path.name: (path, False) for path in standard.glob("*.mzn") if "deprecated" not in path.name}
        files |= {path.name: (path, True) for path in own.glob("*.mzn")} if own else {}
        self.declared = {}
        for name, (path, is_own) in sorted(files.items()):
            for item in items(path):
                declaration = Declaration(item, name, is_own)
                self.declared.setdefault((declaration.name, len(declaration.parameters)), []).append(declaration)
        for key, forms in self.declared.items():
            # Builtins are listed in one file; a definition in any other file replaces them.
            real = [form for form in forms if form.file != "flatzinc_builtins.mzn"]
            self.declared[key] = sorted(real or forms, key=Declaration.rank)

    def forms(self, name, arity=None):
        if arity is not None:
            return self.declared.get((name, arity), [])
        found = (form for (known, _), forms in self.declared.items() if known == name for form in forms)
        return sorted(found, key=Declaration.rank)

    def classify(self, form, trace, suffix=""):
        """Returns how a form, or its variant with a suffix, is handled."""
        trace.append(f"{form.name}{suffix} in {form.file}")
        if suffix:
            conditional = self.forms(form.name + suffix, len(form.parameters) + 1)
            if conditional:
                return self.classify(conditional[0], trace)
            if form.body is None:
                return "none"
        elif form.body is None:
            return "native"
        variables = {name for _, name, is_variable in form.parameters if is_variable}
        kind, target = reduce(form.body, variables, {}, form.function)
        if kind == "call":
            name, arity = target
            callees = self.forms(name, arity)
            if name == "abort":
                return "unsupported"
            if name == "element":
                return "none" if suffix else "native"
            if callees:
                return self.classify(callees[0], trace, suffix)
        if kind == "branches":
            known = [call for call in target if self.forms(*call)]
            found = [self.classify(self.forms(*call)[0], trace, suffix) for call in known]
            return next((kind for kind in ("native", "own") if kind in found), "own" if form.own else "standard")
        return "own" if form.own else "standard"


def has_variable(tokens, variables):
    """Whether an expression depends on a variable, except for what is known at compile time."""
    i = 0
    while i < len(tokens):
        if tokens[i] in FIXED and tokens[i + 1 : i + 2] == ["("]:
            i = closing(tokens, i + 1)
        elif tokens[i] in variables:
            return True
        i += 1
    return False


def is_plain(tokens, variables):
    """Whether an argument only renames, converts or shifts its input. `where` tests known values."""
    if not has_variable(tokens, variables):
        return True
    depth, skipped = 0, None
    for i, token in enumerate(tokens):
        depth += (token in OPEN) - (token in CLOSE)
        if skipped is not None and depth < skipped:
            skipped = None
        if token == "where":
            skipped = depth
        if skipped is None and (token in COMPUTES or token in FUNCTIONS and tokens[i + 1 : i + 2] == ["("]):
            return False
    return True


def is_unary(tokens, variables):
    """Whether an expression is a conjunction of conditions on single variables or on parameters."""
    tokens = unwrap(tokens)
    if not has_variable(tokens, variables):
        return True
    if tokens[0] == "forall" and tokens[1] == "(":
        end = closing(tokens, 1)
        inner = set(variables)
        for generator in split(tokens[2:end], {","}):
            at = generator.index("in") if "in" in generator else 0
            source = generator[at + 1 :]
            if at and has_variable(source, variables):
                inner |= set(generator[:at]) - {","}
        return end + 1 < len(tokens) and is_unary(tokens[end + 1 :], inner)
    conjuncts = split(tokens, {"/\\"})
    if len(conjuncts) > 1:
        return all(is_unary(part, variables) for part in conjuncts)
    sides = split(tokens, COMPARISONS)
    dependent = [side for side in sides if has_variable(side, variables)]
    # One variable: x, or an element x[i] whose index is a parameter.
    if len(sides) != 2 or len(dependent) != 1:
        return False
    name, *index = dependent[0]
    return not index or index[0] == "[" and closing(index, 0) == len(index) - 1 and not has_variable(index, variables)


def unwrap(tokens):
    while tokens and tokens[0] == "(" and closing(tokens, 0) == len(tokens) - 1:
        tokens = tokens[1:-1]
    return tokens


def branches(tokens):
    """Returns the conditions and expressions of `if … then … elseif … else … endif`."""
    parts, depth, conditions = [[]], 0, []
    for token in tokens[1:-1]:
        if depth == 0 and token in ("then", "elseif", "else"):
            parts.append([])
            conditions.append(token)
            continue
        depth += (token in OPEN) - (token in CLOSE)
        parts[-1].append(token)
    pairs, i = [], 0
    while i < len(parts):
        if i == len(parts) - 1:
            pairs.append((["true"], parts[i]))
            i += 1
        else:
            pairs.append((parts[i], parts[i + 1]))
            i += 2
    return pairs


def reduce(tokens, variables, constants, function):
    """Returns what a body reduces to: only conditions on parameters and single variables (`true`), a call with plain
    arguments (`call`), such calls in the branches of a test of parameters (`branches`), or constraints (`real`)."""
    tokens = unwrap(tokens)
    if tokens[:1] == ["let"]:
        return reduce_let(tokens, variables, constants, function)
    if LOOSER & set(top_level(tokens)):
        return "real", None
    conjuncts = split(tokens, {"/\\"})
    if len(conjuncts) > 1:
        # A `let` extends to the end of the expression.
        at = next((i for i, part in enumerate(conjuncts) if part[:1] == ["let"]), None)
        if at is not None:
            conjuncts = conjuncts[:at] + [[token for part in conjuncts[at:] for token in part + ["/\\"]][:-1]]
        return join([reduce(part, variables, constants, function) for part in conjuncts if part])
    if tokens[:1] == ["abort"]:
        return "call", ("abort", 1)
    if not tokens or is_unary(tokens, variables):
        return "true", None
    if tokens[0] == "if" and tokens[-1] == "endif":
        return reduce_branches(branches(tokens), variables, constants, function)
    if tokens[0] == "assert":
        return reduce(([*split(tokens[2:-1], {","}), []])[2], variables, constants, function)
    if tokens[0] == "analyse_all_different":
        return "true", None
    sides = split(tokens, {"=", "=="})
    # `y = x[i]`, a FlatZinc builtin.
    if len(sides) == 2 and sorted(map(len, sides)) == [1, 4] and any(side[1:2] == ["["] for side in sides):
        return "call", ("element", 3)
    if len(tokens) > 2 and tokens[1] == "(" and closing(tokens, 1) == len(tokens) - 1:
        arguments = [part for part in split(tokens[2:-1], {","}) if part]
        if all(is_plain(part, variables) for part in arguments):
            return "call", (tokens[0], len(arguments))
    return "real", None


def top_level(tokens):
    depth, found = 0, []
    for token in tokens:
        depth += (token in OPEN) - (token in CLOSE)
        if depth == 0:
            found.append(token)
    return found


def reduce_branches(pairs, variables, constants, function):
    found = []
    for condition, value in pairs:
        name = "".join(condition)
        if has_variable(condition, variables):
            return "real", None
        if constants.get(name) == "false":
            continue
        found.append(reduce(value, variables, constants, function))
        if constants.get(name) == "true":
            break
    if len(found) == 1:
        return found[0]
    calls = [target for kind, target in found if kind == "call"]
    calls += [call for kind, target in found if kind == "branches" for call in target]
    if not calls:
        return ("real", None) if any(kind == "real" for kind, _ in found) else ("true", None)
    return "branches", calls


def reduce_let(tokens, variables, constants, function):
    end = closing(tokens, 1)
    variables, constants, parts, introduced = set(variables), dict(constants), [], set()
    result = tokens[end + 2 :]
    for item in split(tokens[2:end], {";", ","}):
        if not item:
            continue
        if item[0] == "constraint":
            parts.append(("constraint", item[1:]))
            continue
        at = next((i for i, token in enumerate(item) if token == "=" and ":" in top_level(item[:i])), len(item))
        declared, value = item[:at], item[at + 1 :]
        kind, name, is_variable = parameter(declared)
        if is_variable or kind == "any":
            variables.add(name)
            if not value:
                introduced.add(name)
            elif not is_plain(value, variables):
                parts.append(("real", None))
        elif value and kind == "bool":
            constants[name] = "".join(value)
    found = [(kind, None) if kind == "real" else reduce(body, variables, constants, function) for kind, body in parts]
    result = unwrap(result)
    if function and introduced == set(result):
        # A function returns the variable that the constraint defines.
        return join(found)
    if introduced:
        return "real", None
    return join([*found, reduce(result, variables, constants, function)])


def join(found):
    found = [(kind, target) for kind, target in found if kind != "true"]
    if not found:
        return "true", None
    return found[0] if len(found) == 1 else ("real", None)


def documented(standard):
    """Returns the groups of the standard library in order, and the globals in each. If the forms of a global
    belong to several groups, the global is in the first one."""
    text = (standard / "globals.mzn").read_text(encoding="utf-8")
    groups = {group: [] for group in re.findall(r"@groupdef globals\.(\w+)", text)}
    found = {}
    for path in sorted(standard.glob("*.mzn")):
        if "deprecated" in path.name:
            continue
        for comment, _, name in DOCUMENTED.findall(path.read_text(encoding="utf-8")):
            group = re.search(r"@group\s+globals\.(\w+)", comment)
            if group and group[1] in groups:
                found.setdefault(name, group[1])
    for name, group in sorted(found.items()):
        groups[group].append(name)
    return groups


def handled(library, name, floats):
    """Returns how a global is handled, and the declarations that show it."""
    trace = []
    main = library.forms(name)[0]
    if not floats and main.rank()[0] == 2:
        return "unsupported", [f"{name} in {main.file} is over floats"]
    kind = library.classify(main, trace)
    if kind == "native":
        for suffix, word in (("_imp", "half"), ("_reif", "full")):
            if library.classify(main, trace, suffix) == "native":
                kind += f" + {word}"
    return kind, trace


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    argument = parser.add_argument
    argument("--solver", action="append", required=True, metavar="NAME=DIR", help="a solver and its MiniZinc library")
    argument("--std", type=Path, default=Path("/usr/share/minizinc/std"), help="MiniZinc's standard library")
    argument("--without-floats", action="append", default=[], metavar="NAME", help="a solver without float variables")
    argument("--show", metavar="GLOBAL", help="print how one global is handled, and write nothing")
    options = parser.parse_args()
    solvers = dict(solver.split("=", 1) for solver in options.solver if "=" in solver)
    if len(solvers) < len(options.solver) or set(options.without_floats) - set(solvers):
        parser.error("give each solver once, as --solver NAME=DIR")
    for folder in [options.std, *map(Path, solvers.values())]:
        if not any(folder.glob("*.mzn")):
            parser.error(f"{folder} has no MiniZinc files: name the folder that the configuration calls mznlib")
    version = subprocess.run(["minizinc", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"version ([\d.]+)", version)[1]
    known = documented(options.std)
    if options.show and not any(options.show in names for names in known.values()):
        parser.error(f"--show: {options.show} is not a global of MiniZinc {version}")
    libraries = {name: Library(options.std, Path(folder)) for name, folder in solvers.items()}
    floats = {name: name not in options.without_floats for name in solvers}
    if options.show:
        for name, library in libraries.items():
            kind, trace = handled(library, options.show, floats[name])
            print(f"{name}: {kind}", *trace, sep="\n    ")
        return
    rows = [
        [group, name, *(handled(libraries[solver], name, floats[solver])[0] for solver in solvers)]
        for group, names in known.items()
        for name in names
    ]
    with REPORT.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["group", f"global of MiniZinc {version}", *solvers])
        table.writerows(rows)
    print(f"{len(rows)} globals of MiniZinc {version}\n\n| | {' | '.join(solvers)} |\n|---|{'---|' * len(solvers)}")
    columns = list(zip(*(row[2:] for row in rows)))
    counts = [
        ("native", lambda kind: kind.startswith("native")),
        ("of these half-reified", lambda kind: "half" in kind),
        ("of these reified", lambda kind: "full" in kind),
        *((word, word.__eq__) for word in ("own", "standard", "unsupported")),
    ]
    for word, test in counts:
        print(f"| {word} | {' | '.join(str(sum(map(test, column))) for column in columns)} |")


if __name__ == "__main__":
    main()
