//! From the options of a search to the strategy of the tree: groups of variables, branchers, iterations.

use super::brancher::{Adapter, Node, Rule};
use super::phase::{Member, Phase};
use super::priority::priorities;
use super::search::Search;
use crate::engine::Engine;
use crate::model::{Expr, IntVar, ModelError};
use crate::search::{
    Branching, ConflictDriven, ConflictHeuristic, Custom, DiscrepancyBound, Exploration, Group, Incompatible, Key, Lns,
    LnsState, Objective, Priority, Restarting, SearchOptions, Strategy, TieBreak, ValueSelect,
};
use crate::var::Var;
use crate::view::View;
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// The decision variables.
struct Decided {
    vars: Vec<Var>,
    /// Empty if each variable stands for itself.
    as_views: Vec<View>,
    groups: Vec<Group>,
    priorities: Vec<Priority>,
    /// The number of variables onto which solutions are projected.
    projected: usize,
}

impl Search<'_> {
    /// Refuses options that exclude each other.
    pub(crate) fn check_options(&self) -> Result<(), ModelError> {
        let d_way = self.branching == Branching::DWay;
        let custom = !self.branchers.0.is_empty();
        let helpers_first =
            self.projection.as_ref().is_some_and(|onto| self.first.iter().any(|d| !onto.contains(&d.variable())));
        let by_discrepancy = self.exploration != Exploration::DepthFirst;
        let refused = [
            (d_way && self.phases().any(|phase| phase.values.takes_a_part()), Incompatible::SplitsDWay),
            (d_way && (custom || !self.first.is_empty()), Incompatible::CustomDWay),
            (helpers_first || self.projection.is_some() && custom, Incompatible::CustomProjection),
            (d_way && self.restarts.is_some(), Incompatible::RestartsDWay),
            (by_discrepancy && self.restarts.is_some(), Incompatible::RestartsDiscrepancy),
            (by_discrepancy && self.lns.is_some(), Incompatible::NeighbourhoodsDiscrepancy),
            (self.lns.as_ref().is_some_and(Lns::is_endless) && !self.limits.any(), Incompatible::Endless),
            (by_discrepancy && self.is_unsteady(), Incompatible::UnsteadyDiscrepancy),
            (self.learning.is_some() && d_way, Incompatible::LearningDWay),
            (self.learning.is_some() && self.restarts.is_some(), Incompatible::LearningRestarts),
            (self.learning.is_some() && by_discrepancy, Incompatible::LearningDiscrepancy),
            (self.learning.is_some() && self.lns.is_some(), Incompatible::LearningNeighbourhoods),
            ((self.threads > 1 || self.part.is_some()) && self.has_restarts(), Incompatible::ThreadsIterations),
        ];
        match refused.into_iter().find(|(is_so, _)| *is_so) {
            Some((_, incompatible)) => Err(ModelError::Incompatible(incompatible)),
            None => Ok(()),
        }
    }

    /// Refuses options that need an objective if there is none.
    pub(crate) fn check_objective(&self, optimises: bool) -> Result<(), ModelError> {
        if !optimises && self.phases().any(|phase| phase.values == ValueSelect::BoundImpact) {
            return Err(ModelError::Incompatible(Incompatible::BoundImpactWithoutObjective));
        }
        if !optimises && self.lns.is_some() {
            return Err(ModelError::Incompatible(Incompatible::NeighbourhoodsWithoutObjective));
        }
        Ok(())
    }

    fn phases(&self) -> impl Iterator<Item = &Phase> {
        std::iter::once(&self.main).chain(&self.then)
    }

    /// Whether the same node may be branched on differently in another iteration.
    fn is_unsteady(&self) -> bool {
        let by_phases = |phase: &Phase| {
            phase.values.is_unsteady()
                || phase.tie_break == TieBreak::Random
                || phase.orders().any(|order| !order.is_static())
                || phase.member_of.iter().any(|member| !member.of.order.is_static())
        };
        self.phases().any(by_phases) || self.phase_saving || self.conflict_heuristic != ConflictHeuristic::None
    }

    /// The strategy that the options name; `nogoods` is the propagator that stores those of restarts.
    pub(super) fn strategy(
        &self,
        nogoods: Option<u32>,
        objective: Option<&Objective>,
        views: &[View],
    ) -> Result<Strategy, ModelError> {
        if let Some((learning, nogoods)) = self.learning.zip(nogoods) {
            let learner = ConflictDriven::new(learning, nogoods, self.seed).with_values(self.wanted(views)?);
            let learner = learner.among(self.among.clone());
            return Ok(Strategy::Learning(Box::new(learner)));
        }
        if let Some(discrepancy) = DiscrepancyBound::new(self.exploration, objective.is_none()) {
            return Ok(Strategy::Discrepancy(discrepancy));
        }
        let restarting = self.restarts.zip(nogoods).map(|(restarts, nogoods)| Restarting::new(restarts, nogoods));
        if let Some((options, objective)) = self.neighbourhoods().zip(objective) {
            // The variables that the user speaks of: all others follow from them.
            let named: Vec<View> = std::iter::once(&self.main)
                .chain(&self.then)
                .flat_map(|phase| &phase.on)
                .flat_map(|on| on.terms.iter().filter_map(|(_, x)| views.get(x.index as usize).copied()))
                .collect();
            let of = if named.is_empty() { views } else { &named };
            let mut vars: Vec<Var> = of.iter().map(|view| view.var()).collect();
            vars.sort_unstable_by_key(|var| var.index());
            vars.dedup();
            let lns = LnsState::new(options, vars, objective.view, self.seed);
            return Ok(Strategy::Neighbourhoods(Box::new(lns), restarting));
        }
        Ok(restarting.map_or(Strategy::DepthFirst, Strategy::Restarts))
    }

    /// The decision variables and the branching options.
    pub(super) fn options(&self, engine: &Engine, views: &[View]) -> Result<SearchOptions, ModelError> {
        let Decided { vars, as_views, groups, priorities, projected } = self.groups(engine, views)?;
        let first =
            self.first.iter().map(|&decision| Box::new(Rule(Arc::new(move |_: &Node<'_>| Some(decision)))) as _);
        let custom = first.chain(self.branchers.clone().0).map(|brancher| {
            let adapter = Adapter::new(brancher, self.model.owner().clone(), views.to_vec());
            Box::new(adapter) as Box<dyn Custom>
        });
        Ok(SearchOptions {
            vars,
            as_views,
            groups,
            priorities,
            projected: if self.projection.is_some() { projected } else { usize::MAX },
            conflict_heuristic: self.conflict_heuristic,
            custom: custom.collect(),
            wanted: self.wanted(views)?,
            phase_saving: self.phase_saving,
            seed: self.seed,
        })
    }

    /// The values to try first.
    fn wanted(&self, views: &[View]) -> Result<Vec<(Var, i32)>, ModelError> {
        let mut wanted = Vec::with_capacity(self.wanted.len());
        for &(x, value) in &self.wanted {
            let view = self.view(views, x, "the values of a warm start")?;
            if (-View::LIMIT..=View::LIMIT).contains(&value) {
                wanted.push((view.var(), view.var_value(value)));
            }
        }
        Ok(wanted)
    }

    fn view(&self, views: &[View], x: IntVar, place: &str) -> Result<View, ModelError> {
        let view = views.get(x.index as usize).filter(|_| self.model.owner().owns(x));
        view.copied().ok_or_else(|| ModelError::ForeignVariable { place: place.to_owned() })
    }

    /// All variables in the order of branching: first those of each phase, or all of the model if no phase names any;
    /// the others follow one by one.
    fn groups(&self, engine: &Engine, views: &[View]) -> Result<Decided, ModelError> {
        let mut vars: Vec<Var> = Vec::with_capacity(engine.variables());
        // The view the user named, where it is not the variable itself.
        let mut as_views: Vec<View> = Vec::new();
        let mut listed = vec![false; engine.variables()];
        let mut list = |vars: &mut Vec<Var>, var: Var| {
            let is_new = !std::mem::replace(&mut listed[var.index()], true);
            if is_new {
                vars.push(var);
            }
            is_new
        };
        let mut groups: Vec<Group> = Vec::new();
        let mut members: Vec<Vec<Member>> = Vec::new();
        let anything_named = self.phases().any(|phase| !phase.on.is_empty());
        // The projected variables come before all others, which are helpers.
        let projection: Option<Vec<View>> = match &self.projection {
            Some(onto) => Some(onto.iter().map(|&x| self.view(views, x, "the projection")).collect::<Result<_, _>>()?),
            None => None,
        };
        let mut is_projected = FixedBitSet::with_capacity(engine.variables());
        is_projected.extend(projection.iter().flatten().map(|view| view.var().index()));
        let mut projected = 0;
        for helpers in [false, true] {
            if helpers && projection.is_none() {
                break;
            }
            for phase in self.phases() {
                for on in &phase.on {
                    let Some(view) = self.decided(views, on)? else { continue };
                    if projection.is_some() && is_projected.contains(view.var().index()) == helpers {
                        continue;
                    }
                    if list(&mut vars, view.var()) && view != View::of(view.var()) {
                        as_views.extend(vars[as_views.len()..vars.len() - 1].iter().map(|&var| View::of(var)));
                        as_views.push(view);
                    }
                }
                if !anything_named && groups.is_empty() {
                    for view in projection.as_deref().unwrap_or(views) {
                        list(&mut vars, view.var());
                    }
                }
                if vars.len() > groups.last().map_or(0, |group| group.end) {
                    let orders = phase.orders().collect();
                    groups.push(Group { end: vars.len(), orders, tie_break: phase.tie_break, values: phase.values });
                    members.push(phase.member_of.clone());
                }
            }
            if !helpers {
                for view in projection.iter().flatten() {
                    list(&mut vars, view.var());
                }
                if vars.len() > groups.last().map_or(0, |group| group.end) {
                    groups.push(Group::plain(vars.len(), self.main.values));
                    members.push(Vec::new());
                }
                projected = vars.len();
            }
        }
        for view in views {
            list(&mut vars, view.var());
        }
        // Auxiliary variables and constants come last: a constraint may leave an auxiliary one open.
        for v in 0..engine.variables() as u32 {
            if !engine.is_spare(Var(v)) {
                list(&mut vars, Var(v));
            }
        }
        if vars.len() > groups.last().map_or(0, |group| group.end) {
            groups.push(Group::plain(vars.len(), self.main.values));
        }
        if !as_views.is_empty() {
            as_views.extend(vars[as_views.len()..].iter().map(|&var| View::of(var)));
        }
        let priorities = priorities(&members, |key| self.key(views, key))?;
        Ok(Decided { vars, as_views, groups, priorities, projected })
    }

    /// The key of a part that is searched by priority.
    fn key(&self, views: &[View], key: &Expr) -> Result<Key, ModelError> {
        match self.decided(views, key)? {
            Some(view) => Ok(Key::View(view)),
            None => Ok(Key::Constant(key.constant.clamp(i32::MIN.into(), i32::MAX.into()) as i32)),
        }
    }

    /// An expression listed in a phase, as a view; `None` for a number.
    fn decided(&self, views: &[View], on: &Expr) -> Result<Option<View>, ModelError> {
        match (&on.terms[..], on.is_linear(), i32::try_from(on.constant)) {
            ([], true, _) => Ok(None),
            (&[(1, x)], true, Ok(c)) => Ok(Some(self.view(views, x, "the list of decision variables")?.plus(c))),
            (&[(-1, x)], true, Ok(c)) => Ok(Some((-self.view(views, x, "the list of decision variables")?).plus(c))),
            _ => Err(ModelError::Incompatible(Incompatible::NoView)),
        }
    }
}
