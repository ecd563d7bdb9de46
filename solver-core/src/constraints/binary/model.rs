//! Binary networks in a model.

use super::{Algorithm, BinaryNetwork, Relation};
use crate::constraints::{Table, TableError};
use crate::model::spelling::{Named, Say, Spell, is, joined};
use crate::model::{Comparison, ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, all_of, any_of};
use crate::propagator::Propagator;

/// Tables of two columns, each over two of the arguments, by index.
struct Tables {
    arguments: Vec<Expr>,
    tables: Vec<(usize, usize, Table)>,
    algorithm: Algorithm,
}

impl Model {
    /// Tables of two columns, each over two of the arguments by index, all in one propagator that uses a classical arc
    /// consistency algorithm. For study; see [`binary`](crate::constraints::binary).
    ///
    /// ```
    /// use solver_core::{constraints::{ArcConsistency, Table}, prelude::*};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// let less = Table::new(2, [[1, 2], [1, 3], [2, 3]])?;
    /// let by = ArcConsistency::by_name("ac2001").expect("it is known");
    /// m.binary_tables(by, &x, [(0, 1, less.clone()), (1, 2, less)]);
    /// assert_eq!(m.count()?, Outcome::Complete(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn binary_tables<T: Into<Expr>>(
        &mut self,
        algorithm: Algorithm,
        arguments: impl IntoIterator<Item = T>,
        tables: impl IntoIterator<Item = (usize, usize, Table)>,
    ) -> Posted<'_, Plain> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.state(Tables { arguments, tables: tables.into_iter().collect(), algorithm })
    }
}

impl ConstraintDef for Tables {
    fn kind(&self) -> &'static str {
        "binary_tables"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        let count = self.arguments.len();
        self.tables.iter().enumerate().find_map(|(number, (i, j, table))| {
            if *i >= count || *j >= count {
                Some(format!("table {number} is about arguments {i} and {j}, but there are {count}"))
            } else if i == j {
                Some(format!("table {number} is about argument {i} twice"))
            } else if table.arity() != 2 {
                Some(format!("table {number}: {}", TableError::Views { arity: table.arity(), views: 2 }))
            } else if table.has_wildcards() {
                Some(format!("table {number} has wildcards"))
            } else {
                None
            }
        })
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.tables.iter().all(|(i, j, table)| table.contains(&[values[*i], values[*j]]))
    }

    fn written(&self, say: Say<'_>) -> String {
        let one = |(i, j, table): &(usize, usize, Table)| {
            let pair = [self.arguments[*i].clone(), self.arguments[*j].clone()];
            format!("({}) in {}", say(&pair), table.written())
        };
        joined(self.tables.iter().map(one), " and ")
    }

    fn in_comparisons(&self, x: &[Expr], _: &mut dyn Spell) -> Vec<Comparison> {
        let one = |(i, j, table): &(usize, usize, Table)| {
            any_of(table.pairs().map(|(a, b)| all_of([is(&x[*i], a), is(&x[*j], b)])))
        };
        self.tables.iter().map(one).collect()
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let one = |(i, j, table): &(usize, usize, Table)| table.xcsp3("supports", &[x[*i].clone(), x[*j].clone()]);
        self.tables.iter().map(one).collect()
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        // Arguments without a table need no values; the others have those in their tables.
        let mut values: Vec<Vec<i32>> = vec![Vec::new(); self.arguments.len()];
        for (i, j, table) in &self.tables {
            for row in table.pairs() {
                values[*i].push(row.0);
                values[*j].push(row.1);
            }
        }
        for list in &mut values {
            list.sort_unstable();
            list.dedup();
        }
        let mut numbers = vec![None; values.len()];
        let mut variables = Vec::new();
        for i in self.tables.iter().flat_map(|t| [t.0, t.1]) {
            numbers[i].get_or_insert_with(|| {
                variables.push((site.views()[i], values[i].clone()));
                variables.len() - 1
            });
        }
        let number = |list: &[i32], v: i32| list.partition_point(|&w| w < v);
        let constraints = self.tables.iter().filter_map(|(i, j, table)| {
            let pairs = table.pairs().map(|(a, b)| (number(&values[*i], a), number(&values[*j], b)));
            let relation = Relation::of_pairs((values[*i].len(), values[*j].len()), pairs);
            Some((numbers[*i]?, numbers[*j]?, relation))
        });
        let network = BinaryNetwork::new(variables, constraints, self.algorithm);
        // Errors in the arguments were reported as misuse before.
        Ok(vec![Box::new(network.map_err(|e| Refusal::TooLarge(e.to_string()))?)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::{ModelError, Outcome};

    #[test]
    fn arguments_without_tables_stay_free_and_misuse_is_told() -> Result<(), ModelError> {
        let mut m = Model::new();
        let x = m.ints("x", 4, 0..=2)?;
        let next = Table::new(2, [[0, 1], [1, 2], [5, 6]]).expect("two columns");
        for algorithm in Algorithm::ALL {
            let mut m = m.clone();
            m.binary_tables(algorithm, &x, [(3, 1, next.clone()), (0, 1, next.clone())]);
            assert_eq!(m.count()?, Outcome::Complete(3 * 2), "{algorithm:?}");
        }
        m.binary_tables(Algorithm::Ac3, &x, [(0, 4, next)]);
        let told = m.count().expect_err("there is no argument 4").to_string();
        assert!(told.ends_with("table 0 is about arguments 0 and 4, but there are 4"), "{told}");
        Ok(())
    }
}
