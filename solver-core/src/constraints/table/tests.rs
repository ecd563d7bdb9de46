//! Tests of hand-written tables: aliases, wildcards, large domains, large tables.

use super::{CompactTable, NegativeTable, Table, TableError};
use crate::budget::Budget;
use crate::engine::{Engine, EngineBuilder, Halt};
use crate::search::{Limits, Rng};
use crate::{Atom, StopReason, ValueSet, View};
use std::time::{Duration, Instant};

/// Builds an engine with a view of each variable, to which `post` adds propagators.
fn engine(domains: &[ValueSet], post: impl FnOnce(&mut EngineBuilder, &[View])) -> (Engine, Vec<View>) {
    let mut b = EngineBuilder::new(domains.to_vec()).explaining();
    let views: Vec<View> = (0..domains.len()).map(|i| b.view(i)).collect();
    post(&mut b, &views);
    (b.build().unwrap(), views)
}

fn compact(views: &[View], table: &Table) -> Box<CompactTable> {
    Box::new(CompactTable::new(views.iter().copied(), table).unwrap())
}

/// Reliability 2.5, case 7: Gecode#167 lost a solution of `table([3, C, C, B])`.
#[test]
fn case_07_gecode_167_a_variable_twice_in_a_table() {
    let table = Table::new(4, [[3, 1, 1, 2], [3, 1, 2, 2], [2, 0, 0, 0], [3, 0, 0, 1]]).unwrap();
    let (mut e, v) = engine(&[ValueSet::range(3, 3), ValueSet::range(0, 2), ValueSet::range(0, 2)], |b, v| {
        b.post(compact(&[v[0], v[1], v[1], v[2]], &table));
    });
    e.propagate().unwrap();
    assert_eq!((e.values(v[1]), e.values(v[2])), (vec![0, 1], vec![1, 2]));
    e.assume(Atom::equals(v[1], 1)).unwrap();
    e.propagate().unwrap();
    assert_eq!(e.fixed(v[2]), Some(2));
}

/// Reliability 2.5, case 11: Pumpkin#535 posted only one direction of `table`.
#[test]
fn case_11_pumpkin_535_both_directions_of_a_table() {
    let table = Table::new(2, [[1, 1], [2, 3]]).unwrap();
    let (mut e, v) = engine(&[ValueSet::range(1, 3), ValueSet::range(1, 3)], |b, v| {
        b.post(compact(v, &table));
    });
    e.propagate().unwrap();
    assert_eq!((e.values(v[0]), e.values(v[1])), (vec![1, 2], vec![1, 3]));
    e.assume(Atom::differs(v[1], 1)).unwrap();
    e.propagate().unwrap();
    assert_eq!((e.fixed(v[0]), e.fixed(v[1])), (Some(2), Some(3)));
}

/// Reliability 2.5, case 29: Glasgow#833, where propagators hang on domains of 10⁹ values.
#[test]
fn case_29_glasgow_833_a_domain_of_a_billion_values() {
    let whole = ValueSet::range(0, 1_000_000_000);
    let table = Table::new(2, [[0, 1], [5, 500_000_000], [1_000_000_000, 7]]).unwrap();
    let start = Instant::now();
    for negative in [false, true] {
        let (mut e, v) = engine(&[whole.clone(), whole.clone()], |b, v| {
            if negative {
                b.post(Box::new(NegativeTable::new(v.iter().copied(), &table).unwrap()));
            } else {
                b.post(compact(v, &table));
            }
        });
        e.propagate().unwrap();
        e.assume(Atom::at_least(v[0], 1)).unwrap();
        e.propagate().unwrap();
        if !negative {
            // Bounds are values in rows, whatever remains between them.
            assert_eq!((e.min(v[0]), e.max(v[0]), e.min(v[1]), e.max(v[1])), (5, 1_000_000_000, 7, 500_000_000));
        }
        e.push_level();
        e.assume(Atom::at_most(v[0], 999_999_999)).unwrap();
        e.propagate().unwrap();
        assert_eq!(e.max(v[0]), if negative { 999_999_999 } else { 5 });
        e.pop_level();
        e.assume(Atom::equals(v[0], 5)).unwrap();
        e.propagate().unwrap();
        assert_eq!(e.contains(v[1], 500_000_000), !negative);
        assert_eq!(e.contains(v[1], 499_999_999), negative);
    }
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn reasons_cover_the_rows_with_few_facts() {
    // x = 0 is allowed with any y up to 4 and any z up to 4.
    let rows = (0..5).flat_map(|y| (0..5).map(move |z| [0, y, z])).chain([[1, 9, 9]]);
    let table = Table::new(3, rows).unwrap();
    let (mut e, v) = engine(&[ValueSet::range(0, 1), ValueSet::range(0, 9), ValueSet::range(0, 9)], |b, v| {
        b.post(compact(v, &table));
    });
    e.propagate().unwrap();
    e.assume(Atom::differs(v[2], 3)).unwrap();
    e.assume(Atom::at_least(v[1], 5)).unwrap();
    e.propagate().unwrap();
    assert_eq!(e.fixed(v[0]), Some(1));
    let fact = Atom::differs(v[0], 0);
    let at = (0..e.facts()).find(|&at| e.fact(at) == Some(fact)).unwrap();
    let premises = e.inference(at).unwrap().premises;
    // A single fact excludes all 25 rows. The values 6 to 8 occur in no row, so they need no reason.
    assert_eq!(premises[..], [Atom::at_least(v[1], 5)]);
}

#[test]
fn misuse_is_reported() {
    let wrong = Table::new(2, [vec![1, 2], vec![1]]).unwrap_err();
    assert_eq!(wrong.to_string(), "row 1 of the table has 1 values, but the table has 2 columns");
    let table = Table::short(2, [[Some(1), None]]).unwrap();
    let x = EngineBuilder::new(vec![ValueSet::range(0, 1)]).view(0);
    assert_eq!(CompactTable::new([x], &table).unwrap_err(), TableError::Views { arity: 2, views: 1 });
    assert_eq!(NegativeTable::new([x, x], &table).unwrap_err(), TableError::Wildcard);
}

#[test]
fn a_table_knows_its_rows() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let rows: Vec<[i32; 3]> = (0..rng.below(40)).map(|_| [0; 3].map(|_| rng.below(4) as i32)).collect();
        let table = Table::new(3, &rows).unwrap();
        for x in 0..64 {
            let row = [x / 16, x / 4 % 4, x % 4];
            assert_eq!(table.contains(&row), rows.contains(&row));
        }
    }
    let short = Table::short(2, [[Some(1), None]]).unwrap();
    assert!(short.contains(&[1, 7]) && !short.contains(&[2, 7]) && !short.contains(&[1]));
    assert!(Table::new(0, [[]]).unwrap().contains(&[]) && !Table::new(0, [[]; 0]).unwrap().contains(&[]));
}

/// Returns the maximum time by which an engine overruns various limits. For each limit, the fastest of three attempts
/// counts, because the machine may be busy.
fn latency(engine: &Engine, decide: impl Fn(&mut Engine)) -> Duration {
    let late = |limit: Duration| {
        let mut e = engine.clone();
        decide(&mut e);
        let start = Instant::now();
        *e.budget() = Budget::starting_now(&Limits { time: Some(limit), ..Limits::default() });
        let ended = e.propagate();
        assert!(ended.is_ok() || ended == Err(Halt::Stopped(StopReason::Time)) || ended == Err(Halt::Failed));
        start.elapsed().saturating_sub(limit)
    };
    let best = |limit| (0..3).map(|_| late(Duration::from_millis(limit))).min().unwrap();
    [0, 1, 2, 5, 10, 20, 50, 100].into_iter().map(best).max().unwrap()
}

#[test]
fn a_table_of_a_million_rows_keeps_to_time_limits() {
    let mut rng = Rng::new(11);
    let rows = (0..1_000_000).map(|_| [rng.below(1000) as i32, rng.below(1000) as i32, rng.below(1_000_000) as i32]);
    let start = Instant::now();
    let table = Table::new(3, rows).unwrap();
    println!("compiled in {:?}", start.elapsed());
    let domains = [ValueSet::range(0, 999), ValueSet::range(0, 999), ValueSet::range(0, 999_999)];
    type Post = fn(&[View], &Table) -> Box<dyn crate::Propagator>;
    let post: [Post; 2] = [|v, t| compact(v, t), |v, t| Box::new(NegativeTable::new(v.iter().copied(), t).unwrap())];
    for post in post {
        let mut b = EngineBuilder::new(domains.to_vec());
        let v: Vec<View> = (0..3).map(|i| b.view(i)).collect();
        let start = Instant::now();
        b.post(post(&v, &table));
        let engine = b.build().unwrap();
        let posted = start.elapsed();
        let start = Instant::now();
        let ended = engine.clone().propagate();
        let first = start.elapsed();
        let late = latency(&engine, |e| {
            e.assume(Atom::at_least(v[0], 300)).unwrap();
            e.assume(Atom::at_most(v[1], 500)).unwrap();
        });
        println!("posted in {posted:?}, first run {first:?} {ended:?}, late by {late:?}");
        assert!(late < Duration::from_millis(100), "{late:?}");
    }
}

#[test]
fn tables_in_models_can_be_reified() {
    use crate::prelude::*;
    let table = Table::short(2, [[Some(0), None], [Some(1), Some(2)]]).unwrap();
    let mut m = Model::new();
    let (b, x) = (m.bool("b").unwrap(), m.ints("x", 2, 0..=2).unwrap());
    m.table(&x, &table).iff(b);
    assert_eq!(m.count().unwrap(), Outcome::Complete(9));
    m.post(constraint!(b == 1));
    assert_eq!(m.count().unwrap(), Outcome::Complete(4));
    let mut m = Model::new();
    let (b, x) = (m.bool("b").unwrap(), m.ints("x", 2, 0..=2).unwrap());
    m.negative_table(&x, &Table::new(2, [[0, 0], [7, 1]]).unwrap()).enforce_if(b);
    assert_eq!(m.count().unwrap(), Outcome::Complete(9 + 8));
    m.negative_table(&x, &table).named("short");
    let message = m.count().unwrap_err().to_string();
    assert!(
        message.contains("short") && message.ends_with("a table of forbidden rows must not have wildcards"),
        "{message}"
    );
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=2).unwrap();
    m.table(&x, &table);
    let message = m.count().unwrap_err().to_string();
    assert!(message.ends_with("the table has 2 columns, but 3 variables were given"), "{message}");
}
