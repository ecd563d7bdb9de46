//! Predefined names. They are interned before a file is read, so that names can be compared as numbers.

use super::Symbol;

macro_rules! known {
    ($($name:ident = $text:literal),* $(,)?) => {
        known!(@number 0u32; $($name = $text,)*);
        /// The texts in symbol order.
        pub(crate) const KNOWN: &[&str] = &[$($text),*];
    };
    (@number $n:expr; $name:ident = $text:literal, $($rest:tt)*) => {
        #[doc = concat!("`", $text, "`")]
        pub const $name: Symbol = Symbol($n);
        known!(@number $n + 1; $($rest)*);
    };
    (@number $n:expr;) => {};
}

known! {
    OUTPUT_VAR = "output_var",
    OUTPUT_ARRAY = "output_array",
    IS_DEFINED_VAR = "is_defined_var",
    VAR_IS_INTRODUCED = "var_is_introduced",
    DEFINES_VAR = "defines_var",
    MZN_PATH = "mzn_path",
    MZN_CONSTRAINT_NAME = "mzn_constraint_name",
    MZN_EXPRESSION_NAME = "mzn_expression_name",
    DOMAIN = "domain",
    DOMAIN_PROPAGATION = "domain_propagation",
    BOUNDS = "bounds",
    BOUNDS_Z = "boundsZ",
    BOUNDS_R = "boundsR",
    BOUNDS_D = "boundsD",
    BOUNDS_PROPAGATION = "bounds_propagation",
    VALUE_PROPAGATION = "value_propagation",
    PRIORITY = "priority",
    INT_SEARCH = "int_search",
    BOOL_SEARCH = "bool_search",
    SET_SEARCH = "set_search",
    FLOAT_SEARCH = "float_search",
    SEQ_SEARCH = "seq_search",
    PRIORITY_SEARCH = "priority_search",
    WARM_START = "warm_start",
    COMPLETE = "complete",
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::symbols::Symbols;

    #[test]
    fn constants_and_table_agree() {
        let symbols = Symbols::with(KNOWN);
        assert_eq!(symbols.len(), KNOWN.len(), "no name twice");
        for (symbol, text) in [(OUTPUT_VAR, "output_var"), (BOUNDS_R, "boundsR"), (COMPLETE, "complete")] {
            assert_eq!(symbols.find(text), Some(symbol));
        }
    }
}
