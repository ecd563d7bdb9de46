//! Translates search options into the components of a search tree: variable groups, branchers, iterations.

use super::brancher::{Adapter, Node, Rule};
use super::options::Options;
use super::phase::Member;
use super::priority::priorities;
use super::search::Search;
use crate::budget::Budget;
use crate::compile::Wiring;
use crate::engine::Engine;
use crate::model::{Expr, IntVar, ModelError};
use crate::search::{
    Branching, ConflictDriven, Custom, DiscrepancyBound, Group, Incompatible, Key, Limits, LnsState, Priority,
    Restarting, SearchOptions, SearchTree, Selection, Strategy,
};
use crate::var::Var;
use crate::view::View;
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// The decision variables.
struct Decided {
    vars: Vec<Var>,
    /// The views that value selection uses; empty if it uses the variables themselves.
    as_views: Vec<View>,
    groups: Vec<Group>,
    priorities: Vec<Priority>,
    /// The number of leading variables onto which solutions are projected.
    projected: usize,
}

/// The maximum domain size for d-way branching, which lists the values.
const MAX_BRANCHES: u64 = 1_000_000;

impl Search<'_> {
    /// Creates a search tree on an engine of this model, possibly with additional root facts.
    pub(crate) fn tree(
        &self,
        engine: Engine,
        wiring: &Wiring,
        limits: Limits,
        budget: Budget,
    ) -> Result<SearchTree, ModelError> {
        let Wiring { views, objective, probes, .. } = wiring;
        let Options { branching, root, .. } = self.options;
        if branching == Branching::DWay
            && let Some(wide) = views.iter().position(|&view| u64::from(engine.size(view)) > MAX_BRANCHES)
        {
            let (variable, size) = (self.model.name_at(wide), engine.size(views[wide]).into());
            return Err(ModelError::TooManyBranches { variable, size, limit: MAX_BRANCHES });
        }
        let selection = Selection::new(&engine, self.selection(&engine, views)?);
        let tree = SearchTree::new(engine, selection, branching, limits, budget).with_strategy(self.strategy(wiring)?);
        let tree = tree.inferring_at_root(root, *probes, views);
        let tree = objective.iter().cloned().fold(tree, SearchTree::minimizing);
        match &self.options.part {
            None => Ok(tree),
            Some(part) if part.fits(tree.engine()) => Ok(tree.for_part(part)),
            Some(_) => Err(ModelError::Incompatible(Incompatible::ForeignPart)),
        }
    }

    /// The strategy that the options specify.
    fn strategy(&self, wiring: &Wiring) -> Result<Strategy, ModelError> {
        let Wiring { views, objective, nogoods, .. } = wiring;
        let options = &self.options;
        if let Some((learning, nogoods)) = options.learning.zip(*nogoods) {
            let learner = ConflictDriven::new(learning, nogoods, options.seed).with_values(self.wanted(views)?);
            let mut learner = learner.among(options.among.clone());
            learner.explanations = options.explanations;
            return Ok(Strategy::Learning(Box::new(learner)));
        }
        if let Some(discrepancy) = DiscrepancyBound::new(options.exploration, objective.is_none()) {
            return Ok(Strategy::Discrepancy(discrepancy));
        }
        let restarting = options.restarts.zip(*nogoods).map(|(restarts, nogoods)| Restarting::new(restarts, nogoods));
        if let Some((lns, objective)) = self.neighbourhoods().zip(objective.as_ref()) {
            // The variables named by the user, on which all others depend.
            let named: Vec<View> = options
                .phases()
                .flat_map(|phase| &phase.on)
                .flat_map(|on| on.terms.iter().filter_map(|(_, x)| views.get(x.index as usize).copied()))
                .collect();
            let of = if named.is_empty() { views } else { &named };
            let mut vars: Vec<Var> = of.iter().map(|view| view.var()).collect();
            vars.sort_unstable_by_key(|var| var.index());
            vars.dedup();
            let lns = LnsState::new(lns, vars, objective.view, options.seed);
            return Ok(Strategy::Neighbourhoods(Box::new(lns), restarting));
        }
        Ok(restarting.map_or(Strategy::DepthFirst, Strategy::Restarts))
    }

    /// The decision variables and the branching options.
    pub(super) fn selection(&self, engine: &Engine, views: &[View]) -> Result<SearchOptions, ModelError> {
        let options = &self.options;
        let Decided { vars, as_views, groups, priorities, projected } = self.groups(engine, views)?;
        let first =
            options.first.iter().map(|&decision| Box::new(Rule(Arc::new(move |_: &Node<'_>| Some(decision)))) as _);
        let custom = first.chain(options.branchers.clone().0).map(|brancher| {
            let adapter = Adapter::new(brancher, self.model.owner().clone(), views.to_vec());
            Box::new(adapter) as Box<dyn Custom>
        });
        Ok(SearchOptions {
            vars,
            as_views,
            groups,
            priorities,
            projected: if options.projection.is_some() { projected } else { usize::MAX },
            conflict_heuristic: options.conflict_heuristic,
            custom: custom.collect(),
            wanted: self.wanted(views)?,
            phase_saving: options.phase_saving,
            seed: options.seed,
        })
    }

    /// Returns the values to try first.
    fn wanted(&self, views: &[View]) -> Result<Vec<(Var, i32)>, ModelError> {
        let mut wanted = Vec::with_capacity(self.options.wanted.len());
        for &(x, value) in &self.options.wanted {
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

    /// Lists all variables in branching order: first the variables of each phase, or all model variables if no phase
    /// names any; then the others, one by one.
    fn groups(&self, engine: &Engine, views: &[View]) -> Result<Decided, ModelError> {
        let mut vars: Vec<Var> = Vec::with_capacity(engine.variables());
        // The views named by the user, if they differ from the variables.
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
        let anything_named = self.options.phases().any(|phase| !phase.on.is_empty());
        // The projected variables come before all others, which are auxiliary.
        let projection: Option<Vec<View>> = match &self.options.projection {
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
            for phase in self.options.phases() {
                for on in &phase.on {
                    let Some(view) = self.decided(views, on)? else { continue };
                    if projection.is_some() && is_projected.contains(view.var().index()) == helpers {
                        continue;
                    }
                    if list(&mut vars, view.var()) && view != View::from(view.var()) {
                        as_views.extend(vars[as_views.len()..vars.len() - 1].iter().map(|&var| View::from(var)));
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
                    groups.push(Group::plain(vars.len(), self.options.main.values));
                    members.push(Vec::new());
                }
                projected = vars.len();
            }
        }
        for view in views {
            list(&mut vars, view.var());
        }
        // Auxiliary variables and constants come last. Auxiliary variables must be included, because a constraint may
        // leave them open.
        for v in 0..engine.variables() as u32 {
            if !engine.is_reserved(Var(v)) {
                list(&mut vars, Var(v));
            }
        }
        if vars.len() > groups.last().map_or(0, |group| group.end) {
            groups.push(Group::plain(vars.len(), self.options.main.values));
        }
        if !as_views.is_empty() {
            as_views.extend(vars[as_views.len()..].iter().map(|&var| View::from(var)));
        }
        let priorities = priorities(&members, |key| self.key(views, key))?;
        Ok(Decided { vars, as_views, groups, priorities, projected })
    }

    /// The key of a part in priority search.
    fn key(&self, views: &[View], key: &Expr) -> Result<Key, ModelError> {
        match self.decided(views, key)? {
            Some(view) => Ok(Key::View(view)),
            None => Ok(Key::Constant(key.constant.clamp(i32::MIN.into(), i32::MAX.into()) as i32)),
        }
    }

    /// Returns an expression listed in a phase as a view, or `None` for a number.
    fn decided(&self, views: &[View], on: &Expr) -> Result<Option<View>, ModelError> {
        match (&on.terms[..], on.is_linear(), i32::try_from(on.constant)) {
            ([], true, _) => Ok(None),
            (&[(1, x)], true, Ok(c)) => Ok(Some(self.view(views, x, "the list of decision variables")?.plus(c))),
            (&[(-1, x)], true, Ok(c)) => Ok(Some((-self.view(views, x, "the list of decision variables")?).plus(c))),
            _ => Err(ModelError::Incompatible(Incompatible::NoView)),
        }
    }
}
