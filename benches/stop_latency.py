#!/usr/bin/env python3
"""Measures how soon `ferz model` and `fzn-ferz` end when stopped, and checks that their claims are true.

    python3 benches/stop_latency.py [--ferz target/dist/ferz] [--moments 100] [--seed 1] [--only WORD]

Twenty models are each started once for every moment and kind of stop: SIGINT, SIGTERM, and the time limit. The moments
are drawn uniformly from the first 300 ms. Two times are measured: from the signal (or from the limit, counted from the
start of the process) to the end of the process, and the processor time used in between ("work"), which does not depend
on other load. Each run is checked for:

- the exit code: 3 if stopped, 0 if the search had already finished;
- complete output: one JSON object, with the status that belongs to the exit code;
- true claims: no value better than the known optimum, `optimal` only with that value, no
  `unsatisfiable` if there are solutions;
- the best solution, which must be printed if one is known: the object's `objective` is that of its last solution, and a
  repeatable search with at least as many nodes as in an earlier run never has a worse result than that run.

In addition to these models, there are FlatZinc files in which nothing propagates: 200,000 free variables with several
orders, impacts, solutions that come faster than they can be printed, and ten million numbers to read. `fzn-ferz` solves
them (from the folder of `ferz`, or given by `--fzn`); its output must consist of complete solutions, and end with a true
claim. The moments for these are drawn from the first second (`--until`).

Prints a line for each model, and the percentiles over all of them; exits with code 1 if a check fails.
"""

import argparse, json, os, random, shutil, signal, subprocess, sys, tempfile, threading, time

# The command, the optimum (None: there is no objective), and whether there are solutions.
MODELS = [
    ("golomb 12", 85, True),
    ("golomb 14 --lns", 127, True),
    ("golomb 11 --restarts luby:100 --order dom/wdeg --phase-saving", 72, True),
    ("job-shop ft10", 930, True),
    ("job-shop ft10 --lns", 930, True),
    ("job-shop la02 --threads 2", 655, True),
    ("packing 40 1", 40, True),
    ("packing 40 1 --lns", 40, True),
    ("packing 30 2 --threads 2", 30, True),
    ("project j305_1 --lns", 53, True),
    ("project j305_1 --order dom/wdeg --restarts geometric:100:1.5", 53, True),
    ("langford 23 --all", None, True),
    ("latin-square 60 --all", None, True),
    ("magic-square 30", None, True),
    ("nonogram p200 --count", None, True),
    ("knights-tour 40 40", None, True),
    ("bibd 40 20 20", None, None),
    ("quasigroup qg3 30", None, None),
    ("quasigroup qg7 30 --threads 2", None, None),
    ("social-golfers 12 12 20", None, None),
]

FREE = 200_000


def free(order, domain="0..3", count=FREE):
    """Returns unconstrained variables, all of which are output, or only the first."""

    def write(out):
        out.writelines(f"var {domain}: x{i}{':: output_var' if i % 100 == 0 else ''};\n" for i in range(count))
        names = ",".join(f"x{i}" for i in range(count))
        out.write(f"array [1..{count}] of var int: a = [{names}];\n")
        search = f" :: int_search(a,{order},indomain_min,complete)" if order else ""
        out.write(f"solve{search} satisfy;\n")

    return write


def numbers(out):
    out.write("array [1..10000000] of int: a = [" + ",".join(str(i % 1000) for i in range(10_000_000)) + "];\n")
    out.write("var 0..9: x:: output_var;\nsolve satisfy;\n")


def one(out):
    out.write("var 0..1000000000: x:: output_var;\nsolve satisfy;\n")


# The name, the file, and the flags.
FILES = [
    ("one variable, all printed", one, "-a"),
    (f"{FREE} free, as annotated by nothing", free(None), "-a"),
    (f"{FREE} free, input_order", free("input_order"), "-a"),
    (f"{FREE} free, first_fail", free("first_fail"), "-a"),
    (f"{FREE} free, anti_first_fail", free("anti_first_fail"), "-a"),
    (f"{FREE} free, max_regret of wide domains", free("max_regret", "0..1000000"), "-a"),
    (f"{FREE} free, dom_w_deg", free("dom_w_deg"), "-a"),
    (f"{FREE} free, impact", free("impact"), "-a"),
    (f"{FREE} free, activity", free("activity"), "-a"),
    (f"{FREE} free, free search", free(None), "-a -f"),
    ("ten million numbers to read", numbers, "-a"),
]


def whole(code, out, error):
    """Returns the error in the output of `fzn-ferz`, if any."""
    if code != 0:
        return f"exit code {code}"
    if error:
        return error
    lines = out.splitlines()
    if lines and lines[-1] in ("=====UNKNOWN=====", "=========="):
        last = lines.pop()
        if last == "=====UNKNOWN=====" and lines:
            return "solutions, and then unknown"
    if lines and lines[-1] != "-" * 10 or "UNSATISFIABLE" in out:
        return f"it ends with {out[-80:]!r}"
    return None


def check(line, code, out, optimum, satisfiable, earlier):
    """Returns the error in an answer, if any, and the (nodes, objective, count) of one search."""
    try:
        whole = json.loads(out)
    except ValueError as error:
        return f"no JSON object ({error}): {out[-80:]!r}", None
    report = whole["answer"]
    status, best, last = report["outcome"], report.get("objective"), (whole["solutions"] or [{}])[-1].get("objective")
    if code not in (0, 3):
        return f"exit code {code}", None
    if (code == 3) != (status == "stopped") or (code == 3) != (report["stopped_by"] is not None):
        return f"exit code {code} with status {status}, stopped by {report['stopped_by']}", None
    if status == "unsatisfiable" and satisfiable is not False:
        return "unsatisfiable", None
    if best != last:
        return f"objective {best}, but the last solution has {last}", None
    if optimum is not None and best is not None and (best < optimum or (status == "optimal" and best != optimum)):
        return f"{status} {best}, but the optimum is {optimum}", None
    if "--count" not in line and report["count"] != len(whole["solutions"]) and report["goal"] is None:
        return f"{report['count']} solutions, but {len(whole['solutions'])} printed", None
    if "searches" in report:
        return None, None
    nodes = report["statistics"]["nodes"]
    # The search is always the same, so a longer run cannot have a worse result.
    for before, value, count in earlier:
        further = nodes >= before
        if further and value is not None and (best is None or best > value):
            return f"{best} after {nodes} nodes, but {value} was known after {before}", None
        if further and report["count"] < count:
            return f"{report['count']} solutions after {nodes} nodes, {count} after {before}", None
    return None, (nodes, best, report["count"])


# The file is kept in memory if possible, because a disk may be slow.
OUT = f"{'/dev/shm' if os.path.isdir('/dev/shm') else '/tmp'}/stop_latency.{os.getpid()}"


def deaf_no_more():
    """Restores SIGINT, which a shell ignores for background processes; a child process inherits this."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def worked(pid):
    """Returns the processor time that all threads of a process have used (Linux: its clock, including ended threads)."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def once(command, kind, moment):
    begun = time.perf_counter()
    # The output goes to a file: a full pipe would block the process, which would distort the measurement.
    with open(OUT, "wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, preexec_fn=deaf_no_more)
        time.sleep(max(0, begun + moment - time.perf_counter()))
        work, sent = worked(process.pid), time.perf_counter()
        if kind == "limit":
            sent = begun + moment
        else:
            os.kill(process.pid, kind)
        watchdog = threading.Timer(60, process.kill)
        watchdog.start()
        # Waits without a timeout, because Python implements one by polling every 50 ms.
        _, status, used = os.wait4(process.pid, 0)
        late = time.perf_counter() - sent
        watchdog.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        work = used.ru_utime + used.ru_stime - work
        errors = process.stderr.read().decode()
        process.stderr.close()
    return late, work, process.returncode, open(OUT, encoding="utf-8").read(), errors


def percentile(values, p):
    return sorted(values)[min(len(values) - 1, int(len(values) * p))]


def files(args, rng, kinds, every):
    """Tests the FlatZinc files; returns the number of faults."""
    faults, fzn = 0, args.fzn or os.path.join(os.path.dirname(args.ferz), "fzn-ferz")
    folder = tempfile.mkdtemp(prefix="stop_latency.")
    try:
        for name, write, flags in FILES:
            if args.only not in name:
                continue
            path = os.path.join(folder, "model.fzn")
            with open(path, "w", encoding="utf-8") as out:
                write(out)
            here, works, early = [], [], 0
            for _ in range(args.moments):
                moment = rng.uniform(0.0, args.until)
                for kind_name, kind in kinds:
                    limit = ["-t", str(max(1, int(1000 * moment)))] if kind == "limit" else []
                    late, work, code, out, errors = once([fzn, *flags.split(), *limit, path], kind, moment)
                    if kind != "limit" and code == -kind:
                        early += 1
                        fault = f"died of {kind_name} after printing" if out else None
                    else:
                        fault = whole(code, out, errors)
                    if fault:
                        faults += 1
                        print(f"  FAULT {name}, {kind_name} at {moment:.4f} s: {fault}")
                    # A process that ended before the signal was not stopped.
                    if late > 0 and not out.endswith("==========\n"):
                        here.append(1000 * late)
                        works.append(1000 * work)
                        every[kind_name].append(1000 * late)
            if here:
                print(f"{name:62}{percentile(here, .5):7.1f}{percentile(here, .99):7.1f}{max(here):7.1f}"
                      f"{percentile(works, .99):10.1f}{max(works):7.1f}{early:7}", flush=True)
    finally:
        shutil.rmtree(folder)
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ferz", default="target/dist/ferz")
    parser.add_argument("--fzn", default="")
    parser.add_argument("--until", type=float, default=1.0, help="seconds; a busy machine takes longer to read the files")
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    kinds = [("SIGINT", signal.SIGINT), ("SIGTERM", signal.SIGTERM), ("limit", "limit")]
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {args.moments} moments of each kind; milliseconds")
    print(f"{'model':62}{'p50':>7}{'p99':>7}{'max':>7}{'work p99':>10}{'max':>7}{'early':>7}")
    every, faults = {name: [] for name, _ in kinds}, 0
    for line, optimum, satisfiable in MODELS:
        here, works, earlier, early = [], [], [], 0
        for _ in range(args.moments):
            moment = rng.uniform(0.0, 0.3)
            for name, kind in kinds:
                if args.only not in line:
                    continue
                command = [args.ferz, "model", *line.split(), "--format", "json"]
                limit = ["--time-limit", f"{moment}s"] if kind == "limit" else []
                late, work, code, out, errors = once(command + limit, kind, moment)
                if code == -kind if kind != "limit" else False:
                    # It was stopped before it could handle signals, so there is no output and no claim.
                    early += 1
                    fault, known = (f"died of {name} after printing" if out else None), None
                else:
                    fault, known = check(line, code, out, optimum, satisfiable, earlier)
                if fault or errors:
                    faults += 1
                    print(f"  FAULT {line}, {name} at {moment:.4f} s: {fault} {errors}")
                if known:
                    earlier.append(known)
                if code != 0:
                    here.append(1000 * late)
                    works.append(1000 * work)
                    every[name].append(1000 * late)
        if here:
            print(f"{line:62}{percentile(here, .5):7.1f}{percentile(here, .99):7.1f}{max(here):7.1f}"
                  f"{percentile(works, .99):10.1f}{max(works):7.1f}{early:7}", flush=True)
    faults += files(args, rng, kinds, every)
    for name, values in every.items():
        if values:
            print(f"{name:62}{percentile(values, .5):7.1f}{percentile(values, .99):7.1f}{max(values):7.1f}   {len(values)} stops")
    print(f"{faults} faults; load {os.getloadavg()[0]:.1f}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    try:
        main()
    finally:
        if os.path.exists(OUT):
            os.unlink(OUT)
