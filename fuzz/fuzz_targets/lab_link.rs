#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabia_fuzz::check("lab_link", data));
