//! Reads arbitrary bytes as FlatZinc text; the reader accepts or refuses them. An accepted instance that is printed and
//! read back stays the same.
#![no_main]

mod visit;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(instance) = flatzinc::text::read(bytes) else { return };
    visit::visit(&instance);
    let printed = instance.to_string();
    let again = flatzinc::text::read(printed.as_bytes()).unwrap_or_else(|error| panic!("{error}\nin {printed}"));
    assert_eq!(again.to_string(), printed);
});
