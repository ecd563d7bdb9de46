//! One search, cut into units that any scheduler can run.
//!
//! A [`Job`] is a folder. A unit is a part of the tree of a search, a [`Cube`](solver_core::Cube), in a file of its own (or a range of [numbered pieces](Pieces) that are counted in some other way). Whoever works on a unit writes its result beside it:
//! complete, or, over its budget, what is counted so far together with the parts that are left, which are units, too. Files are written under another name first and then renamed; a result that is there
//! stays, and a second one that contradicts it is kept as evidence. So a unit may be run anywhere, by anyone, and as often as one likes.
//!
//! [`Coverage`] adds the results up, from the root of the tree: a total exists only when the shares of what was explored add up to exactly one.
//! How units get to processors is not its business: a scheduler may lose, repeat or reorder them.
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

mod coverage;
mod error;
mod files;
mod job;
mod outcome;
mod pieces;
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
