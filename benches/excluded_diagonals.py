#!/usr/bin/env python3
"""Excluded diagonals (CSPLib 079): measures Ferz's nodes and time on many instances.

  excluded_diagonals.py FERZ N D DIRECTORY [RESULTS]   CSPLib's own instances, diag-N-*.param
  excluded_diagonals.py FERZ N D --seeds K             K instances from our generator, with seeds 1 to K

RESULTS is CSPLib's run-diags-shiftqueens-processed.txt: each instance must then have a solution
exactly if it has one in that file, and the number of nodes there is printed beside ours.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

OPTIONS = ["--model", "queens-rule", "--order", "dom", "--format", "json"]


def solve(ferz, path, d):
    ran = subprocess.run([ferz, "queens", "--instance", path, "--first", str(d), *OPTIONS], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)["answer"]


def published(path, n, d):
    """Returns, for each instance, whether there is a solution, and the number of nodes."""
    found = {}
    for line in open(path):
        words = line.split()
        if words[:2] == [str(n), str(d)]:
            found[words[3]] = (words[5] == "1", int(words[words.index("Nodes:") + 1]))
    return found


def generated(ferz, n, d, seeds, directory):
    for seed in range(1, seeds + 1):
        path = os.path.join(directory, f"diag-{n}-4-{seed}.param")
        with open(path, "w") as out:
            subprocess.run([ferz, "instance", "diagonals", str(n), str(d), "--seed", str(seed)], stdout=out, check=True)


def main():
    ferz, n, d = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as temporary:
        directory = sys.argv[4]
        if directory == "--seeds":
            directory = temporary
            generated(ferz, n, d, int(sys.argv[5]), directory)
            known = {}
        else:
            known = published(sys.argv[5], n, d) if len(sys.argv) > 5 else {}
        nodes, seconds, theirs, solved, checked = [], [], [], 0, 0
        for name in sorted(os.listdir(directory)):
            if not name.startswith(f"diag-{n}-"):
                continue
            answer = solve(ferz, os.path.join(directory, name), d)
            nodes.append(answer["statistics"]["nodes"])
            seconds.append(answer["seconds"])
            solved += answer["count"]
            number = name.removesuffix(".param").split("-")[-1]
            if number in known:
                has, their_nodes = known[number]
                assert has == (answer["count"] == 1), name
                theirs.append(their_nodes)
                checked += 1
    median = statistics.median
    print(f"n = {n}, d = {d}: {len(nodes)} instances, {solved} with a solution")
    print(f"nodes   median {median(nodes):.0f}, largest {max(nodes)}")
    print(f"seconds median {median(seconds):.4f}, largest {max(seconds):.3f}, all {sum(seconds):.1f}")
    if checked:
        print(f"published: nodes median {median(theirs):.0f}, largest {max(theirs)}; {checked} answers agree")


main()
