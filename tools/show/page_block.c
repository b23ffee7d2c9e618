/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_block.c - makes blocks of data: keeps the arrays until all are known, and writes them deflated, in base64.
 * Not here: what is in them. */
#include "show/page_block.h"

#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ALIGNED = 8, PIECE = 48 << 10 }; /* a piece is a multiple of 3, which base64 takes without padding */

struct html_block {
  char name[64];
  json_t *json, *arrays;
  unsigned char *data; /* of all arrays */
  size_t size, room;
  bool failed;
};

static const struct {
  const char *name;
  size_t size;
} types[] = {[HTML_U8] = {"u8", 1},   [HTML_U16] = {"u16", 2}, [HTML_U32] = {"u32", 4},
             [HTML_I32] = {"i32", 4}, [HTML_F32] = {"f32", 4}, [HTML_F64] = {"f64", 8}};

html_block_t *html_block(const char *name) {
  struct html_block *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  snprintf(b->name, sizeof b->name, "%s", name);
  b->arrays = json_object();
  b->failed = !b->arrays;
  return b;
}

void html_block_json(html_block_t *b, json_t *value) {
  if (!b) {
    json_decref(value);
    return;
  }
  json_decref(b->json);
  b->json = value;
  b->failed |= !value;
}

static bool make_room(struct html_block *b, size_t size) {
  size_t room = b->room ? b->room : 4096;
  while (room < size)
    room *= 2;
  unsigned char *data = room > b->room ? realloc(b->data, room) : b->data;
  if (!data)
    return false;
  b->data = data;
  b->room = room;
  return true;
}

/* Puts the numbers' bytes in the order of the file. */
static void copy_numbers(unsigned char *to, const void *from, size_t count, size_t size) {
  memcpy(to, from, count * size);
#if __BYTE_ORDER == __BIG_ENDIAN
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < size / 2; k++) {
      unsigned char byte = to[i * size + k];
      to[i * size + k] = to[i * size + size - 1 - k];
      to[i * size + size - 1 - k] = byte;
    }
#endif
}

void html_block_array(html_block_t *b, const char *name, enum html_type type, const void *data, size_t count) {
  size_t bytes = count * types[type].size, padded = (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
  if (!b || b->failed)
    return;
  json_t *entry =
      json_pack("[s, I, I]", types[type].name, (json_int_t)b->size, (json_int_t)count); /* NULL is refused below */
  if (json_object_set_new(b->arrays, name, entry) != 0 || !make_room(b, b->size + padded)) {
    b->failed = true;
    return;
  }
  if (count)
    copy_numbers(b->data + b->size, data, count, types[type].size);
  memset(b->data + b->size + bytes, 0, padded - bytes);
  b->size += padded;
}

/* --- output --- */

struct writer {
  FILE *out;
  z_stream deflated;
  size_t used;
  unsigned char piece[PIECE];
};

static void put_base64(FILE *out, const unsigned char *bytes, size_t count) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static char text[PIECE / 3 * 4 + 4];
  size_t used = 0;
  for (size_t i = 0; i < count; i += 3) {
    size_t left = count - i;
    unsigned n = (unsigned)bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    text[used++] = digits[n >> 18];
    text[used++] = digits[n >> 12 & 63];
    text[used++] = left > 1 ? digits[n >> 6 & 63] : '=';
    text[used++] = left > 2 ? digits[n & 63] : '=';
  }
  fwrite(text, 1, used, out);
}

/* Deflates more bytes, or, with Z_FINISH, the last of them. */
static void put_bytes(struct writer *w, const void *bytes, size_t size, int flush) {
  static const size_t most = 1u << 30;
  const unsigned char *from = bytes;
  do {
    size_t now = size < most ? size : most;
    w->deflated.next_in = (unsigned char *)(uintptr_t)from; /* zlib does not write to it */
    w->deflated.avail_in = (unsigned)now;
    from += now;
    size -= now;
    bool full;
    do {
      w->deflated.next_out = w->piece + w->used;
      w->deflated.avail_out = (unsigned)(PIECE - w->used);
      deflate(&w->deflated, size ? Z_NO_FLUSH : flush);
      w->used = PIECE - w->deflated.avail_out;
      full = w->deflated.avail_out == 0;
      if (full) {
        put_base64(w->out, w->piece, w->used);
        w->used = 0;
      }
    } while (full);
  } while (size);
}

static bool write_deflated(const struct html_block *b, const char *directory, FILE *out) {
  static const char zeros[ALIGNED] = "";
  size_t length = strlen(directory), head = sizeof(uint32_t) + length;
  uint32_t first = htole32((uint32_t)length);
  struct writer *w = calloc(1, sizeof *w);
  if (!w || deflateInit2(&w->deflated, 6, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
    free(w);
    return false;
  }
  w->out = out;
  put_bytes(w, &first, sizeof first, Z_NO_FLUSH);
  put_bytes(w, directory, length, Z_NO_FLUSH);
  put_bytes(w, zeros, (ALIGNED - head % ALIGNED) % ALIGNED, Z_NO_FLUSH);
  put_bytes(w, b->size ? (const void *)b->data : "", b->size, Z_FINISH);
  put_base64(out, w->piece, w->used);
  deflateEnd(&w->deflated);
  free(w);
  return true;
}

bool html_block_write(html_block_t *b, FILE *out) {
  if (!b)
    return false;
  json_t *directory = json_object();
  bool good = !b->failed && json_object_set_new(directory, "json", b->json ? json_incref(b->json) : json_null()) == 0 &&
              json_object_set(directory, "arrays", b->arrays) == 0;
  char *text = good ? json_dumps(directory, JSON_COMPACT) : NULL;
  if (text) {
    fprintf(out, "<script type=\"application/x-pomp\" id=\"data-%s\">", b->name);
    good = write_deflated(b, text, out);
    fputs("</script>\n", out);
  }
  good = good && text;
  free(text);
  json_decref(directory);
  json_decref(b->json);
  json_decref(b->arrays);
  free(b->data);
  free(b);
  return good;
}
