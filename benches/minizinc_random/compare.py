#!/usr/bin/env python3
"""Compares Ferz's answers on random MiniZinc models with the semantics of their expressions.

    python3 benches/minizinc_random/compare.py --ferz target/dist/fzn-ferz [--checks 10000] [--seed 1] [--newer PACKAGE]

Each model has eight random expressions (expressions.py): globals with equal arguments, arrays of truth values, and partial
functions, nested in each other. Each expression E occurs in one of the contexts in FORMS, with its own truth value g,
which is true if possible. MiniZinc compiles the model with the library of Ferz; for given values of the variables, Ferz
must find g true exactly if the semantics of the expression requires it. Each expression and each compiler is one check,
with twenty-four assignments.

--standard COUNT also posts that many expressions by themselves, and compares all solutions with those that Gecode finds using the
decompositions of the standard library (and thereby compares meaning.py with both solvers).

A difference that also occurs if the same compiler uses the decompositions of the standard library is a bug of the
compiler, which is listed but not counted. There are some such bugs, mostly with partial functions.

--newer PACKAGE also compiles with the unpacked npm package `minizinc` (see ../newer_minizinc/run.py). Exits with code 1
if anything differs. Needs `minizinc` on the PATH; --standard needs Gecode as installed with it. Uses only the standard
library.
"""

import argparse
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from expressions import VARIABLES, Maker

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PER_MODEL, POINTS = 8, 24

# The contexts, and whether each requires the expression or its negation.
FORMS = [
    ("{g} -> {e}", True),
    ("{e} \\/ not {g}", True),
    ("{e} <- {g}", True),
    ("{g} <-> {e}", True),
    ("{g} = {e}", True),
    ("not ({g} /\\ not {e})", True),
    ("exists([not {g}, {e}])", True),
    ("clause([{e}], [{g}])", True),
    ("bool2int({g}) <= bool2int({e})", True),
    ("sum([1 - bool2int({g}), bool2int({e})]) >= 1", True),
    ("forall([{g} -> {e}, true])", True),
    ("if {g} then {e} else true endif", True),
    ("let {{ var bool: t = {e} }} in {g} -> t", True),
    ("[{e}, true][if {g} then 1 else 2 endif]", True),
    ("{g} -> not {e}", False),
    ("{g} xor {e}", False),
    ("not ({g} /\\ {e})", False),
    ("{g} -> ({e} -> false)", False),
    ("not exists([{e} /\\ {g}])", False),
]
DECLARED = "".join(f"var {'1..3' if len(range_) == 3 else 'bool'}: {name};\n" for name, range_ in VARIABLES.items())


class Installed:
    """The MiniZinc compiler on the PATH."""

    def __init__(self, folder, library):
        self.solver = folder / f"{pathlib.Path(library).name}.msc"
        self.solver.write_text(json.dumps({
            "id": f"org.ferz.{pathlib.Path(library).name}", "name": "Ferz", "version": "0", "executable": "fzn-ferz", "mznlib": str(library),
        }))
        said = subprocess.run(["minizinc", "--version"], capture_output=True, text=True, check=True).stdout
        self.version = said.splitlines()[0]

    def compile(self, text, out):
        model = out.with_suffix(".mzn")
        model.write_text(text)
        command = ["minizinc", "-c", "--solver", str(self.solver), str(model), "--fzn", str(out), "--ozn", str(out.with_suffix(".ozn"))]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.stderr if done.returncode else None


class Newer:
    """The MiniZinc compiler in the npm package, run in one process for all models."""

    def __init__(self, package, library):
        command = ["node", str(HERE.parent / "newer_minizinc/mzn.cjs"), package, str(library)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = json.loads(self.process.stdout.readline())["version"]

    def compile(self, text, out):
        self.process.stdin.write(json.dumps({"model": text, "form": "FZN", "out": str(out)}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return (answer["said"] or "no output") if answer["code"] else None


def every_point():
    return [dict(zip(VARIABLES, values)) for values in itertools.product(*VARIABLES.values())]


def model(posed):
    text = f'include "globals.mzn";\n{DECLARED}'
    # The truth values are in an array, which is printed even if the compiler knows its elements.
    text += f"array [1..{len(posed)}] of var bool: g;\n"
    for k, ((expression, _), (form, _)) in enumerate(posed, 1):
        text += f"constraint {form.format(g=f'g[{k}]', e=expression)};\n"
    return text + "solve :: bool_search(g, input_order, indomain_max, complete) satisfy;\n"


def fixed(flat, at):
    """Returns the compiled model with its variables fixed."""
    facts = "".join(
        f"constraint bool_eq({name},{'true' if value else 'false'});\n" if name in "pq" else f"constraint int_eq({name},{value});\n"
        for name, value in at.items()
    )
    before, solve, after = flat.rpartition("\nsolve ")
    return f"{before}\n{facts}solve {after}"


def differences(compiler, ferz, folder, posed, points):
    """Returns the errors of a model as pairs: the index of an expression, or None, and a message."""
    file = folder / "random.fzn"
    failed = compiler.compile(model(posed), file)
    if failed:
        return [(None, failed)]
    flat, wrong = file.read_text(), {}
    for at in points:
        file.write_text(fixed(flat, at))
        done = subprocess.run([ferz, str(file)], capture_output=True, text=True)
        shown = re.search(r"^g = .*\[(.*)\]\);$", done.stdout, re.M)
        found = shown.group(1).split(", ") if shown else []
        if done.returncode or len(found) != len(posed):
            return [(None, f"at {at}: {done.stdout}{done.stderr}")]
        for k, ((_, value), (_, asks)) in enumerate(posed):
            right = bool(value(at)) == asks
            if (found[k] == "true") != right:
                wrong.setdefault(k, f"at {at}: {found[k]}, right is {right}")
    return list(wrong.items())


def alone(compiler, standard, ferz, folder, posed, points):
    """Returns the errors of a model that failed, expression by expression, and whether the compiler also fails without
    our library."""
    for one in posed:
        for _, said in differences(compiler, ferz, folder, [one], points):
            flat = folder / "random.fzn"
            ours = flat.read_text() if flat.exists() else ""
            without = differences(standard, ferz, folder, [one], points)
            yield one, said, [other for _, other in without] == [said], ours


def solutions(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return done.stderr + done.stdout
    point = lambda text: tuple(re.findall(r"\w+", re.search(r"^v = .*\[(.*)\]", text, re.M).group(1)))
    return sorted(map(point, done.stdout.split("----------\n")[:-1]))


def by_itself(compiler, ferz, folder, expression):
    """Returns the solutions of an expression posted as a constraint, according to its semantics, Gecode, and Ferz."""
    text, value = expression
    shown = "array [1..5] of var 0..3: v; constraint v = [x1, x2, x3, bool2int(p), bool2int(q)];\n"
    source = f'include "globals.mzn";\n{DECLARED}{shown}constraint {text};\nsolve satisfy;\n'
    meant = sorted(tuple(map(str, at.values())) for at in every_point() if value(at))
    file = folder / "alone.fzn"
    failed = compiler.compile(source, file)
    ours = failed or solutions([ferz, "-a", str(file)])
    standard = solutions(["minizinc", "--solver", "gecode", "-G", "std", "-a", str(file.with_suffix(".mzn"))])
    return meant, ours, standard


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default=str(ROOT / "target/dist/fzn-ferz"))
    parser.add_argument("--library", help="a library other than the one of --ferz")
    parser.add_argument("--checks", type=int, default=10_000)
    parser.add_argument("--standard", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--newer")
    args = parser.parse_args()
    stream = random.Random(args.seed)
    maker, done, wrong, theirs = Maker(stream), 0, [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        nothing = folder / "standard"
        nothing.mkdir()
        library = args.library or folder / "solvers/ferz"
        install = [str(pathlib.Path(args.ferz).with_name("ferz")), "minizinc", "install", "--dir", str(folder / "solvers")]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
        installed = Installed(folder, library)
        compilers = [(installed, Installed(folder, nothing))]
        if args.newer:
            compilers.append((Newer(args.newer, library), Newer(args.newer, nothing)))
        while done < args.checks:
            posed = [(maker.truth(2), stream.choice(FORMS)) for _ in range(PER_MODEL)]
            points = stream.sample(every_point(), POINTS)
            for compiler, standard in compilers:
                found = differences(compiler, args.ferz, folder, posed, points)
                done += len(posed)
                if found:
                    for (expression, form), said, is_theirs, flat in alone(compiler, standard, args.ferz, folder, posed, points):
                        text = form[0].format(g="g", e=expression[0])
                        print(f"{'COMPILER' if is_theirs else 'DIFFERS'} {compiler.version}: {text}\n    {said.strip()}", flush=True)
                        if is_theirs:
                            theirs += 1
                        else:
                            wrong.append(text)
                            print(flat)
        agreed, refused = 0, 0
        for _ in range(args.standard):
            expression = stream.choice([maker.over_numbers, lambda: maker.over_truths(1)])()
            meant, ours, standard = by_itself(installed, args.ferz, folder, expression)
            if ours != meant:
                wrong.append(expression[0])
                print(f"DIFFERS alone: {expression[0]}\n    {ours} for {meant}", flush=True)
            if isinstance(standard, str):
                refused += 1
                print(f"refused by the standard library: {expression[0]}: {standard.strip().splitlines()[-1]}")
            elif standard != meant:
                print(f"MEANING of the standard library: {expression[0]}\n    {standard} for {meant}", flush=True)
                wrong.append(expression[0])
            else:
                agreed += 1
    print(f"{done} checks in contexts, {agreed} by themselves as by the standard library ({refused} refused there); {len(wrong)} differ, "
          f"{theirs} more with the standard library, too")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
