"""Measures how well threads share one tree: Ferz with several threads against Ferz with one.

For each case, the commands run alternately, each with all its threads, so other load on the machine affects all of
them. The answers must be equal. The ratio is that of the median wall-clock times; `processor` is the CPU time of all
threads, as a multiple of the CPU time with one thread.

    cargo build --profile dist --bins
    python3 benches/threads.py --repeat 9 --write docs/reports/threads.md
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "dist"

# The name of each case, and its command without the number of threads.
CASES = {
    "14 queens, counted by `model`": "queens 14 --count --method model",
    "Langford 12, counted": "model langford 12 --count",
    "magic squares of order 4, counted": "model magic-square 4 --count --order input",
    "job shop ft10, proved": "model job-shop ft10 --order dom/wdeg",
    "Golomb ruler with 11 marks, proved": "model golomb 11 --order input",
    "Costas arrays of order 11, counted": "model costas 11 --count",
    "all intervals of 13 tones, counted": "model all-interval 13 --count",
}
FLATZINC = "11 queens by FlatZinc, all"


def queens_in_flatzinc(n, path):
    """Returns the model as MiniZinc's compiler would write it: columns, and their sums and differences with the rows."""
    lines = [f"var 1..{n}: q{i}:: output_var;" for i in range(1, n + 1)]
    for sign, name in ((1, "s"), (-1, "d")):
        for i in range(1, n + 1):
            low, high = 1 + sign * i, n + sign * i
            lines.append(f"var {low}..{high}: {name}{i}:: var_is_introduced:: is_defined_var;")
            lines.append(f"constraint int_lin_eq([1,-1],[{name}{i},q{i}],{sign * i}):: defines_var({name}{i});")
    declared = [line for line in lines if line.startswith("var")]
    posted = [line for line in lines if line.startswith("constraint")]
    for name in "qsd":
        variables = ",".join(f"{name}{i}" for i in range(1, n + 1))
        posted.append(f"constraint ferz_all_different([{variables}]);")
    path.write_text("\n".join([*declared, *posted, "solve satisfy;\n"]))


def run(command):
    """Returns the wall-clock time and the CPU time in seconds, and the output."""
    before = os.times()
    begun = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wall = time.perf_counter() - begun
    after = os.times()
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return wall, after.children_user - before.children_user, done.stdout


def answer(name, printed):
    """Returns the part of the output that must be the same for every number of threads."""
    if name == FLATZINC:
        return sorted(re.findall(r"^q1 = .*$", printed, re.MULTILINE)), printed.count("----------")
    return [line for line in printed.splitlines() if re.search(r"solutions?\b|proved", line)]


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--repeat", type=int, default=5, help="runs of each command (default: 5)")
    asked.add_argument("--threads", default="1,2,12", help="numbers of threads (default: 1,2,12)")
    asked.add_argument("--write", type=Path, help="the report to write")
    asked.add_argument("--scratch", type=Path, default=Path("target"), help="a folder for files (default: target)")
    options = asked.parse_args()
    numbers = [None, *map(int, options.threads.split(","))]
    file = options.scratch / "threads-queens.fzn"
    queens_in_flatzinc(11, file)
    rows = []
    for name, words in [*CASES.items(), (FLATZINC, None)]:
        times = {number: [] for number in numbers}
        answers = set()
        for _ in range(options.repeat):
            for number in numbers:
                command = [TARGET / "ferz", *words.split()] if words else [TARGET / "fzn-ferz", "-a", file]
                if number is not None:
                    command[1:1] = [] if words else ["-p", str(number)]
                    command += ["--threads", str(number)] if words else []
                wall, processor, printed = run(list(map(str, command)))
                answers.add(str(answer(name, printed)))
                times[number].append((wall, processor))
        if len(answers) != 1:
            sys.exit(f"{name}: the answers differ")
        wall = {number: statistics.median(wall for wall, _ in runs) for number, runs in times.items()}
        work = {number: statistics.median(work for _, work in runs) for number, runs in times.items()}
        row = [name, f"{wall[None]:.2f} s"]
        for number in numbers[1:]:
            row.append(f"{wall[None] / wall[number]:.2f}")
            row.append(f"{work[number] / work[None]:.2f}")
        rows.append(row)
        print(" | ".join(row), flush=True)
    head = ["case", "without `--threads`"]
    for number in numbers[1:]:
        head += [f"{number}: times as fast", f"{number}: processor"]
    table = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    text = "\n".join("| " + " | ".join(row) + " |" for row in table)
    if options.write:
        cores = os.cpu_count()
        options.write.write_text(
            "# Threads that share one tree\n\n"
            f"Written by `benches/threads.py` ({options.repeat} interleaved runs of each on {cores} cores; medians). "
            "How it works: [Threads](../threads.md).\n\n"
            f"{text}\n"
        )


if __name__ == "__main__":
    main()
