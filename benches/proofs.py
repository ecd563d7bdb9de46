#!/usr/bin/env python3
"""Measures the cost of proofs: writes docs/reports/proofs.md.

    ferz minizinc install --dir SOLVERS
    python3 benches/proofs.py [--ferz FERZ] [--benchmarks BENCHMARKS --solvers SOLVERS --pumpkin DIR --glasgow DIR]
    python3 benches/proofs.py --jobs                     # only the section on jobs, on an idle machine
    python3 benches/proofs.py --trimmed                  # only the section on trimmed proofs
    python3 benches/proofs.py --share FLAT [--ledger FILE]   # only the section on answers to MiniZinc

Each search runs twice, without and with `--proof`, in the configuration that is logged; then VeriPB checks the proof.
Times are user seconds of the process, the minimum of two runs, or of twenty-one if the runs are short. A run of more
than LIMIT seconds counts as unfinished.

With a checkout of MiniZinc/minizinc-benchmarks, the size of proofs is also compared with Pumpkin and Glasgow. Each DIR
holds `pumpkin-solver` and `pumpkin.msc` with the id `pumpkin` and the library of its repository, or `fzn-glasgow` and
`glasgow.msc` with the id `glasgow`. Needs `veripb` and, for this comparison, `minizinc`.

--share proves the instances of docs/reports/free-search.csv that free search finishes within SOON seconds. FLAT is the
folder in which `minizinc_benchmarks/free.py --flat` keeps the compiled files. Times are summed over all threads.
Each instance is a line of the ledger (JSON); instances that are already there are not run again.
"""
import argparse
import csv
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 60
QUESTIONS = [  # the command with a proof, and how the same search runs without one
    ("queens 10 --all", "queens 10 --count --method model"),
    ("queens 12 --all", "queens 12 --count --method model"),
    ("queens 10 --all --learn", "queens 10 --count --method model --learn"),
    ("model job-shop ft06", None),
    ("model job-shop ft06 --learn", None),
    ("model job-shop la02 --learn", None),
    ("model project j301_1", None),
    ("model project j301_1 --learn", None),
    ("model golomb 7", None),
    ("model tour", None),
]
TRIMMED = [question for question, _ in QUESTIONS] + [
    "queens 8 --distinct",
    "queens 11 --all --learn",
    "model golomb 7 --learn",
    "model tour --learn",
    "model job-shop la01 --learn",
    "model job-shop la05 --learn",
    "model langford 8 --all",
    "model langford 7 --all --learn",
    "model quasigroup qg5 9 --all",
    "model quasigroup qg5 8 --all --learn",
]
JOBS = [12, 13, 14]
SOON = 5
SHORT = 0.1  # seconds; shorter runs consist mostly of program startup
PATIENCE = 120  # seconds for a check
SHARES = [["-f"], ["-f", "-p", "2"]]
BESIDE = {  # instances of MiniZinc/minizinc-benchmarks
    "golomb/06": ("golomb/golomb.mzn", "golomb/06.dzn"),
    "quasigroup7/08": ("quasigroup7/quasigroup7.mzn", "quasigroup7/08.dzn"),
    "market_split/u3-10": ("market_split/market_split.mzn", "market_split/u3-10.dzn"),
    "jobshop2/la02": ("jobshop2/jobshop.mzn", "jobshop2/la02.dzn"),
    "radiation/01": ("radiation/radiation.mzn", "radiation/01.dzn"),
}


def timed(command, limit=None):
    """Returns the user seconds, the exit code and the output; None instead of seconds if a limit was reached: LIMIT
    seconds, or a limit of processor time, which is the same on a busy machine."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    bounded = limit and (lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=None if limit else LIMIT, preexec_fn=bounded)
    except subprocess.TimeoutExpired:
        return None, None, ""
    if limit and ran.returncode < 0:
        return None, None, ""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, ran.returncode, ran.stdout + ran.stderr


def least(*commands):
    """Returns each command's minimum over several runs, which alternate because the machine's speed varies."""
    runs = [[timed(command)] for command in commands]
    slowest = max(LIMIT if of_one[0][0] is None else of_one[0][0] for of_one in runs)
    for _ in range(20 if slowest < 1 else 1 if slowest < 20 else 0):
        for of_one, command in zip(runs, commands):
            of_one.append(timed(command))
    return [min(of_one, key=lambda run: run[0] if run[0] is not None else LIMIT) for of_one in runs]


def failures(ferz, question):
    """Returns the failure count from the search's own statistics."""
    _, _, said = timed([ferz, *question.split(), "--stats"])
    found = re.search(r"failures +([0-9,]+)", said)
    return int(found[1].rstrip(",").replace(",", "")) if found else None


def number(value, form="{:.2f}"):
    return "" if value is None else form.format(value)


def row(ferz, question, plain):
    plain = plain or question
    with tempfile.TemporaryDirectory() as folder:
        [(search, _, _), (logged, code, said)] = least([ferz, *plain.split()], [ferz, *question.split(), "--proof", folder])
        cells = [f"`{question}`", number(search)]
        if code != 0:
            why = said.strip().splitlines()[-1].removeprefix("error: ") if said.strip() else f"more than {LIMIT} s"
            return cells + [f"not finished: {why}", "", "", "", ""]
        model, proof = [(Path(folder) / name).stat().st_size / 1e6 for name in ("model.opb", "proof.pbp")]
        check, checked, _ = timed([ferz, "proof", "check", folder])
        failed = failures(ferz, plain)
        per_failure = 1e6 * proof / failed if failed else None
        ratio = logged / search if search and search >= 0.005 else None
        return cells + [number(logged), number(ratio, "{:.1f}"), f"{model:.1f} + {proof:.1f}", number(per_failure, "{:,.0f}"),
                        number(check) if checked == 0 else f"more than {LIMIT} s"]


def job(ferz, n):
    """Proves all solutions of N queens as a job of two processes, checked by two more. Measures wall-clock time,
    because the processes run concurrently."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "job")
        begun = time.monotonic()
        subprocess.run([ferz, "split", "queens", str(n), "--proof", "-o", path], check=True, capture_output=True)
        units = subprocess.run([ferz, "merge", path, "--open"], check=True, capture_output=True, text=True).stdout.split()
        workers = [subprocess.Popen([ferz, "work", path, *units[half::2]], stdout=subprocess.DEVNULL) for half in (0, 1)]
        if any(worker.wait() != 0 for worker in workers):
            sys.exit(f"a unit of {n} queens failed")
        written = time.monotonic()
        checked = subprocess.run([ferz, "proof", "check", path, "--threads", "2"], check=True, capture_output=True, text=True)
        ended = time.monotonic()
        bytes_of = sum(file.stat().st_size for file in Path(path, "proofs").rglob("*.*") if file.is_file())
        solutions, verified = re.fullmatch(r"(\d+) solutions\n(\d+) units verified\n", checked.stdout).groups()
        return [str(n), f"{int(solutions):,}", verified, f"{written - begun:.1f}", f"{bytes_of / 1e6:,.1f}", f"{ended - written:.1f}"]


def flat(args, solver, files, folder):
    """Returns the FlatZinc file of an instance for a solver."""
    path = os.path.join(folder, f"{solver}.fzn")
    command = ["minizinc", "-c", "--solver", solver, "--no-output-ozn", "--fzn", path]
    folders = os.pathsep.join(map(os.path.abspath, [args.solvers, args.pumpkin, args.glasgow]))
    subprocess.run(command + [os.path.join(args.benchmarks, file) for file in files], check=True, env={**os.environ, "MZN_SOLVER_PATH": folders})
    return path


def size(command, proof):
    """Returns the conflicts, the bytes per conflict, and the user seconds; None without a proof."""
    seconds, _, said = timed(command)
    found = re.findall(r"%%%mzn-stat: failures=(\d+)", said)
    if seconds is None or not found or not re.search("==========|UNSATISFIABLE", said):
        return None
    return [f"{int(found[-1]):,}", f"{os.path.getsize(proof) / max(int(found[-1]), 1):,.0f}", number(seconds)]


def beside(args):
    """Returns the rows of the table that compares proof sizes."""
    for name, files in BESIDE.items():
        with tempfile.TemporaryDirectory() as folder:
            logged, drcp, written = [os.path.join(folder, name) for name in ["logged", "proof.drcp", "glasgow"]]
            program = os.path.join(os.path.dirname(args.ferz), "fzn-ferz")
            ours = [program, "-s", "--learn", "activity", "--proof-log", logged, flat(args, "ferz", files, folder)]
            cells = size(ours, os.path.join(logged, "proof.pbp")) or sys.exit(f"{' '.join(ours)} has proved nothing")
            checked = timed([args.ferz, "proof", "check", logged])
            cells.append(number(checked[0]) if checked[1] == 0 else f"more than {LIMIT} s")
            pumpkin = [os.path.join(args.pumpkin, "pumpkin-solver"), "-s", "--proof-path", drcp, "--proof-type", "full", flat(args, "pumpkin", files, folder)]
            glasgow = [os.path.join(args.glasgow, "fzn-glasgow"), "-a", "-s", "--prove", written, flat(args, "glasgow", files, folder)]
            for command, proof in [(pumpkin, drcp), (glasgow, written + ".pbp")]:
                cells += size(command, proof) or ["none", "", ""]
            yield [name, *cells]


def few(command, limit):
    """Returns the fastest of three runs, or the first run if it takes longer than a second."""
    best = timed(command, limit)
    for _ in range(0 if best[0] is None or best[0] > 1 else 2):
        best = min(best, timed(command, limit), key=lambda run: limit if run[0] is None else run[0])
    return best


def verified(folder, proof):
    """Returns the seconds of a check, and the reason if it does not confirm the claim."""
    seconds, code, said = few(["veripb", os.path.join(folder, "model.opb"), proof], PATIENCE)
    verdict = [line for line in said.splitlines() if line.startswith("s VERIFIED")]
    if seconds is None:
        return None, f"not checked in {PATIENCE} s"
    # VeriPB only warns about assumptions, so a warning counts as a refusal.
    is_confirmed = code == 0 and verdict == [Path(folder, "verdict.txt").read_text().strip()] and "warning" not in said.lower()
    return seconds, "" if is_confirmed else f"refused: {said.strip().splitlines()[-1]}"


def trimmed(ferz, folder):
    """Returns the trimming seconds, the bytes, the checking seconds, and what failed."""
    short = os.path.join(folder, "short.pbp")
    seconds, code, said = few([ferz, "proof", "trim", folder, "-o", short], PATIENCE)
    if code != 0:
        return seconds, None, None, f"not trimmed in {PATIENCE} s" if seconds is None else said.strip()
    return seconds, os.path.getsize(short), *verified(folder, short)


def written(name, head, rows):
    """Writes a table to a file beside the report."""
    with open(ROOT / "docs" / "reports" / name, "w", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([head, *rows])


def trims(ferz):
    """Returns the table of trimmed proofs, with sums."""
    rows = []
    for question in TRIMMED:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([ferz, *question.split(), "--proof", folder], check=True, capture_output=True)
            proof = os.path.join(folder, "proof.pbp")
            (before, wrong), (seconds, size, after, failed) = verified(folder, proof), trimmed(ferz, folder)
            if wrong or failed:
                sys.exit(f"{question}: {wrong or failed}")
            rows.append([question, os.path.getsize(proof) / 1e6, size / 1e6, before, after, seconds])
        print(*rows[-1], sep=" | ", flush=True)
    head = ["MB", "trimmed, MB", "checked in, s", "trimmed, checked in, s", "trimmed in, s"]
    written("trimmed.csv", ["question", *head], ([row[0], *map(number, row[1:])] for row in rows))
    learns = lambda row: "learn" in row[0]
    parts = [("search that learns", list(filter(learns, rows))), ("other", [row for row in rows if not learns(row)])]
    return table(["proofs", *head], ([f"{len(part)} of {kind}", *(number(sum(row[i] for row in part)) for i in range(1, 6))] for kind, part in parts))


def proved(args, command, folder, search):
    """Returns how an answer was proved: seconds with a proof, bytes, the check, and the same for the trimmed proof."""
    limit = math.ceil(max(10 * search, PATIENCE))
    logged, code, said = few([*command[:-1], "--proof-log", folder, command[-1]], limit)
    if code != 0 or not Path(folder, "verdict.txt").exists():
        why = f"not proved in {limit} s" if logged is None else said.strip().splitlines()[-1]
        return {"logged": logged, "bytes": None, "check": None, "why": why, "short": [None, None, None, why]}
    size = sum(Path(folder, name).stat().st_size for name in ("model.opb", "proof.pbp"))
    check, why = verified(folder, os.path.join(folder, "proof.pbp"))
    return {"logged": logged, "bytes": size, "check": check, "why": why, "short": trimmed(args.ferz, folder)}


def share(args, options):
    """Measures each instance that a search finishes soon: its seconds, and how it was proved."""
    program = os.path.join(os.path.dirname(args.ferz), "fzn-ferz")
    with open(ROOT / "docs" / "reports" / "free-search.csv", encoding="utf-8") as file:
        names = [row["instance"] for row in csv.DictReader(file)]
    with open(args.ledger, "a+", encoding="utf-8") as ledger:
        ledger.seek(0)
        known = {(row["instance"], row["options"]): row for row in map(json.loads, ledger)}
        for name in names:
            path = Path(args.share, name.replace("/", "+"), "ferz.fzn")
            if not path.exists():
                print("not compiled:", name, flush=True)
                continue
            row = known.get((name, " ".join(options)))
            if row is None:
                command = [program, *options, str(path)]
                search, _, said = few(command, SOON * (2 if "2" in options else 1))
                row = {"instance": name, "options": " ".join(options), "search": search}
                if search is not None and re.search("==========|UNSATISFIABLE|----------", said):
                    with tempfile.TemporaryDirectory() as folder:
                        row |= proved(args, command, folder, search)
                ledger.write(json.dumps(row) + "\n")
                ledger.flush()
                print(row, flush=True)
            if "logged" in row:
                yield row


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def shares(args):
    """Returns the table of MiniZinc answers: how many are proved, and how fast the proofs are checked."""
    rows, results = [], []
    for options in SHARES:
        found = list(share(args, options))
        is_soon = lambda row, seconds, why: not why and seconds <= 10 * max(row["search"], SHORT)
        as_it_is = lambda row: (row["check"], row["why"])
        in_short = lambda row: (sum(filter(None, row["short"][0::2][:2])), row["short"][3])
        soon = [row for row in found if is_soon(row, *as_it_is(row))]
        ratio = mean([max(row["logged"], SHORT) / max(row["search"], SHORT) for row in found if row["bytes"]])
        sizes = sorted(row["bytes"] / 1e6 for row in found if row["bytes"])
        part = lambda rows: f"{len(rows)} ({100 * len(rows) / len(found):.0f} %)"
        rows.append([f"`{' '.join(options)}`", str(len(found)), part(sizes), part([row for row in found if not row["why"]]), part(soon),
                     part([row for row in found if not row["short"][3]]), part([row for row in found if is_soon(row, *in_short(row))]),
                     f"{ratio:.2f}", f"{sizes[len(sizes) // 2]:.1f}", f"{sizes[-1]:,.0f}"])
        results += [[row["instance"], row["options"], number(row["search"]), number(row["logged"]), number(row["bytes"] and row["bytes"] / 1e6, "{:.1f}"),
                     number(row["check"]), number(row["short"][0]), number(row["short"][2]), row["why"], row["short"][3]] for row in found]
    written("proofs.csv", ["instance", "options", "search, s", "with a proof, s", "MB", "checked in, s", "trimmed in, s", "trimmed, checked in, s",
                           "not verified", "trimmed, not verified"], results)
    return table(["options", f"finished in {SOON} s", "proved", "verified", "in 10 × the search", "verified, trimmed", "in 10 × the search",
                  "with / without a proof", "MB, median", "most"], rows)


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|---|" + "--:|" * (len(head) - 1)
    for cells in rows:
        print(*cells, sep=" | ", flush=True)
        yield "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default=str(ROOT / "target" / "dist" / "ferz"))
    parser.add_argument("--benchmarks", help="a checkout of MiniZinc/minizinc-benchmarks")
    parser.add_argument("--solvers", help="the folder that `ferz minizinc install --dir` wrote")
    parser.add_argument("--pumpkin", help="the folder with pumpkin-solver and its configuration")
    parser.add_argument("--glasgow", help="the folder with fzn-glasgow and its configuration")
    parser.add_argument("--jobs", action="store_true", help="measure only jobs")
    parser.add_argument("--trimmed", action="store_true", help="measure only trimmed proofs")
    parser.add_argument("--ledger", default=os.devnull, help="where the results of --share are kept")
    parser.add_argument("--share", metavar="FLAT", help="measure only the share of proved answers")
    args = parser.parse_args()
    if args.benchmarks and not (args.solvers and args.pumpkin and args.glasgow):
        parser.error("--benchmarks needs --solvers, --pumpkin and --glasgow")
    if args.benchmarks and args.jobs:
        parser.error("--jobs measures only jobs")
    report = ROOT / "docs" / "reports" / "proofs.md"
    # Sections that are not measured remain unchanged.
    old = report.read_text().rstrip("\n").split("\n\n## ")
    sections = {text.split("\n")[0]: text.split("\n") for text in old}
    if not (args.jobs or args.share):
        sections["Trimmed"] = [
            "Trimmed", "",
            "`ferz proof trim` omits the lines that the claim does not need, and adds hints to the others. The rows are sums; [trimmed.csv](trimmed.csv) has one row per proof.", "",
            *trims(args.ferz)]
    if args.share:
        sections["Answers to MiniZinc"] = [
            "Answers to MiniZinc", "",
            f"The instances of [the report on free search](free-search.md) that `fzn-ferz` finishes within {SOON} s per thread, with `--proof-log`; user time of all threads. Times below {SHORT} s",
            "count as that long. *Verified*: VeriPB ends with code 0, the claim's line and no warning, within " f"{PATIENCE} s. *With / without*: geometric mean. [proofs.csv](proofs.csv) has one row per answer.", "", *shares(args)]
    if not (args.jobs or args.share or args.trimmed):
        head = ["question", "search, s", "with a proof, s", "ratio", "model + proof, MB", "bytes per failure", "checked in, s"]
        sections["# What a proof costs"] = [
            "# What a proof costs", "",
            "Written by `benches/proofs.py`; user time, VeriPB 3.0.2. The ratio compares the same search with and without a proof; it includes writing",
            "the model. ([Proofs](../proofs.md))", "",
            *table(head, (row(args.ferz, question, plain) for question, plain in QUESTIONS))]
    if not (args.share or args.trimmed):
        sections["Jobs"] = [
            "Jobs", "",
            "`ferz split queens N --proof`, two processes; wall-clock time on two cores. (Glasgow, 12 queens: 208 MB, checked in 220 s.)", "",
            *table(["queens", "solutions", "units", "written in, s", "MB", "checked in, s"], (job(args.ferz, n) for n in JOBS))]
    if args.benchmarks:
        sections["Beside Pumpkin and Glasgow"] = [
            "Beside Pumpkin and Glasgow", "",
            "Conflicts and bytes per conflict on instances of the MiniZinc benchmarks; Ferz and Pumpkin learn; Glasgow does not, and cannot read all of them. The proofs have different foundations: a checker for Pumpkin's",
            "(DRCP, with all inferences and hints) must know every propagator; VeriPB, which knows no propagator, checks the rows and sums of Ferz and Glasgow.", "",
            *table(["instance", "Ferz: conflicts", "bytes each", "s", "checked in, s", "Pumpkin: conflicts", "bytes each", "s", "Glasgow: conflicts", "bytes each", "s"], beside(args))]
    report.write_text("\n\n## ".join("\n".join(lines) for lines in sections.values()) + "\n")


if __name__ == "__main__":
    main()
