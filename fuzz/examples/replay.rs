//! The checks as WebAssembly, with 32-bit lengths and addresses and a small stack: `scripts/check/fuzz-wasm.mjs` runs them over the saved inputs
//! in Node.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]

use std::panic;

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Passes a text to the host: `length` bytes of UTF-8 at `text`.
    fn tell(text: *const u8, length: usize);
}

#[cfg(not(target_arch = "wasm32"))]
unsafe fn tell(_text: *const u8, _length: usize) {}

/// Allocates a buffer of `length` bytes, which [`replay`] frees.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Checks an input with a target. The arguments are the bytes of the name and of the input, in two buffers filled by the host. Traps if a
/// property does not hold, after passing the reason to [`tell`].
///
/// # Safety
/// Both are whole buffers from [`room`] with these lengths, and are not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn replay(name: *mut u8, name_length: usize, input: *mut u8, input_length: usize) {
    panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the text lives until the host has copied it.
        unsafe { tell(text.as_ptr(), text.len()) };
    }));
    // SAFETY: guaranteed by the caller.
    let [name, input] = unsafe {
        [(name, name_length), (input, input_length)]
            .map(|(bytes, length)| Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)))
    };
    let name = std::str::from_utf8(&name).expect("a name");
    tabia_fuzz::check(name, &input);
}
