//! Tests that CP-Profiler receives the search tree: the parent, index, kind and decision of every node.

mod receiver;
mod reference;

use self::receiver::{Node, Received, listen, parse};
use self::reference::Reference;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use study::cp_profiler::{CpProfiler, Execution, ProfilerError, SearchLog};

fn queens(n: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut m = Model::new();
    let q = m.ints("q", n as usize, 0..=n - 1)?;
    m.all_different(&q).named("rows");
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i)).named("down");
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i)).named("up");
    Ok((m, q))
}

fn execution(search: &Search<'_>) -> Execution {
    Execution { name: "a search".to_owned(), id: Some(7), has_restarts: search.has_restarts() }
}

/// A node's parent, alternative, status and label.
type Shown = (Option<[i32; 3]>, i32, u8, Option<String>);

/// Runs a search connected to a receiver, and compares what it received with the reference.
fn profiled(search: &Search<'_>) -> Result<(Received, Statistics), Box<dyn std::error::Error>> {
    let (port, receiving) = listen();
    let mut profiler = CpProfiler::connect(port, execution(search))?;
    search.observe(&mut profiler)?;
    let (stream, nodes) = profiler.finish()?;
    drop(stream);
    let received = receiving.join().expect("the receiver reads on");
    let mut reference = Reference::default();
    search.observe(&mut reference)?;
    let id = |node: u64| [node as i32, reference.restarts[&node], 0];
    let expected: BTreeMap<[i32; 3], Shown> = reference
        .nodes
        .iter()
        .map(|(node, (parent, alternative, status, label))| {
            (id(*node), (parent.map(id), *alternative, *status, label.clone()))
        })
        .collect();
    let shown = |node: &Node| {
        let parent = (node.parent != [-1; 3]).then_some(node.parent);
        (parent, node.alternative, node.status, node.texts[0].clone())
    };
    let found: BTreeMap<_, _> = received.nodes.iter().map(|(id, node)| (*id, shown(node))).collect();
    assert!(found == expected, "{:#?}", found.iter().zip(&expected).find(|(found, expected)| found != expected));
    assert_eq!((nodes, received.nodes.len() as u64), (reference.statistics.nodes, reference.statistics.nodes));
    assert_eq!((received.versions.as_slice(), received.kinds[0]), (&[3][..], 2));
    assert_eq!(received.kinds.last(), Some(&1));
    // In the end, every announced child has been received, whether visited or skipped.
    let mut children: BTreeMap<[i32; 3], i32> = BTreeMap::new();
    received.nodes.values().chain(&received.skipped).for_each(|node| *children.entry(node.parent).or_default() += 1);
    for (id, node) in received.nodes.iter().filter(|_| reference.is_complete) {
        assert_eq!(node.children, children.get(id).copied().unwrap_or(0), "{id:?}");
    }
    Ok((received, reference.statistics))
}

#[test]
fn two_branches_a_node() -> Result<(), Box<dyn std::error::Error>> {
    let (m, _) = queens(8)?;
    let (received, statistics) = profiled(&m.search())?;
    assert_eq!((received.skipped.len(), received.restarts.len()), (0, 0));
    assert_eq!(received.start, serde_json::json!({"name": "a search", "has_restarts": false, "execution_id": 7}));
    let count = |status: u8| received.nodes.values().filter(|node| node.status == status).count() as u64;
    assert_eq!((count(0), count(1)), (statistics.solutions, statistics.failures));
    assert_eq!(statistics.nodes, 831);
    Ok(())
}

#[test]
fn a_branch_for_each_value() -> Result<(), Box<dyn std::error::Error>> {
    let (m, _) = queens(7)?;
    let (received, _) = profiled(&m.search().branching(Branching::DWay).order(VarSelect::SmallestDomain))?;
    assert_eq!(received.nodes[&[1, 0, 0]].children, 7);
    assert_eq!(received.skipped.len(), 0);
    Ok(())
}

#[test]
fn rounds_have_roots_of_their_own() -> Result<(), Box<dyn std::error::Error>> {
    let (m, _) = queens(16)?;
    let search = m.search().values(ValueSelect::Random).seed(1).solution_limit(3);
    let (received, statistics) = profiled(&search.restarts(Restarts::Constant { failures: 2 }))?;
    assert!(statistics.restarts > 1, "{statistics:?}");
    assert_eq!(received.restarts.len() as u64, statistics.restarts);
    let roots = received.nodes.iter().filter(|(_, node)| node.parent == [-1; 3]);
    let restarts: Vec<i32> = roots.map(|(id, _)| id[1]).collect();
    assert_eq!(restarts, (0..=statistics.restarts as i32).collect::<Vec<_>>());
    assert_eq!(received.start["has_restarts"], true);
    Ok(())
}

#[test]
fn what_a_round_leaves_out_is_skipped() -> Result<(), Box<dyn std::error::Error>> {
    let (m, _) = queens(6)?;
    for exploration in
        [Exploration::LimitedDiscrepancy, Exploration::DepthBoundedDiscrepancy, Exploration::IterativeDeepening]
    {
        for branching in [Branching::TwoWay, Branching::DWay] {
            let (received, _) = profiled(&m.search().exploration(exploration).branching(branching))?;
            let visited = received.nodes.values().filter(|node| node.status == 3).count();
            assert!(!received.skipped.is_empty() || visited > 0, "{exploration:?}");
        }
    }
    Ok(())
}

/// A right branch that cannot contain a better solution is refuted without a node.
#[test]
fn branches_without_a_better_solution_are_skipped_and_say_why() -> Result<(), Box<dyn std::error::Error>> {
    let (mut m, q) = queens(6)?;
    let cost = m.int("cost", 0..=5)?;
    m.post(constraint!(cost == q[0])).named("the first queen's row");
    for branching in [Branching::TwoWay, Branching::DWay] {
        let search = m.search().values(ValueSelect::Max).branching(branching);
        let mut profiler = CpProfiler::new(Vec::new(), execution(&search));
        let mut run = search.explaining().improving(Goal::Minimize, cost)?.into_run();
        while matches!(run.step_observed(u64::MAX, &mut profiler), None | Some(Step::Solution)) {}
        let (bytes, nodes) = profiler.finish()?;
        let received = parse(&bytes);
        assert_eq!(nodes, run.statistics().nodes);
        assert!(received.skipped.iter().all(|node| node.texts[2].as_deref().unwrap_or("failure").contains("failure")));
        assert_eq!(received.skipped.is_empty(), branching == Branching::DWay, "{branching:?}");
    }
    Ok(())
}

/// Checks whether a literal such as `q[2] != 3` is true in a solution.
fn holds(literal: &str, solution: &[i32]) -> bool {
    let mut words = literal.split(' ');
    let (name, relation) = (words.next().expect("a name"), words.next().expect("a relation"));
    let value: i32 = words.next().expect("a value").parse().expect("a number");
    let index: usize = name[2..name.len() - 1].parse().expect("an index");
    match relation {
        "=" => solution[index] == value,
        "!=" => solution[index] != value,
        "<=" => solution[index] <= value,
        _ => solution[index] >= value,
    }
}

/// Every solution satisfies the clauses over decisions.
#[test]
fn nogoods_hold() -> Result<(), Box<dyn std::error::Error>> {
    let (m, q) = queens(6)?;
    let solutions: Vec<Vec<i32>> =
        m.solutions()?.map(|s| q.iter().map(|&q| s.value(q)).collect::<Result<_, _>>()).collect::<Result<_, _>>()?;
    let search = m.search().order(VarSelect::SmallestDomain);
    let (received, statistics) = profiled(&search)?;
    let mut shorter = 0;
    let nogoods = received.nodes.iter().filter_map(|(id, node)| Some((id, node, node.texts[1].as_deref()?)));
    let mut seen = 0;
    for (id, node, nogood) in nogoods {
        assert_eq!(node.status, 1);
        seen += 1;
        for solution in &solutions {
            assert!(nogood.split(" or ").any(|l| holds(l, solution)), "{nogood} does not hold for {solution:?}");
        }
        let mut depth = 0;
        let mut at = *id;
        while received.nodes[&at].parent != [-1; 3] {
            (at, depth) = (received.nodes[&at].parent, depth + 1);
        }
        shorter += usize::from(nogood.split(" or ").count() < depth);
    }
    assert_eq!(seen, statistics.failures);
    assert!(shorter > 0, "some failures do not need all decisions");
    Ok(())
}

/// A backjump leads to a right branch, in which the nogood propagates. The open nodes below the target are skipped.
#[test]
fn what_is_learned_is_a_branch() -> Result<(), Box<dyn std::error::Error>> {
    let (m, q) = queens(7)?;
    let solutions: Vec<Vec<i32>> =
        m.solutions()?.map(|s| q.iter().map(|&q| s.value(q)).collect::<Result<_, _>>()).collect::<Result<_, _>>()?;
    for search in [m.search().learn(Learning::Alternating), m.search().learn(Learning::Fixed).solution_limit(1)] {
        let mut profiler = CpProfiler::new(Vec::new(), execution(&search));
        let mut run = search.explaining().start()?;
        let end = loop {
            if let Some(end @ (Step::Exhausted | Step::Stopped(_))) = run.step_observed(u64::MAX, &mut profiler) {
                break end;
            }
        };
        let received = parse(&profiler.finish()?.0);
        let mut children: BTreeMap<[i32; 3], Vec<i32>> = BTreeMap::new();
        for node in received.nodes.values().chain(&received.skipped) {
            children.entry(node.parent).or_default().push(node.alternative);
        }
        children.values_mut().for_each(|alternatives| alternatives.sort_unstable());
        let inner = received.nodes.iter().filter(|(_, node)| node.children > 0);
        for (id, node) in inner {
            let all: Vec<i32> = (0..node.children).collect();
            assert!(children[id] == all || end != Step::Exhausted, "{id:?}: {:?}", children[id]);
        }
        let failed = received.nodes.values().filter(|node| node.status == 1);
        let mut nogoods = 0;
        for nogood in failed.filter_map(|node| node.texts[1].as_deref()) {
            nogoods += 1;
            // During an enumeration, a nogood may exclude solutions that have already been found.
            let holds = |solution: &Vec<i32>| nogood.split(" or ").any(|literal| holds(literal, solution));
            assert!(end == Step::Exhausted || solutions.iter().all(holds), "{nogood}");
        }
        assert_eq!(nogoods, run.statistics().failures);
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    let line = |line: &[u8]| {
        let shown: String = line.iter().map(|&b| if (32..127).contains(&b) { char::from(b) } else { '.' }).collect();
        let hex: Vec<String> = line.iter().map(|b| format!("{b:02x}")).collect();
        format!("{:<47}  {shown}\n", hex.join(" "))
    };
    bytes.chunks(16).map(line).collect()
}

#[test]
fn the_bytes() -> Result<(), Box<dyn std::error::Error>> {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=1)?;
    m.post(constraint!(x[0] != x[1])).named("apart");
    m.post(constraint!(x[0] + x[1] + x[2] <= 1)).named("one");
    m.post(constraint!(x[1] - x[0] + x[2] <= 0)).named("left");
    let mut profiler = CpProfiler::new(Vec::new(), Execution { id: None, ..execution(&m.search()) });
    m.search().observe(&mut profiler)?;
    let (bytes, _) = profiler.finish()?;
    insta::assert_snapshot!(hex(&bytes));
    Ok(())
}

#[test]
fn a_missing_receiver_is_named() {
    let execution = Execution { name: String::new(), id: None, has_restarts: false };
    // No program can listen on port 0.
    let error = CpProfiler::connect(0, execution).expect_err("no program listens");
    assert!(matches!(error, ProfilerError::Missing { port: 0, .. }));
    assert!(error.to_string().contains("start it first"), "{error}");
}

/// The search continues when its receiver goes away.
#[test]
fn a_receiver_may_go_away() -> Result<(), Box<dyn std::error::Error>> {
    struct Gone(usize);
    impl std::io::Write for Gone {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (m, _) = queens(6)?;
    let search = m.search();
    let mut profiler = CpProfiler::new(Gone(2000), execution(&search));
    let run = search.observe(&mut profiler)?;
    assert_eq!(run.statistics().nodes, 79);
    let Err(error) = profiler.finish() else { panic!("it has gone") };
    assert!(matches!(error, ProfilerError::Gone { nodes: 1..20, .. }), "{error}");
    Ok(())
}

#[test]
fn restarts_must_be_announced() -> Result<(), Box<dyn std::error::Error>> {
    let (m, _) = queens(8)?;
    let search = m.search().restarts(Restarts::Constant { failures: 1 });
    let mut profiler = CpProfiler::new(Vec::new(), Execution { has_restarts: false, ..execution(&search) });
    search.observe(&mut profiler)?;
    assert!(matches!(profiler.finish(), Err(ProfilerError::UnexpectedRestart)));
    Ok(())
}

#[test]
fn the_saved_search() -> Result<(), Box<dyn std::error::Error>> {
    let (m, _) = queens(4)?;
    let mut texts = Vec::new();
    for search in [m.search(), m.search().node_limit(3), m.search().exploration(Exploration::LimitedDiscrepancy)] {
        let mut log = SearchLog::new();
        let run = search.observe(&mut log)?;
        let mut text = Vec::new();
        log.write(&mut text)?;
        let text = String::from_utf8(text)?;
        let restarts = run.statistics().restarts > 0;
        assert_eq!(text.lines().count() as u64, run.statistics().nodes + u64::from(restarts));
        texts.push(text);
    }
    insta::assert_snapshot!(texts.join("\n"));
    Ok(())
}
