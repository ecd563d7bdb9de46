//! Conversion of a comparison to an atom.

use super::WhyError;
use crate::atom::Atom;
use crate::compile::{SymbolTable, unary_atom};
use crate::model::{Comparison, Model, ModelError};
use crate::view::View;

/// Converts a comparison of one variable to the equivalent atom: `constraint!(2 * x <= 7)` becomes `[x <= 3]`.
pub(super) fn atom(model: &Model, symbols: &SymbolTable, comparison: &Comparison) -> Result<Atom, WhyError> {
    let expr = comparison.difference.normalised();
    if expr.variables().iter().any(|&x| !model.owner().owns(x)) {
        return Err(ModelError::ForeignVariable { place: "the question".to_owned() }.into());
    }
    let words = || model.short_expression(&comparison.clone().into()).0;
    let (&[(c, x)], true) = (&expr.terms[..], expr.is_linear()) else {
        return Err(WhyError::NotOneVariable { comparison: words(), count: expr.variables().len() });
    };
    let view = View::from(symbols.var(x)?);
    unary_atom(view, c, expr.constant, comparison.sign)
        .map_err(|holds| WhyError::Trivial { comparison: words(), holds })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    /// Checks atoms against the definition of the comparison, for all small coefficients and constants.
    #[test]
    fn atoms_say_what_the_comparison_says() {
        let mut m = Model::new();
        let x = m.int("x", -50..=50).expect("a domain");
        let run = m.search().explaining().start().expect("a model");
        let symbols = run.symbols().expect("it explains");
        for c in (-5..=5).filter(|&c| c != 0) {
            for k in -12..=12 {
                let holds: [fn(i32) -> bool; 3] = [|v| v <= 0, |v| v == 0, |v| v != 0];
                let cases = [constraint!(c * x + k <= 0), constraint!(c * x + k == 0), constraint!(c * x + k != 0)];
                for (comparison, holds) in cases.into_iter().zip(holds) {
                    for v in -50..=50 {
                        let expected = holds(c * v + k);
                        match atom(&m, symbols, &comparison) {
                            Ok(atom) => assert_eq!(atom.holds_for(v), expected, "{comparison:?} {v}"),
                            Err(WhyError::Trivial { holds, .. }) => assert_eq!(holds, expected, "{comparison:?} {v}"),
                            Err(e) => panic!("{e}"),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn other_comparisons_are_refused_by_name() {
        let mut m = Model::new();
        let (x, y) = (m.int("x", 0..=9).expect("a domain"), m.int("y", 0..=9).expect("a domain"));
        let run = m.search().explaining().start().expect("a model");
        let said = |c: Comparison| {
            let refused = atom(&m, run.symbols().expect("it explains"), &c);
            refused.expect_err("no fact about one variable").to_string()
        };
        assert_eq!(said(constraint!(x + y <= 3)), "`x + y <= 3` is about 2 variables: ask about one, as in `x != 5`");
        assert_eq!(said(constraint!(x - x == 0)), "`0 = 0` is about 0 variables: ask about one, as in `x != 5`");
        assert_eq!(said(constraint!(2 * x == 3)), "`2*x = 3` is false for every whole number: there is nothing to ask");
        let far = constraint!(x <= Expr::from(i64::MAX));
        assert!(said(far).ends_with("is true for every whole number: there is nothing to ask"));
        let mut other = Model::new();
        let z = other.int("z", 0..=9).expect("a domain");
        assert_eq!(said(constraint!(z == 3)), "the question uses a variable that belongs to another model");
    }
}
