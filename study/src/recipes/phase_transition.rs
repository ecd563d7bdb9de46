//! The phase transition of random binary problems as tightness increases: search is hardest where about half of the
//! problems have a solution.

use super::several::{self, Class, Measure, Sample, searched};
use super::{Extent, Made, Options};
use crate::compare::{Stated, StudyError, Subject};
use crate::plot::{Curve, Panel, Scale, svg};
use crate::table::{Cell, Table};
use crate::textbook::Network;
use models::ModelRb;
use solver_core::constraints::Table as Tuples;
use solver_core::prelude::*;

/// The number of instances at each tightness.
const SEEDS: u64 = 15;
const NODE_LIMIT: u64 = 50_000;

/// A method of generating random networks, with its parameters.
struct Family {
    name: &'static str,
    about: String,
    variables: usize,
    values: usize,
    constraints: usize,
    /// The tightness at which half of the networks are predicted to be solvable, as a share of each constraint's pairs.
    predicted: f64,
}

/// One row of the table, given by the number of forbidden pairs in each constraint.
struct Point<'f> {
    family: &'f Family,
    forbidden: usize,
    instances: Vec<Subject>,
}

pub(super) fn run(options: &Options, mut table: Table) -> Result<Made, StudyError> {
    let families = families();
    let mut points = Vec::new();
    for family in &families {
        let pairs = family.values * family.values;
        let at = (family.predicted * pairs as f64).round() as usize;
        // The number of forbidden pairs varies around the prediction; the usual step is about 2 % of the pairs.
        let (step, reach) = match options.extent {
            Extent::Few => (8, 8),
            Extent::Usual => (2, 12),
            Extent::Long => (1, 14),
        };
        let (low, high) = (at.saturating_sub(reach), (at + reach).min(pairs));
        for forbidden in (low..=high).filter(|t| t.abs_diff(at).is_multiple_of(step)) {
            let instances = (1..=SEEDS).map(|seed| family.draw(forbidden, seed)).collect();
            points.push(Point { family, forbidden, instances });
        }
    }
    let search_options = several::first(VarSelect::DomDeg, NODE_LIMIT);
    let classes: Vec<Class<'_>> = points
        .iter()
        .map(|p| Class { instances: &p.instances, level: None, search_options: search_options.clone() })
        .collect();
    let samples = searched(&classes, &options.means)?;
    let measures: [Measure; 6] = [
        Sample::len,
        Sample::solved,
        Sample::nodes_median,
        Sample::nodes,
        Sample::failures_median,
        Sample::propagations,
    ];
    let keys =
        |p: &Point<'_>| vec![Cell::word(p.family.name), Cell::Count(p.forbidden as u64), Cell::Real(p.tightness(), 3)];
    several::rows(&mut table, points.iter().map(keys), &samples, &measures);
    let panels: Vec<Panel> = families
        .iter()
        .map(|family| {
            let own = || points.iter().zip(&samples).filter(|(p, _)| std::ptr::eq(p.family, family));
            let nodes = own().map(|(p, s)| (p.tightness(), s.nodes_median() as f64)).collect();
            let share = own().map(|(p, s)| (p.tightness(), 100.0 * s.solved() as f64 / s.len() as f64)).collect();
            let scale = |style: usize, name: &str, points| Scale {
                includes: vec![0.0, [1.0, 100.0][style]],
                curves: vec![Curve { name: name.to_owned(), style, is_dashed: false, is_flat: false, points }],
            };
            Panel {
                title: format!("{}: {}", family.name, family.about),
                across: "tightness: share of pairs forbidden".to_owned(),
                scales: vec![scale(0, "nodes, median", nodes), scale(1, "solvable, %", share)],
                mark: Some((family.predicted, "predicted".to_owned())),
            }
        })
        .collect();
    Ok(Made { table, plot: Some(svg("From solvable to unsolvable", &panels)) })
}

fn families() -> [Family; 2] {
    let (n, d) = (18_usize, 8_usize);
    let edges = n * (n - 1) / 4;
    let rb = ModelRb::FRB_15;
    [
        Family {
            name: "Model B",
            about: format!("{n} variables of {d} values, {edges} constraints on half of the variable pairs"),
            variables: n,
            values: d,
            constraints: edges,
            // The expected number of solutions is 1 at 1 - d^(-2 / (p1 (n - 1))), with p1 the share of constrained
            // pairs.
            predicted: 1.0 - (d as f64).powf(-2.0 / (2.0 * edges as f64 / n as f64)),
        },
        Family {
            name: "Model RB",
            about: format!(
                "{} variables of {} values, {} constraints; α = 0.8, r = 0.8/ln(4/3)",
                rb.variables, rb.values, rb.constraints
            ),
            variables: rb.variables,
            values: rb.values as usize,
            constraints: rb.constraints,
            predicted: 0.25,
        },
    ]
}

impl Point<'_> {
    fn tightness(&self) -> f64 {
        self.forbidden as f64 / (self.family.values * self.family.values) as f64
    }
}

impl Family {
    fn draw(&self, forbidden: usize, seed: u64) -> Subject {
        let &Family { name, variables, values, constraints, .. } = self;
        if name == "Model RB" {
            let of = ModelRb { variables, values: values as i32, constraints, forbidden };
            return Subject::new("", "", move || Ok(models::model_rb(of, seed)?.into()));
        }
        Subject::new("", "", move || of_tables(&Network::model_b(variables, values, constraints, forbidden, seed)))
    }
}

/// Converts a network to a model with a table for each relation.
fn of_tables(network: &Network) -> Result<Stated, StudyError> {
    let mut m = Model::new();
    let sizes = (0..network.variables()).map(|i| network.values(i) as i32);
    let x = sizes.enumerate().map(|(i, d)| m.int(format!("x[{i}]"), 0..=d - 1)).collect::<Result<Vec<_>, _>>()?;
    for (i, j, relation) in network.relations() {
        let (a, b) = relation.sizes();
        let pairs = (0..a).flat_map(|v| (0..b).map(move |w| (v, w))).filter(|&(v, w)| relation.allows(v, w));
        let rows = pairs.map(|(v, w)| [v as i32, w as i32]).collect::<Vec<_>>();
        let misuse = |e: solver_core::constraints::TableError| ModelError::Misuse {
            constraint: "table".to_owned(),
            reason: e.to_string(),
        };
        m.table([x[i], x[j]], &Tuples::new(2, &rows).map_err(misuse)?);
    }
    Ok(Stated::new(m, x))
}
