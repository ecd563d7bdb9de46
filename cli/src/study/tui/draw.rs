//! Draws the screen.

use super::app::App;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use solver_core::Atom;
use solver_core::why::without_place;
use study::step::{Cell, Row};

/// A colour for each constraint, in turn: those of M. Okabe, K. Ito, *Color universal design* (2008), that are seen on black and
/// white, as near as 256 colours come. The letter tells what the colour may not.
const COLOURS: [Color; 6] = [
    Color::Indexed(172), // orange
    Color::Indexed(74),  // sky blue
    Color::Indexed(36),  // bluish green
    Color::Indexed(168), // reddish purple
    Color::Indexed(32),  // blue
    Color::Indexed(166), // vermilion
];

/// The smallest screen with two halves.
const NARROW: u16 = 50;

pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App<'_>) {
    let [top, middle, status, bottom] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1), Constraint::Length(1)])
            .areas(frame.area());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(format!(" {}", app.title), bold), top);
    if middle.width < NARROW {
        let [left, right] = Layout::vertical([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(middle);
        halves(frame, app, left, right);
    } else {
        let wide = picture_width(app).min(middle.width * 3 / 5);
        let [left, right] = Layout::horizontal([Constraint::Length(wide), Constraint::Min(0)]).areas(middle);
        halves(frame, app, left, right);
    }
    let bar = Style::new().add_modifier(Modifier::REVERSED);
    frame.render_widget(Paragraph::new(format!(" {}", app.session.place())).style(bar), status);
    let last = match &app.typed {
        Some(typed) => Line::from(format!(":{typed}█")),
        None => Line::styled(
            " n next  p back  f failure  s solution  : command  ? help  q end",
            Style::new().add_modifier(Modifier::DIM),
        ),
    };
    frame.render_widget(last, bottom);
}

fn halves(frame: &mut Frame<'_>, app: &mut App<'_>, left: Rect, right: Rect) {
    picture(frame, app, left);
    let block = Block::new().borders(Borders::TOP).title(format!(" {} ", app.heading));
    let lines: Vec<Line<'_>> = app.lines.iter().map(|line| Line::from(line.as_str())).collect();
    // No further than the last line can be scrolled; what wraps is not counted.
    app.scroll = app.scroll.min(u16::try_from(lines.len().saturating_sub(1)).unwrap_or(u16::MAX));
    let text = Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((app.scroll, 0));
    frame.render_widget(text.block(block), right);
}

/// What the last event has made true.
fn touched(app: &App<'_>) -> Option<Atom> {
    app.session.replay().event()?.fact()
}

fn name_width(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).min(40)
}

fn picture_width(app: &App<'_>) -> u16 {
    let grid = app.session.grid();
    let rows = grid.rows(app.session.replay(), 0, usize::from(u16::MAX).min(200));
    let cells = if grid.width() <= 16 { 2 * grid.width() } else { grid.width() };
    u16::try_from(name_width(&rows) + cells + 4).unwrap_or(u16::MAX).max(28)
}

fn picture(frame: &mut Frame<'_>, app: &App<'_>, area: Rect) {
    let block = Block::new().borders(Borders::TOP).title(" Domains ");
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let (grid, replay) = (app.session.grid(), app.session.replay());
    let touched = touched(app).and_then(|fact| grid.row_of(fact));
    // Below the rows there is room for what the letters mean.
    let meaning = usize::from(inside.height / 3).max(1);
    let room = usize::from(inside.height).saturating_sub(meaning + 1);
    let place = touched.unwrap_or(0);
    let first = if place < room { 0 } else { place + 1 - room };
    let rows = grid.rows(replay, first, room);
    if rows.is_empty() {
        frame.render_widget(
            Paragraph::new("no variable fits into a picture: d lists domains").wrap(Wrap { trim: true }),
            inside,
        );
        return;
    }
    let wide = name_width(&rows);
    let apart = if grid.width() <= 16 { " " } else { "" };
    let heading: String = grid.signs().iter().map(|sign| format!("{sign}{apart}")).collect();
    let dim = Style::new().add_modifier(Modifier::DIM);
    let mut lines = Vec::new();
    for (at, row) in (first..).zip(&rows) {
        let name: String = row.name.chars().take(wide).collect();
        let mark = if Some(at) == touched { ">" } else { " " };
        let mut spans = vec![Span::raw(format!("{mark}{name:>wide$} "))];
        spans.extend(row.cells.iter().map(|&cell| Span::styled(format!("{}{apart}", grid.sign(cell)), style(cell))));
        lines.push(Line::from(spans));
    }
    let heading = Line::styled(format!(" {:wide$} {heading}", ""), dim);
    lines.insert(if grid.is_board() { lines.len() } else { 0 }, heading);
    if grid.height() > first + rows.len() {
        lines.push(Line::styled(format!(" … {} more below", grid.height() - first - rows.len()), dim));
    }
    let symbols = replay.recording().symbols();
    let only = if grid.is_board() { "Q queen" } else { "# only" };
    lines.push(Line::styled(format!(" {only}  . left  - decided"), dim));
    for (letter, constraint) in grid.used(&rows) {
        let place = grid.constraints().iter().position(|&c| c == constraint).unwrap_or(0);
        let name: Vec<char> = without_place(symbols.constraint(constraint)).chars().collect();
        // A name that is longer than the half goes on below.
        for (i, part) in name.chunks(usize::from(inside.width).saturating_sub(3).max(8)).enumerate() {
            let letter = if i == 0 { format!(" {letter} ") } else { "   ".to_owned() };
            let letter = Span::styled(letter, style(Cell::Removed(place)));
            lines.push(Line::from(vec![letter, Span::raw(part.iter().collect::<String>())]));
        }
    }
    frame.render_widget(Paragraph::new(lines), inside);
}

fn style(cell: Cell) -> Style {
    match cell {
        Cell::Never | Cell::Left => Style::new(),
        Cell::Only => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
        Cell::Decided => Style::new().add_modifier(Modifier::DIM),
        Cell::Removed(place) => Style::new().fg(COLOURS[place % COLOURS.len()]),
    }
}
