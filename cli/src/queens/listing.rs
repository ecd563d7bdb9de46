//! `--format scheme`, `--format svg` and similar: solutions in the formats of other programs, or as pictures.
//!
//! Standard output gets exactly that list or page; everything else goes to standard error, and only if requested or
//! necessary.

use crate::exit::Ended;
use crate::queens::object::QuestionFields;
use crate::queens::output::{Report, breach};
use queens::{Listing, Sheet};
use solver_core::prelude::*;
use std::io::{self, Write};
use std::time::Duration;

impl<W: Write> Report<'_, W> {
    /// Ends the list, and says on standard error what keeps it from being whole, and the costs.
    pub(crate) fn end_list(
        &mut self,
        list: Listing,
        end: Step,
        statistics: &Statistics,
        time: Duration,
    ) -> io::Result<Ended> {
        let complete = end == Step::Exhausted;
        self.out.write_all(list.end(complete).as_bytes())?;
        self.end_aside(end, statistics, time)
    }

    /// Writes the page, with what the solutions amount to as its title.
    pub(crate) fn end_page(
        &mut self,
        sheet: &Sheet,
        end: Step,
        statistics: &Statistics,
        time: Duration,
    ) -> io::Result<Ended> {
        let title = self.sentence(end, breach(self.request, end, statistics), statistics);
        write!(self.out, "{}", sheet.titled(&title))?;
        self.end_aside(end, statistics, time)
    }

    fn end_aside(&mut self, end: Step, statistics: &Statistics, time: Duration) -> io::Result<Ended> {
        self.out.flush()?;
        let stopped_by = breach(self.request, end, statistics);
        let mut aside = self.aside();
        if stopped_by.is_some() || aside.request.unique {
            aside.summary(end, stopped_by, statistics)?;
        }
        aside.table()?;
        if aside.request.stats {
            aside.costs(statistics, time)?;
        }
        Ok(if stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
    }

    /// What belongs to the report, but not on standard output.
    pub(crate) fn aside(&mut self) -> Report<'_, io::Stderr> {
        Report {
            out: io::stderr(),
            request: self.request,
            asked: QuestionFields::default(),
            changed: self.changed.clone(),
            printed: self.printed,
            orbits: self.orbits.take(),
            list: None,
            sheet: None,
            marked: None,
            coloured: false,
            rules: self.rules.take(),
            object: None,
        }
    }
}
