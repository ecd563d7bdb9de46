//! Each constraint has exactly the solutions of its definition, which the test finds by trying all values.

use solver_core::prelude::*;
use std::collections::BTreeSet;

/// A constraint on `x[0]` to `x[3]`, each from 0 to 3, and a predicate that defines it.
type Case = (&'static str, fn(&[i32]) -> bool);

fn distinct(values: &[i32]) -> usize {
    values.iter().collect::<BTreeSet<_>>().len()
}

fn is_circuit(x: &[i32]) -> bool {
    let on: Vec<usize> = (0..x.len()).filter(|&i| x[i] != i as i32).collect();
    let Some(&first) = on.first() else { return false };
    let (mut at, mut seen) = (first, BTreeSet::new());
    while seen.insert(at) {
        at = x[at] as usize;
    }
    at == first && seen.into_iter().eq(on)
}

const CASES: &[Case] = &[
    ("<intension> eq(add(x[0],x[1],1),mul(x[2],x[3])) </intension>", |x| x[0] + x[1] + 1 == x[2] * x[3]),
    ("<intension> or(lt(x[0],x[1]),not(ge(x[2],x[3]))) </intension>", |x| x[0] < x[1] || x[2] < x[3]),
    ("<intension> xor(eq(x[0],1),eq(x[1],1),gt(x[2],2)) </intension>", |x| (x[0] == 1) ^ (x[1] == 1) ^ (x[2] > 2)),
    ("<intension> imp(le(x[0],1),iff(eq(x[1],2),ne(x[2],x[3]))) </intension>", |x| {
        x[0] > 1 || ((x[1] == 2) == (x[2] != x[3]))
    }),
    ("<intension> eq(if(gt(x[0],1),x[1],x[2]),x[3]) </intension>", |x| (if x[0] > 1 { x[1] } else { x[2] }) == x[3]),
    ("<intension> eq(dist(x[0],x[1]),min(x[2],x[3],2)) </intension>", |x| (x[0] - x[1]).abs() == x[2].min(x[3]).min(2)),
    ("<intension> eq(max(x[0],neg(x[1])),sub(abs(sub(x[2],3)),sqr(x[3]))) </intension>", |x| {
        x[0].max(-x[1]) == (x[2] - 3).abs() - x[3] * x[3]
    }),
    ("<intension> eq(div(x[0],add(x[1],1)),mod(x[2],add(x[3],1))) </intension>", |x| {
        x[0] / (x[1] + 1) == x[2] % (x[3] + 1)
    }),
    ("<intension> le(pow(x[0],x[1]),x[2]) </intension>", |x| x[0].pow(x[1] as u32) <= x[2]),
    ("<intension> in(x[0],set(0,2..3)) </intension>", |x| x[0] != 1),
    ("<intension> notin(x[0],set(x[1],x[2])) </intension>", |x| x[0] != x[1] && x[0] != x[2]),
    ("<intension> and(eq(x[0],x[1],x[2]),ne(x[3],0)) </intension>", |x| x[0] == x[1] && x[1] == x[2] && x[3] != 0),
    ("<extension> <list> x[0] x[1] </list> <supports> (0,1)(2,*) </supports> </extension>", |x| {
        x[..2] == [0, 1] || x[0] == 2
    }),
    ("<extension> <list> x[0..1] </list> <conflicts> (0,1) (2,3) </conflicts> </extension>", |x| {
        x[..2] != [0, 1] && x[..2] != [2, 3]
    }),
    ("<extension> <list> x[0..2] </list> <conflicts> (0,*,1)(*,2,*) </conflicts> </extension>", |x| {
        (x[0] != 0 || x[2] != 1) && x[1] != 2
    }),
    ("<extension> <list> x[2] </list> <supports> 0 2..3 </supports> </extension>", |x| x[2] != 1),
    (
        "<regular> <list> x[] </list> <transitions> (a,0,a)(a,1,b)(b,1,b)(b,2,c)(c,2,c) </transitions> <start> a </start> <final> c b </final> </regular>",
        |x| x.is_sorted() && x[3] > 0 && x[3] < 3 && (x[3] == 1 || x.contains(&1)),
    ),
    ("<mdd> <list> x[0..1] </list> <transitions> (r,0,a)(r,1,b)(a,3,t)(b,2,t)(b,3,t) </transitions> </mdd>", |x| {
        x[..2] == [0, 3] || x[0] == 1 && x[1] > 1
    }),
    ("<allDifferent> x[] </allDifferent>", |x| distinct(x) == 4),
    ("<allDifferent> <list> x[0..2] </list> <except> 0 2 </except> </allDifferent>", |x| {
        let rest: Vec<i32> = x[..3].iter().copied().filter(|v| v % 2 == 1).collect();
        distinct(&rest) == rest.len()
    }),
    ("<allDifferent> <list> x[0..1] </list> <list> x[2..3] </list> </allDifferent>", |x| x[..2] != x[2..]),
    ("<allDifferent> <matrix> (x[0],x[1])(x[2],x[3]) </matrix> </allDifferent>", |x| {
        x[0] != x[1] && x[2] != x[3] && x[0] != x[2] && x[1] != x[3]
    }),
    ("<allEqual> x[1..3] </allEqual>", |x| distinct(&x[1..]) == 1),
    ("<ordered> <list> x[] </list> <operator> lt </operator> </ordered>", |x| x.is_sorted_by(|a, b| a < b)),
    ("<ordered> <list> x[0..2] </list> <lengths> 1 x[3] </lengths> <operator> le </operator> </ordered>", |x| {
        x[0] < x[1] && x[1] + x[3] <= x[2]
    }),
    ("<ordered> <list> x[] </list> <operator> ge </operator> </ordered>", |x| x.is_sorted_by(|a, b| a >= b)),
    ("<lex> <list> x[0] x[1] </list> <list> x[2] x[3] </list> <operator> lt </operator> </lex>", |x| x[..2] < x[2..]),
    ("<lex> <matrix> (x[0],x[1])(x[2],x[3]) </matrix> <operator> ge </operator> </lex>", |x| {
        x[..2] >= x[2..] && [x[0], x[2]] >= [x[1], x[3]]
    }),
    ("<precedence> x[] </precedence>", |x| {
        (1..4).all(|v| x.iter().position(|&y| y == v).is_none_or(|at| x[..at].contains(&(v - 1))))
    }),
    ("<precedence> <list> x[] </list> <values covered=\"true\"> 2 1 </values> </precedence>", |x| {
        x.iter().position(|&y| y == 1).is_some_and(|at| x[..at].contains(&2))
    }),
    ("<sum> <list> x[0..2] </list> <coeffs> 2 -1 x[3] </coeffs> <condition> (ge,3) </condition> </sum>", |x| {
        2 * x[0] - x[1] + x[3] * x[2] >= 3
    }),
    ("<sum> <list> x[] </list> <coeffs> 1x4 </coeffs> <condition> (in,{2,5..6}) </condition> </sum>", |x| {
        [2, 5, 6].contains(&x.iter().sum())
    }),
    ("<sum> <list> x[0] mul(x[1],x[2]) </list> <condition> (notin,2..4) </condition> </sum>", |x| {
        !(2..=4).contains(&(x[0] + x[1] * x[2]))
    }),
    ("<count> <list> x[0..2] </list> <values> 1 3 </values> <condition> (eq,x[3]) </condition> </count>", |x| {
        x[..3].iter().filter(|&&v| v % 2 == 1).count() as i32 == x[3]
    }),
    ("<count> <list> x[0..2] </list> <values> x[3] </values> <condition> (ge,2) </condition> </count>", |x| {
        x[..3].iter().filter(|&&v| v == x[3]).count() >= 2
    }),
    ("<count> <list> x[] </list> <values> 2 0 </values> <condition> (ne,2) </condition> </count>", |x| {
        x.iter().filter(|&&v| v % 2 == 0).count() != 2
    }),
    ("<nValues> <list> x[0..2] </list> <condition> (eq,x[3]) </condition> </nValues>", |x| {
        distinct(&x[..3]) as i32 == x[3]
    }),
    ("<nValues> <list> x[] </list> <except> 0 </except> <condition> (gt,1) </condition> </nValues>", |x| {
        distinct(&x.iter().copied().filter(|&v| v != 0).collect::<Vec<_>>()) > 1
    }),
    (
        "<cardinality> <list> x[0..2] </list> <values> 0 1 2 </values> <occurs> 0..1 x[3] 1 </occurs> </cardinality>",
        |x| {
            let count = |v| x[..3].iter().filter(|&&y| y == v).count() as i32;
            count(0) <= 1 && count(1) == x[3] && count(2) == 1
        },
    ),
    (
        "<cardinality> <list> x[] </list> <values closed=\"true\"> 0 3 </values> <occurs> 1..2 0..4 </occurs> </cardinality>",
        |x| x.iter().all(|v| v % 3 == 0) && (1..=2).contains(&x.iter().filter(|&&v| v == 0).count()),
    ),
    (
        "<cardinality> <list> x[0..1] </list> <values closed=\"true\"> x[2] x[3] </values> <occurs> 1 0..1 </occurs> </cardinality>",
        |x| {
            let count = |v| x[..2].iter().filter(|&&y| y == v).count();
            count(x[2]) == 1 && count(x[3]) <= 1 && x[..2].iter().all(|v| x[2..].contains(v))
        },
    ),
    ("<maximum> <list> x[0..2] </list> <condition> (eq,x[3]) </condition> </maximum>", |x| {
        x[..3].iter().max() == Some(&x[3])
    }),
    ("<minimum> <list> x[] </list> <condition> (gt,0) </condition> </minimum>", |x| x.iter().all(|&v| v > 0)),
    ("<maximumArg> <list startIndex=\"1\"> x[0..2] </list> <condition> (eq,x[3]) </condition> </maximumArg>", |x| {
        x[3] > 0 && x[..3].iter().all(|&v| v <= x[x[3] as usize - 1])
    }),
    ("<minimumArg rank=\"first\"> <list> x[] </list> <condition> (lt,2) </condition> </minimumArg>", |x| {
        x.iter().enumerate().min_by_key(|(i, v)| (**v, *i)).is_some_and(|(i, _)| i < 2)
    }),
    ("<maximumArg rank=\"last\"> <list> x[] </list> <condition> (ge,2) </condition> </maximumArg>", |x| {
        x.iter().enumerate().max_by_key(|(i, v)| (**v, *i)).is_some_and(|(i, _)| i >= 2)
    }),
    ("<minimumArg> <list> x[] </list> <condition> (ne,0) </condition> </minimumArg>", |x| {
        (1..4).any(|i| x.iter().all(|&v| v >= x[i]))
    }),
    ("<element> <list startIndex=\"1\"> 3 1 2 </list> <index> x[0] </index> <value> x[1] </value> </element>", |x| {
        x[0] > 0 && [3, 1, 2][x[0] as usize - 1] == x[1]
    }),
    ("<element> <list> x[0..2] </list> <index> x[3] </index> <condition> (ge,2) </condition> </element>", |x| {
        x[3] < 3 && x[x[3] as usize] >= 2
    }),
    ("<element> <list> x[0..2] </list> <value> x[3] </value> </element>", |x| x[..3].contains(&x[3])),
    (
        "<element> <matrix startRowIndex=\"1\"> (0,1,2)(3,2,1) </matrix> <index> x[0] x[1] </index> <value> x[2] </value> </element>",
        |x| (1..3).contains(&x[0]) && x[1] < 3 && [[0, 1, 2], [3, 2, 1]][x[0] as usize - 1][x[1] as usize] == x[2],
    ),
    (
        "<element> <matrix> (x[0],x[1])(1,x[2]) </matrix> <index> x[3] 1 </index> <condition> (lt,2) </condition> </element>",
        |x| x[3] < 2 && [x[1], x[2]][x[3] as usize] < 2,
    ),
    ("<channel> x[] </channel>", |x| x.iter().enumerate().all(|(i, &j)| x[j as usize] == i as i32)),
    ("<channel> <list> x[0..1] </list> <list startIndex=\"1\"> x[2..3] </list> </channel>", |x| {
        (0..2).all(|i| (0..2).all(|j| (x[i] == j as i32 + 1) == (x[2 + j] == i as i32)))
            && x[..2].iter().all(|v| (1..3).contains(v))
            && x[2..].iter().all(|v| (0..2).contains(v))
    }),
    ("<channel> <list> x[0] </list> <list> x[1..3] </list> </channel>", |x| x[0] < 3 && x[1 + x[0] as usize] == 0),
    ("<channel> <list> x[0..2] </list> <value> x[3] </value> </channel>", |x| {
        (0..3).all(|i| x[i] == i32::from(x[3] == i as i32)) && x[3] < 3
    }),
    ("<noOverlap> <origins> x[0..1] </origins> <lengths> x[2..3] </lengths> </noOverlap>", |x| {
        x[2] == 0 || x[3] == 0 || x[0] + x[2] <= x[1] || x[1] + x[3] <= x[0]
    }),
    ("<noOverlap zeroIgnored=\"false\"> <origins> x[0..1] </origins> <lengths> x[2..3] </lengths> </noOverlap>", |x| {
        x[0] + x[2] <= x[1] || x[1] + x[3] <= x[0]
    }),
    ("<noOverlap> <origins> (x[0],x[1])(x[2],1) </origins> <lengths> (2,x[3])(1,2) </lengths> </noOverlap>", |x| {
        x[3] == 0 || x[0] + 2 <= x[2] || x[2] < x[0] || x[1] + x[3] <= 1 || 3 <= x[1]
    }),
    (
        "<noOverlap> <origins> (x[0],x[1],1)(x[2],1,x[3]) </origins> <lengths> (1,2,2)(2,1,1) </lengths> </noOverlap>",
        |x| x[0] < x[2] || x[2] + 2 <= x[0] || x[1] + 2 <= 1 || 2 <= x[1] || 3 <= x[3] || x[3] < 1,
    ),
    (
        "<cumulative> <origins> x[0..2] </origins> <lengths> 1 2 1 </lengths> <heights> 1 1 2 </heights> <condition> (lt,x[3]) </condition> </cumulative>",
        |x| {
            let demand = |t| {
                [(0, 1, 1), (1, 2, 1), (2, 1, 2)]
                    .iter()
                    .filter(|&&(i, d, _)| x[i] <= t && t < x[i] + d)
                    .map(|&(_, _, h)| h)
                    .sum::<i32>()
            };
            (0..6).all(|t| demand(t) < x[3]) && x[3] > 0
        },
    ),
    (
        "<cumulative> <origins> x[0..1] </origins> <lengths> 2 1 </lengths> <ends> x[2..3] </ends> <heights> 1 1 </heights> <condition> (le,1) </condition> </cumulative>",
        |x| x[0] + 2 == x[2] && x[1] + 1 == x[3] && (x[2] <= x[1] || x[3] <= x[0]),
    ),
    ("<binPacking> <list> x[] </list> <sizes> 3 2 2 1 </sizes> <condition> (le,4) </condition> </binPacking>", |x| {
        (0..4).all(|bin| (0..4).filter(|&i| x[i] == bin).map(|i| [3, 2, 2, 1][i]).sum::<i32>() <= 4)
    }),
    ("<binPacking> <list> x[0..2] </list> <sizes> 1 1 2 </sizes> <loads> 2 x[3] </loads> </binPacking>", |x| {
        let load = |bin| (0..3).filter(|&i| x[i] == bin).map(|i| [1, 1, 2][i]).sum::<i32>();
        x[..3].iter().all(|&v| v < 2) && load(0) == 2 && load(1) == x[3]
    }),
    (
        "<binPacking> <list startIndex=\"1\"> x[0..2] </list> <sizes> 1 1 2 </sizes> <limits> 2 3 </limits> </binPacking>",
        |x| {
            let load = |bin| (0..3).filter(|&i| x[i] == bin).map(|i| [1, 1, 2][i]).sum::<i32>();
            x[..3].iter().all(|&v| (1..3).contains(&v)) && load(1) <= 2 && load(2) <= 3
        },
    ),
    (
        "<knapsack> <list> x[0..2] </list> <weights> 1 2 3 </weights> <condition> (le,6) </condition> <profits> 2 2 1 </profits> <condition> (ge,x[3]) </condition> </knapsack>",
        |x| x[0] + 2 * x[1] + 3 * x[2] <= 6 && 2 * x[0] + 2 * x[1] + x[2] >= x[3],
    ),
    ("<circuit> x[] </circuit>", is_circuit),
    ("<circuit> <list> x[] </list> <size> 3 </size> </circuit>", |x| {
        is_circuit(x) && (0..4).filter(|&i| x[i] != i as i32).count() == 3
    }),
    (
        "<flow> <list> x[] </list> <balance> 2 0 -2 </balance> <arcs> (1,2)(1,3)(2,3)(2,1) </arcs> <weights> 1 2 1 1 </weights> <condition> (le,5) </condition> </flow>",
        |x| x[0] + x[1] - x[3] == 2 && x[2] + x[3] == x[0] && x[0] + 2 * x[1] + x[2] + x[3] <= 5,
    ),
    ("<instantiation> <list> x[0..2] </list> <values> 1 * 3 </values> </instantiation>", |x| x[0] == 1 && x[2] == 3),
    ("<group> <intension> lt(%0,%1) </intension> <args> x[0] x[1] </args> <args> x[2..3] </args> </group>", |x| {
        x[0] < x[1] && x[2] < x[3]
    }),
    (
        "<group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum> <args> 4 x[0..1] </args> <args> x[0] x[2..3] </args> </group>",
        |x| x[0] + x[1] == 4 && x[2] + x[3] == x[0],
    ),
    (
        "<group> <sum> <list> x[0..1] </list> <condition> (in,%0) </condition> </sum> <args> {1,4} </args> </group>",
        |x| [1, 4].contains(&(x[0] + x[1])),
    ),
    ("<slide> <list> x[] </list> <intension> ne(%0,%1) </intension> </slide>", |x| x.windows(2).all(|w| w[0] != w[1])),
    ("<slide circular=\"true\"> <list> x[] </list> <intension> le(add(%0,%1),4) </intension> </slide>", |x| {
        (0..4).all(|i| x[i] + x[(i + 1) % 4] <= 4)
    }),
    ("<slide> <list offset=\"2\"> x[] </list> <intension> gt(%0,%1) </intension> </slide>", |x| {
        x[0] > x[1] && x[2] > x[3]
    }),
    (
        "<block class=\"symmetryBreaking\"> <!-- why --> <block note=\"inner\"> <intension> le(x[0],x[1]) </intension> </block> <allEqual> x[2..3] </allEqual> </block>",
        |x| x[0] <= x[1] && x[2] == x[3],
    ),
];

fn instance(constraint: &str) -> String {
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\"><variables><array id=\"x\" size=\"[4]\"> 0..3 </array></variables>\
         <constraints>{constraint}</constraints></instance>"
    )
}

#[test]
fn constraints_have_the_solutions_of_their_definitions() -> Result<(), ModelError> {
    for (constraint, holds) in CASES {
        let read = xcsp3::read(&instance(constraint)).unwrap_or_else(|error| panic!("{constraint}: {error}"));
        let mut found = Vec::new();
        for solution in read.model.search().solutions()? {
            found.push(solution.values(&read.variables)?);
        }
        found.sort();
        let values = (0..256).map(|n| vec![n / 64, n / 16 % 4, n / 4 % 4, n % 4]);
        let expected: Vec<Vec<i32>> = values.filter(|x| holds(x)).collect();
        assert_eq!(found, expected, "{constraint}");
        assert!((1..256).contains(&expected.len()), "{constraint}: {}", expected.len());
    }
    Ok(())
}
