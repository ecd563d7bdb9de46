//! The levels Bounds and Domain: one flow algorithm, on hulls or on domains.

use super::explain::{self, Look};
use super::flow::Flow;
use super::{GccError, Meaning, Occurrence, Others, check};
use crate::prelude_propagator::*;

/// The flow propagator on hulls or on domains: [`GccBounds`] or [`GccDomain`].
#[derive(Clone, Debug)]
pub struct GccByFlow<const HULLS: bool>(Flow);

/// See the [module page](super).
pub type GccBounds = GccByFlow<true>;

/// See the [module page](super).
pub type GccDomain = GccByFlow<false>;

impl<const HULLS: bool> GccByFlow<HULLS> {
    const LOOK: Look = if HULLS { Look::Hulls } else { Look::Domains };

    /// Creates a propagator that ensures that each value is taken by as many `views` as its count specifies.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::{GccDomain, Occurrence, Others}, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 2), ValueSet::range(1, 2), ValueSet::range(1, 3)]);
    /// let views = [b.view(0), b.view(1), b.view(2)];
    /// let counts = [(1, Occurrence::Between(0, 1)), (2, Occurrence::Between(0, 1))];
    /// b.post(Box::new(GccDomain::new(views, counts, Others::Allowed)?));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!(e.fixed(views[2]), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GccError`] when a value has two counts, or the tables would be too large.
    pub fn new(
        views: impl IntoIterator<Item = View>,
        counts: impl IntoIterator<Item = (i32, Occurrence)>,
        others: Others,
    ) -> Result<GccByFlow<HULLS>, GccError> {
        Ok(GccByFlow(Flow::new(Meaning::new(views, counts, others)?, Self::LOOK)?))
    }
}

impl<const HULLS: bool> Propagator for GccByFlow<HULLS> {
    fn scope(&self, scope: &mut Scope) {
        self.0.meaning.watch(scope, if HULLS { Wake::Bounds } else { Wake::Domain });
        scope.priority(if HULLS { 5 } else { 6 }).trailed_integers(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        self.0.propagate(cx)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(&self.0.meaning, Self::LOOK, past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.0.meaning, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        self.0.meaning.refuted(Self::LOOK, cx, why)
    }
}
