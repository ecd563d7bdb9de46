//! Tests of intervals: compares every operation on random intervals with its definition for all assignments, and solves
//! the models that use intervals.

use models::{Classic, FlexibleJobShop, MultiModeProject, TimeLagProject};
use solver_core::prelude::*;
use solver_core::search::Rng;

/// A model with random tasks, and the domains of all variables.
struct Case {
    model: Model,
    domains: Vec<(i32, i32)>,
    tasks: Vec<Interval>,
    /// The tasks with variable durations; a constraint keeps them within the day.
    kept_within: Vec<usize>,
}

/// A task under an assignment.
#[derive(Clone, Copy)]
struct Ran {
    start: i64,
    end: i64,
    present: bool,
}

/// Posts a random interval constraint; returns its definition as a predicate.
type Statement = fn(&mut Case, &mut Rng) -> Meaning;
type Meaning = Box<dyn Fn(&[Ran]) -> bool>;

impl Case {
    /// Generates two or three tasks of up to two hours each in a day of five hours. Some are optional, some have a
    /// variable duration, and some share their start with another task.
    fn random(rng: &mut Rng) -> Case {
        let mut case = Case { model: Model::new(), domains: Vec::new(), tasks: Vec::new(), kept_within: Vec::new() };
        for i in 0..2 + rng.below(2) as usize {
            let duration: Expr = match rng.below(3) {
                0 => case.variable(&format!("duration {i}"), 0, 2).into(),
                _ => (rng.below(3) as i32).into(),
            };
            let mut task = match case.tasks.last() {
                Some(before) if rng.below(4) == 0 => Interval::new(before.start(), duration),
                _ => {
                    let shortest = case.model.bounds(&duration).expect("a variable of the model").0;
                    case.domains.push((0, 4 - shortest as i32));
                    case.kept_within.extend(duration.variable().map(|_| i));
                    case.model.interval(format!("task {i}"), 0..=4, duration).expect("a task")
                }
            };
            if rng.below(2) == 0 {
                task = task.optional(case.variable(&format!("presence {i}"), 0, 1));
            }
            case.tasks.push(task);
        }
        case
    }

    fn variable(&mut self, name: &str, low: i32, high: i32) -> IntVar {
        self.domains.push((low, high));
        self.model.int(name, low..=high).expect("values")
    }

    /// Lists all assignments to the variables.
    fn assignments(&self) -> Vec<Vec<i32>> {
        self.domains.iter().fold(vec![Vec::new()], |all, &(low, high)| {
            let longer =
                |values: &Vec<i32>| (low..=high).map(|v| [values.clone(), vec![v]].concat()).collect::<Vec<_>>();
            all.iter().flat_map(longer).collect()
        })
    }

    fn ran(&self, values: &[i32]) -> Vec<Ran> {
        let variables: Vec<IntVar> = self.model.variable_ids().collect();
        let value = |expression: Expr| match expression.variable() {
            Some(x) => i64::from(values[variables.iter().position(|&y| y == x).expect("declared")]),
            None => self.model.bounds(expression).expect("a number").0,
        };
        let ran = |task: &Interval| {
            let start = value(task.start());
            Ran { start, end: start + value(task.duration()), present: value(task.presence()) == 1 }
        };
        self.tasks.iter().map(ran).collect()
    }
}

fn present(tasks: &[Ran]) -> impl Iterator<Item = &Ran> {
    tasks.iter().filter(|task| task.present)
}

/// Lists each pair of present tasks once, with their indices.
fn pairs(tasks: &[Ran]) -> impl Iterator<Item = [(usize, Ran); 2]> + '_ {
    let pair = move |j: usize| (0..j).map(move |i| [(i, tasks[i]), (j, tasks[j])]);
    (0..tasks.len()).flat_map(pair).filter(|pair| pair.iter().all(|(_, task)| task.present))
}

fn one_machine(case: &mut Case, _: &mut Rng) -> Meaning {
    case.model.disjunctive(&case.tasks);
    let clash = |[(_, a), (_, b)]: [(usize, Ran); 2]| a.start.max(b.start) < a.end.min(b.end);
    // An empty task may lie inside another task.
    Box::new(move |tasks| !pairs(tasks).any(|pair| pair.iter().all(|(_, t)| t.start < t.end) && clash(pair)))
}

fn resource(case: &mut Case, rng: &mut Rng) -> Meaning {
    let demands: Vec<i32> = case.tasks.iter().map(|_| rng.below(3) as i32).collect();
    case.model.cumulative(case.tasks.iter().zip(demands.clone()), 2);
    Box::new(move |tasks| {
        (0..8).all(|time| {
            let runs = |task: &Ran| task.present && task.start <= time && time < task.end;
            tasks.iter().zip(&demands).filter(|(task, _)| runs(task)).map(|both| both.1).sum::<i32>() <= 2
        })
    })
}

fn alternative(case: &mut Case, _: &mut Rng) -> Meaning {
    case.model.alternative(&case.tasks[0], &case.tasks[1..]);
    Box::new(|tasks| {
        let (task, ways) = (tasks[0], &tasks[1..]);
        present(ways).count() == usize::from(task.present)
            && present(ways).all(|way| (way.start, way.end) == (task.start, task.end))
    })
}

fn span(case: &mut Case, _: &mut Rng) -> Meaning {
    case.model.span(&case.tasks[0], &case.tasks[1..]);
    Box::new(|tasks| {
        let (whole, parts) = (tasks[0], &tasks[1..]);
        let times = present(parts).map(|part| part.start).min().zip(present(parts).map(|part| part.end).max());
        times.is_some() == whole.present && times.is_none_or(|times| times == (whole.start, whole.end))
    })
}

fn transitions(case: &mut Case, rng: &mut Rng) -> Meaning {
    // Only a plain `disjunctive` leaves tasks of duration 0 unconstrained, so all tasks are extended by an hour here.
    let longer: Vec<Interval> = case.tasks.iter().map(|task| task.extended(1)).collect();
    let times: Vec<i32> = (0..9).map(|_| rng.below(3) as i32 - 1).collect();
    let known = times.clone();
    case.model.disjunctive_with_transitions(&longer, move |i, j| known[3 * i + j]);
    let gap = move |i: usize, j: usize| i64::from(times[3 * i + j].max(0)) + 1;
    Box::new(move |tasks| {
        pairs(tasks).all(|[(i, a), (j, b)]| a.end + gap(i, j) <= b.start || b.end + gap(j, i) <= a.start)
    })
}

fn reservoir(case: &mut Case, rng: &mut Rng) -> Meaning {
    let changes: Vec<i32> = case.tasks.iter().map(|_| rng.below(5) as i32 - 2).collect();
    let levels = [0..=2, -1..=1, 1..=3][rng.below(3) as usize].clone();
    let optional = case.tasks.iter().zip(&changes).map(|(task, &change)| (task.start(), task.presence() * change));
    case.model.reservoir(optional, levels.clone());
    Box::new(move |tasks| {
        let level = |now: i64| {
            let before = tasks.iter().zip(&changes).filter(|(task, _)| task.present && task.start <= now);
            before.map(|both| both.1).sum::<i32>()
        };
        tasks.iter().all(|task| levels.contains(&level(task.start)))
    })
}

fn times(case: &mut Case, rng: &mut Rng) -> Meaning {
    let from = rng.below(4) as i32;
    let (first, then) = (case.tasks[0].extended(1), case.tasks[1].clone());
    case.model.post(first.precedes(&then));
    case.model.post(then.avoids(from..from + 2));
    let from = i64::from(from);
    Box::new(move |tasks| {
        let [first, then] = [tasks[0], tasks[1]];
        (!first.present || !then.present || first.end < then.start)
            && (!then.present || then.end <= from || from + 2 <= then.start)
    })
}

const STATEMENTS: [(&str, Statement); 7] = [
    ("one machine", one_machine),
    ("resource", resource),
    ("alternative", alternative),
    ("span", span),
    ("transitions", transitions),
    ("reservoir", reservoir),
    ("times", times),
];

/// With and without learning, the solutions are the assignments that satisfy the definition.
#[test]
fn operations_on_random_intervals_mean_what_they_say() {
    let seeds = ferz_tests::cases(60, 600);
    for (name, state) in STATEMENTS {
        let (mut satisfied, mut refuted) = (0, 0);
        for seed in 0..seeds {
            let mut rng = Rng::new(seed);
            let mut case = Case::random(&mut rng);
            let holds = state(&mut case, &mut rng);
            assert_eq!(case.model.variables(), case.domains.len(), "{name} {seed}: operations declare no variables");
            let mut known: Vec<Vec<i32>> = case.assignments();
            known.retain(|values| {
                let ran = case.ran(values);
                case.kept_within.iter().all(|&i| ran[i].end <= 4) && holds(&ran)
            });
            let found = |learning: bool| {
                let search = case.model.search();
                let search = if learning { search.learn(Learning::Activity) } else { search };
                let solutions = search.solutions().expect("a sound model");
                let mut all: Vec<Vec<i32>> = solutions.map(|solution| solution.all_values().to_vec()).collect();
                all.sort_unstable();
                all
            };
            known.sort_unstable();
            assert_eq!(found(false), known, "{name} {seed}: {:?}", case.tasks);
            assert_eq!(found(true), known, "{name} {seed}, learning: {:?}", case.tasks);
            if known.is_empty() { refuted += 1 } else { satisfied += 1 }
        }
        assert!(satisfied > seeds / 4 && refuted < seeds, "{name}: {satisfied} satisfiable, {refuted} not");
    }
}

/// A task from another model is refused in every use.
#[test]
fn foreign_intervals_are_refused() {
    let foreign = Model::new().interval("foreign", 0..=4, 1).expect("a task");
    let uses: [fn(&mut Model, &Interval, &Interval); 6] = [
        |m, own, foreign| _ = m.disjunctive([own, foreign]),
        |m, own, foreign| m.alternative(own, [foreign]),
        |m, own, foreign| m.span(own, [foreign]),
        |m, own, foreign| m.disjunctive_with_transitions([own, foreign], |_, _| 1),
        |m, own, foreign| m.reservoir([(own.start(), foreign.start())], 0..=2),
        |m, own, foreign| _ = m.post(own.precedes(foreign)),
    ];
    for (k, state) in uses.into_iter().enumerate() {
        let mut m = Model::new();
        let own = m.interval("own", 0..=4, 1).expect("a task");
        state(&mut m, &own, &foreign);
        assert!(matches!(m.count(), Err(ModelError::ForeignVariable { .. })), "{k}");
    }
}

/// Returns the best makespan, with a proof of optimality.
fn makespan(classic: Result<Classic, ModelError>) -> i32 {
    let classic = classic.expect("a sound model");
    let (_, end) = classic.objective.clone().expect("a makespan");
    let best = classic.search().learn(Learning::Activity).minimize(end).expect("a sound model");
    best.expect("a schedule").value
}

/// Chuffed finds the same makespans on the MiniZinc models of these problems; 11 is published in Kacem, Hammadi and
/// Borne 2002.
#[test]
fn schedules_of_intervals_end_as_early_as_published() {
    let shop = |name| models::flexible_job_shop(&FlexibleJobShop::named(name).expect("published"));
    let modes = |name| models::multi_mode_project(&MultiModeProject::named(name).expect("published"));
    let lags = |name| models::time_lag_project(&TimeLagProject::named(name).expect("published"));
    assert_eq!(["easy01", "kacem_10x7"].map(|name| makespan(shop(name))), [253, 11]);
    assert_eq!(["j10_10_1", "j20_10_4"].map(|name| makespan(modes(name))), [17, 19]);
    assert_eq!(["j10_33", "j20_35"].map(|name| makespan(lags(name))), [70, 103]);
}
