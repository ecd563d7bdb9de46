//! `--format scheme`, `--format svg` and similar: solutions in the formats of other programs, or as pictures.
//!
//! Standard output gets exactly that list or page; everything else goes to standard error, and only if requested or
//! necessary.

use crate::exit::Ended;
use crate::queens::args::{Format, Queens};
use crate::queens::output::{Report, breach};
use queens::{Listing, Sheet};
use solver_core::prelude::*;
use std::io::{self, Write};
use std::time::Duration;

impl Queens {
    /// The list to be written, if that is the format and solutions are asked for.
    pub(crate) fn listing(&self) -> Option<Listing> {
        match self.format {
            Format::Listing(notation) if self.wants_solutions() => Some(Listing::new(notation)),
            _ => None,
        }
    }

    /// The page to be drawn, if that is the format and solutions are asked for.
    pub(crate) fn sheet(&self) -> Option<Sheet> {
        match self.format {
            Format::Page(page) if self.wants_solutions() => Some(Sheet::new(page, usize::try_from(self.n).ok()?)),
            _ => None,
        }
    }
}

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
        let title = self.sentence(end, breach(self.args, end, statistics), statistics);
        write!(self.out, "{}", sheet.titled(&title))?;
        self.end_aside(end, statistics, time)
    }

    fn end_aside(&mut self, end: Step, statistics: &Statistics, time: Duration) -> io::Result<Ended> {
        self.out.flush()?;
        let stopped_by = breach(self.args, end, statistics);
        let mut aside = self.aside();
        if stopped_by.is_some() || aside.args.unique {
            aside.summary(end, stopped_by, statistics)?;
        }
        aside.table()?;
        if aside.args.stats {
            aside.costs(statistics, time)?;
        }
        Ok(if stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
    }

    /// What belongs to the report, but not on standard output.
    pub(crate) fn aside(&mut self) -> Report<'_, io::Stderr> {
        Report {
            out: io::stderr(),
            args: self.args,
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
