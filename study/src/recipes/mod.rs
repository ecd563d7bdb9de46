//! Recipes: well-known experiments of the field, each with its recorded result.
//!
//! A recipe makes a [`Table`]. Its counts are exact, so another run must give the same; [`Recipe::drift`] lists every
//! cell that has changed since the result was recorded (`study/recipes/NAME.json`, written by
//! `ferz study recipe NAME --record FILE`). The golden tables confirmed by other programs are in the tests, not here.
//!
//! ```
//! use study::recipes::{Extent, Options, Recipe};
//! let recipe = Recipe::named("naive-queens").expect("it is one of them");
//! let made = recipe.make(&Options { extent: Extent::Few, ..Options::default() })?;
//! assert!(recipe.drift(&made.table)?.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ac_algorithms;
mod forward_checking;
mod naive_queens;
mod orderings;
mod phase_transition;
mod plot;
mod quasigroup;
mod queens_consistency;
mod several;
mod singleton;

use crate::compare::{Means, StudyError};
use crate::table::{RecordError, Recorded, Table};

/// How much of a recipe is run. Each extent has all rows of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Extent {
    /// Some rows, in a moment.
    Few,
    /// What shows the point.
    #[default]
    Usual,
    /// Rows that take long as well.
    Long,
}

/// The options of a recipe.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// By what means.
    pub means: Means,
    /// How much of it.
    pub extent: Extent,
}

/// What a recipe makes.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// Its table.
    pub table: Table,
    /// A plot of it in SVG, where the recipe has one.
    pub plot: Option<String>,
}

impl From<Table> for Made {
    fn from(table: Table) -> Made {
        Made { table, plot: None }
    }
}

/// An experiment of the field.
#[derive(Debug)]
pub struct Recipe {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows, in a line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    recorded: &'static str,
    run: fn(&Options) -> Result<Made, StudyError>,
}

/// All recipes, by name.
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "ac-algorithms",
        about: "what AC-3, AC-4, AC-6, AC-2001, AC-3rm and AC-3bit check for the same fixpoint",
        source: "Bessière, Régin, Yap, Zhang 2005; the peak of AC-3 at the transition: Gent, MacIntyre, Prosser, Shaw, Walsh 1997",
        recorded: include_str!("../../recipes/ac-algorithms.json"),
        run: ac_algorithms::run,
    },
    Recipe {
        name: "forward-checking",
        about: "looking back and looking ahead: BT, BM, BJ, CBJ, FC and MAC on binary networks",
        source: "Haralick, Elliott 1980; Prosser 1993; Sabin, Freuder 1994; Kondrak, van Beek 1997",
        recorded: include_str!("../../recipes/forward-checking.json"),
        run: forward_checking::run,
    },
    Recipe {
        name: "naive-queens",
        about: "generate and test, queen by queen: placements, squares tested, pairs checked",
        source: "Wirth 1976 and many textbooks since",
        recorded: include_str!("../../recipes/naive-queens.json"),
        run: naive_queens::run,
    },
    Recipe {
        name: "orderings",
        about: "which variable next: lex, dom, dom/deg, dom/wdeg, ABS, IBS, CHS",
        source: "Bessière, Régin 1996; Boussemart, Hemery, Lecoutre, Saïs 2004; Refalo 2004; Michel, Van Hentenryck 2012; Habet, Terrioux 2021",
        recorded: include_str!("../../recipes/orderings.json"),
        run: orderings::run,
    },
    Recipe {
        name: "phase-transition",
        about: "random binary constraints from solvable to unsolvable, and the peak between: Model B and Model RB",
        source: "Smith, Dyer 1996; Xu, Li 2000",
        recorded: include_str!("../../recipes/phase-transition.json"),
        run: phase_transition::run,
    },
    Recipe {
        name: "quasigroup",
        about: "Latin squares with holes, from few to many: all_different at the levels value, bounds and domain",
        source: "Gomes, Selman 1997; Stergiou, Walsh 1999",
        recorded: include_str!("../../recipes/quasigroup.json"),
        run: quasigroup::run,
    },
    Recipe {
        name: "queens-consistency",
        about: "n queens at every level of consistency, and with one constraint per pair",
        source: "trees equal to those of Gecode 6.4, and of independent programs",
        recorded: include_str!("../../recipes/queens-consistency.json"),
        run: queens_consistency::run,
    },
    Recipe {
        name: "singleton",
        about: "singleton consistency and shaving at the root: what they try, what they remove, what search is left",
        source: "Debruyne, Bessière 1997; Torres, Lopez 2000",
        recorded: include_str!("../../recipes/singleton.json"),
        run: singleton::run,
    },
];

impl Recipe {
    /// The recipe of this name.
    pub fn named(name: &str) -> Option<&'static Recipe> {
        RECIPES.iter().find(|recipe| recipe.name == name)
    }

    /// Runs it.
    ///
    /// # Errors
    /// [`StudyError`] when a model cannot be searched: a fault of the solver.
    pub fn make(&self, options: &Options) -> Result<Made, StudyError> {
        let mut made = (self.run)(options)?;
        made.table.title = format!("{}: {}", self.name, self.about);
        made.table.note(format!("Source: {}.", self.source));
        let extent = match options.extent {
            Extent::Few => " --quick",
            Extent::Usual => "",
            Extent::Long => " --long",
        };
        made.table.command = format!("ferz study recipe {}{extent}", self.name);
        Ok(made)
    }

    /// Where a table of this recipe differs from what was recorded, a sentence for each cell.
    ///
    /// # Errors
    /// [`RecordError`] when the record is damaged.
    pub fn drift(&self, table: &Table) -> Result<Vec<String>, RecordError> {
        Ok(Recorded::read(self.recorded)?.drift(table))
    }
}
