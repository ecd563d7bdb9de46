"""The examples in docstrings run."""

import doctest
import importlib
import pkgutil

import ferz
import pytest

MODULES = ["ferz", *(name for _, name, _ in pkgutil.walk_packages(ferz.__path__, "ferz."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_docstrings(name):
    needs = {"ferz.cpmpy": "cpmpy", "ferz.mcp": "mcp"}.get(name)
    if needs:
        pytest.importorskip(needs)
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs={"ferz": ferz})
    assert failed == 0
