use super::*;
use crate::regions::puzzle::Puzzle;
use solver_core::harness::Check;

/// Boards of 3x3 with any three regions.
fn check(cases: u64) -> Check<(Puzzle, Axis)> {
    Check::new("confined")
        .arity(9..=9)
        .values(0..=1)
        .without_extremes()
        .parameters(|rng, _| {
            let mut regions: Vec<usize> = (0..9).map(|_| rng.below(3) as usize).collect();
            regions[..3].copy_from_slice(&[0, 1, 2]);
            let axis = if rng.below(2) == 0 { Axis::Rows } else { Axis::Columns };
            (Puzzle::unchecked(3, 1 + rng.below(2) as usize, regions), axis)
        })
        .post(|(puzzle, axis), views| Confined::new(Arc::new(Area::new(puzzle)), *axis, views.into()))
        .holds(|(puzzle, axis), values| {
            let mut counts = [[0; 2]; 3];
            for square in (0..9).filter(|&s| values[s] == 1) {
                let line = if *axis == Axis::Rows { square / 3 } else { square % 3 };
                counts[line][0] += 1;
                counts[puzzle.regions()[square]][1] += 1;
            }
            counts.iter().flatten().all(|&count| count == puzzle.stars())
        })
        .rules([&HALL, &NO_ROOM, &MISCOUNT])
        .cases(cases)
        .seed(5)
}

#[test]
fn the_harness_finds_no_fault() {
    let check = check(40_000);
    let report = check.run().unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report}");
    assert!(report.unseen_rules().is_empty() && report.reasons > 2_000, "{report}");
    assert_eq!(check.missed(&report), []);
}

/// Against the definition: an edge stays exactly when some perfect matching has it.
#[test]
fn what_is_left_is_what_some_matching_has() {
    let mut rng = solver_core::search::Rng::new(9);
    for _ in 0..3_000 {
        let size = 1 + rng.below(5) as usize;
        let lines: Vec<u64> = (0..size).map(|_| rng.next_u64() & rng.next_u64() & ((1 << size) - 1)).collect();
        let lines: Vec<u64> = lines.iter().map(|l| l | 1 << rng.below(size as u64)).collect();
        let mut has = vec![0u64; size];
        let mut order: Vec<usize> = (0..size).collect();
        permutations(&mut order, 0, &mut |order| {
            if order.iter().enumerate().all(|(region, line)| lines[region] >> line & 1 == 1) {
                order.iter().enumerate().for_each(|(region, line)| has[region] |= 1 << line);
            }
        });
        match Matching::new(&lines) {
            Err(crowd) => {
                assert!(has.iter().all(|&h| h == 0), "{lines:?}");
                assert!(matching::united(crowd, &lines).count_ones() < crowd.count_ones(), "{lines:?}");
            }
            Ok(matching) => {
                for (region, line) in (0..size).flat_map(|r| (0..size).map(move |l| (r, l))) {
                    let kept = lines[region] >> line & 1 == 1 && matching.tight_around(line, &lines) >> region & 1 == 1;
                    assert_eq!(kept, has[region] >> line & 1 == 1, "{lines:?} {region} {line}");
                }
            }
        }
    }
}

fn permutations(order: &mut [usize], from: usize, look: &mut impl FnMut(&[usize])) {
    if from == order.len() {
        look(order);
    }
    for i in from..order.len() {
        order.swap(from, i);
        permutations(order, from + 1, look);
        order.swap(from, i);
    }
}
