//! Heyawake: shade squares of rooms such that no line of unshaded squares passes through three rooms.

use crate::kinds::prelude::*;
use crate::kinds::shading::shaded;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "heyawake",
    title: "Heyawake",
    rules: "Shade squares; a number says how many of its room. Shaded squares do not share a side, and all other squares \
            are in one piece. No straight line of squares that are not shaded passes more than two rooms.",
    formats: &[
        "a line of letters for each row, one letter for each room; and a line for each number: A 2",
        "a link: https://puzz.link/p?heyawake/6/6/lll155007rs12222j",
    ],
    writes: TEXT_AND_LINK,
    example: "ABBCCD\nABBCCD\nABBCCD\nEEEEED\nFFFGGD\nFFFGGH\nA 2\nB 2\nC 2\nD 2\n",
    sizes: [4, 6, 8],
    levels: [3, 6],
    read,
    compose,
};

/// A puzzle.
#[derive(Clone, Debug)]
struct Heyawake {
    columns: usize,
    /// The room of each square. Rooms are numbered by first appearance.
    room_of: Vec<usize>,
    /// The number of shaded squares in each room, if given.
    numbers: Vec<Option<usize>>,
}

/// The level of the rule for lines through three rooms.
const LINE: u8 = 1;

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    if let Some(mut link) = puzzlink::link(text, KIND.name)? {
        check_size(link.rows, link.columns, link.at)?;
        let mut seen = Vec::new();
        let room_of: Vec<usize> = link.regions()?.into_iter().map(|room| numbered(&mut seen, room)).collect();
        let numbers = link.numbers16(seen.len())?.into_iter().map(|(clue, _)| clue.number()).collect();
        link.end()?;
        return Ok(Box::new(Heyawake { columns: link.columns, room_of, numbers }));
    }
    let is_number = |line: &Line<'_>| matches!(line.words()[..], [(_, _), (word, _)] if word.starts_with(|c: char| c.is_ascii_digit()));
    let (clues, board) = parted_lines(text, Comments::Hash, is_number)?;
    let grid = Grid::rectangle(&board, end(text))?;
    let names = grid.map("the letter of a room", |name| {
        Some(name).filter(|name| name.chars().all(char::is_alphanumeric) && !is_empty(name))
    })?;
    let mut seen: Vec<&str> = Vec::new();
    let room_of: Vec<usize> = names.into_iter().map(|name| numbered(&mut seen, name)).collect();
    let mut numbers = vec![None; seen.len()];
    for line in clues {
        let [(name, at), (value, value_at)] = line.words()[..] else { continue };
        let room = seen.iter().position(|known| *known == name.trim_end_matches([':', '=']));
        let Some(room) = room else { return Err(at.error(format!("there is no room `{}`", shortened(name)))) };
        let most = room_of.iter().filter(|&&other| other == room).count();
        let is_first = numbers[room].replace(number(value, value_at, 0..=most, "the number of a room")?).is_none();
        at.require(is_first, || format!("room {name} has two numbers"))?;
    }
    Ok(Box::new(Heyawake { columns: grid.columns, room_of, numbers }))
}

/// Composes random rooms and a random shading, with all room numbers given.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let (mut free, mut room_of, mut rooms) = (vec![true; size * size], vec![0; size * size], 0);
    while let Some(first) = free.iter().position(|free| *free) {
        let wanted = pick(&[2, 3, 4, 4, 5, 6], rng)?;
        latin::cage(first, wanted, &mut free, rng, |_, _| true).into_iter().for_each(|square| room_of[square] = rooms);
        rooms += 1;
    }
    let mut puzzle = Heyawake { columns: size, room_of, numbers: vec![None; rooms] };
    let values = random_solution(&puzzle.statement().ok()?, rng)?;
    for room in 0..rooms {
        puzzle.numbers[room] = Some(puzzle.room(room).into_iter().filter(|&square| values[square] == 1).count());
    }
    Some(Box::new(puzzle))
}

impl Heyawake {
    fn rows(&self) -> usize {
        self.room_of.len() / self.columns
    }

    /// Returns the squares of a room.
    fn room(&self, room: usize) -> Vec<usize> {
        (0..self.room_of.len()).filter(|&square| self.room_of[square] == room).collect()
    }

    /// Returns the shortest straight lines that pass through three rooms.
    fn long_lines(&self) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for line in lines(self.rows(), self.columns) {
            let squares = line.squares;
            let borders: Vec<usize> =
                (1..squares.len()).filter(|&i| self.room_of[squares[i - 1]] != self.room_of[squares[i]]).collect();
            all.extend(borders.windows(2).map(|pair| squares[pair[0] - 1..=pair[1]].to_vec()));
        }
        all
    }
}

impl Puzzle for Heyawake {
    fn statement(&self) -> Result<Statement, ModelError> {
        let columns = self.columns;
        let mut s = shaded(self.rows(), columns)?;
        let name = |square: usize| square_name(square / columns, square % columns);
        for (room, number) in self.numbers.iter().enumerate() {
            let squares = self.room(room);
            if let Some(number) = number {
                s.exactly("room", &format!("the {number} of the room at {}", name(squares[0])), &squares, *number);
            }
        }
        for line in self.long_lines() {
            let is_broken = s.sum(&line).at_least(1);
            let text = format!("the line {}-{} through three rooms", name(line[0]), name(line[line.len() - 1]));
            s.rule(&text, LINE, |model| model.post(is_broken));
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.rows(), self.columns);
        sheet.squares.iter_mut().zip(&self.room_of).for_each(|(square, &room)| square.area = Some(room));
        for (room, number) in self.numbers.iter().enumerate() {
            let text = number.map_or_else(String::new, |number| number.to_string());
            sheet.squares[self.room(room)[0]].text = text;
        }
        sheet.shaded = true;
        sheet
    }

    fn write(&self) -> String {
        let separator = if self.numbers.len() > 52 { "," } else { "" };
        let numbers = self.numbers.iter().enumerate();
        let numbers = numbers.filter_map(|(room, number)| Some(format!("{} {}\n", letter(room), (*number)?)));
        write(self.columns, &self.room_of, separator, |&room| letter(room)) + &numbers.collect::<String>()
    }

    fn link(&self) -> Option<String> {
        // A link encodes only the borders of rooms, so each room must be connected.
        let is_room = |room| is_whole(self.rows(), self.columns, |square| self.room_of[square] == room);
        let squares =
            || puzzlink::write_regions(&self.room_of, self.columns) + &puzzlink::write16(self.numbers.clone());
        let written = || puzzlink::written("heyawake", self.columns, self.rows(), &squares());
        (0..self.numbers.len()).all(is_room).then(written)
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        self.numbers
            .iter_mut()
            .filter(|number| number.is_some())
            .for_each(|number| *number = number.filter(|_| stays()));
    }
}
