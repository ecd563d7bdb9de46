//! Search curves: failures, solutions, incumbent and proven bound against the work done.
//!
//! A search is sampled while it runs: at every improvement of the incumbent or the bound, and also at regular
//! intervals. When the regular samples become too many, every second one is dropped and the interval doubles, so a
//! search of any length ends with between half the maximum and the maximum. The samples depend only on the tree.
//!
//! ```
//! use solver_core::prelude::*;
//! use study::curve::{Curve, table};
//! let ruler = models::shortest_golomb_ruler(5)?;
//! let Some((goal, objective)) = ruler.objective.clone() else { unreachable!() };
//! let mut run = ruler.search().improving(goal, objective)?.into_run();
//! let mut curve = Curve::new("golomb 5", 8, None);
//! curve.sample(&mut run, Some(goal), |_| {})?;
//! assert!(table(&[curve]).write(study::table::Format::Csv).starts_with("nodes,failures,incumbent,bound\r\n"));
//! # Ok::<(), ModelError>(())
//! ```

use crate::plot::{self, Panel, Scale};
use crate::table::{Cell, Role, Table};
use Quantity::{Bound, Failures, Incumbent, Nodes, Seconds, Solutions};
use solver_core::prelude::*;
use std::time::Instant;

/// A quantity known about a search after some work: a column of the table.
#[derive(Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
enum Quantity { Nodes, Failures, Solutions, Incumbent, Bound, Seconds }

solver_core::named_variants!(Quantity {
    Nodes = "nodes", Failures = "failures", Solutions = "solutions", Incumbent = "incumbent", Bound = "bound",
    Seconds = "seconds",
});

/// The state of a search after some work, by quantity.
type Sample = [Option<f64>; Quantity::ALL.len()];

/// The panels of a figure: title, horizontal axis, vertical axis. Panels without points are omitted.
const PANELS: [(&str, Quantity, &[Quantity]); 7] = [
    ("objective", Nodes, &[Incumbent, Bound]),
    ("failures", Nodes, &[Failures]),
    ("solutions", Nodes, &[Solutions]),
    ("objective", Seconds, &[Incumbent, Bound]),
    ("failures", Seconds, &[Failures]),
    ("solutions", Seconds, &[Solutions]),
    ("nodes", Seconds, &[Nodes]),
];

/// The samples of one search.
#[derive(Clone, Debug)]
pub struct Curve {
    name: String,
    /// The start of the measured time.
    clock: Option<Instant>,
    /// The samples, and whether each must be kept.
    samples: Vec<(Sample, bool)>,
    /// The maximum number of samples that may be dropped.
    most: usize,
    /// The number of nodes between two regular samples.
    stride: f64,
    /// The number of nodes at which the next regular sample is due.
    due: f64,
    end: Option<Step>,
}

impl Curve {
    /// Creates a curve with at most this many samples besides the first, the last and the improvements. With a `clock`,
    /// time is also measured, from that instant; it depends on the machine.
    pub fn new(name: impl Into<String>, most: usize, clock: Option<Instant>) -> Curve {
        Curve { name: name.into(), clock, samples: Vec::new(), most: most.max(2), stride: 1.0, due: 0.0, end: None }
    }

    /// Runs a search to completion, checking and sampling it, and calls `pause` at every node. `goal` is the
    /// objective's direction, if any.
    ///
    /// # Errors
    /// [`ModelError::WrongSolution`] when a solution violates a constraint.
    pub fn sample(&mut self, run: &mut Run, goal: Option<Goal>, mut pause: impl FnMut(&Run)) -> Result<(), ModelError> {
        let value = |minimised: i32| f64::from(if goal == Some(Goal::Maximize) { -minimised } else { minimised });
        let mut incumbent = None;
        while self.end.is_none() {
            pause(run);
            let step = run.step_for(1);
            if step == Some(Step::Solution) {
                run.recheck()?;
                incumbent = run.objective().map(value);
            }
            self.end = step.filter(|&step| step != Step::Solution);
            let Statistics { nodes, failures, solutions, .. } = run.statistics();
            let (nodes, failures) = (Some(nodes as f64), Some(failures as f64));
            let solutions = goal.is_none().then_some(solutions as f64);
            let seconds = self.clock.map(|started| started.elapsed().as_secs_f64());
            self.add([nodes, failures, solutions, incumbent, run.bound().map(value), seconds]);
        }
        Ok(())
    }

    /// Adds a sample if it is the first or the last, improves on the previous one, or is due.
    fn add(&mut self, sample: Sample) {
        let known = |sample: &Sample| [Incumbent, Bound].map(|quantity| sample[quantity as usize]);
        let nodes = |sample: &Sample| sample[Nodes as usize].unwrap_or_default();
        let improves = self.samples.last().is_none_or(|(last, _)| known(last) != known(&sample));
        let (is_kept, is_due) = (improves || self.end.is_some(), nodes(&sample) >= self.due);
        if is_kept || is_due {
            self.samples.pop_if(|(last, _)| nodes(last) == nodes(&sample));
            self.samples.push((sample, is_kept));
        }
        if !is_due {
            return;
        }
        if self.samples.iter().filter(|(_, is_kept)| !is_kept).count() > self.most {
            let mut drops = true;
            self.samples.retain(|&(_, is_kept)| {
                drops ^= !is_kept;
                is_kept || !drops
            });
            self.stride *= 2.0;
        }
        self.due = self.samples.last().map_or(0.0, |(last, _)| nodes(last) + self.stride);
    }

    fn points(&self, x: Quantity, y: Quantity) -> Vec<(f64, f64)> {
        self.samples.iter().filter_map(|(sample, _)| Some((sample[x as usize]?, sample[y as usize]?))).collect()
    }
}

/// Tabulates the samples.
pub fn table(curves: &[Curve]) -> Table {
    let is_known = |&q: &Quantity| curves.iter().any(|curve| !curve.points(q, q).is_empty());
    let (shown, several) = (Quantity::ALL.into_iter().filter(is_known).collect::<Vec<_>>(), curves.len() > 1);
    let mut table = Table::new(title(curves));
    table.columns(several.then_some("search"), Role::Key);
    table.columns(shown.iter().map(|quantity| quantity.name()), Role::Count);
    let cell = |quantity, value: f64| match quantity {
        Seconds => Cell::Real(value, 6),
        _ if value < 0.0 => Cell::Real(value, 0),
        _ => Cell::Count(value as u64),
    };
    for curve in curves {
        for (sample, _) in &curve.samples {
            let cells = shown.iter().map(|&q| sample[q as usize].map_or(Cell::Missing, |value| cell(q, value)));
            table.row(several.then(|| Cell::word(&curve.name)).into_iter().chain(cells));
        }
        let by = curve.end.and_then(Step::cut_short);
        let end = by.map_or_else(|| "searched to its end".to_owned(), |by| format!("stopped: {by}"));
        table.note(format!("{}: {end}.", curve.name));
    }
    table.define_all(shown.contains(&Seconds).then_some(("seconds", "a measurement, different in every run")));
    table
}

/// Draws the curves as SVG.
pub fn svg(curves: &[Curve]) -> String {
    plot::svg(&title(curves), &panels(curves))
}

/// Draws the curves for LaTeX, with the package pgfplots.
pub fn pgfplots(curves: &[Curve]) -> String {
    plot::pgfplots(&title(curves), &panels(curves))
}

fn title(curves: &[Curve]) -> String {
    curves.iter().map(|curve| &*curve.name).collect::<Vec<_>>().join(" · ")
}

fn panels(curves: &[Curve]) -> Vec<Panel> {
    let panel = |(title, x, ys): (&str, Quantity, &[Quantity])| {
        let both = ys.iter().flat_map(|&y| curves.iter().enumerate().map(move |(style, curve)| (y, style, curve)));
        let drawn = both.map(|(y, style, curve)| {
            let (is_dashed, is_flat) = (y == Bound, ys.len() > 1);
            let what = if is_flat { format!(", {}", y.name()) } else { String::new() };
            plot::Curve { name: curve.name.clone() + &what, style, is_dashed, is_flat, points: curve.points(x, y) }
        });
        let across = if x == Seconds { "seconds, which depend on the machine" } else { x.name() };
        let scales = vec![Scale { includes: Vec::new(), curves: drawn.collect() }];
        Panel { title: title.to_owned(), across: across.to_owned(), scales, mark: None }
    };
    let has_points = |panel: &Panel| panel.scales[0].curves.iter().any(|curve| !curve.points.is_empty());
    PANELS.into_iter().map(panel).filter(has_points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver_core::search::Rng;

    /// Samples an artificial search, whose bound improves at some nodes; returns the curve and all states.
    fn sampled(nodes: u64, most: usize, seed: u64) -> (Curve, Vec<Sample>) {
        let mut rng = Rng::new(seed);
        let mut curve = Curve::new("made up", most, None);
        let mut bound = 0;
        let states = (1..=nodes).map(|nodes| {
            bound += u64::from(rng.below(200) == 0);
            let [nodes, failures, bound] = [nodes, nodes / 2, bound].map(|count| Some(count as f64));
            [nodes, failures, None, None, bound, Some(0.0)]
        });
        let states: Vec<Sample> = states.collect();
        for &state in &states {
            curve.end = (state[0] == Some(nodes as f64)).then_some(Step::Exhausted);
            curve.add(state);
        }
        (curve, states)
    }

    #[test]
    fn samples_are_few_and_evenly_spread_and_miss_no_improvement() {
        for (seed, nodes, most) in [(1, 1, 2), (2, 7, 8), (3, 100, 8), (4, 1_000, 10), (5, 54_321, 100), (6, 9_999, 7)]
        {
            let (curve, states) = sampled(nodes, most, seed);
            let samples: Vec<Sample> = curve.samples.iter().map(|(sample, _)| *sample).collect();
            let improves = |k: usize| k == 0 || states[k][Bound as usize] != states[k - 1][Bound as usize];
            let improved: Vec<Sample> = (0..states.len()).filter(|&k| improves(k)).map(|k| states[k]).collect();
            assert!(improved.iter().all(|state| samples.contains(state)), "{nodes} nodes");
            assert!(samples.len() <= improved.len() + most + 1, "{nodes} nodes: {}", samples.len());
            assert_eq!((samples.first(), samples.last()), (states.first(), states.last()));
            assert!(samples.iter().all(|sample| states.contains(sample)));
            // The intervals are powers of two, and a search with enough nodes has at least half the maximum number of
            // samples.
            let nodes_at = |sample: &Sample| sample[0].expect("it has nodes");
            let gaps = samples.windows(2).map(|pair| nodes_at(&pair[1]) - nodes_at(&pair[0]));
            let widest = gaps.fold(0.0, f64::max);
            assert!(widest <= curve.stride && curve.stride.log2().fract() == 0.0, "{widest} of {}", curve.stride);
            assert!(curve.stride * most as f64 <= 2.0 * nodes.max(most as u64) as f64, "{} for {nodes}", curve.stride);
        }
    }

    #[test]
    fn a_search_that_no_node_was_left_for_has_a_curve() {
        let mut m = Model::new();
        let x = m.ints("x", 3, 0..=2).unwrap();
        m.all_different(&x);
        let cancel = CancelToken::new();
        cancel.cancel();
        let mut curve = Curve::new("x", 8, Some(Instant::now()));
        let mut run = m.search().limits(Limits { cancel: Some(cancel), ..Limits::default() }).start().unwrap();
        curve.sample(&mut run, None, |_| {}).unwrap();
        let curves = [curve];
        assert_eq!(table(&curves).notes, ["x: stopped: cancelled."]);
        assert!(!svg(&curves).contains("NaN") && !pgfplots(&curves).contains("NaN"));
    }
}
