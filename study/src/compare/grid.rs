//! The grid of a comparison; each cell is a search.

use super::dimension::Dimension;
use super::row::Row;
use super::{Counts, SearchOptions, StudyError, Subject};
use crate::beside::{all_threads, in_parallel};
use crate::table::{Cell, Table};
use solver_core::SearchOrder;
use solver_core::prelude::*;
use std::num::NonZero;

/// The maximum number of cells.
const MOST_CELLS: usize = 100_000;

/// The lists of alternatives to compare. Every combination is searched.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The models and their formulations.
    pub subjects: Vec<Subject>,
    /// Consistency levels for all constraints that support several; `None` keeps the model's levels. A model without
    /// such constraints is searched only once.
    pub levels: Vec<Option<Consistency>>,
    /// The inferences at the root.
    pub roots: Vec<RootInference>,
    /// The variable selections; `None` uses the model's own.
    pub orders: Vec<Option<SearchOrder>>,
    /// The value selections; `None` uses the model's own.
    pub values: Vec<Option<ValueSelect>>,
    /// The branching schemes.
    pub branchings: Vec<Branching>,
    /// The random seeds.
    pub seeds: Vec<u64>,
    /// How ties between variables are broken.
    pub tie_break: TieBreak,
    /// Whether to stop each search at the first solution.
    pub first_only: bool,
    /// The limits of each search.
    pub limits: Limits,
    /// The columns to show even if all rows agree on them.
    pub shown: Vec<Dimension>,
    /// The column names, in order; if empty, the columns that differ and all counts are shown.
    pub columns: Vec<String>,
}

/// The resources for searching a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// The number of threads, which does not affect the table.
    pub threads: NonZero<usize>,
    /// Whether to measure times too. They are measured after the counts, one row at a time.
    pub timed: bool,
}

impl Default for Means {
    fn default() -> Means {
        Means { threads: all_threads(), timed: false }
    }
}

/// One cell of a grid: a model and its search options.
struct Place<'g> {
    subject: &'g Subject,
    level: Option<Consistency>,
    /// Whether the level is the first in the grid's list of levels.
    is_first: bool,
    search_options: SearchOptions,
}

impl Grid {
    /// Creates a grid that searches unchanged models for all solutions with two-way branching.
    pub fn new(subjects: impl IntoIterator<Item = Subject>) -> Grid {
        Grid {
            subjects: subjects.into_iter().collect(),
            levels: vec![None],
            roots: vec![RootInference::None],
            orders: vec![None],
            values: vec![None],
            branchings: vec![Branching::TwoWay],
            seeds: vec![0],
            tie_break: TieBreak::First,
            first_only: false,
            limits: Limits::default(),
            shown: Vec::new(),
            columns: Vec::new(),
        }
    }

    /// Searches every combination and tabulates the results.
    ///
    /// # Errors
    /// [`StudyError::Nothing`], [`StudyError::TooMany`], or the first error, in row order, from building or searching a
    /// model.
    pub fn table(&self, means: &Means) -> Result<Table, StudyError> {
        let places = self.places()?;
        let counted = in_parallel(means.threads, places.len(), |k| places[k].count());
        let mut rows = Vec::new();
        for (place, row) in places.iter().zip(counted) {
            let Some(mut row) = row? else { continue };
            if means.timed {
                row.seconds = Some(place.time()?);
            }
            rows.push(row);
        }
        Ok(self.tabulated(&rows, means))
    }

    fn places(&self) -> Result<Vec<Place<'_>>, StudyError> {
        let lengths = [
            self.subjects.len(),
            self.levels.len(),
            self.roots.len(),
            self.orders.len(),
            self.values.len(),
            self.branchings.len(),
            self.seeds.len(),
        ];
        let cells = lengths.iter().fold(1_usize, |product, &length| product.saturating_mul(length));
        match cells {
            0 => return Err(StudyError::Nothing),
            cells if cells > MOST_CELLS => return Err(StudyError::TooMany { cells, limit: MOST_CELLS }),
            _ => {}
        }
        let mut places = Vec::with_capacity(cells);
        for mut k in 0..cells {
            // The last list varies fastest.
            let mut at = [0; 7];
            for (place, &length) in at.iter_mut().zip(&lengths).rev() {
                *place = k % length;
                k /= length;
            }
            let [subject, level, root, order, values, branching, seed] = at;
            let search_options = SearchOptions {
                order: self.orders[order],
                tie_break: self.tie_break,
                values: self.values[values],
                branching: self.branchings[branching],
                root: self.roots[root],
                seed: self.seeds[seed],
                first_only: self.first_only,
                limits: self.limits.clone(),
            };
            let (subject, is_first) = (&self.subjects[subject], level == 0);
            places.push(Place { subject, level: self.levels[level], is_first, search_options });
        }
        Ok(places)
    }
}

impl Place<'_> {
    /// Searches the cell. Returns `None` if no constraint supports several levels and this is not the first level.
    fn count(&self) -> Result<Option<Row>, StudyError> {
        let mut stated = self.subject.state()?;
        let leveled = match self.level {
            Some(level) => stated.model.set_levels(level),
            None => false,
        };
        // If no constraint supports several levels, all levels would give the same row.
        if self.level.is_some() && !leveled && !self.is_first {
            return Ok(None);
        }
        let counts = Counts::measure(&stated, &self.search_options).map_err(|error| match error {
            StudyError::AnotherTree { classical, recorded, .. } => {
                StudyError::AnotherTree { what: self.subject.name.clone(), classical, recorded }
            }
            other => other,
        })?;
        let named = |name: &str| if name.is_empty() { Cell::Missing } else { Cell::word(name) };
        let (search_options, plain) = (&self.search_options, stated.phases.is_empty());
        let keys = [
            named(&self.subject.name),
            named(&self.subject.formulation),
            self.level.filter(|_| leveled).map_or(Cell::Missing, |level| Cell::word(level.name())),
            named(search_options.root.name()),
            search_options
                .order
                .or(plain.then_some(SearchOrder::By(stated.order)))
                .map_or(Cell::Missing, |order| Cell::word(order.name())),
            search_options
                .values
                .or(plain.then_some(stated.values))
                .map_or(Cell::Missing, |values| Cell::word(values.name())),
            named(search_options.branching.name()),
            Cell::Count(search_options.seed),
        ];
        Ok(Some(Row { keys, counts, seconds: None, best: stated.objective.is_some() }))
    }

    fn time(&self) -> Result<f64, StudyError> {
        let mut stated = self.subject.state()?;
        if let Some(level) = self.level {
            stated.model.set_levels(level);
        }
        Ok(Counts::time(&stated, &self.search_options)?.as_secs_f64())
    }
}
