"""Runs CPMpy's own tests with Ferz as the solver: a pytest plugin for a folder with CPMpy's tests.

CPMpy's source package contains the tests, and its repository also their `conftest.py` and `utils.py`:

    cd cpmpy/tests
    PYTHONPATH=<ferz>/python/tests pytest -p cpmpy_suite test_constraints.py --solver ferz

Tests that name no solver use CPMpy's first one, which is also Ferz. `--every 12` runs every
twelfth test, and `--part 1/2` the second half of them.
"""

import ferz.cpmpy
from cpmpy.solvers.utils import SolverLookup


def pytest_addoption(parser):
    parser.addoption("--every", type=int, default=1, help="run every n-th test")
    parser.addoption("--part", default="0/1", help="i/n: run the tests i, i+n, i+2n, …")
    parser.addoption("--first", default="ferz", help="CPMpy's first solver")


def pytest_configure(config):
    known = SolverLookup.base_solvers()
    first = config.getoption("--first")
    ordered = sorted(known, key=lambda solver: solver[0] != first)
    SolverLookup.base_solvers = classmethod(lambda cls: ordered)


def pytest_collection_modifyitems(config, items):
    part, parts = map(int, config.getoption("--part").split("/"))
    chosen = items[:: config.getoption("--every")][part::parts]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen
