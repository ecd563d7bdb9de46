//! A test case: variables with small domains, the positions over them, and steps of a random walk.

use super::Form;
use super::declared::{Declared, Parameters, Ranged};
use crate::atom::Atom;
use crate::budget::Budget;
use crate::domain::Layout;
use crate::engine::{Engine, EngineBuilder};
use crate::harness::Plant;
use crate::linear_rows::LinearRows;
use crate::propagator::Scope;
use crate::search::Limits;
use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;
use std::fmt;
use std::sync::Arc;

/// The time after which a case is considered to hang.
pub(super) const HANG: std::time::Duration = std::time::Duration::from_secs(30);

/// A generated case. Domains are stored as *masks* over the root domains: bit `k` of a variable's mask represents its
/// `k`-th value at the root.
pub(super) struct Case {
    pub(super) form: Form,
    /// Whether the reified form uses evaluation in addition to the constraint's propagator.
    pub(super) by_evaluation: bool,
    pub(super) parameters: Arc<dyn Parameters>,
    /// The values of the variables at the root, in ascending order, at most 64 each.
    pub(super) domains: Vec<Vec<i32>>,
    pub(super) places: Vec<Place>,
    pub(super) layout: Layout,
    pub(super) explain: bool,
}

/// A position: the index of a variable and a view of it. Computes values independently of [`View`], as a check on it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) var: usize,
    pub(super) negated: bool,
    pub(super) offset: i32,
}

impl Place {
    pub(super) fn value_of(self, x: i32) -> i32 {
        if self.negated { self.offset - x } else { self.offset + x }
    }

    fn view(self, variable: View) -> View {
        match (self.negated, self.offset % 2) {
            (false, _) => variable.plus(self.offset),
            // There are two ways to construct the same view.
            (true, 0) => (-variable).plus(self.offset),
            (true, _) => -variable.plus(-self.offset),
        }
    }
}

/// An engine with the views of the case's variables.
pub(super) struct Posted {
    pub(super) engine: Engine,
    pub(super) variables: Vec<View>,
}

/// Whether an engine records reasons.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Classical,
    Explaining,
}

impl Case {
    /// Whether a variable occurs at two positions.
    pub(super) fn aliased(&self) -> bool {
        self.domains.len() < self.places.len()
    }

    /// Whether a variable or a position takes values near ±2³⁰.
    pub(super) fn extreme(&self) -> bool {
        let far = |x: i32| x.abs() > View::LIMIT / 2;
        let place = |p: &Place| self.domains[p.var].iter().any(|&x| far(x) || far(p.value_of(x)));
        self.places.iter().any(place)
    }

    /// The masks with all values.
    pub(super) fn root(&self) -> Vec<u64> {
        self.domains.iter().map(|d| !0 >> (64 - d.len())).collect()
    }

    /// The values of a variable within a mask, in ascending order.
    pub(super) fn values(&self, var: usize, mask: u64) -> impl Iterator<Item = i32> + '_ {
        self.domains[var].iter().enumerate().filter(move |&(k, _)| mask >> k & 1 != 0).map(|(_, &x)| x)
    }

    /// The values of a position within masks, in ascending order.
    pub(super) fn position(&self, position: usize, masks: &[u64]) -> Vec<i32> {
        let place = self.places[position];
        let mut values: Vec<i32> = self.values(place.var, masks[place.var]).map(|x| place.value_of(x)).collect();
        values.sort_unstable();
        values
    }

    /// The views of all positions, with their values at the root.
    fn ranged(&self, variables: &[View]) -> Vec<Ranged> {
        let root = self.root();
        let ranged = |(i, place): (usize, &Place)| {
            let values = self.position(i, &root);
            (place.view(variables[place.var]), values[0]..=values[values.len() - 1])
        };
        self.places.iter().enumerate().map(ranged).collect()
    }

    /// The declared scope of the propagator.
    pub(super) fn scope(&self, check: &Declared) -> Scope {
        let variables: Vec<View> = (0..self.domains.len() as u32).map(|i| View::from(Var(i))).collect();
        let mut scope = Scope::default();
        for propagator in self.propagators(check, &self.ranged(&variables), None) {
            propagator.scope(&mut scope);
        }
        scope
    }

    /// The constraint's rows for the linear relaxation, on the domains given by the masks.
    pub(super) fn linear_rows(&self, check: &Declared, masks: &[u64]) -> LinearRows {
        let variables: Vec<View> = (0..self.domains.len() as u32).map(|i| View::from(Var(i))).collect();
        let propagators = self.propagators(check, &self.ranged(&variables), None);
        LinearRows::collect(self.sets(masks), |rows| {
            propagators.iter().for_each(|propagator| propagator.linear_rows(rows));
        })
    }

    fn sets(&self, masks: &[u64]) -> Vec<ValueSet> {
        masks.iter().enumerate().map(|(v, &m)| ValueSet::from_values(self.values(v, m))).collect()
    }

    /// Posts the propagator in an engine, on the domains given by the masks.
    pub(super) fn post(
        &self,
        check: &Declared,
        plant: Option<Plant>,
        masks: &[u64],
        layout: Layout,
        mode: Mode,
    ) -> Result<Posted, String> {
        let mut builder = EngineBuilder::with_layout(self.sets(masks), layout);
        if mode == Mode::Explaining {
            builder = builder.explaining();
        }
        let variables: Vec<View> = (0..self.domains.len()).map(|i| builder.view(i)).collect();
        for propagator in self.propagators(check, &self.ranged(&variables), plant) {
            builder.post(propagator);
        }
        let mut engine = builder.build().map_err(|e| format!("the engine was not built: {e}"))?;
        *engine.budget() = Budget::starting_now(&Limits { time: Some(HANG), ..Limits::default() });
        Ok(Posted { engine, variables })
    }

    /// The propagators that are not entailed, as bits.
    pub(super) fn active(&self, posted: &Posted) -> u64 {
        (0..posted.engine.propagators()).fold(0, |bits, p| bits | u64::from(posted.engine.is_active(p)) << p)
    }

    /// The masks of an engine's domains.
    pub(super) fn masks(&self, posted: &Posted) -> Result<Vec<u64>, String> {
        let Posted { engine, variables } = posted;
        let mut masks = Vec::with_capacity(variables.len());
        for (v, &view) in variables.iter().enumerate() {
            let values = &self.domains[v];
            let mask = values.iter().enumerate().fold(0, |m, (k, &x)| m | u64::from(engine.contains(view, x)) << k);
            let bounds = (mask != 0)
                .then(|| (values[mask.trailing_zeros() as usize], values[63 - mask.leading_zeros() as usize]));
            if engine.size(view) != mask.count_ones() || bounds != Some((engine.min(view), engine.max(view))) {
                return Err(format!("the engine's size or bounds of x{v} do not fit its values"));
            }
            masks.push(mask);
        }
        Ok(masks)
    }

    /// The domains, views and steps as text.
    pub(super) fn describe(&self, steps: &[Step]) -> String {
        let mode = if self.explain { "explain mode" } else { "classical mode" };
        let domains: Vec<String> = self.domains.iter().enumerate().map(|(v, d)| format!("x{v} in {d:?}")).collect();
        let scope: Vec<String> = self.places.iter().map(Place::to_string).collect();
        let steps: Vec<String> = steps.iter().map(Step::to_string).collect();
        let (domains, scope, steps) = (domains.join(", "), scope.join(", "), steps.join("; "));
        let (parameters, layout) = (&self.parameters, self.layout);
        let form = match (self.form, self.by_evaluation) {
            (Form::Holds, _) => String::new(),
            (form, by_evaluation) => {
                format!(
                    "{form}, b last, {}, ",
                    if by_evaluation { "by propagator and meaning" } else { "by propagator" }
                )
            }
        };
        format!(
            "  {domains}\n  on [{scope}], {form}parameters {parameters:?}, layout {layout:?}, {mode}\n  steps: {steps}"
        )
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", if self.negated { "-" } else { "" }, self.var)?;
        if self.offset == 0 { Ok(()) } else { write!(f, " {:+}", self.offset) }
    }
}

/// A step of the engine, for failure messages.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Decide(Decision),
    Propagate,
    Push,
    Pop,
    Clone,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Decide(Decision { var, sign, value }) => write!(f, "x{var} {} {value}", sign.symbol()),
            Step::Propagate => f.write_str("propagate"),
            Step::Push => f.write_str("push"),
            Step::Pop => f.write_str("pop"),
            Step::Clone => f.write_str("clone"),
        }
    }
}

/// `x = v`, `x != v`, `x >= v` or `x <= v`.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    pub(super) var: usize,
    pub(super) sign: Sign,
    pub(super) value: i32,
}

#[derive(Clone, Copy)]
pub(super) enum Sign {
    Equal,
    NotEqual,
    AtLeast,
    AtMost,
}

impl Sign {
    pub(super) const ALL: [Sign; 4] = [Sign::Equal, Sign::NotEqual, Sign::AtLeast, Sign::AtMost];

    fn symbol(self) -> &'static str {
        match self {
            Sign::Equal => "=",
            Sign::NotEqual => "!=",
            Sign::AtLeast => ">=",
            Sign::AtMost => "<=",
        }
    }
}

impl Decision {
    pub(super) fn atom(self, view: View) -> Atom {
        match self.sign {
            Sign::Equal => Atom::equals(view, self.value),
            Sign::NotEqual => Atom::differs(view, self.value),
            Sign::AtLeast => Atom::at_least(view, self.value),
            Sign::AtMost => Atom::at_most(view, self.value),
        }
    }

    /// The negated decision.
    pub(super) fn opposite(self) -> Decision {
        let (sign, value) = match self.sign {
            Sign::Equal => (Sign::NotEqual, self.value),
            Sign::NotEqual => (Sign::Equal, self.value),
            Sign::AtLeast => (Sign::AtMost, self.value - 1),
            Sign::AtMost => (Sign::AtLeast, self.value + 1),
        };
        Decision { sign, value, ..self }
    }

    /// The mask of the values that satisfy the decision.
    pub(super) fn mask(self, values: &[i32]) -> u64 {
        mask_of(values, |x| match self.sign {
            Sign::Equal => x == self.value,
            Sign::NotEqual => x != self.value,
            Sign::AtLeast => x >= self.value,
            Sign::AtMost => x <= self.value,
        })
    }
}

/// The mask of the values that satisfy a condition.
pub(super) fn mask_of(values: &[i32], condition: impl Fn(i32) -> bool) -> u64 {
    values.iter().enumerate().fold(0, |mask, (k, &x)| mask | u64::from(condition(x)) << k)
}
