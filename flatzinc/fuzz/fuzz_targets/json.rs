//! Any bytes as FlatZinc JSON: read or refused, and what is read can be looked at and printed.
#![no_main]

mod visit;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(instance) = flatzinc::json::read(bytes) else { return };
    visit::visit(&instance);
    drop(instance.to_string());
});
