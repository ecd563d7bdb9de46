use super::domain::HALL_SET;
use super::hall_interval::HALL_INTERVAL;
use super::value::VALUE_TAKEN;
use super::*;
use crate::engine::{EngineBuilder, Inference};
use crate::harness::{Check, Claim};
use crate::search::Rng;
use crate::{Atom, CheckContext, Propagator, Relation, Rule, ValueSet, View};
use std::ops::RangeInclusive;

type Views<'a> = &'a [(View, RangeInclusive<i32>)];

/// Declares the check of a level: how it is posted, and its claims besides value consistency. The values span windows
/// of 64, so every representation occurs.
fn level<Q: Propagator + 'static>(
    name: &str,
    post: fn(Views) -> Q,
    more: impl IntoIterator<Item = Claim>,
    rules: &[&'static Rule],
) -> Check {
    let check = Check::new(name)
        .arity(0..=5)
        .values(-70..=70)
        .post_ranged(move |(), views| post(views))
        .holds(|(), v| (1..v.len()).all(|i| !v[..i].contains(&v[i])))
        .claims(Claim::values(|(), domains, i, v| {
            domains.iter().enumerate().all(|(j, d)| i == j || d.as_slice() != [v])
        }))
        .rules(rules.iter().copied())
        .up_to(10_000);
    more.into_iter().fold(check, Check::claims)
}

#[test]
fn value_level() {
    level("all_different.value", |v| AllDifferentValue::new(v.iter().map(|r| r.0)), [], &[&VALUE_TAKEN]).passes(10_000);
}

#[test]
fn bounds_level() {
    level(
        "all_different.bounds",
        |v| AllDifferentBounds::new(v.iter().map(|r| r.0)),
        [Claim::BoundsZ],
        &[&VALUE_TAKEN, &HALL_INTERVAL],
    )
    // Whenever the propagator reads all bounds, it also looks for fixed views.
    .without_modified_positions()
    .passes(10_000);
}

#[test]
fn domain_level() {
    let post = |v: Views| AllDifferentDomain::new(v.iter().map(|(x, r)| (*x, *r.start(), *r.end()))).unwrap();
    level("all_different.domain", post, [Claim::Domain], &[&VALUE_TAKEN, &HALL_SET]).passes(10_000);
}

/// Two domains contain 70, which lies outside the window that would suit the narrower domains of the first run.
#[test]
fn a_first_run_that_is_undone_leaves_no_trace() {
    let sets = [vec![0], vec![10, 70], vec![10, 70]].map(ValueSet::from_values);
    let mut b = EngineBuilder::new(sets.to_vec());
    let views = [0, 1, 2].map(|i| b.view(i));
    b.post(Box::new(AllDifferentValue::new(views)));
    let mut e = b.build().unwrap();
    e.push_level();
    e.assume(Atom::at_most(views[1], 10)).unwrap();
    e.assume(Atom::at_most(views[2], 10)).unwrap();
    assert!(e.propagate().is_err());
    e.pop_level();
    e.propagate().unwrap();
    e.assume(Atom::equals(views[1], 70)).unwrap();
    e.propagate().unwrap();
    assert_eq!(e.fixed(views[2]), Some(10));
}

/// A value fixed through another view of the same variable is removed from all other views before the search for Hall
/// intervals; otherwise a Hall interval could lack an explanation.
#[test]
fn a_view_fixed_through_another_one_has_reasons() {
    let sets = [vec![0, 1], vec![1, 2, 3], vec![2, 3]].map(ValueSet::from_values);
    let mut b = EngineBuilder::new(sets.to_vec()).explaining();
    let [x, y, z] = [0, 1, 2].map(|i| b.view(i));
    b.post(Box::new(AllDifferentBounds::new([(-z).plus(6), y.plus(-1), x, y, z])));
    let mut e = b.build().unwrap();
    let _ = e.propagate();
    assert!(e.facts() > 0);
    for at in 0..e.facts() {
        e.verify(at).unwrap();
    }
}

// ---- Hall sets: rows and lengths -----------------------------------------

/// Checks that the rows suffice: the views of the first family have only values of the second family, and the views
/// outnumber the values. The fact's view also counts, without a row, if it would take one of the values.
fn check_rows(inference: &Inference, views: &[View], roots: &[ValueSet]) -> Vec<View> {
    let numbers = |family: &str| {
        let of_family = inference.rows().iter().filter(|row| row.family == family);
        let mut numbers: Vec<i64> = of_family.map(|row| row.number).collect();
        numbers.sort_unstable();
        assert!(numbers.windows(2).all(|w| w[0] < w[1]), "a row twice: {inference:?}");
        numbers
    };
    let (members, values) = (numbers(AT_LEAST_ONE), numbers(AT_MOST_ONE));
    assert_eq!(members.len() + values.len(), inference.rows().len());
    let case = CheckContext::new(roots, inference.refutation());
    let inside = |view: &View| case.values(*view).iter().all(|v| values.contains(&v.into()));
    let is_member = |position: usize| members.contains(&(position as i64));
    let member_views: Vec<View> = (0..views.len()).filter(|&p| is_member(p)).map(|p| views[p]).collect();
    assert!(member_views.iter().all(inside), "{inference:?}");
    let target = (0..views.len()).any(|p| !is_member(p) && case.fixed(views[p]).is_some() && inside(&views[p]));
    let fact_is_a_value = inference.fact.is_some_and(|fact| fact.relation() == Relation::NotEqual);
    assert!(members.len() + usize::from(target && fact_is_a_value) > values.len(), "{inference:?}");
    member_views
}

/// Makes random walks over distinct variables and returns the number of Hall sets found. One premise in a hundred may
/// be redundant, because a root fact about another view could replace it.
fn check_hall_sets(post: fn(&[View], &[ValueSet]) -> Box<dyn Propagator>, rule: &'static Rule) -> usize {
    let mut rng = Rng::new(1935);
    let (mut seen, mut premises, mut spare) = (0, 0, 0);
    for case in 0..12_000 {
        let n = 3 + rng.below(5) as usize;
        let sets: Vec<ValueSet> = (0..n)
            .map(|_| ValueSet::from_values((0..3 + rng.below(8)).map(|_| rng.below(n as u64 + 3) as i32)))
            .collect();
        let layout = [crate::Layout::Auto, crate::Layout::Wide, crate::Layout::Span][case % 3];
        let mut b = EngineBuilder::with_layout(sets.clone(), layout).explaining();
        let views: Vec<View> =
            (0..n).map(|i| if i % 4 == 3 { (-b.view(i)).plus(n as i32) } else { b.view(i) }).collect();
        b.post(post(&views, &sets));
        let mut engine = b.build().unwrap();
        loop {
            let failed = engine.propagate().is_err();
            let found = (0..engine.facts()).filter_map(|at| Some((at, engine.inference(at)?)));
            let conflict = engine.conflict().filter(|_| failed).map(|conflict| (engine.facts(), conflict));
            for (at, inference) in found.chain(conflict).filter(|(_, inference)| inference.rule == rule) {
                seen += 1;
                let atoms: Vec<Atom> = inference.refutation().collect();
                premises += inference.premises.len();
                spare += (0..inference.premises.len())
                    .filter(|&without| {
                        let mut fewer = atoms.clone();
                        fewer.remove(without);
                        engine.follows(0, rule, engine.roots().unwrap(), &fewer)
                    })
                    .count();
                let members = check_rows(&inference, &views, engine.roots().unwrap());
                let facts = (0..at).filter_map(|position| engine.fact(position));
                let facts = facts.filter(|fact| members.iter().any(|member| member.var() == fact.var())).count();
                assert!(inference.premises.len() <= facts, "{} > {facts}: {inference:?}", inference.premises.len());
            }
            let open: Vec<View> = views.iter().copied().filter(|&v| engine.size(v) > 1).collect();
            if failed || open.is_empty() {
                break;
            }
            let view = open[rng.below(open.len() as u64) as usize];
            let v = engine.values(view)[rng.below(engine.size(view).into()) as usize];
            let decision = match rng.below(4) {
                0 => Atom::equals(view, v),
                1 => Atom::at_most(view, v),
                2 => Atom::at_least(view, v),
                _ => Atom::differs(view, v),
            };
            engine.assume(decision).unwrap();
        }
    }
    assert!(100 * spare < premises, "{}: {spare} of {premises} premises are spare", rule.name);
    seen
}

#[test]
fn hall_sets_name_rows_enough_and_no_more_premises_than_facts() {
    let domain = check_hall_sets(
        |views, sets| {
            let bounds = |(&view, set): (&View, &ValueSet)| {
                let (low, high) = view.bounds_of((set.min().unwrap(), set.max().unwrap()));
                (view, low, high)
            };
            Box::new(AllDifferentDomain::new(views.iter().zip(sets).map(bounds)).unwrap())
        },
        &HALL_SET,
    );
    let bounds = check_hall_sets(|views, _| Box::new(AllDifferentBounds::new(views.iter().copied())), &HALL_INTERVAL);
    println!("{domain} Hall sets, {bounds} Hall intervals");
    assert!(domain > 5_000 && bounds > 1_000, "{domain}, {bounds}");
}
