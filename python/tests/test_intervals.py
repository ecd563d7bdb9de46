"""Intervals: windows, optional tasks, variable durations, and rejected uses."""

import itertools

import ferz
import pytest


def test_an_interval_lies_in_its_window():
    m = ferz.Model()
    task = m.interval(2, 6, 3, name="task")
    assert [s[task] for s in m.solutions()] == [[2, 5], [3, 6]]
    assert repr(task) == "<Interval task: task.start to task.start + 3>"


def test_a_variable_duration_ends_in_the_window():
    m = ferz.Model()
    length = m.int_var(1, 3, name="length")
    task = m.interval(0, 3, length, name="task")
    found = {(s[task.start], s[length]) for s in m.solutions()}
    assert found == {(start, n) for start in range(4) for n in (1, 2, 3) if start + n <= 3}


def test_absent_intervals_use_no_resource():
    m = ferz.Model()
    here = m.bool_var(shape=3, name="here")
    tasks = [m.interval(0, 4, 2, presence=here[i]) for i in range(3)]
    m.disjunctive(tasks, name="machine")
    assert m.maximize(here.sum()).objective == 2

    m = ferz.Model()
    here = m.bool_var(shape=3, name="here")
    tasks = [m.interval(0, 2, 2, presence=here[i]) for i in range(3)]
    m.cumulative(tasks, demand=[1, 2, 2], capacity=3, name="crane")
    best = m.maximize(here.sum())
    assert best.objective == 2
    assert best.solution[here][0] == 1


@pytest.mark.parametrize("optional", [False, True])
def test_resources_of_intervals_agree_with_brute_force(optional):
    lengths, demands, capacity, horizon = (2, 1, 3), (2, 1, 2), 3, 5
    for kind in "disjunctive", "cumulative":
        m = ferz.Model()
        length = m.int_var(1, 2, name="length")
        here = m.bool_var(name="here") if optional else None
        tasks = [m.interval(0, horizon, d) for d in lengths[:2]] + [
            m.interval(0, horizon, length, presence=here)
        ]
        if kind == "disjunctive":
            m.disjunctive(tasks)
        else:
            m.cumulative(tasks, demands, capacity)
        found = {
            (*(s[task.start] for task in tasks), s[length], s[here] if optional else 1)
            for s in m.solutions()
        }
        expected = set()
        for *starts, last, present in itertools.product(
            *[range(horizon + 1)] * 3, (1, 2), (0, 1) if optional else (1,)
        ):
            durations = [*lengths[:2], last * present]
            if any(s + d > horizon for s, d in zip(starts, durations)):
                continue
            use = [
                [c for s, d, c in zip(starts, durations, demands) if s <= t < s + d]
                for t in range(horizon)
            ]
            if all(len(now) <= 1 if kind == "disjunctive" else sum(now) <= capacity for now in use):
                expected.add((*starts, last, present))
        assert found == expected


def test_flexible_tasks_and_their_order():
    m = ferz.Model()
    whole = m.interval(0, 9, m.int_var(0, 9, name="length"), name="whole")
    drill = m.interval(0, 9, m.int_var(2, 4, name="takes"), name="drill")
    fast, slow = drill.mode(2, m.bool_var(name="fast")), drill.mode(4, m.bool_var(name="slow"))
    paint = m.interval(0, 9, 1, name="paint", presence=m.bool_var(name="painted"))
    m.alternative(drill, [fast, slow])
    m.span(whole, [drill, paint])
    m += drill.extended(1).precedes(paint)
    m += paint.avoids(3, 5)
    m += paint.presence == 1
    best = m.minimize(whole.end)
    assert best.objective == 6
    solution = best.solution
    assert (solution[drill][1] <= 4, solution[paint], solution[whole][1]) == (True, [5, 6], 6)


def test_transitions_and_reservoirs_agree_with_brute_force():
    times = [[0, 2, 0], [1, 0, 3], [0, 0, 0]]
    m = ferz.Model()
    here = m.bool_var(name="here")
    tasks = [m.interval(0, 5, 1), m.interval(0, 5, 2), m.interval(0, 5, 1, presence=here)]
    m.disjunctive_with_transitions(tasks, times, name="oven")
    changes = [2, -1, -2 * here]
    m.reservoir([t.start for t in tasks], changes, -1, 2)
    lengths, expected = (1, 2, 1), set()
    for *starts, present in itertools.product(range(5), range(4), range(5), (0, 1)):
        there = [0, 1, 2][: 2 + present]
        ends = [s + d for s, d in zip(starts, lengths)]
        apart = all(
            ends[i] + times[i][j] <= starts[j] or ends[j] + times[j][i] <= starts[i]
            for i in there
            for j in there[:i]
        )
        level = [
            sum((2, -1, -2 * present)[j] for j in range(3) if starts[j] <= now) for now in starts
        ]
        if apart and all(-1 <= now <= 2 for now in level):
            expected.add((*starts, present))
    found = {(*(s[t.start] for t in tasks), s[here]) for s in m.solutions()}
    assert expected
    assert found == expected


def test_what_is_refused():
    m = ferz.Model()
    a, b = m.interval(0, 5, 1, presence=m.bool_var()), m.interval(0, 5, 1)
    with pytest.raises(TypeError, match="intervals and other items"):
        m.disjunctive([a, m.int_var(0, 1)])
    with pytest.raises(TypeError, match="already have durations"):
        m.disjunctive([a, b], [1, 1])
    with pytest.raises(TypeError, match="an optional interval cannot be strict"):
        m.disjunctive([a, b], strict=True)
    with pytest.raises(TypeError, match="intervals need demands and a capacity"):
        m.cumulative([a, b], [1, 1])
    with pytest.raises(TypeError, match="durations missing"):
        m.disjunctive([1, 2])
    with pytest.raises(TypeError, match="cumulative: demands, a capacity missing"):
        m.cumulative([1, 2], [1, 1])
    for presence in (m.int_var(0, 3, name="several"), 2, "here"):
        with pytest.raises((ferz.ModelError, TypeError)):
            m.interval(0, 5, 1, presence=presence)
    with pytest.raises(ferz.ModelError, match="another model"):
        ferz.Model().disjunctive([a, b])
    with pytest.raises(ferz.ModelError, match="2 tasks need 2 rows"):
        m.disjunctive_with_transitions([a, b], [[1]])
    with pytest.raises(ferz.ModelError, match="1 times, 2 changes"):
        m.reservoir([1], [1, 2], 0, 2)
    with pytest.raises(ferz.ModelError, match="another model"):
        ferz.Model().span(a, [b])
    with pytest.raises((ferz.ModelError, TypeError)):
        a.mode(2, m.int_var(0, 3))
    assert m.num_constraints == 0
