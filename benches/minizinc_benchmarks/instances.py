"""Selects instances of the MiniZinc benchmarks."""

import collections
import os
import re

Instance = collections.namedtuple("Instance", "family name files")


def below(folder, ending):
    found = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(ending)]
    return sorted(found, key=lambda path: (os.path.getsize(path), path))


def whole(model):
    """Whether a file is a complete model, rather than a part that other files include."""
    with open(model, encoding="utf-8", errors="replace") as file:
        text = file.read()
    return re.search(r"^\s*solve\b", text, re.MULTILINE) is not None or re.search(r'include "[^"]*\.model"', text) is not None


def family_instances(folder, within):
    """Returns a model with each of its data files, or the models themselves, smallest first."""
    family = os.path.relpath(folder, within)
    solving = [path for path in below(folder, ".mzn") if whole(path)]
    data = below(folder, ".dzn")
    if data:
        # If there are several models, takes the one named like the family, or the first by name.
        named = [path for path in solving if os.path.basename(path) in (f"{os.path.basename(folder)}.mzn", "model.mzn")]
        model = (named or sorted(solving))[0]
        return [Instance(family, f"{family}/{os.path.relpath(one, folder)[:-4]}", [model, one]) for one in data]
    return [Instance(family, f"{family}/{os.path.relpath(one, folder)[:-4]}", [one]) for one in solving]


def folders(within):
    found = [os.path.join(within, name) for name in sorted(os.listdir(within)) if not name.startswith(".")]
    return list(filter(os.path.isdir, found))


def instances(benchmarks, ranks, every=1, years=()):
    """Returns the distinct instances at these ranks (0 to 1) in each family, or only in one family out of `every`. A family
    is a folder, possibly within a year's folder."""
    families = [family for year in years for family in folders(os.path.join(benchmarks, year))] if years else folders(benchmarks)
    for folder in families[::every]:
        by_size = family_instances(folder, benchmarks)
        for at in sorted({int(rank * (len(by_size) - 1)) for rank in ranks if by_size}):
            yield by_size[at]
