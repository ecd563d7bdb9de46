"""A plugin for the pytest harness of MiniZinc's own test suite. It also runs the cases for Gecode with Ferz.

If a case lists solutions and Ferz finds a different one, the case passes if Gecode accepts that solution.
"""

FERZ = "org.ferz.ferz"


def pytest_configure(config):
    from minizinc_testing import spec

    # The solver list is filled only after the case has been created, so it is read on demand.
    def solvers(self):
        listed = self.__dict__["solvers"]
        if "gecode" not in listed or FERZ in listed:
            return listed
        # Gecode comes first, because it decides whether other solutions are accepted.
        return ["gecode", FERZ, *(s for s in listed if s != "gecode")]

    def set_solvers(self, listed):
        self.__dict__["solvers"] = listed

    spec.Test.solvers = property(solvers, set_solvers)


def pytest_collection_modifyitems(items):
    for item in items:
        if getattr(item, "solver", None) == FERZ and hasattr(item, "strict"):
            item.strict = False
