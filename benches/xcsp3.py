#!/usr/bin/env python3
"""Solves the models in PyCSP3's repository with Ferz and ACE: writes docs/reports/xcsp3.md.

    git clone https://github.com/xcsp3team/PyCSP3-models MODELS
    python3 benches/xcsp3.py compile MODELS FILES                  # with the default data of each model
    python3 benches/xcsp3.py solve FILES LEDGER [--ferz FERZ] [--seconds 60] [--share K/N]
    python3 benches/xcsp3.py report LEDGER

Needs PyCSP3 (`pip install pycsp3`), whose package contains ACE and the official checker of solutions, and Java. Each file
is a line of the ledger (JSON); files that are already there are not solved again.
"""
import argparse
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = (".json", ".txt", ".dzn", ".dat")


def compile_all(models: Path, files: Path) -> None:
    """Compiles each model without data, or with the first or second of its data files."""
    files.mkdir(parents=True, exist_ok=True)
    failed = []
    for model in sorted(models.resolve().glob("[!_]*/*/*.py")):
        out = files.resolve() / f"{model.stem}.xml"
        data = sorted(file for file in (model.parent / "data").glob("*") if file.suffix in DATA)
        for arguments in [[], *([f"-data={file}"] for file in data[:2])]:
            if not out.exists():
                command = [sys.executable, model, *arguments, f"-output={out}"]
                try:
                    subprocess.run(command, cwd=model.parent, capture_output=True, timeout=60, check=False)
                except subprocess.TimeoutExpired:
                    break
        if not out.exists():
            failed.append(model.stem)
    print(f"{len(list(files.glob('*.xml')))} files; not compiled: {' '.join(failed)}")


def answer(command: list, limit: float) -> dict:
    """Returns a solver's status, objective, solution and time."""
    begun = time.monotonic()
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit + 30, check=False)
        text, error = run.stdout, run.stderr.strip()[-200:]
    except subprocess.TimeoutExpired as over:
        text, error = (over.stdout or b"").decode(), "it does not stop"
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)  # colours
    last = lambda pattern: (re.findall(pattern, text, re.MULTILINE) or [None])[-1]  # noqa: E731
    value = last(r"^o (-?\d+)")
    return {
        "status": last(r"^s (.*)$"), "objective": None if value is None else int(value), "error": error,
        "seconds": round(time.monotonic() - begun, 2), "solution": last(r"^v (.*)$"),
    }


def check(jar: Path, file: Path, solution: str) -> bool:
    """Whether the official checker accepts a solution."""
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as out:
        out.write(solution)
        out.flush()
        command = ["java", "-cp", jar, "org.xcsp.parser.callbacks.SolutionChecker", file, out.name]
        text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return any(line.strip().startswith("OK") for line in text.splitlines())


def solve_all(files: Path, ledger: Path, ferz: Path, seconds: int, share: str) -> None:
    # Importing PyCSP3 would make it read the arguments of this script.
    package = importlib.util.find_spec("pycsp3")
    if package is None or package.origin is None:
        sys.exit("PyCSP3 is missing: pip install pycsp3")
    jar = next(Path(package.origin).parent.glob("solvers/ace/ACE-*.jar"))
    known = {json.loads(line)["name"] for line in ledger.read_text().splitlines()} if ledger.exists() else set()
    part, parts = map(int, share.split("/"))
    with ledger.open("a") as out:
        for file in sorted(files.glob("*.xml"))[part::parts]:
            if file.stem in known:
                continue
            ours = answer([ferz, "solve", file, "--time-limit", str(seconds)], seconds)
            ace = answer(["java", "-jar", jar, file, f"-t={seconds}s"], seconds)
            solution, _ = ours.pop("solution"), ace.pop("solution")
            ours["checked"] = check(jar, file, solution) if solution else None
            print(json.dumps({"name": file.stem, "limit": seconds, "ferz": ours, "ace": ace}), file=out, flush=True)


def is_finished(run: dict, has_objective: bool) -> bool:
    status = ["OPTIMUM FOUND", "UNSATISFIABLE"] + ([] if has_objective else ["SATISFIABLE"])
    return run["status"] in status


def report(ledger: Path) -> None:
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    read = [line for line in lines if line["ferz"]["status"] not in (None, "UNSUPPORTED")]
    refused = [line for line in lines if line not in read]
    solved = {"ferz": 0, "ace": 0}
    both, wrong = [], []
    for line in read:
        ours, ace = line["ferz"], line["ace"]
        has_objective = ours["objective"] is not None or ace["objective"] is not None
        finished = {name: is_finished(line[name], has_objective) for name in solved}
        for name in solved:
            solved[name] += finished[name]
        if all(finished.values()):
            both.append(line)
            if (ours["status"], ours["objective"]) != (ace["status"], ace["objective"]):
                wrong.append(line["name"])
        if ours["checked"] is False:
            wrong.append(line["name"])
    times = {name: sum(line[name]["seconds"] for line in both) for name in solved}
    limit = max(line["limit"] for line in lines)
    text = f"""# PyCSP3's models

Written by `benches/xcsp3.py`: the models in PyCSP3's repository, compiled with their default data, solved by `ferz solve` and by
ACE as PyCSP3 calls it, {limit} s each. The official checker verifies each solution.

| | Ferz | ACE |
|---|--:|--:|
| files | {len(lines)} | {len(lines)} |
| finished | {solved["ferz"]} | {solved["ace"]} |
| seconds where both finish ({len(both)}) | {times["ferz"]:.0f} | {times["ace"]:.0f} |

Answers that differ or that the checker rejects: {", ".join(wrong) or "none"}. Refused by Ferz: {"by name:" if refused else "none."}

"""
    reason = lambda line: line["ferz"]["error"].split(": ", 2)[-1].split(": use")[0]  # noqa: E731
    text += "".join(f"- {line['name']}: {reason(line)}\n" for line in refused)
    (ROOT / "docs/reports/xcsp3.md").write_text(text.rstrip() + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    action = actions.add_parser("compile")
    action.add_argument("models", type=Path)
    action.add_argument("files", type=Path)
    action = actions.add_parser("solve")
    action.add_argument("files", type=Path)
    action.add_argument("ledger", type=Path)
    action.add_argument("--ferz", type=Path, default=ROOT / "target/release/ferz")
    action.add_argument("--seconds", type=int, default=60)
    action.add_argument("--share", default="0/1", metavar="K/N")
    action = actions.add_parser("report")
    action.add_argument("ledger", type=Path)
    asked = parser.parse_args()
    if asked.action == "compile":
        compile_all(asked.models, asked.files)
    elif asked.action == "solve":
        solve_all(asked.files, asked.ledger, asked.ferz, asked.seconds, asked.share)
    else:
        report(asked.ledger)


if __name__ == "__main__":
    main()
