//! `ferz study diff`: shows where two searches differ.

use super::args::About;
use super::command;
use super::recorded::{RecordArgs, Recorded};
use crate::exit::{Ended, UNWRITABLE};
use crate::parse::whole_number;
use crate::wording::plural;
use anyhow::Context;
use clap::Args as ClapArgs;
use std::io::{self, BufWriter, Write};
use std::time::Instant;
use study::differences::{Difference, Does, Side, differences};
use study::recording::{Event, Recording};
use study::step::counts;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct DiffArgs {
    #[command(flatten)]
    subject: About,

    /// The second search, with its own options, in quotes: 'queens 8 --consistency domain'
    #[arg(long, value_name = "SUBJECT")]
    versus: String,

    /// Print at most this many differences
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = whole_number(1), allow_hyphen_values = true)]
    most: u64,

    #[command(flatten)]
    kept: RecordArgs,
}

pub(super) fn run(args: &DiffArgs, started: Instant) -> anyhow::Result<Ended> {
    let recorded = |about: &About| Recorded::new(about.source()?, &about.run, args.kept, started);
    // Errors in the second subject are reported before the first one is searched.
    let second = About::versus(&args.versus)?;
    let (first, second) = (recorded(&args.subject)?, recorded(&second)?);
    let mut out = BufWriter::new(io::stdout().lock());
    let names = [command::subject("diff", &["--versus", "--most", "--events"]), args.versus.clone()];
    let text = report(&names, [&first.recording, &second.recording], usize::try_from(args.most).unwrap_or(usize::MAX));
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context(UNWRITABLE)?;
    Ok(Ended::Complete)
}

/// Writes the sizes of the two searches and their differences.
fn report(names: &[String; 2], recordings: [&Recording; 2], most: usize) -> String {
    let mut text = String::new();
    for ((place, name), recording) in ["first", "second"].into_iter().zip(names).zip(recordings) {
        text += &format!("{place:<6}  {name}: {}\n", size(recording));
    }
    let found = differences(recordings[0], recordings[1]);
    let same = plural(found.same, "node");
    let places = found.places.len();
    if places == 0 {
        return text + &format!("They are identical: {same}.\n");
    }
    text += &format!("Both have {same} in common. They diverge at {}:\n", plural(places as u64, "place"));
    for (difference, number) in found.places.iter().zip(1..).take(most) {
        text += &part(difference, number);
    }
    if places > most {
        text += &format!("\n… and {} more (--most {places} prints all)\n", places - most);
    }
    text
}

/// Describes the size of a search, and how much of it is compared.
fn size(recording: &Recording) -> String {
    let is_restart = |event: &Event| matches!(event, Event::Restart { .. });
    let cut = match recording.events().iter().any(is_restart) {
        true => "; compared up to its first restart",
        false => "",
    };
    match recording.end() {
        Some(end) => format!("{}{cut}", counts(end)),
        None => format!("the first {}", plural(recording.events().len() as u64, "event")),
    }
}

fn part(difference: &Difference, number: usize) -> String {
    let at = match &difference.decisions[..] {
        [] => "at the root".to_owned(),
        decisions => format!("after {}", decisions.join(", ")),
    };
    let [first, second] = &difference.sides;
    format!("\n{number}. {at}\n   first   {}\n   second  {}\n", does(first), does(second))
}

fn does(side: &Side) -> String {
    let what = match &side.does {
        Does::Decides(fact) => format!("goes on with {fact}"),
        Does::Fails(Some(why)) => format!("fails: {why}"),
        Does::Fails(None) => "fails".to_owned(),
        Does::Finds => "has a solution".to_owned(),
        Does::Ends => "goes no further".to_owned(),
    };
    if side.nodes == 0 { what } else { format!("{what}; {} below", plural(side.nodes, "node")) }
}
