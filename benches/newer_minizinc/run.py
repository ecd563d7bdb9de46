#!/usr/bin/env python3
"""Tests Ferz with a newer MiniZinc than the installed one: with both formats, and with the library files that only
the newer one uses.

    npm pack minizinc && tar xf minizinc-*.tgz
    python3 benches/newer_minizinc/run.py package [--ferz target/dist/fzn-ferz]

Needs node, and `minizinc` with Gecode on the PATH (`apt install minizinc flatzinc`). The npm package contains MiniZinc's
compiler as WebAssembly (mzn.cjs).

1. The models in flatzinc/models are compiled with the library of Ferz, by the installed MiniZinc, and by the newer one as
   text and as JSON. Ferz must give the same result for all three: status, optimum, number of solutions (up to 100).
2. The models in conditions.py have each global under a condition. The newer MiniZinc must use Ferz's predicate for it, and
   the solutions must be those that Gecode finds for the global itself, with the installed MiniZinc and the decompositions
   of the standard library.

3. `assume`, which only the newer MiniZinc supports: Ferz names the two of three assumptions that contradict each other.

Exits with code 1 if anything differs. Uses only the standard library.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import conditions

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Newer:
    """The newer compiler, run in one process for all models."""

    def __init__(self, package, library):
        command = ["node", str(HERE / "mzn.cjs"), package, str(library)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = json.loads(self.process.stdout.readline())["version"]

    def compile(self, model, form, out):
        job = {"model": model, "form": form, "out": str(out), "flags": ["--warn-non-authoritative-names"]}
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        said = "" if "was deprecated" in answer["said"] else answer["said"]
        return said or (f"code {answer['code']}" if answer["code"] else None)


def said(ferz, file, flags):
    """Returns Ferz's output: the status, the objective, and the solutions as blocks of text."""
    done = subprocess.run([ferz, "-s", *flags, file], capture_output=True, text=True)
    if done.returncode or done.stderr:
        return ("error", done.stderr, ())
    objective = re.findall(r"%%%mzn-stat: objective=(.*)", done.stdout)
    ends = re.findall(r"^=+\w*=+$", done.stdout, re.M)
    blocks = done.stdout.split("----------\n")[:-1]
    return (tuple(ends), tuple(objective), tuple(sorted(blocks)))


def classical(newer, ferz, folder):
    wrong, optima, counts = [], 0, 0
    for model in sorted((ROOT / "flatzinc/models").glob("*.mzn")):
        text = model.read_text()
        optimises = re.search(r"\b(minimize|maximize)\b", text) is not None
        files = [folder / "old.fzn", folder / "new.fzn", folder / "new.fzn.json"]
        subprocess.run(["minizinc", "-c", "--solver", "org.ferz.ferz", str(model), "--fzn", str(files[0]),
                        "--ozn", str(folder / "old.ozn")],
                       env=dict(os.environ, MZN_SOLVER_PATH=str(folder)), check=True)
        failed = [f for f in (newer.compile(text, "FZN", files[1]), newer.compile(text, "JSON", files[2])) if f]
        if failed:
            wrong.append(f"{model.name}: {failed[0]}")
            continue
        answers = [said(ferz, str(file), [] if optimises else ["-n", "100"]) for file in files]
        first = answers[0]
        same = all((a[0], a[1], len(a[2])) == (first[0], first[1], len(first[2])) and a[0] != "error" for a in answers)
        optima += optimises
        counts += not optimises
        what = f"objective {first[1][-1]}" if optimises and first[1] else f"{len(first[2])} solutions"
        print(f"{'same ' if same else 'WRONG'} {model.name}: {what} {' '.join(first[0])}", flush=True)
        if not same:
            wrong.append(f"{model.name}: {[(a[0], a[1], len(a[2]) if a[0] != 'error' else 0) for a in answers]}")
    print(f"{optima} models with an objective, {counts} without")
    return wrong


def gecode(folder, text):
    """Returns the solutions that Gecode finds with the installed MiniZinc and the standard library's decompositions."""
    model = folder / "model.mzn"
    model.write_text(text)
    asked = ["minizinc", "--solver", "gecode", "-G", "std", "-a", "--output-mode", "dzn", str(model)]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return {norm(block) for block in done.stdout.split("----------\n")[:-1]}


def under_conditions(newer, ferz, folder):
    wrong, used, done = [], set(), 0
    files_of = [folder / "new.fzn", folder / "new.fzn.json"]
    for predicate, declarations, constraint in conditions.MODELS:
        every = gecode(folder, conditions.model(declarations))
        holding = gecode(folder, conditions.model(declarations, constraint))
        for form, suffix, is_right in conditions.FORMS:
            text = conditions.model(f"{declarations} var bool: b;", form + constraint)
            # Only one form is also tested as JSON, because the formats differ only in syntax.
            files = files_of[: 2 if suffix == "_reif" else 1]
            compiled = (newer.compile(text, kind, file) for kind, file in zip(("FZN", "JSON"), files))
            failed = [f for f in compiled if f]
            if failed:
                wrong.append(f"{form}{constraint}: {failed[0]}")
                continue
            if predicate is None:
                pass
            elif re.search(rf"^constraint {predicate}{suffix}\(", files[0].read_text(), re.M):
                used.add(predicate + suffix)
            else:
                wrong.append(f"{form}{constraint}: {predicate}{suffix} is not used")
            right = {one | {f"b={str(b).lower()};"} for one in every for b in (False, True) if is_right(b, one in holding)}
            for file in files:
                end, _, blocks = said(ferz, str(file), ["-a"])
                ours = [norm(block) for block in blocks]
                if end == "error" or len(ours) != len(set(ours)) or set(ours) != right:
                    wrong.append(f"{form}{constraint}: {file.suffix}: {len(ours)} solutions of {len(right)} {end}")
            done += 1
    print(f"{done} models with a condition, {len(used)} predicates under one: {' '.join(sorted(used))}")
    return wrong


def assumptions(newer, ferz, folder):
    text = ('include "experimental/assume.mzn"; var 1..10: x; var 1..10: y;\n'
            "constraint assume([x + y < 5, x > 8, y != 3]); solve satisfy;\n")
    file = folder / "new.fzn"
    failed = newer.compile(text, "FZN", file)
    if failed:
        return [f"assume: {failed}"]
    done = subprocess.run([ferz, str(file)], capture_output=True, text=True)
    names = re.findall(r"^constraint int_(?:lin_le|le)_(?:reif|imp)\(.*,(\w+)\)", file.read_text(), re.M)
    core = re.fullmatch(r"%%%mzn-core: \[(\w+), (\w+)\]\n=====UNSATISFIABLE=====\n", done.stdout)
    if not core or set(core.groups()) != set(names):
        return [f"assume: {done.stdout}{done.stderr}"]
    print("assume: two of three assumptions are named")
    return []


def norm(block):
    """Converts a solution to a set of lines; `x = array1d(0..1, [1, 2]);` and `x = [0: 1, 1: 2];` become `x=[1,2];`."""
    # An array that does not begin at 1 is printed under a compiler-generated name. The only such array is x.
    block = re.sub(r"^X_INTRODUCED_\d+_", "x", block, flags=re.M)
    block = re.sub(r"(?<=[\[ ])-?\d+: ", "", block)
    block = re.sub(r"array\dd\((?:[^\[]*),\s*(\[.*\])\)", r"\1", block)
    return frozenset(line.replace(" ", "") for line in block.splitlines() if line and not line.startswith("%"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", help="the unpacked npm package")
    parser.add_argument("--ferz", default=str(ROOT / "target/dist/fzn-ferz"))
    args = parser.parse_args()
    print(subprocess.run(["minizinc", "--version"], capture_output=True, text=True).stdout.splitlines()[0])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        install = [str(pathlib.Path(args.ferz).with_name("ferz")), "minizinc", "install", "--dir", name]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
        newer = Newer(args.package, folder / "ferz")
        print(newer.version)
        parts = (under_conditions, classical, assumptions)
        wrong = [one for part in parts for one in part(newer, args.ferz, folder)]
    print("\n".join(wrong) or "all the same")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
