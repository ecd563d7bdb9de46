//! The codes in the data of a page, in one table for the Rust code that writes them and the scripts that read them.
//!
//! A fact is three numbers: variable, [relation](RELATIONS), value. Facts and reasons are written once and referred to
//! by index; a reason is the index of its rule, followed by those of its premises. The events form one list, in which
//! each event is followed by its numbers:
//!
//! | event | numbers |
//! |---|---|
//! | decide | fact, depth, branch (0 left, 1 right, then the values of a d-way node) |
//! | propagate | propagator |
//! | prune | fact, reason |
//! | fail | fact + 1, reason + 1, propagator + 1; 0 for none |
//! | backtrack | depth |
//! | learn | reason, whose facts are the clause; literal block distance |

/// The kinds of events, with their names in the scripts and the number of values that follow each.
macro_rules! kinds {
    ($($kind:ident $name:literal $fields:literal),+ $(,)?) => {
        #[derive(Clone, Copy)]
        pub(super) enum Kind { $($kind),+ }

        const KINDS: &[(Kind, &str, u64)] = &[$((Kind::$kind, $name, $fields)),+];
    };
}

kinds! {
    Start "START" 0, Decide "DECIDE" 3, Propagate "PROPAGATE" 1, Prune "PRUNE" 2, Fail "FAIL" 3,
    Solution "SOLUTION" 0, Backtrack "BACKTRACK" 1, Restart "RESTART" 0, Done "DONE" 0, Learn "LEARN" 2,
}

/// The relations of facts, by code: each with its sign in texts, its name in the scripts, and its displayed sign.
pub(super) const RELATIONS: [[&str; 3]; 4] =
    [["=", "EQUAL", "="], ["!=", "DIFFERENT", "≠"], [">=", "AT_LEAST", "≥"], ["<=", "AT_MOST", "≤"]];

/// Writes the table as a script, which must precede all other scripts.
pub(super) fn script() -> String {
    let mut script = "\"use strict\";\n".to_owned();
    KINDS.iter().for_each(|(kind, name, _)| script += &format!("const {name} = {};\n", *kind as usize));
    RELATIONS.iter().zip(0..).for_each(|([_, name, _], number)| script += &format!("const {name} = {number};\n"));
    let fields: Vec<u64> = KINDS.iter().map(|(.., fields)| *fields).collect();
    script + &format!("const FIELDS = {fields:?}, RELATIONS = {:?};\n", RELATIONS.map(|[.., shown]| shown))
}
