//! From the options of a search to the strategy of the tree: groups of variables, branchers, iterations.

use super::rule::CustomBrancher;
use super::search::Search;
use crate::engine::Engine;
use crate::model::{Expr, IntVar, ModelError};
use crate::search::{
    DiscrepancyBound, Exploration, Group, LnsState, Objective, Restarting, SearchOptions, Strategy, TieBreak,
    ValueSelect,
};
use crate::var::Var;
use crate::view::View;

/// The decision variables.
struct Decided {
    vars: Vec<Var>,
    /// Empty if each variable stands for itself.
    as_views: Vec<View>,
    groups: Vec<Group>,
    /// The number of variables named by phases.
    named: usize,
}

impl Search<'_> {
    /// Refuses options that contradict each other.
    pub(crate) fn check_options(&self) -> Result<(), ModelError> {
        let d_way = self.branching == crate::search::Branching::DWay;
        let phases = || std::iter::once(&self.main).chain(&self.then);
        let learns = || phases().any(|phase| phase.orders().any(|order| !order.is_static()));
        let random = || phases().any(|phase| phase.values.is_unsteady() || phase.tie_break == TieBreak::Random);
        let why = if d_way && phases().any(|phase| phase.values.takes_a_part()) {
            "a value order that splits domains cannot be had with d-way branching: use two-way branching"
        } else if d_way && !self.rules.is_empty() {
            "a rule of branching decides between a fact and its contrary: use two-way branching"
        } else if self.distinct && !self.rules.is_empty() {
            "a rule of branching may decide on a helper before all is decided that tells solutions apart: leave out `distinct` or the rules"
        } else if d_way && self.restarts.is_some() {
            "a search that restarts keeps what two-way branching has proved: use two-way branching"
        } else if self.exploration != Exploration::DepthFirst && self.restarts.is_some() {
            "iterations by restarts and iterations by discrepancies or depth exclude each other: choose one"
        } else if self.exploration != Exploration::DepthFirst && self.lns.is_some() {
            "iterations in neighbourhoods and iterations by discrepancies or depth exclude each other: choose one"
        } else if self.lns.as_ref().is_some_and(|around| around.is_endless()) && !self.limits.any() {
            "a search in neighbourhoods that never searches the whole tree needs a limit to end: set one"
        } else if self.exploration != Exploration::DepthFirst
            && (learns()
                || random()
                || self.phase_saving
                || self.conflict_heuristic != crate::search::ConflictHeuristic::Forget)
        {
            "iterations by discrepancies or depth need an order that is the same in every iteration: \
             use one that neither learns nor is random"
        } else {
            return Ok(());
        };
        Err(ModelError::Contradiction(why))
    }

    /// Refuses options that need an objective if there is none.
    pub(crate) fn check_aim(&self, optimises: bool) -> Result<(), ModelError> {
        let mut phases = std::iter::once(&self.main).chain(&self.then);
        if !optimises && phases.any(|phase| phase.values == ValueSelect::BoundImpact) {
            return Err(ModelError::Contradiction(
                "the value order `bound-impact` looks at bounds of an objective, and there is none: \
                 minimize or maximize something, or choose another value order",
            ));
        }
        if !optimises && self.lns.is_some() {
            return Err(ModelError::Contradiction(
                "neighbourhoods are those of a best solution: ask for a minimum or a maximum, or search without them",
            ));
        }
        Ok(())
    }

    /// The strategy that the options name; `nogoods` is the propagator that stores those of restarts.
    pub(super) fn strategy(&self, nogoods: Option<u32>, objective: Option<&Objective>, views: &[View]) -> Strategy {
        if let Some(discrepancy) = DiscrepancyBound::new(self.exploration, objective.is_none()) {
            return Strategy::Discrepancy(discrepancy);
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
            return Strategy::Neighbourhoods(Box::new(lns), restarting);
        }
        restarting.map_or(Strategy::DepthFirst, Strategy::Restarts)
    }

    /// The decision variables and the branching options.
    pub(super) fn options(&self, engine: &Engine, views: &[View]) -> Result<SearchOptions, ModelError> {
        let Decided { vars, as_views, groups, named } = self.groups(engine, views)?;
        let mut wanted = Vec::with_capacity(self.wanted.len());
        for &(x, value) in &self.wanted {
            let view = self.view(views, x, "the values of a warm start")?;
            if (-View::LIMIT..=View::LIMIT).contains(&value) {
                wanted.push((view.var(), view.var_value(value)));
            }
        }
        let custom = self.rules.iter().map(|rule| {
            let custom = CustomBrancher::new(rule.clone(), self.model.owner().clone(), views.to_vec());
            Box::new(move |engine: &Engine| custom.choose(engine)) as crate::search::CustomBrancher
        });
        Ok(SearchOptions {
            vars,
            as_views,
            groups,
            distinct: if self.distinct { named } else { usize::MAX },
            conflict_heuristic: self.conflict_heuristic,
            custom: custom.collect(),
            wanted,
            phase_saving: self.phase_saving,
            seed: self.seed,
        })
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
        let named = |phase: &super::Phase| !phase.on.is_empty();
        let anything_named = named(&self.main) || self.then.iter().any(named);
        for phase in std::iter::once(&self.main).chain(&self.then) {
            for on in &phase.on {
                let Some(view) = self.decided(views, on)? else { continue };
                if list(&mut vars, view.var()) && view != View::of(view.var()) {
                    as_views.extend(vars[as_views.len()..vars.len() - 1].iter().map(|&var| View::of(var)));
                    as_views.push(view);
                }
            }
            if !anything_named && groups.is_empty() {
                for view in views {
                    list(&mut vars, view.var());
                }
            }
            if vars.len() > groups.last().map_or(0, |group| group.end) {
                let orders = phase.orders().collect();
                groups.push(Group { end: vars.len(), orders, tie_break: phase.tie_break, values: phase.values });
            }
        }
        let named = vars.len();
        for view in views {
            list(&mut vars, view.var());
        }
        // Auxiliary variables and constants come last: a constraint may leave an auxiliary one open.
        for v in 0..engine.variables() as u32 {
            list(&mut vars, Var(v));
        }
        if vars.len() > groups.last().map_or(0, |group| group.end) {
            groups.push(Group::plain(vars.len(), self.main.values));
        }
        if !as_views.is_empty() {
            as_views.extend(vars[as_views.len()..].iter().map(|&var| View::of(var)));
        }
        Ok(Decided { vars, as_views, groups, named })
    }

    /// An expression listed in a phase, as a view; `None` for a number.
    fn decided(&self, views: &[View], on: &Expr) -> Result<Option<View>, ModelError> {
        let refused = ModelError::Contradiction(
            "a search can branch on variables and on `x + c` and `c - x`: give anything else a variable of its own",
        );
        match (&on.terms[..], on.is_linear(), i32::try_from(on.constant)) {
            ([], true, _) => Ok(None),
            (&[(1, x)], true, Ok(c)) => Ok(Some(self.view(views, x, "the list of decision variables")?.plus(c))),
            (&[(-1, x)], true, Ok(c)) => Ok(Some((-self.view(views, x, "the list of decision variables")?).plus(c))),
            _ => Err(refused),
        }
    }
}
