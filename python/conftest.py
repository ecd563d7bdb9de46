"""Examples in docstrings use the package as `ferz`."""

import ferz
import pytest


@pytest.fixture(autouse=True)
def namespace(doctest_namespace):
    doctest_namespace["ferz"] = ferz
