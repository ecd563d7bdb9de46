//! Proofs of constraints with special derivations: an independent checker accepts them, whether domains have few values
//! or many.

use ferz_tests::cases;
use ferz_tests::checkers::ProofDir;
use solver_core::constraints::CumulativeLevel;
use solver_core::prelude::*;
use solver_core::proof::Claim;

/// Returns a pseudo-random number below `limit`, and advances the seed.
fn below(limit: i32, seed: &mut u64) -> i32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) % limit as u64) as i32
}

/// Checks that a proof claims the optimum found by the search, and that the checker confirms the proof.
fn certify<'m>(files: &ProofDir, case: u64, (goal, cost): (Goal, Expr), search: &dyn Fn() -> Search<'m>) {
    let best = match goal {
        Goal::Minimize => search().minimize(cost.clone()),
        Goal::Maximize => search().maximize(cost.clone()),
    };
    let best = best.expect("a model").complete();
    let proved = search().prove_optimum(goal, cost, files.create().expect("files"));
    let proved = proved.unwrap_or_else(|error| panic!("case {case}: {error}"));
    assert_eq!(proved.claim, best.map_or(Claim::NoOptimum, |best| Claim::Optimum(best.value)), "case {case}");
    assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
}

/// Lists all circuits in graphs with few arcs.
#[test]
fn circuits_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    let (mut none, mut some) = (0, 0);
    for case in 0..60 {
        let mut seed = case;
        let (n, arcs) = (5 + below(6, &mut seed), 2 + below(2, &mut seed));
        let mut m = Model::new();
        let next = m.ints("next", n as usize, 0..=n - 1).expect("names");
        for &x in &next {
            let kept: Vec<i32> = (0..arcs).map(|_| below(n, &mut seed)).collect();
            for v in (0..n).filter(|v| !kept.contains(v)) {
                m.post(x.differs(v));
            }
        }
        m.circuit(&next);
        let expected = m.count().expect("a model").complete().unwrap_or(0) as u64;
        let search = m.search().learn((case % 2 == 1).then_some(Learning::Fixed));
        let proved = search.prove(files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Solutions(expected), "case {case}");
        assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "case {case}");
        *if expected == 0 { &mut none } else { &mut some } += 1;
    }
    assert!(none > 10 && some > 10, "{none} without a circuit, {some} with one");
}

/// Proves small job shops with each kind of search; start times are encoded as a literal per bound, or as bits.
#[test]
fn machines_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for case in 0..cases(8, 24) {
        let mut seed = case;
        let unit = [1, 13][case as usize % 2];
        let mut m = Model::new();
        let durations: Vec<Vec<i32>> =
            (0..4).map(|_| (0..3).map(|_| unit * (1 + below(6, &mut seed))).collect()).collect();
        let horizon: i32 = durations.iter().flatten().sum();
        let end = m.int("end", 0..=horizon).expect("a name");
        let mut machines = vec![Vec::new(); 3];
        for (job, durations) in durations.iter().enumerate() {
            let starts = m.ints(format!("job{job}"), 3, 0..=horizon).expect("names");
            for (k, (&start, &d)) in starts.iter().zip(durations).enumerate() {
                machines[(k + job) % 3].push((start, d));
                m.post((start + d).at_most(starts.get(k + 1).copied().unwrap_or(end)));
            }
        }
        for tasks in machines {
            m.disjunctive(tasks);
        }
        let best = m.minimize(end).expect("a model").complete().expect("a schedule").value;
        let search = m.search().learn((case % 4 > 1).then_some(Learning::Fixed));
        let proved = search.prove_optimum(Goal::Minimize, end, files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Optimum(best), "case {case}");
        assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
    }
}

/// The tasks are one unit too long for their window. The derivation enumerates the orders of small task sets, but not
/// of larger ones.
#[test]
fn overloads_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for (tasks, duration) in [(2, 3), (5, 4), (7, 2), (8, 5), (7, 20)] {
        let mut m = Model::new();
        let starts = m.ints("start", tasks, 0..=tasks as i32 * duration - 1 - duration).expect("names");
        m.disjunctive(starts.iter().map(|&start| (start, duration)));
        let proved = m.search().prove(files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Solutions(0), "{tasks} tasks of {duration}");
        assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "{tasks} tasks of {duration}");
    }
}

/// Seven to nine tasks are one unit too long for their window; other tasks may lie outside it. All start times are
/// encoded as bits, or some as a literal per bound. There are views of both signs, fixed start times, and a duplicate
/// task.
#[test]
fn overloads_beside_other_tasks_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for case in 0..cases(12, 60) {
        let mut seed = case;
        // If all start times are encoded as bits, the derivation compares their idle times.
        let unit = if case % 3 == 0 { 1 } else { 40 };
        let mut m = Model::new();
        let durations: Vec<i32> = (0..7 + below(3, &mut seed)).map(|_| 5 + below(12, &mut seed) + unit).collect();
        let (from, length) = (below(40, &mut seed) - 20, durations.iter().sum::<i32>() - 1);
        let mut tasks: Vec<(Expr, i32)> = Vec::new();
        for (i, &duration) in durations.iter().enumerate() {
            // The task must lie within the window, or within a section of the window that may be too short.
            let (cut, late) = (below(2, &mut seed) * below(length - duration, &mut seed), below(2, &mut seed));
            let (first, last) = (from + cut * late, from + length - duration - cut * (1 - late));
            if below(2, &mut seed) == 0 {
                tasks.push((Expr::from(m.int(format!("start{i}"), first..=last).expect("a name")), duration));
            } else {
                tasks.push((5 - m.int(format!("until{i}"), 5 - last..=5 - first).expect("a name"), duration));
            }
        }
        for (i, wide) in [100, 300, 30 + unit].into_iter().enumerate() {
            let first = from + below(60, &mut seed) - 30 * unit;
            let other = m.int(format!("other{i}"), first..=first + wide).expect("a name");
            tasks.push((other.into(), 1 + below(9, &mut seed)));
        }
        match case % 4 {
            0 => tasks.push((Expr::from(from + below(length, &mut seed)), 3)),
            1 => tasks.push((tasks[durations.len()].0.clone() + 12, 4)),
            _ => {}
        }
        let number = tasks.len();
        match case / 4 % 3 {
            0 => _ = m.disjunctive_strict(tasks),
            _ => _ = m.disjunctive(tasks),
        }
        let search = m.search().learn((case % 8 > 3).then_some(Learning::Fixed));
        let proved = search.prove(files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Solutions(0), "case {case}");
        assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "case {case}: {number} tasks");
    }
}

/// Tasks of variable durations, some of them optional, are usually too long for their machines; the cost of absent
/// tasks is minimised.
#[test]
fn machines_of_optional_tasks_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for case in 0..cases(12, 60) {
        let mut seed = case;
        let mut m = Model::new();
        let day = 9 + below(12, &mut seed);
        let mut tasks = Vec::new();
        let mut cost = Expr::from(0);
        for i in 0..4 + below(3, &mut seed) {
            let longest = 3 + below(day / 3, &mut seed);
            let duration = match below(3, &mut seed) {
                0 => m.int(format!("duration{i}"), -1..=longest).expect("a name").into(),
                _ => Expr::from(longest),
            };
            let task = m.interval(format!("task{i}"), 0..=day, duration.clone()).expect("a task");
            if below(4, &mut seed) == 0 {
                tasks.push(task);
            } else {
                let presence = m.bool(format!("presence{i}")).expect("a name");
                cost += (2 + below(9, &mut seed)) * presence;
                tasks.push(task.optional(presence));
            }
            cost += duration;
        }
        m.disjunctive(&tasks);
        let search = if case % 2 == 0 { m.search().auto() } else { m.search().learn(Some(Learning::Fixed)) };
        let proved = search.prove_optimum(Goal::Maximize, cost, files.create().expect("files")).expect("a proof");
        assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
    }
}

/// A task does not fit among the other tasks of a window, so it precedes all of them. This is too late for some of
/// them, which have shorter windows. (From job shop ft10.)
#[test]
fn an_edge_beside_a_shorter_window_is_certified() {
    let Some(files) = ProofDir::checked() else { return };
    let mut m = Model::new();
    let tasks = [
        (352, 882, 95),
        (386, 533, 76),
        (386, 548, 61),
        (386, 583, 26),
        (386, 879, 98),
        (386, 898, 79),
        (386, 908, 69),
        (386, 925, 52),
        (386, 941, 36),
    ];
    let starts: Vec<_> =
        (0..).zip(tasks).map(|(i, (low, high, _))| m.int(format!("start{i}"), low..=high).expect("a name")).collect();
    m.disjunctive(starts.into_iter().zip(tasks.map(|task| task.2)));
    let proved = m.search().prove(files.create().expect("files")).expect("a proof");
    assert_eq!(proved.claim, Claim::Solutions(0));
    assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()));
}

/// Tasks on one machine have individual windows, with little slack or too much work.
#[test]
fn windows_of_tasks_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    let mut none = 0;
    for case in 0..60 {
        let mut seed = case;
        let durations: Vec<i32> = (0..6 + below(4, &mut seed)).map(|_| 20 + below(80, &mut seed)).collect();
        let total: i32 = durations.iter().sum();
        let time = total + below(8, &mut seed) - 4;
        let mut m = Model::new();
        let mut tasks = Vec::new();
        for (i, &duration) in durations.iter().enumerate() {
            let (late, soon) = (below(3, &mut seed) / 2, below(3, &mut seed) / 2);
            let first = late * below(time / 3, &mut seed);
            let last = (time - duration - soon * below(time / 3, &mut seed)).max(first + 70);
            tasks.push((m.int(format!("start{i}"), first..=last).expect("a name"), duration));
        }
        m.disjunctive(tasks);
        let search = m.search().learn((case % 2 == 0).then_some(Learning::Alternating));
        let search = search.solution_limit(1).node_limit(300);
        let proved = search.prove(files.create().expect("files")).expect("a proof");
        none += i32::from(proved.claim == Claim::Solutions(0));
        // There is no verdict if a limit was reached.
        if let Some(verdict) = proved.verdict {
            assert_eq!(files.veripb(), Ok(verdict), "case {case}");
        }
    }
    assert!((10..50).contains(&none), "{none} without a solution");
}

/// Models with the maximum and the minimum of several views, over few or many values.
#[test]
fn extremes_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for case in 0..cases(8, 24) {
        let mut seed = case;
        let mut m = Model::new();
        let xs: Vec<Expr> = (0..2 + below(9, &mut seed))
            .map(|i| {
                let (low, width) = (below(60, &mut seed) - 20, [3, 40, 90, 300][below(4, &mut seed) as usize]);
                let x = m.int(format!("x{i}"), low..=low + width).expect("a name");
                if below(3, &mut seed) == 0 { 30 - x } else { Expr::from(x) }
            })
            .collect();
        let extreme = m.int("extreme", -300..=300).expect("a name");
        match case % 2 {
            0 => _ = m.maximum(xs.clone(), extreme),
            _ => _ = m.minimum(xs.clone(), extreme),
        }
        // The bound on the sum may be weak or tight.
        m.post((xs[0].clone() + xs[1].clone()).at_least(below(90, &mut seed)));
        let goal = if case / 2 % 2 == 0 { Goal::Minimize } else { Goal::Maximize };
        let cost = 2 * extreme - xs[0].clone();
        certify(&files, case, (goal, cost), &|| m.search().learn((case / 4 % 2 == 1).then_some(Learning::Fixed)));
    }
}

/// Models with distances between points on a line, which have many possible positions.
#[test]
fn absolute_values_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for case in 0..cases(2, 6) {
        let mut seed = case;
        let mut m = Model::new();
        let low = below(200, &mut seed) - 200;
        let xs = m.ints("x", 3, low..=low + 150).expect("names");
        for (i, &x) in xs.iter().enumerate() {
            for &y in &xs[..i] {
                m.post((x - y).abs().at_least(40 + below(30, &mut seed)));
            }
        }
        let cost = xs.iter().map(|&x| (Expr::from(x) - below(100, &mut seed)).abs()).sum::<Expr>();
        certify(&files, case, (Goal::Minimize, cost), &|| m.search().learn((case % 2 == 1).then_some(Learning::Fixed)));
    }
}

/// Models of machines and resources whose constraints may be violated at a cost; start times have many values.
#[test]
fn machines_under_a_condition_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for case in 0..4 {
        let mut m = Model::new();
        let starts = m.ints("start", 3, 0..=70).expect("names");
        let (end, kept) = (m.int("end", 0..=90).expect("a name"), m.bool("kept").expect("a name"));
        let tasks = || starts.iter().zip([13, 7, 20]);
        let shared = tasks().map(|(&start, duration)| (start, duration, 2));
        match case {
            0 => _ = m.disjunctive(tasks()).iff(kept),
            1 => _ = m.disjunctive(tasks()).enforce_if(kept),
            2 => _ = m.cumulative(shared, 3).iff(kept),
            _ => _ = m.cumulative(shared, 3).enforce_if(kept),
        }
        for (&start, duration) in starts.iter().zip([13, 7, 20]) {
            m.post((start + duration).at_most(end));
        }
        let cost = end - 100 * kept;
        let proved = m.search().prove_optimum(Goal::Minimize, cost, files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Optimum(40 - 100), "case {case}");
        assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
    }
}

/// Tasks share a resource: some pairs of tasks fit into its capacity simultaneously, and others do not. Start times
/// have few or many values, at each level and with each kind of search.
#[test]
fn resources_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    let (mut without, mut with) = (0, 0);
    for case in 0..48 {
        let mut seed = case;
        let (unit, need) = ([1, 1, 6, 9][case as usize % 4], [1, 40][case as usize / 8 % 2]);
        let mut m = Model::new();
        let tasks: Vec<(i32, i32)> =
            (0..5).map(|_| (unit * (1 + below(4, &mut seed)), need * (1 + below(3, &mut seed)))).collect();
        let horizon: i32 = tasks.iter().map(|task| task.0).sum::<i32>() - unit;
        let starts = m.ints("start", 5, 0..=horizon).expect("names");
        let end = m.int("end", 0..=horizon).expect("a name");
        let capacity = m.int("capacity", 2 * need..=need * (3 + below(3, &mut seed))).expect("a name");
        let shared = starts.iter().zip(&tasks).map(|(&start, &(duration, demand))| (start, duration, demand));
        match case / 8 % 3 {
            0 => _ = m.cumulative(shared, capacity),
            1 => _ = m.cumulative(shared, capacity).consistency(CumulativeLevel::EdgeFinding),
            _ => _ = m.cumulative(shared, need * (2 + below(2, &mut seed))),
        }
        for (&start, &(duration, _)) in starts.iter().zip(&tasks) {
            m.post((start + duration).at_most(end));
        }
        m.post((starts[0] + tasks[0].0).at_most(starts[1]));
        // There may be no schedule within this capacity and time. If there are few schedules, the proof lists all of
        // them.
        let search = || m.search().learn((case % 8 > 3).then_some(Learning::Fixed));
        let cost = need * end + capacity;
        match m.minimize(cost.clone()).expect("a model").complete() {
            Some(best) => {
                let proved = search().prove_optimum(Goal::Minimize, cost, files.create().expect("files"));
                let proved = proved.unwrap_or_else(|error| panic!("case {case}: {error}"));
                assert_eq!(proved.claim, Claim::Optimum(best.value), "case {case}");
                assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
                with += 1;
            }
            None => {
                let proved = search().prove(files.create().expect("files")).expect("a proof");
                assert_eq!(proved.claim, Claim::Solutions(0), "case {case}");
                assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "case {case}");
                without += 1;
            }
        }
    }
    assert!(without > 3 && with > 20, "{without} without a schedule, {with} with one");
}

/// A resource that would need too many rows is refused before the search, with an error that names it.
#[test]
fn a_resource_with_too_many_times_is_refused() {
    let mut m = Model::new();
    let starts = m.ints("start", 3, 0..=1_000_000_000).expect("names");
    m.cumulative(starts.iter().map(|&start| (start, 10, 1)), 2).named("the crane");
    let error = m.search().prove(ProofDir::new().create().expect("files")).expect_err("too much");
    let why = "the crane cannot be written for a proof: its tasks can run at more than 200,000 times";
    assert_eq!(error.to_string(), why);
}

/// One task has a variable duration and one a variable demand, with few or many values. The capacity is variable too.
#[test]
fn tasks_of_variable_sizes_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for case in 0..cases(8, 24) {
        let mut seed = case;
        let mut m = Model::new();
        // The time unit and the demand unit, which scale the number of values.
        let (hour, unit) = [(1, 1), (4, 2), (2, 70), (25, 1)][case as usize % 4];
        let starts = m.ints("start", 4, 0..=4 * hour).expect("names");
        let duration = m.int("duration", 0..=2 * hour).expect("a name");
        let demand = m.int("demand", 0..=2 * unit).expect("a name");
        let room = m.int("room", unit..=3 * unit).expect("a name");
        let last = if below(2, &mut seed) == 0 { 3 * hour - duration } else { Expr::from(hour) };
        let sizes = [
            [duration.into(), Expr::from(unit)],
            [Expr::from(2 * hour), demand.into()],
            [Expr::from(hour * (1 + below(2, &mut seed))), Expr::from(unit)],
            [last, Expr::from(1 + below(2 * unit, &mut seed))],
        ];
        let tasks = || starts.iter().zip(&sizes);
        let shared =
            m.cumulative(tasks().map(|(&start, [duration, demand])| (start, duration.clone(), demand.clone())), room);
        if case / 4 % 2 == 1 {
            shared.consistency(CumulativeLevel::EdgeFinding);
        }
        for (&start, [duration, _]) in tasks() {
            m.post((start + duration.clone()).at_most((3 + case as i32 % 2) * hour));
        }
        let cost = 2 * room - duration - demand;
        let goal = (Goal::Minimize, cost);
        certify(&files, case, goal, &|| m.search().learn((case % 8 > 1).then_some(Learning::Fixed)));
    }
}

/// Models with rectangles that do not overlap, some of them empty, and with sorted arrays; all variables have many
/// values.
#[test]
fn rectangles_and_sorted_arrays_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    for case in 0..cases(6, 12) {
        let mut seed = case;
        let mut m = Model::new();
        let low = |k: usize| 7 * k as i32 - 10;
        let x: Vec<IntVar> = (0..6).map(|k| m.int(format!("x{k}"), low(k)..=90 + low(k)).expect("a name")).collect();
        let size = m.int("size", 0..=50).expect("a name");
        let mut number = |least: i32| Expr::from(least + below(40, &mut seed));
        let corners = (0..3).map(|k| [x[k].into(), x[3 + k].into()]);
        let boxes: Vec<[Expr; 4]> = corners.map(|[a, b]: [Expr; 2]| [a, b, number(20), number(30)]).collect();
        match case % 3 {
            0 => _ = m.diffn(boxes),
            1 => _ = m.diffn_nonstrict(boxes.into_iter().map(|[a, b, _, high]| [a, b, size.into(), high])),
            _ => _ = m.sort(x[..3].iter().map(|&x| 60 - x), x[3..].iter().copied()),
        }
        m.post((x[0] + x[4]).at_least(70));
        let cost = x[0] + 2 * x[1] - x[2] + x[3] - 2 * x[4] + x[5] - 3 * size;
        let goal = (Goal::Minimize, cost);
        certify(&files, case, goal, &|| m.search().learn((case / 3 % 2 == 1).then_some(Learning::Fixed)));
    }
}

/// Rectangles wider than half of a strip must lie above each other; together they are too high, or nearly so.
#[test]
fn rectangles_on_a_line_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    let mut none = 0;
    for case in 0..40 {
        let mut seed = case;
        let mut m = Model::new();
        let (count, width) = (4 + below(2, &mut seed), 30);
        let heights: Vec<i32> = (0..count).map(|_| 15 + below(30, &mut seed)).collect();
        let height = heights.iter().sum::<i32>() - 2 + below(5, &mut seed);
        let mut rectangles: Vec<[Expr; 4]> = Vec::new();
        for (i, &h) in heights.iter().enumerate() {
            let w = width / 2 + 1 + below(width / 2 - 1, &mut seed);
            let x = Expr::from(m.int(format!("x{i}"), 0..=width - w).expect("a name"));
            let y = Expr::from(m.int(format!("y{i}"), 0..=height - h).expect("a name"));
            // Some heights are variable; half of the cases swap the axes.
            let h: Expr = if below(3, &mut seed) > 0 {
                h.into()
            } else {
                m.int(format!("h{i}"), h..=h + 9).expect("a name").into()
            };
            m.post((y.clone() + h.clone()).at_most(height));
            rectangles.push(if case % 2 == 0 { [x, y, w.into(), h] } else { [y, x, h, w.into()] });
        }
        m.diffn(rectangles);
        let search = m.search().learn((case % 4 > 1).then_some(Learning::Alternating));
        let proved = search.solution_limit(1).node_limit(500).prove(files.create().expect("files")).expect("a proof");
        none += i32::from(proved.claim == Claim::Solutions(0));
        // There is no verdict if a limit was reached.
        if let Some(verdict) = proved.verdict {
            assert_eq!(files.veripb(), Ok(verdict), "case {case}");
        }
    }
    assert!((8..32).contains(&none), "{none} without a solution");
}
