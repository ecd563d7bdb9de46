use super::*;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim};
use crate::{Atom, Propagator};

/// The fixed counts of some values, and whether other values are allowed.
#[derive(Debug)]
struct Fixed {
    counts: Vec<(i32, i64, i64)>,
    others: Others,
}

impl Fixed {
    fn posted(&self) -> Vec<(i32, Occurrence)> {
        self.counts.iter().map(|&(v, low, high)| (v, Occurrence::Between(low, high))).collect()
    }

    fn holds(&self, values: &[i32]) -> bool {
        let times = |v: i32| values.iter().filter(|&&x| x == v).count() as i64;
        let listed = |x: &i32| self.counts.iter().any(|c| c.0 == *x);
        self.counts.iter().all(|&(v, low, high)| (low..=high).contains(&times(v)))
            && (self.others == Others::Allowed || values.iter().all(listed))
    }
}

/// A function that creates the propagator of a level.
type Post<Q> = fn(&[View], Vec<(i32, Occurrence)>, Others) -> Result<Q, GccError>;

fn fixed<Q: Propagator + 'static>(
    name: &str,
    post: Post<Q>,
    claim: Claim<Fixed>,
    rules: &[&'static Rule],
) -> Check<Fixed> {
    Check::new(name)
        .parameters(|rng, n| Fixed {
            counts: (0..6)
                .filter(|_| rng.below(3) != 0)
                .collect::<Vec<i32>>()
                .into_iter()
                .map(|v| {
                    let low = (rng.below(n as u64 + 3) as i64 - 2).max(0) / 2;
                    (v, low, low + rng.below(3) as i64 - i64::from(rng.below(20) == 0))
                })
                .collect(),
            others: if rng.below(2) == 0 { Others::Allowed } else { Others::Forbidden },
        })
        .arity(0..=6)
        .values(-1..=6)
        .post(move |fixed, v| post(v, fixed.posted(), fixed.others).unwrap())
        .holds(|fixed, v| fixed.holds(v))
        .claims(claim)
        .rules(rules.iter().copied())
        .up_to(10_000)
}

/// Checks each value separately: if the position takes the value `v`, no value is taken by too many fixed views, and
/// enough views can still take every value.
fn by_values(fixed: &Fixed, domains: &[Vec<i32>], position: usize, v: i32) -> bool {
    let only = [v];
    let domain = |i: usize| if i == position { &only[..] } else { &domains[i][..] };
    let takers = |w: i32| (0..domains.len()).filter(|&i| domain(i) == [w]).count() as i64;
    let left = |w: i32| (0..domains.len()).filter(|&i| domain(i).contains(&w)).count() as i64;
    let is_listed = fixed.counts.iter().any(|c| c.0 == v);
    fixed.counts.iter().all(|&(w, low, high)| takers(w) <= high && left(w) >= low)
        && (is_listed || fixed.others == Others::Allowed)
}

/// Checks whether too many views must take some value, too few views can take it, or a view has no value left.
fn is_overdrawn(fixed: &Fixed, d: &[Vec<i32>]) -> bool {
    let must = |v: i32| d.iter().filter(|x| x[..] == [v]).count() as i64;
    let can = |v: i32| d.iter().filter(|x| x.contains(&v)).count() as i64;
    let is_listed = |v: &i32| fixed.counts.iter().any(|c| c.0 == *v);
    fixed.counts.iter().any(|&(v, low, high)| must(v) > high || can(v) < low)
        || fixed.others == Others::Forbidden && d.iter().any(|x| !x.iter().any(is_listed))
}

#[test]
fn value_level_of_fixed_counts() {
    let post = |v: &[View], counts, others| GccValue::new(v.iter().copied(), counts, others);
    fixed("gcc.value", post, Claim::values(by_values), &[&CLOSED, &TAKEN, &NEEDED]).refutes(is_overdrawn).passes(5_000);
}

#[test]
fn domain_level_of_fixed_counts() {
    let post = |v: &[View], counts, others| GccDomain::new(v.iter().copied(), counts, others);
    let rules: [&'static Rule; 5] = [&CLOSED, &TAKEN, &NEEDED, &HALL_SET, &NEEDY_SET];
    fixed("gcc.domain", post, Claim::Domain, &rules).refutes(is_overdrawn).passes(5_000);
}

#[test]
fn bounds_level_of_fixed_counts() {
    let post = |v: &[View], counts, others| GccBounds::new(v.iter().copied(), counts, others);
    let rules: [&'static Rule; 5] = [&CLOSED, &TAKEN, &NEEDED, &HALL_SET, &NEEDY_SET];
    let impossible = |fixed: &Fixed, d: &[Vec<i32>]| {
        let hulls: Vec<Vec<i32>> = d.iter().map(|x| (x[0]..=x[x.len() - 1]).collect()).collect();
        is_overdrawn(fixed, &hulls)
    };
    fixed("gcc.bounds", post, Claim::BoundsZ, &rules).refutes(impossible).passes(5_000);
}

/// The first three positions are the counts of 0, 1 and 2.
fn variable<Q: Propagator + 'static>(
    name: &str,
    post: Post<Q>,
    claim: Claim<Others>,
    rules: &[&'static Rule],
) -> Check<Others> {
    Check::new(name)
        .parameters(|rng, _| if rng.below(2) == 0 { Others::Allowed } else { Others::Forbidden })
        .arity(3..=7)
        .values(-1..=4)
        .post(move |&others, v| {
            let counts = (0..3).map(|k| (k, Occurrence::Exactly(v[k as usize]))).collect();
            post(&v[3..], counts, others).unwrap()
        })
        .holds(|&others, v| {
            (0..3).all(|k| v[3..].iter().filter(|&&x| x == k).count() as i32 == v[k as usize])
                && (others == Others::Allowed || v[3..].iter().all(|x| (0..3).contains(x)))
        })
        .claims(claim)
        .rules(rules.iter().copied())
        .up_to(10_000)
}

/// Checks whether some assignment within the domains, with counts within the hulls of their domains, gives the position
/// the value `v`.
fn has_support(others: &Others, domains: &[Vec<i32>], position: usize, v: i32) -> bool {
    let hull = |k: usize| if k == position { (v, v) } else { (domains[k][0], domains[k][domains[k].len() - 1]) };
    let mut taken = [0; 3];
    fn search(
        i: usize,
        taken: &mut [i32; 3],
        open: bool,
        domain: &dyn Fn(usize) -> Vec<i32>,
        n: usize,
        fits: &dyn Fn(&[i32; 3]) -> bool,
    ) -> bool {
        if i == n {
            return fits(taken);
        }
        domain(i).into_iter().any(|x| {
            let listed = (0..3).contains(&x);
            if listed {
                taken[x as usize] += 1;
            }
            let found = (listed || open) && search(i + 1, taken, open, domain, n, fits);
            if listed {
                taken[x as usize] -= 1;
            }
            found
        })
    }
    let domain = |i: usize| if i == position { vec![v] } else { domains[i].clone() };
    let fits = |taken: &[i32; 3]| (0..3).all(|k| (hull(k).0..=hull(k).1).contains(&taken[k]));
    search(3, &mut taken, *others == Others::Allowed, &domain, domains.len(), &fits)
}

/// Like [`has_support`], but for every value of a view and only for the bounds of a count.
fn has_claimed_support(others: &Others, domains: &[Vec<i32>], position: usize, v: i32) -> bool {
    let is_bound = v == domains[position][0] || v == domains[position][domains[position].len() - 1];
    position < 3 && !is_bound || has_support(others, domains, position, v)
}

#[test]
fn domain_level_of_variable_counts() {
    let post = |v: &[View], counts, others| GccDomain::new(v.iter().copied(), counts, others);
    let rules: [&'static Rule; 5] = [&CLOSED, &TAKEN, &NEEDED, &HALL_SET, &NEEDY_SET];
    variable("gcc.domain.variable", post, Claim::values(has_claimed_support), &rules).without_state().passes(5_000);
}

#[test]
fn bounds_level_of_variable_counts() {
    let post = |v: &[View], counts, others| GccBounds::new(v.iter().copied(), counts, others);
    let rules: [&'static Rule; 5] = [&CLOSED, &TAKEN, &NEEDED, &HALL_SET, &NEEDY_SET];
    variable("gcc.bounds.variable", post, Claim::BoundsZ, &rules).without_state().passes(5_000);
}

#[test]
fn value_level_of_variable_counts() {
    let post = |v: &[View], counts, others| GccValue::new(v.iter().copied(), counts, others);
    variable("gcc.value.variable", post, Claim::Sound, &[&CLOSED, &TAKEN, &NEEDED]).passes(5_000);
}

/// Gecode#166: constants and variable counts, decided in any order. At every level, the solution count must agree with
/// brute force.
#[test]
fn case_02_no_solution_is_lost() {
    let sets = [vec![0, 1, 2], vec![1], vec![0, 2, 3], vec![0, 1, 2, 3], vec![2], vec![0, 1], vec![0, 1, 2]];
    let sets = sets.map(crate::ValueSet::from_values);
    let (n, counted) = (4, [0, 1, 2]);
    let mut expected = 0;
    for code in 0..4i32.pow(7) {
        let v: Vec<i32> = (0..7).map(|i| code / 4i32.pow(i) % 4).collect();
        let within = v.iter().zip(&sets).all(|(&x, set)| set.contains(x));
        let right = (0..3).all(|k| v[..n].iter().filter(|&&x| x == counted[k]).count() as i32 == v[n + k]);
        expected += u32::from(within && right);
    }
    for level in 0..3 {
        for order in [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [5, 2, 0, 6, 3, 1, 4]] {
            let mut b = EngineBuilder::new(sets.to_vec());
            let v: Vec<View> = (0..7).map(|i| b.view(i)).collect();
            let counts: Vec<_> = (0..3).map(|k| (counted[k], Occurrence::Exactly(v[n + k]))).collect();
            b.post(match level {
                0 => Box::new(GccValue::new(v[..n].to_vec(), counts, Others::Allowed).unwrap()),
                1 => Box::new(GccBounds::new(v[..n].to_vec(), counts, Others::Allowed).unwrap()),
                _ => Box::new(GccDomain::new(v[..n].to_vec(), counts, Others::Allowed).unwrap()),
            });
            let order: Vec<View> = order.iter().map(|&i| v[i]).collect();
            assert_eq!(count(&mut b.build().unwrap(), &order), expected, "level {level}");
        }
    }
}

fn count(e: &mut crate::engine::Engine, views: &[View]) -> u32 {
    if e.propagate().is_err() {
        return 0;
    }
    let Some(&view) = views.iter().find(|&&v| e.fixed(v).is_none()) else { return 1 };
    let atom = Atom::equals(view, e.min(view));
    [atom, !atom].into_iter().fold(0, |sum, branch| {
        e.push_level();
        let found = if e.assume(branch).is_ok() { count(e, views) } else { 0 };
        e.pop_level();
        sum + found
    })
}

/// Magic sequences: each number says how often its index occurs. There are 2, 1, 0, 1 and 1 magic sequences of lengths
/// 4 to 8.
#[test]
fn magic_sequences() {
    for (n, expected) in [(4, 2), (5, 1), (6, 0), (7, 1), (8, 1)] {
        for level in 0..3 {
            let mut b = EngineBuilder::new(vec![crate::ValueSet::range(0, n); n as usize]);
            let v: Vec<View> = (0..n as usize).map(|i| b.view(i)).collect();
            let counts: Vec<_> = (0..n).map(|k| (k, Occurrence::Exactly(v[k as usize]))).collect();
            b.post(match level {
                0 => Box::new(GccValue::new(v.clone(), counts, Others::Forbidden).unwrap()),
                1 => Box::new(GccBounds::new(v.clone(), counts, Others::Forbidden).unwrap()),
                _ => Box::new(GccDomain::new(v.clone(), counts, Others::Forbidden).unwrap()),
            });
            assert_eq!(count(&mut b.build().unwrap(), &v), expected, "length {n}, level {level}");
        }
    }
}

#[test]
fn a_value_counted_twice_is_refused() {
    let counts = [(3, Occurrence::Between(0, 1)), (3, Occurrence::Between(1, 2))];
    assert_eq!(GccDomain::new([], counts, Others::Allowed).unwrap_err(), GccError::RepeatedValue(3));
}

/// For every form of counts, each assignment is a solution of either the constraint or its negation.
#[test]
fn a_model_and_its_denial() {
    use crate::prelude::{Consistency, Model, Outcome};
    for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
        let solutions = |truth: i32| {
            let mut m = Model::new();
            let x = ["a", "b", "c"].map(|name| m.int(name, 1..=4).unwrap());
            let n = m.int("n", 0..=2).unwrap();
            m.gcc_closed(x, [(1, n), (2, n), (4, n)]).consistency(level).iff(truth);
            match m.count().unwrap() {
                Outcome::Complete(number) => number,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!((solutions(1), solutions(0)), (6, 3 * 64 - 6));
    }
    let mut m = Model::new();
    let x = ["a", "b", "c"].map(|name| m.int(name, 1..=2).unwrap());
    m.gcc(x, [(1, 1), (1, 2)]);
    assert!(m.count().unwrap_err().to_string().contains("counted twice"));
}
