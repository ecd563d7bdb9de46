//! Distributed search: one search, split into units that any scheduler can run.
//!
//! A [`Job`] is a folder. A unit is a part of the search tree, a [`Cube`](solver_core::Cube), in its own file (or a
//! range of [numbered pieces](Pieces) that are counted by other means). The worker of a unit writes a result file
//! for it. A result is complete or, if the budget ran out, partial: the count so far, and the remaining parts, which
//! become units. Files are written under a temporary name and then renamed. An existing result is never overwritten,
//! and a second one that contradicts it is kept as evidence. A unit can therefore run on any machine, any number of
//! times.
//!
//! [`Coverage`] adds up the results from the root of the tree. A total exists only when the explored shares add up to
//! exactly one. A job can also [prove](Description::proving) its total, unit by unit. Scheduling is left to other
//! programs: a scheduler may lose, repeat or reorder units.
//!
//! ```
//! use cluster::{Description, Job, Question, Work};
//! use solver_core::prelude::*;
//! let mut m = Model::new();
//! let x = m.ints("x", 5, 0..=4)?;
//! m.all_different(&x);
//! let search = m.search();
//! let folder = tempfile::tempdir()?;
//! let about = Description::new(Question::Count, "a model", Vec::new(), "its fingerprint");
//! let job = Job::create(&folder.path().join("job"), about)?;
//! // Units of twenty nodes each.
//! let work = Work::new(&search, None).nodes(20);
//! while let Some(unit) = job.open_units()?.pop() {
//!     job.work(&unit, &work)?;
//! }
//! assert_eq!(job.coverage()?.total(), Some(120_u32.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod coverage;
mod error;
mod files;
mod job;
mod outcome;
mod pieces;
mod proofs;
mod share;
mod unit;
mod work;

pub use coverage::Coverage;
pub use error::JobError;
pub use job::{Description, Job, Question, fingerprint};
pub use outcome::{Best, Effort, Outcome};
pub use pieces::Pieces;
pub use share::Share;
pub use unit::{Unit, UnitId};
pub use work::Work;
