//! Reads arbitrary bytes as FlatZinc JSON; the reader accepts or refuses them. An accepted instance can be inspected
//! and printed.
#![no_main]

mod visit;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(instance) = flatzinc::json::read(bytes) else { return };
    visit::visit(&instance);
    drop(instance.to_string());
});
