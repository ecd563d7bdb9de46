//! Futoshiki: a Latin square with inequality signs between neighbouring squares.

use crate::kinds::prelude::*;
use crate::read::square;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "futoshiki",
    title: "Futoshiki",
    rules: "Every row and every column holds each number once. A sign between two squares points at the smaller number.",
    formats: &["a line for each row, with . for an empty square; the signs on separate lines: a1<a2 b1>c1"],
    writes: TEXT,
    example: "..32.\n.4...\n...4.\n.....\n.....\nb1<b2 a4<a3 e3<e4 a5<a4 c5<b5 c5<d5\n",
    sizes: [4, 5, 9],
    levels: LEVELS,
    read,
    compose,
};

/// A futoshiki.
#[derive(Clone, Debug)]
struct Futoshiki {
    size: usize,
    /// The given number of each square, or 0 if there is none.
    givens: Vec<usize>,
    /// The pairs of neighbouring squares with a sign between them; the square with the smaller number comes first.
    signs: Vec<(usize, usize)>,
}

/// The level of a sign.
const SIGN: u8 = 1;

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    let (signed, board) = parted_lines(text, Comments::Hash, |line| line.text().contains(['<', '>']))?;
    let grid = Grid::square(&board, end(text), 2..=9)?;
    let (size, givens) = (grid.columns, latin::givens(&grid)?);
    let mut signs = Vec::new();
    for line in signed {
        for (word, at) in line.words() {
            let wrong = || at.expected("two squares with a sign between them, a1<a2", word);
            let sign = word.find(['<', '>']).ok_or_else(wrong)?;
            let first = square(&word[..sign], at, size, size)?;
            let second = square(&word[sign + 1..], at.right(word[..=sign].chars().count()), size, size)?;
            let apart = (first / size).abs_diff(second / size) + (first % size).abs_diff(second % size);
            at.require(apart == 1, || format!("{word}: these squares are not neighbours"))?;
            signs.push(if word[sign..].starts_with('<') { (first, second) } else { (second, first) });
        }
    }
    Ok(Box::new(Futoshiki { size, givens, signs }))
}

/// Composes a random Latin square with random signs and all numbers given.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let givens = latin::random(size, rng);
    // Use a third of the possible signs, as in typical puzzles.
    let chosen = neighbours(size, size).filter(|_| rng.below(3) == 0);
    let sign = |(one, other)| if givens[one] < givens[other] { (one, other) } else { (other, one) };
    let signs = chosen.map(sign).collect();
    Some(Box::new(Futoshiki { size, givens, signs }))
}

impl Puzzle for Futoshiki {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = latin::state(self.size, &self.givens)?;
        for &(smaller, larger) in &self.signs {
            let name = format!("{} < {}", s.cells[smaller].name, s.cells[larger].name);
            let (x, y) = (s.cells[smaller].variable, s.cells[larger].variable);
            s.rule(&name, SIGN, |model| model.post(constraint!(x < y)));
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::numbers(self.size, self.size, &self.givens);
        let sign = |&(smaller, larger): &(usize, usize)| {
            let across = smaller.abs_diff(larger) == 1;
            let text = match (across, smaller < larger) {
                (true, true) => "<",
                (true, false) => ">",
                (false, true) => "∧",
                (false, false) => "∨",
            };
            Sign { first: smaller.min(larger), second: smaller.max(larger), text: text.to_owned() }
        };
        sheet.signs = self.signs.iter().map(sign).collect();
        sheet
    }

    fn write(&self) -> String {
        let name = |square: usize| square_name(square / self.size, square % self.size);
        let signs: Vec<String> = self.signs.iter().map(|&(a, b)| format!("{}<{}", name(a), name(b))).collect();
        let lines = signs.chunks(8).map(|line| line.join(" ") + "\n");
        latin::write(self.size, &self.givens, "") + &lines.collect::<String>()
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        latin::retain(&mut self.givens, stays);
        self.signs.retain(|_| stays());
    }
}
