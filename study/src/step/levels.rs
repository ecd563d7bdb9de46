//! The `levels` commands: what stronger levels of consistency would remove at the current node.

use super::text::values_of;
use crate::recording::Replay;
use crate::stronger::{Left, Strength, Strengths, Stronger};
use solver_core::ValueSet;

/// Computes the levels at the current node.
fn strengths(replay: &Replay<'_>, stronger: &mut Stronger) -> Strengths {
    stronger.at(&replay.decided().collect::<Vec<_>>())
}

/// Returns the values that a level removes from the current domains, by variable number; `None` if the level fails.
fn removed(replay: &Replay<'_>, left: &Left) -> Option<Vec<(usize, ValueSet)>> {
    let gone = replay.domains().iter().zip(left.as_ref()?).map(|(now, then)| now.minus(then)).enumerate();
    Some(gone.filter(|(_, gone)| !gone.is_empty()).collect())
}

/// Lists the levels, each with the values that it would remove.
pub(super) fn all(replay: &Replay<'_>, stronger: &mut Stronger) -> Vec<String> {
    let strengths = strengths(replay, stronger);
    let mut lines = vec!["of the values that remain here, each level would remove:".to_owned()];
    for (level, left) in &strengths.levels {
        let removed_values = match removed(replay, left) {
            None => "all: it detects that there is no solution".to_owned(),
            Some(gone) => gone.iter().map(|(_, gone)| gone.len()).sum::<u64>().to_string(),
        };
        lines.push(format!("  {:<16}  {removed_values}", level.name()));
    }
    if let Some(level) = strengths.given_up {
        lines.push(format!("  {:<16}  skipped: too much work here", level.name()));
    }
    lines
}

/// Lists the values that one level would remove.
pub(super) fn one(replay: &Replay<'_>, stronger: &mut Stronger, name: &str) -> Result<Vec<String>, String> {
    let wanted = Strength::ALL.into_iter().find(|level| level.name() == name);
    let wanted = wanted.ok_or_else(|| {
        let names: Vec<&str> = Strength::ALL.iter().map(|level| level.name()).collect();
        format!("there is no level `{name}`: there are {}", names.join(", "))
    })?;
    let strengths = strengths(replay, stronger);
    let Some((_, left)) = strengths.levels.iter().find(|(level, _)| *level == wanted) else {
        return Err(format!("`{name}` was skipped: too much work here"));
    };
    let Some(gone) = removed(replay, left) else {
        return Ok(vec![format!("`{name}` detects that there is no solution here")]);
    };
    if gone.is_empty() {
        return Ok(vec![format!("`{name}` would remove nothing here")]);
    }
    let symbols = replay.recording().symbols();
    let line = |var: solver_core::Var, gone: &ValueSet| {
        format!("  {}: {}", symbols.variable(var), values_of(symbols, var, gone))
    };
    let vars: Vec<_> = symbols.vars().collect();
    let mut lines = vec![format!("`{name}` would remove here:")];
    lines.extend(gone.iter().map(|(index, gone)| line(vars[*index], gone)));
    Ok(lines)
}
