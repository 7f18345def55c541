//! The checks as WebAssembly, where lengths and addresses have 32 bits and the stack is small: `scripts/fuzz-wasm.mjs` runs them over
//! the kept inputs in Node.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]

use std::panic;

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Takes a text: `length` bytes of UTF-8 at `text`.
    fn tell(text: *const u8, length: usize);
}

#[cfg(not(target_arch = "wasm32"))]
unsafe fn tell(_text: *const u8, _length: usize) {}

/// Room for `length` bytes, which [`replay`] gives back.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Checks an input with a target: first the name's bytes and then the input's, in two rooms that the host has filled. Traps when a
/// property does not hold, having told why.
///
/// # Safety
/// Both are whole rooms of these lengths, which are not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn replay(name: *mut u8, name_length: usize, input: *mut u8, input_length: usize) {
    panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the text lives until the host has copied it.
        unsafe { tell(text.as_ptr(), text.len()) };
    }));
    // SAFETY: as the caller promises.
    let [name, input] = unsafe {
        [(name, name_length), (input, input_length)]
            .map(|(bytes, length)| Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)))
    };
    let name = std::str::from_utf8(&name).expect("a name");
    tabia_fuzz::check(name, &input);
}
