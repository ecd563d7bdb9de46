//! Search options, shared by all commands with a search tree and defined by the core library.

use crate::parse::whole_number;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};
use solver_core::prelude::*;
use solver_core::{SearchChoices, SearchOption, SearchOrder, Takes};
use std::ops::{Deref, DerefMut};

/// Search options; an option that is not given keeps the subject's default.
#[derive(Clone)]
pub(crate) struct SearchArgs(SearchChoices);

impl SearchArgs {
    /// The names of the options in clap.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        SearchChoices::OPTIONS.iter().map(|option| option.name)
    }

    /// Whether the seed can change a search even if its variable order is fixed, because the search makes other random
    /// choices or learns.
    pub(crate) fn is_seeded(&self) -> bool {
        let SearchChoices { tie_break, value_order, learn, lns, .. } = &self.0;
        *tie_break == Some(TieBreak::Random) || *value_order == Some(ValueSelect::Random) || learn.is_some() || *lns
    }

    /// Returns the variable selection, for commands that do not support the automatic search.
    ///
    /// # Errors
    /// The name of the automatic search, if the options choose it.
    pub(crate) fn selector(&self) -> Result<Option<VarSelect>, &'static str> {
        match self.order {
            None => Ok(None),
            Some(SearchOrder::By(order)) => Ok(Some(order)),
            Some(auto @ SearchOrder::Auto) => Err(auto.name()),
        }
    }
}

impl Deref for SearchArgs {
    type Target = SearchChoices;

    fn deref(&self) -> &SearchChoices {
        &self.0
    }
}

impl DerefMut for SearchArgs {
    fn deref_mut(&mut self) -> &mut SearchChoices {
        &mut self.0
    }
}

impl clap::Args for SearchArgs {
    fn augment_args(command: Command) -> Command {
        command.args(SearchChoices::OPTIONS.iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        SearchArgs::augment_args(command)
    }
}

impl FromArgMatches for SearchArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SearchArgs, Error> {
        let mut args = SearchArgs(SearchChoices::default());
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let bad = |error| Error::raw(clap::error::ErrorKind::ValueValidation, error);
        for &SearchOption { name, takes, .. } in SearchChoices::OPTIONS {
            match takes {
                Takes::Nothing if matches.get_flag(name) => self.set(name, "").map_err(bad)?,
                Takes::Nothing => {}
                Takes::Number(_) => {
                    let number = matches.get_one::<u64>(name).map(u64::to_string).unwrap_or_default();
                    self.set(name, &number).map_err(bad)?;
                }
                Takes::One(_) | Takes::OneOr(..) | Takes::Several(_) => {
                    for value in matches.get_many::<String>(name).into_iter().flatten() {
                        self.set(name, value).map_err(bad)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Builds the clap argument for an option.
fn argument(option: &'static SearchOption) -> Arg {
    let paragraphs: Vec<String> =
        option.help.split(|line| line.is_empty()).map(|lines| lines.concat().trim().to_owned()).collect();
    let arg = Arg::new(option.name).long(option.name).help_heading("How to search");
    let arg = arg.help(paragraphs[0].clone());
    let arg = if paragraphs.len() > 1 { arg.long_help(paragraphs.join("\n\n")) } else { arg };
    let arg = match option.takes {
        Takes::Nothing => return arg.action(ArgAction::SetTrue),
        Takes::Number(value) => {
            return arg.value_name(value).value_parser(whole_number(0)).allow_hyphen_values(true).default_value("0");
        }
        Takes::One(value) => arg.value_name(value),
        Takes::Several(value) => arg.value_name(value).action(ArgAction::Append),
        Takes::OneOr(value, usual) => {
            arg.value_name(value).num_args(0..=1).require_equals(true).default_missing_value(usual)
        }
    };
    match (option.names)() {
        names if names.is_empty() => {
            arg.value_parser(|value: &str| SearchChoices::default().set(option.name, value).map(|()| value.to_owned()))
        }
        names => arg.value_parser(PossibleValuesParser::new(names)),
    }
}
