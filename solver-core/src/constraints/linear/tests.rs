use super::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, Term};
use crate::atom::Atom;
use crate::engine::{Engine, EngineBuilder, Halt, Inference};
use crate::propagator::Propagator;
use crate::search::Rng;
use crate::value_set::ValueSet;
use crate::view::View;
use std::ops::RangeInclusive;

const BILLION: i32 = 1_000_000_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    AtMost,
    Equal,
    NotEqual,
}

use Kind::{AtMost, Equal, NotEqual};

impl Kind {
    fn holds(self, sum: i128, constant: i128) -> bool {
        match self {
            AtMost => sum <= constant,
            Equal => sum == constant,
            NotEqual => sum != constant,
        }
    }

    fn propagator(
        self,
        terms: Vec<(Term, RangeInclusive<i32>)>,
        constant: i64,
    ) -> Result<Box<dyn Propagator>, LinearError> {
        Ok(match self {
            AtMost => Box::new(LinearAtMost::new(terms, constant)?),
            Equal => Box::new(LinearEqual::new(terms, constant)?),
            NotEqual => Box::new(LinearNotEqual::new(terms, constant)?),
        })
    }
}

/// Builds an engine with variables of these ranges that compares `Σ coefficients · variables` with the constant.
fn engine(kind: Kind, ranges: &[(i32, i32)], coefficients: &[i64], constant: i64) -> (Engine, Vec<View>) {
    let mut b = EngineBuilder::new(ranges.iter().map(|&(l, h)| ValueSet::range(l, h)).collect()).explaining();
    let views: Vec<View> = (0..ranges.len()).map(|i| b.view(i)).collect();
    let terms = coefficients
        .iter()
        .zip(&views)
        .zip(ranges)
        .map(|((&coefficient, &view), &(l, h))| (Term { coefficient, view }, l..=h))
        .collect();
    b.post(kind.propagator(terms, constant).unwrap());
    (b.build().unwrap(), views)
}

fn bounds(e: &Engine, views: &[View]) -> Vec<(i32, i32)> {
    views.iter().map(|&v| (e.min(v), e.max(v))).collect()
}

#[test]
fn at_most_leaves_each_view_the_slack() {
    let (mut e, v) = engine(AtMost, &[(0, 9), (-5, 5), (1, 4)], &[2, -3, 5], 0);
    e.propagate().unwrap();
    // 2x + 5z <= 3y <= 15 with z >= 1, so y >= 2, x <= 5, z <= 3.
    assert_eq!(bounds(&e, &v), [(0, 5), (2, 5), (1, 3)]);
    assert!(e.is_active(0));
}

#[test]
fn at_most_is_entailed_when_it_cannot_fail_any_more() {
    let (mut e, _) = engine(AtMost, &[(0, 9), (0, 9)], &[1, 1], 18);
    e.propagate().unwrap();
    assert!(!e.is_active(0));
}

#[test]
fn equal_works_in_both_directions_until_nothing_changes() {
    let (mut e, v) = engine(Equal, &[(0, 10), (0, 10), (0, 1)], &[3, -5, 1], 0);
    e.propagate().unwrap();
    assert_eq!(bounds(&e, &v), [(0, 10), (0, 6), (0, 1)]);
    e.assume(Atom::at_least(v[1], 6)).unwrap();
    e.propagate().unwrap();
    assert_eq!(bounds(&e, &v), [(10, 10), (6, 6), (0, 0)]);
    assert!(!e.is_active(0));
}

#[test]
fn not_equal_waits_for_the_last_view() {
    let (mut e, v) = engine(NotEqual, &[(0, 9), (0, 9), (0, 9)], &[2, 3, -1], 4);
    e.propagate().unwrap();
    e.assume(Atom::equals(v[2], 5)).unwrap();
    e.propagate().unwrap();
    assert_eq!(e.facts(), 1);
    e.push_level();
    e.assume(Atom::equals(v[1], 1)).unwrap(); // 2x != 6
    e.propagate().unwrap();
    assert!(!e.contains(v[0], 3) && !e.is_active(0));
    e.pop_level();
    e.assume(Atom::equals(v[0], 3)).unwrap(); // 3y != 3
    e.propagate().unwrap();
    assert!(!e.contains(v[1], 1) && !e.is_active(0));
}

#[test]
fn empty_sums_and_zero_coefficients_compare_zero() {
    for kind in [AtMost, Equal, NotEqual] {
        for constant in [-1, 0, 1] {
            for ranges in [&[][..], &[(0, 5), (2, 9)]] {
                let (mut e, v) = engine(kind, ranges, &vec![0; ranges.len()], constant);
                assert_eq!(e.propagate().is_ok(), kind.holds(0, constant.into()), "{kind:?} {constant}");
                assert_eq!(bounds(&e, &v), ranges);
            }
        }
    }
}

#[test]
fn terms_of_one_variable_count_together() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 20)]);
    let x = b.view(0);
    // 5x - 2(10 - x) - 3(x + 1) = 4x - 23 <= 17
    let term = |coefficient, view| Term { coefficient, view };
    let terms = [(term(5, x), 0..=20), (term(-2, (-x).plus(10)), -10..=10), (term(-3, x.plus(1)), 1..=21)];
    b.post(Box::new(LinearAtMost::new(terms, 17).unwrap()));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    assert_eq!((e.max(x), e.is_active(0)), (10, false));
}

#[test]
fn large_domains_answer_at_once() {
    let wide = [(0, BILLION); 3];
    let (mut e, v) = engine(AtMost, &wide, &[1, 1, 1], i64::from(BILLION) / 2);
    e.propagate().unwrap();
    assert_eq!(bounds(&e, &v), [(0, BILLION / 2); 3]);

    let (mut e, v) = engine(Equal, &wide, &[1, 1, 1], 3 * i64::from(BILLION) - 1);
    e.propagate().unwrap();
    assert_eq!(bounds(&e, &v), [(BILLION - 1, BILLION); 3]);

    // Without the divisor test, bounds propagation would take half a billion steps to find that 2x - 2y is even.
    let (mut e, _) = engine(Equal, &wide[..2], &[2, -2], 1);
    assert_eq!(e.propagate(), Err(Halt::Failed));
    assert_eq!(e.conflict().unwrap().rule.name, "linear.divisor");
}

#[test]
fn sums_that_do_not_fit_are_refused() {
    let limit = View::LIMIT;
    let x = EngineBuilder::new(vec![ValueSet::range(-limit, limit)]).view(0);
    let new = |coefficient, constant| {
        LinearAtMost::new([(Term { coefficient, view: x }, -limit..=limit)], constant).map(|_| ())
    };
    assert_eq!(new((1 << 32) - 1, 0), Ok(()));
    let low = -(1 << 62);
    assert_eq!(new(1 << 32, 0), Err(LinearError::Overflow { low, high: -low }));
    let most = i128::from(i64::MAX) << 30;
    assert_eq!(new(i64::MAX, 0), Err(LinearError::Overflow { low: -most, high: most }));
    assert!(new(i64::MIN, 0).is_err() && new(1, i64::MIN).is_err() && new(1, i64::MAX).is_err());
    assert_eq!(new(0, (1 << 62) - 1), Ok(()));
    // The term of a fixed view is folded into the constant, whatever its coefficient.
    assert!(LinearEqual::new([(Term { coefficient: i64::MIN, view: x }, 0..=0)], 0).is_ok());
}

#[test]
fn the_largest_sums_that_fit_propagate() {
    let limit = View::LIMIT;
    let a = (1 << 31) - 1;
    for kind in [AtMost, Equal, NotEqual] {
        let (mut e, v) = engine(kind, &[(-limit, limit), (-limit, limit)], &[a, -a], 0);
        e.propagate().unwrap();
        e.assume(Atom::equals(v[0], limit)).unwrap();
        e.propagate().unwrap();
        let expected = match kind {
            AtMost | Equal => (limit, limit),
            NotEqual => (-limit, limit - 1),
        };
        assert_eq!((e.min(v[1]), e.max(v[1])), expected);
    }
}

/// `reliability.md` §2.5, case 20: Chuffed considered `214748365 x - y >= 2147483650` satisfied because the product
/// wrapped.
#[test]
fn case_20_a_product_beyond_32_bits_does_not_wrap() {
    let (mut e, v) = engine(AtMost, &[(-20, 20), (-9, 9)], &[-214_748_365, 1], -2_147_483_650);
    e.propagate().unwrap();
    assert_eq!(bounds(&e, &v), [(10, 20), (-9, 9)]);
    e.assume(Atom::equals(v[0], 10)).unwrap();
    e.propagate().unwrap();
    assert_eq!(e.max(v[1]), 0);
}

#[test]
fn explanations_spend_the_surplus() {
    // x + 10y + z <= 12: z <= 1 needs both other bounds, because the surplus is 0.
    let (mut e, v) = engine(AtMost, &[(0, 9), (0, 9), (0, 9)], &[1, 10, 1], 12);
    e.propagate().unwrap();
    e.assume(Atom::at_least(v[0], 1)).unwrap();
    e.assume(Atom::at_least(v[1], 1)).unwrap();
    e.propagate().unwrap();
    let facts: Vec<Inference> = (0..e.facts()).filter_map(|at| e.inference(at)).collect();
    let z = facts.iter().find(|i| i.fact == Some(Atom::at_most(v[2], 1))).unwrap();
    assert_eq!(z.premises[..], [Atom::at_least(v[0], 1), Atom::at_least(v[1], 1)]);

    // 35 > 19 with a surplus of 15: x >= 5 is not needed, and then y >= 2 is enough.
    let (mut e, v) = engine(AtMost, &[(0, 9), (0, 9)], &[1, 10], 19);
    e.assume(Atom::at_least(v[0], 5)).unwrap();
    e.assume(Atom::at_least(v[1], 3)).unwrap();
    assert_eq!(e.propagate(), Err(Halt::Failed));
    let conflict = e.conflict().unwrap();
    assert_eq!(conflict.premises[..], [Atom::at_least(v[1], 2)]);
    assert_eq!(conflict.rule.name, "linear.at_most");
}

// ---- random cases against brute force ---------------------------------

struct Case {
    kind: Kind,
    domains: Vec<Vec<i32>>,
    /// Coefficient, variable, whether it is negated, and offset.
    terms: Vec<(i64, usize, bool, i32)>,
    constant: i64,
}

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.below(from.len() as u64) as usize]
}

impl Case {
    fn random(rng: &mut Rng) -> Case {
        let limit = View::LIMIT;
        let count = 1 + rng.below(4) as usize;
        let domains: Vec<Vec<i32>> = (0..count)
            .map(|_| {
                let base = pick(rng, &[-3, 0, 2, -limit, limit - 6]);
                // A distant value makes some domains wide.
                let far = rng.below(6) == 0;
                let mut values: Vec<i32> = (0..7).filter(|_| rng.below(2) == 0).map(|d| base + d).collect();
                values.push(base + rng.below(7) as i32);
                if far {
                    values.push(pick(rng, &[-200, 100, 5000, -limit, limit]));
                }
                values.sort_unstable();
                values.dedup();
                values
            })
            .collect();
        let terms: Vec<_> = (0..rng.below(6))
            .map(|_| {
                let var = rng.below(count as u64) as usize;
                let negated = rng.below(2) == 0;
                let offset = rng.below(7) as i32 - 3;
                let fits = domains[var].iter().all(|&x| (if negated { offset - x } else { x + offset }).abs() <= limit);
                let coefficient = match rng.below(8) {
                    0 => pick(rng, &[1 << 28, -(1 << 28), 123_456_789]),
                    _ => rng.below(9) as i64 - 4,
                };
                (coefficient, var, negated, if fits { offset } else { 0 })
            })
            .collect();
        let kind = pick(rng, &[AtMost, Equal, NotEqual]);
        let mut case = Case { kind, domains, terms, constant: 0 };
        let point: Vec<i32> = case.domains.iter().map(|d| pick(rng, d)).collect();
        let jitter = if rng.below(3) == 0 { rng.below(11) as i64 - 5 } else { 0 };
        case.constant = case.sum(&point) as i64 + jitter;
        case
    }

    fn sum(&self, point: &[i32]) -> i128 {
        let value = |x: i32, negated: bool, offset: i32| if negated { offset - x } else { x + offset };
        self.terms.iter().map(|&(a, var, n, c)| i128::from(a) * i128::from(value(point[var], n, c))).sum()
    }

    fn holds(&self, point: &[i32]) -> bool {
        self.kind.holds(self.sum(point), self.constant.into())
    }

    /// Checks whether no variable occurs twice.
    fn is_simple(&self) -> bool {
        let mut vars: Vec<usize> = self.terms.iter().map(|t| t.1).collect();
        vars.sort_unstable();
        vars.windows(2).all(|w| w[0] != w[1])
    }

    fn engine(&self, explaining: bool) -> (Engine, Vec<View>) {
        let mut b = EngineBuilder::new(self.domains.iter().map(|d| ValueSet::from_values(d.iter().copied())).collect());
        if explaining {
            b = b.explaining();
        }
        let vars: Vec<View> = (0..self.domains.len()).map(|i| b.view(i)).collect();
        let terms = self
            .terms
            .iter()
            .map(|&(coefficient, var, negated, offset)| {
                let view = if negated { -vars[var] } else { vars[var] }.plus(offset);
                let ends = [self.domains[var][0], self.domains[var][self.domains[var].len() - 1]];
                let (a, b) = (view.value_of(ends[0]), view.value_of(ends[1]));
                (Term { coefficient, view }, a.min(b)..=a.max(b))
            })
            .collect();
        b.post(self.kind.propagator(terms, self.constant).unwrap());
        (b.build().unwrap(), vars)
    }

    /// Returns the points of the box that `accept` accepts.
    fn points(domains: &[Vec<i32>], mut accept: impl FnMut(&[i32]) -> bool) -> Vec<Vec<i32>> {
        let mut points = vec![vec![]];
        for domain in domains {
            points = points.iter().flat_map(|p| domain.iter().map(move |&x| [&p[..], &[x]].concat())).collect();
        }
        points.retain(|p| accept(p));
        points
    }

    fn check_inference(&self, vars: &[View], inference: &Inference, e: &Engine, at: usize) {
        let place = |atom: Atom| vars.iter().position(|v| v.var() == atom.var()).unwrap();
        let past = e.past(at).unwrap();
        for &premise in &inference.premises {
            let view = vars[place(premise)];
            let domain = &self.domains[place(premise)];
            let left = domain.iter().filter(|&&x| past.contains(view, x));
            assert!(left.clone().all(|&x| premise.holds_for(x)), "{premise:?} did not hold");
            assert!(!domain.iter().all(|&x| premise.holds_for(x)), "{premise:?} was never in doubt");
        }
        let counter = Case::points(&self.domains, |p| {
            self.holds(p)
                && inference.premises.iter().all(|&a| a.holds_for(p[place(a)]))
                && inference.fact.is_none_or(|a| !a.holds_for(p[place(a)]))
        });
        assert!(counter.is_empty(), "{inference:?} does not follow: {counter:?}");
    }

    fn check_consistency(&self, vars: &[View], e: &Engine) {
        if !self.is_simple() || self.kind == NotEqual {
            return;
        }
        let range = |&(a, var, negated, offset): &(i64, usize, bool, i32)| {
            let view = if negated { -vars[var] } else { vars[var] }.plus(offset);
            let (x, y) = (i128::from(a) * i128::from(e.min(view)), i128::from(a) * i128::from(e.max(view)));
            (x.min(y), x.max(y))
        };
        let low: i128 = self.terms.iter().map(|t| range(t).0).sum();
        let high: i128 = self.terms.iter().map(|t| range(t).1).sum();
        let constant = i128::from(self.constant);
        for (least, most) in self.terms.iter().map(range) {
            assert!(low - least + most <= constant, "an upper bound without support");
            assert!(self.kind == AtMost || high - most + least >= constant, "a lower bound without support");
        }
    }
}

#[test]
fn random_cases_agree_with_brute_force() {
    let mut rng = Rng::new(7);
    for number in 0..6000 {
        let case = Case::random(&mut rng);
        let (mut e, vars) = case.engine(true);
        let (mut classical, _) = case.engine(false);
        loop {
            let before: Vec<Vec<i32>> = vars.iter().map(|&v| e.values(v)).collect();
            let solutions = Case::points(&before, |p| case.holds(p));
            let known = e.facts();
            let result = e.propagate();
            assert_eq!(classical.propagate(), result, "case {number}");
            for at in known..e.facts() {
                case.check_inference(&vars, &e.inference(at).unwrap(), &e, at);
            }
            if result.is_err() {
                assert!(solutions.is_empty(), "case {number}: lost {solutions:?}");
                case.check_inference(&vars, &e.conflict().unwrap(), &e, e.facts());
                break;
            }
            let after: Vec<Vec<i32>> = vars.iter().map(|&v| e.values(v)).collect();
            assert_eq!(after, vars.iter().map(|&v| classical.values(v)).collect::<Vec<_>>());
            assert!(solutions.iter().all(|p| p.iter().zip(&after).all(|(x, d)| d.contains(x))), "case {number}");
            case.check_consistency(&vars, &e);
            let wrong = Case::points(&after, |p| !case.holds(p));
            assert!(e.is_active(0) || wrong.is_empty(), "case {number}: not entailed: {wrong:?}");
            let open: Vec<usize> = (0..vars.len()).filter(|&i| after[i].len() > 1).collect();
            if open.is_empty() {
                assert!(wrong.is_empty(), "case {number}: {after:?} is no solution");
                break;
            }
            let i = pick(&mut rng, &open);
            let v = pick(&mut rng, &after[i]);
            let atom = [Atom::equals(vars[i], v), Atom::differs(vars[i], v), Atom::at_least(vars[i], v)];
            let atom = pick(&mut rng, &atom);
            // First enters and leaves an extra level, to test that trailed integers are restored.
            for e in [&mut e, &mut classical] {
                e.push_level();
                if e.assume(Atom::equals(vars[i], after[i][0])).is_ok() {
                    let _ = e.propagate();
                }
                e.pop_level();
                e.assume(atom).unwrap();
            }
        }
    }
}
