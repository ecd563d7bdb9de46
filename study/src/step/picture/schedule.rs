//! Draws schedules as bars over time: one line per resource, with the tasks that must run at each time.

use super::{Drawn, Line, Piece, Tint, shortened};
use crate::recording::{Length, Recording, Replay, Resource};
use solver_core::why::without_place;
use solver_core::{Atom, Var};

/// The width of the time axis in characters.
const WIDTH: i64 = 44;

/// The maximum displayed length of a name.
const NAME: usize = 20;

/// The schedule: the resources of a recording.
#[derive(Clone, Debug)]
pub(super) struct Schedule(Vec<Resource>);

/// The state of a task: its earliest and latest start, and its minimum duration.
struct Task {
    var: Var,
    earliest: i64,
    latest: i64,
    length: i64,
}

impl Task {
    fn new(replay: &Replay<'_>, (var, length): (Var, Length)) -> Option<Task> {
        let bounds = |var: Var| Some((i64::from(replay.domain(var).min()?), i64::from(replay.domain(var).max()?)));
        let (earliest, latest) = bounds(var)?;
        let length = match length {
            Length::Fixed(length) => length,
            Length::Multiple(factor, var) => factor * bounds(var)?.0,
        };
        Some(Task { var, earliest, latest, length })
    }
}

impl Schedule {
    pub(super) fn new(recording: &Recording) -> Option<Schedule> {
        let used = recording.resources.iter().filter(|resource| !resource.tasks.is_empty());
        Some(Schedule(used.cloned().collect())).filter(|schedule| !schedule.0.is_empty())
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.0.iter().flat_map(|resource| resource.tasks.iter().map(|&(start, _)| start))
    }

    pub(super) fn drawn(&self, replay: &Replay<'_>, touched: Option<Atom>) -> Drawn {
        let tasks = |resource: &Resource| -> Vec<Task> {
            resource.tasks.iter().filter_map(|&task| Task::new(replay, task)).collect()
        };
        let resources: Vec<(&Resource, Vec<Task>)> =
            self.0.iter().map(|resource| (resource, tasks(resource))).collect();
        let all = || resources.iter().flat_map(|(_, tasks)| tasks);
        // The axis covers the earliest end of every task. To show the latest ends, it may be up to twice as long.
        let begin = all().map(|task| task.earliest).min().unwrap_or(0).min(0);
        let firm = all().map(|task| task.earliest + task.length).max().unwrap_or(0).max(begin + 1);
        let last = all().map(|task| task.latest + task.length).max().unwrap_or(0).max(begin + 1);
        let end = last.min(firm + (firm - begin));
        let unit = (end - begin + WIDTH - 1) / WIDTH;
        let cells = (end - begin + unit - 1) / unit;
        let name = |resource: &Resource| shortened(without_place(&resource.name), NAME);
        let wide = resources.iter().map(|(resource, _)| name(resource).chars().count()).max().unwrap_or(0);
        let mut drawn = Drawn::default();
        for (resource, tasks) in &resources {
            let is_touched = tasks.iter().any(|task| touched.is_some_and(|fact| fact.var() == task.var));
            if is_touched {
                drawn.touched = Some(drawn.lines.len());
            }
            let mark = if is_touched { '>' } else { ' ' };
            let mut line: Line = vec![Piece::plain(format!("{mark}{:>wide$} |", name(resource)))];
            line.extend((0..cells).map(|cell| sign(replay, tasks, begin + cell * unit)));
            line.push(Piece::plain("|"));
            drawn.lines.push(line);
        }
        let first = begin.to_string();
        let width = (cells as usize + 1).saturating_sub(first.len());
        let beyond = if last > end { format!(" … {last}") } else { String::new() };
        drawn.lines.push(vec![Piece::faint(format!("{:>wide$}   {first}{end:>width$}{beyond}", ""))]);
        let legend = ["A the first task of a line, a if it is not fixed, for certain", "2 several", ". perhaps"];
        drawn.legend = legend.map(|sign| vec![Piece::faint(sign)]).into();
        drawn
    }
}

/// Returns the sign for a time: a letter for the task that must run then, the number of such tasks if there are
/// several, or a dot if some task may run.
fn sign(replay: &Replay<'_>, tasks: &[Task], time: i64) -> Piece {
    let mut certain =
        tasks.iter().enumerate().filter(|(_, task)| task.latest <= time && time < task.earliest + task.length);
    match (certain.next(), certain.count()) {
        (Some((number, task)), 0) => {
            let is_fixed = replay.domain(task.var).len() == 1;
            let letters = if is_fixed { 'A'..='Z' } else { 'a'..='z' };
            Piece::new(letters.clone().nth(number % 26).unwrap_or('A'), Tint::Colour(number))
        }
        (Some(_), others) => Piece::new(char::from_digit(others as u32 + 1, 10).unwrap_or('+'), Tint::Bold),
        (None, _) => {
            let may = tasks.iter().any(|task| task.earliest <= time && time < task.latest + task.length);
            Piece::new(if may { '.' } else { ' ' }, Tint::Faint)
        }
    }
}
