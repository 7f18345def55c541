/* The engine ABI of Tabia, version 1 (docs/engine-abi.md), for C and C++.
 *
 * Include it in one file, and define abi, line_buffer and line there:
 *
 *   clang --target=wasm32 -O2 -nostdlib -fno-builtin -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=1048576 \
 *     -o engine.wasm engine.c
 *
 * --stack-first puts the stack below all data: an overflow traps. Without it an overflow silently overwrites the
 * program's variables. The linker's own stack has 64 KiB, which a recursive search soon uses up.
 */
#ifndef ENGINE_ABI_H
#define ENGINE_ABI_H

#ifdef __cplusplus
extern "C" {
#endif

#define UCI_IMPORT(name) __attribute__((import_module("uci"), import_name(name)))
#define UCI_EXPORT(name) __attribute__((export_name(name), visibility("default")))

/* What signal returns. Take any other value as UCI_GO. */
enum { UCI_GO = 0, UCI_STOP = 1, UCI_PONDERHIT = 2 };

/* The most bytes of one command, and of one call of print. */
#define UCI_MAX_BYTES 65536

/* Imports. They may be called only while line runs. */

/* Prints len bytes of UTF-8: one line or several, with or without a line end. They are copied at once. */
UCI_IMPORT("print") void uci_print(const char *text, unsigned len);
/* Milliseconds from an unspecified origin. */
UCI_IMPORT("now") double uci_now(void);
/* What the host wants of the search; to be polled every millisecond or two during go. */
UCI_IMPORT("signal") int uci_signal(void);

#ifdef ENGINE_ABI_FILES
/* Version 2: files that the user chose, numbered from 0. A build that calls one of these must return 2 from abi. */
UCI_IMPORT("file_count") int uci_file_count(void);
UCI_IMPORT("file_name") int uci_file_name(int file, char *name, unsigned len);
UCI_IMPORT("file_size") double uci_file_size(int file);
UCI_IMPORT("file_read") int uci_file_read(int file, double offset, void *to, unsigned len);
#endif

/* Exports, to be defined by the engine. The memory is exported by the linker. */

/* The version of the ABI. */
UCI_EXPORT("abi") int abi(void);
/* Room for a command of len bytes, 1 to UCI_MAX_BYTES. */
UCI_EXPORT("line_buffer") char *line_buffer(unsigned len);
/* Handles the command of len bytes in that room; it has neither a line end nor a final zero. */
UCI_EXPORT("line") void line(unsigned len);

#ifdef __cplusplus
}
#endif

#endif
