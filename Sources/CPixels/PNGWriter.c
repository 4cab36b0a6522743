#include "CPixels.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct casement_png_writer {
  png_structp png;
  png_infop info;
  casement_png_sink *sink;
  void *context;
  char message[128];
};

static void failed(png_structp png, png_const_charp text) {
  struct casement_png_writer *writer = png_get_error_ptr(png);
  snprintf(writer->message, sizeof writer->message, "%s", text);
  png_longjmp(png, 1);
}

static void warned(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void put(png_structp png, png_bytep bytes, png_size_t count) {
  struct casement_png_writer *writer = png_get_io_ptr(png);
  if (!writer->sink(writer->context, bytes, count)) png_error(png, "the file cannot be written to");
}

static void flushed(png_structp png) { (void)png; }

struct casement_png_writer *casement_png_begin(
    uint32_t width, uint32_t height, bool has_alpha, bool fast, casement_png_sink *sink, void *context) {
  struct casement_png_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->sink = sink;
  writer->context = context;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, failed, warned);
  if (writer->png != NULL) writer->info = png_create_info_struct(writer->png);
  if (writer->info == NULL || setjmp(png_jmpbuf(writer->png)) != 0) {
    casement_png_free(writer);
    return NULL;
  }
  png_set_user_limits(writer->png, 0x7fffffff, 0x7fffffff);
  png_set_write_fn(writer->png, writer, put, flushed);
  if (fast) {
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_NO_FILTERS);
    png_set_compression_level(writer->png, 3);
  }
  png_set_compression_buffer_size(writer->png, 65536);
  png_set_IHDR(
      writer->png, writer->info, width, height, 8, has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(writer->png, writer->info);
  return writer;
}

bool casement_png_rows(struct casement_png_writer *writer, const uint8_t *rows, size_t row_bytes, uint32_t count) {
  if (setjmp(png_jmpbuf(writer->png)) != 0) return false;
  for (uint32_t row = 0; row < count; row++) png_write_row(writer->png, rows + row * row_bytes);
  return true;
}

bool casement_png_end(struct casement_png_writer *writer) {
  if (setjmp(png_jmpbuf(writer->png)) != 0) return false;
  png_write_end(writer->png, writer->info);
  return true;
}

const char *casement_png_message(const struct casement_png_writer *writer) { return writer->message; }

void casement_png_free(struct casement_png_writer *writer) {
  if (writer->png != NULL) png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}
