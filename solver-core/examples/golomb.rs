//! Golomb rulers: marks on a ruler such that no two pairs of marks are the same distance apart. Is there one with 7
//! marks and length 25? There is none with length 24.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

fn main() -> Result<(), ModelError> {
    for length in [24, 25] {
        let mut m = Model::new();
        let mark = m.ints("mark", 7, 0..=length)?;
        m.post(mark[0].equals(0));
        m.post(mark[6].equals(length));
        for pair in mark.windows(2) {
            m.post(constraint!(pair[0] < pair[1])).named("ascending");
        }
        let distances = (0..7).flat_map(|j| (0..j).map(move |i| (i, j)));
        m.all_different(distances.map(|(i, j)| mark[j] - mark[i])).consistency(Consistency::Bounds);
        // A ruler and its mirror image count once.
        m.post((mark[1] - mark[0]).less_than(mark[6] - mark[5]));
        match m.first()? {
            Outcome::Complete(ruler) => println!("length {length}: {:?}", ruler.values(&mark)?),
            Outcome::Unsat => println!("length {length}: none"),
            Outcome::Stopped { by, .. } => println!("length {length}: stopped by the {by}"),
        }
    }
    Ok(())
}
