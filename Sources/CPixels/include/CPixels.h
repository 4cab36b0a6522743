// Moving many pixels, and what libpng offers only to C.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Copies `rows` rows of `row_bytes` bytes, long ones past the cache where `past_cache` says so: whoever copies a screen does not read it
// again at once, and the rows that it would push out of the cache are worth more. The ranges must not overlap.
void casement_copy_rows(
    char *to, size_t to_stride, const char *from, size_t from_stride, size_t row_bytes, size_t rows, bool past_cache);

// Writes what `rows` rows of `pixels` pixels look like before `colour`, which is opaque: words of alpha and three parts that are multiplied
// by it already. The result is what pixman makes of the two, number by number, in one pass that reads nothing of the target. The target is
// aligned to whole words, the ranges must not overlap.
void casement_blend_rows(
    char *to, size_t to_stride, const char *from, size_t from_stride, size_t pixels, size_t rows, uint32_t colour, bool past_cache);

// How many of the processor's cores this process may use; at least 1.
int casement_available_cores(void);

// Takes bytes of a file that is being written; false ends the writing.
typedef bool casement_png_sink(void *context, const uint8_t *bytes, size_t count);

// A PNG that is written row by row; libpng reports errors by jumping, which Swift cannot take.
struct casement_png_writer;

// Begins a picture of 8 bits a part, red, green, blue and, if asked for, alpha. NULL where there is no memory, or the sizes are too large.
// `fast` does less work for a larger file.
struct casement_png_writer *casement_png_begin(
    uint32_t width, uint32_t height, bool has_alpha, bool fast, casement_png_sink *sink, void *context);

// Writes the next `count` rows, one behind the other. False where it failed; then only `casement_png_free` may follow.
bool casement_png_rows(struct casement_png_writer *writer, const uint8_t *rows, size_t row_bytes, uint32_t count);

// Ends the file after its last row.
bool casement_png_end(struct casement_png_writer *writer);

// What libpng said when it failed.
const char *casement_png_message(const struct casement_png_writer *writer);

// Gives back what the writer holds; nothing is written.
void casement_png_free(struct casement_png_writer *writer);
