//! A component: rows that share variables, directly or through other rows, with their linear program.

use super::combine::Row;
use super::guard::Guard;
use super::simplex::Simplex;
use crate::context::Context;
use crate::linear_rows::{Column, LinearRow, LinearRows};
use crate::view::View;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The maximum numbers of rows and terms. A larger component is omitted, because each solve would take too long.
const MOST_ROWS: usize = 2_000;
const MOST_TERMS: usize = 200_000;

/// A component; see the [module page](self).
#[derive(Clone)]
pub(super) struct Component {
    pub(super) columns: Arc<[Column]>,
    pub(super) rows: Arc<[Row]>,
    /// By column: the bounds at the root.
    pub(super) roots: Vec<(i32, i32)>,
    /// By column: the bounds of the last solve.
    pub(super) bounds: Vec<(i32, i32)>,
    pub(super) objective: Option<u32>,
    pub(super) simplex: Simplex,
    pub(super) guard: Guard,
}

impl Component {
    /// Returns the components that are worth a linear program: those with at least two rows, at least one of which has
    /// more than two terms. For rows with only two terms, bounds propagation is just as strong. A component is omitted
    /// if it does not fit into the remaining `room`, in bytes.
    pub(super) fn split(
        mut collected: LinearRows,
        objective: Option<View>,
        mut room: usize,
        spent: i64,
    ) -> Vec<Component> {
        let rows = distinct(std::mem::take(&mut collected.rows));
        let mut parent: Vec<u32> = (0..collected.variables() as u32).collect();
        for row in &rows {
            for term in &row.terms[1..] {
                let (a, b) = (find(&mut parent, row.terms[0].0.var.0), find(&mut parent, term.0.var.0));
                parent[a.max(b) as usize] = a.min(b);
            }
        }
        let mut groups: BTreeMap<u32, Vec<LinearRow>> = BTreeMap::new();
        for row in rows {
            groups.entry(find(&mut parent, row.terms[0].0.var.0)).or_default().push(row);
        }
        let components = groups.into_values().filter_map(|mut rows| {
            if rows.len() > MOST_ROWS / 2 {
                rows.retain(|row| row.terms.len() > 2);
            }
            let terms: usize = rows.iter().map(|row| row.terms.len()).sum();
            let is_worth_it = rows.len() > 1 && rows.iter().any(|row| row.terms.len() > 2);
            let bytes = rows.len() * rows.len() * 8 + terms * 80;
            if !is_worth_it || rows.len() > MOST_ROWS || terms > MOST_TERMS || bytes > room {
                return None;
            }
            room -= bytes;
            Some(Component::new(&rows, &collected, objective, spent))
        });
        components.collect()
    }

    fn new(rows: &[LinearRow], collected: &LinearRows, objective: Option<View>, spent: i64) -> Component {
        let mut columns: Vec<Column> = rows.iter().flat_map(|row| row.terms.iter().map(|term| term.0)).collect();
        columns.sort_unstable();
        columns.dedup();
        let numbers: HashMap<Column, u32> = columns.iter().copied().zip(0..).collect();
        let numbered = |row: &LinearRow| Row {
            terms: row.terms.iter().map(|&(column, coefficient)| (numbers[&column], coefficient)).collect(),
            low: row.low,
            high: row.high,
            sources: row.sources,
        };
        let rows: Vec<Row> = rows.iter().map(numbered).collect();
        let in_floats = |row: &Row| row.terms.iter().map(|&(column, a)| (column, a as f64)).collect();
        let in_floats: Vec<Vec<(u32, f64)>> = rows.iter().map(in_floats).collect();
        let limits = |row: &Row| {
            (row.low.map_or(f64::NEG_INFINITY, |low| low as f64), row.high.map_or(f64::INFINITY, |high| high as f64))
        };
        let limits: Vec<(f64, f64)> = rows.iter().map(limits).collect();
        let mut cost = vec![0.0; columns.len()];
        let minimised = objective.and_then(|view| Some((view, *numbers.get(&Column::of_value(view.var()))?)));
        if let Some((view, column)) = minimised {
            cost[column as usize] = if view.is_negated() { -1.0 } else { 1.0 };
        }
        Component {
            roots: columns.iter().map(|&column| collected.column_bounds(column)).collect(),
            bounds: vec![(0, -1); columns.len()],
            objective: minimised.map(|(_, column)| column),
            simplex: Simplex::new(&in_floats, &limits, &cost),
            guard: Guard::new(spent),
            columns: columns.into(),
            rows: rows.into(),
        }
    }

    /// Reads the bounds of all columns; if `are_roots`, they become the bounds at the root. Returns whether any bound
    /// has changed since the last solve.
    pub(super) fn read_bounds(&mut self, cx: &Context<'_>, are_roots: bool) -> bool {
        let mut has_changed = false;
        for (j, (column, bounds)) in self.columns.iter().zip(&mut self.bounds).enumerate() {
            let x = View::from(column.var);
            let now = match column.value {
                None => cx.bounds(x),
                Some(value) => (i32::from(cx.fixed(x) == Some(value)), i32::from(cx.contains(x, value))),
            };
            if now != *bounds {
                *bounds = now;
                has_changed = true;
                self.simplex.set_bounds(j, now.0.into(), now.1.into());
            }
        }
        if are_roots && has_changed {
            self.roots.copy_from_slice(&self.bounds);
        }
        has_changed
    }

    pub(super) fn bytes(&self) -> usize {
        self.simplex.bytes() + self.columns.len() * 40
    }
}

/// Merges rows with the same left side, because a sum contains only one multiple of each row. Contradictory rows stay
/// separate.
fn distinct(rows: Vec<LinearRow>) -> Vec<LinearRow> {
    let mut known: HashMap<Vec<(Column, i64)>, usize> = HashMap::new();
    let mut distinct: Vec<LinearRow> = Vec::new();
    for mut row in rows {
        if row.terms[0].1 < 0 {
            row.terms.iter_mut().for_each(|term| term.1 = -term.1);
            (row.low, row.high) = (row.high.map(|high| -high), row.low.map(|low| -low));
            row.sources.reverse();
        }
        let first = known.get(&row.terms).map(|&at| &mut distinct[at]);
        let exceeds = |low: Option<i64>, high: Option<i64>| low.zip(high).is_some_and(|(low, high)| low > high);
        match first.filter(|first| !exceeds(first.low, row.high) && !exceeds(row.low, first.high)) {
            Some(first) => {
                if row.low > first.low {
                    (first.low, first.sources[0]) = (row.low, row.sources[0]);
                }
                if row.high.is_some_and(|high| first.high.is_none_or(|known| high < known)) {
                    (first.high, first.sources[1]) = (row.high, row.sources[1]);
                }
            }
            None => {
                known.insert(row.terms.clone(), distinct.len());
                distinct.push(row);
            }
        }
    }
    distinct
}

/// The representative of an element of a union-find structure.
fn find(parent: &mut [u32], mut x: u32) -> u32 {
    while parent[x as usize] != x {
        parent[x as usize] = parent[parent[x as usize] as usize];
        x = parent[x as usize];
    }
    x
}
