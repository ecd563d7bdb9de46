use super::{ENTERED, NO_CYCLE, RANGE, REACH, Subcircuit};
use crate::View;
use crate::harness::{Check, Claim};

fn holds(succ: &[i32]) -> bool {
    let n = succ.len() as i32;
    let mut sorted = succ.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..n) {
        return false;
    }
    let Some(start) = (0..succ.len()).find(|&u| succ[u] != u as i32) else { return true };
    let (mut at, mut length) = (succ[start] as usize, 1);
    while at != start {
        at = succ[at] as usize;
        length += 1;
    }
    length == succ.iter().zip(0..).filter(|&(&v, u)| v != u).count()
}

#[test]
fn is_sound_and_planted_faults_are_caught() {
    let check = Check::new("subcircuit")
        .arity(0..=6)
        .values(-1..=6)
        .post(|(), views: &[View]| Subcircuit::new(views.iter().copied()))
        .holds(|(), values| holds(values))
        .claims(Claim::Sound)
        .rules([&RANGE, &ENTERED, &NO_CYCLE, &REACH])
        .up_to(10_000);
    check.passes(10_000);
}
