/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_frame.c - reads .eh_frame_hdr and .eh_frame, as far as they say where a frame ends and who has called.
 * Not here: registers other than those that this takes.
 *
 * The tables are those that the linker of the module has made. Encodings that linkers do not use for code in ELF files
 * are refused. */
#include "base/call_frame.h"
#include "base/libc.h"
#include "pomp_arch.h"

#include <string.h>

enum {
  STACK_POINTER = POMP_ARCH_STACK_POINTER,
  FRAME_POINTER = POMP_ARCH_FRAME_POINTER,
  RETURN_ADDRESS = POMP_ARCH_RETURN_ADDRESS
};

/* These say how a pointer is written (DW_EH_PE_…), as far as it is used here. */
enum { SIZE_MASK = 0x07, SIZE_2 = 2, SIZE_4 = 3, SIZE_8 = 4, COUNT_4 = 0x03, RELATIVE_4 = 0x1b, TABLE_4 = 0x3b };

/* These bytes remain to be read. A read beyond the end gives zeros and empties it. */
struct bytes {
  const unsigned char *at, *end;
};
static uint64_t fixed(struct bytes *b, unsigned size) {
  uint64_t value = 0;
  if ((uint64_t)(b->end - b->at) < size) {
    b->at = b->end;
    return 0;
  }
  memcpy(&value, b->at, size); /* both architectures are little-endian */
  b->at += size;
  return value;
}
static uint64_t leb(struct bytes *b, bool is_signed) {
  uint64_t value = 0;
  unsigned shift = 0;
  while (b->at < b->end) {
    unsigned char byte = *b->at++;
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
    if (byte & 0x80)
      continue;
    if (is_signed && byte & 0x40 && shift < 64)
      value |= ~0ull << shift;
    break;
  }
  return value;
}
static uint64_t number(struct bytes *b) { return leb(b, false); }
static void skip(struct bytes *b, uint64_t size) { b->at = size < (uint64_t)(b->end - b->at) ? b->at + size : b->end; }
/* Returns how many bytes a pointer has; 0: not known here. */
static unsigned pointer_size(unsigned encoding) {
  static const unsigned char sizes[] = {8, 0, 2, 4, 8, 0, 0, 0};
  return sizes[encoding & SIZE_MASK];
}
/* Returns the bytes of the record that begins there; none if it is of the 64-bit kind. */
static struct bytes record(const unsigned char *at) {
  uint32_t length;
  memcpy(&length, at, sizeof length);
  if (length == UINT32_MAX)
    length = 0;
  return (struct bytes){at + sizeof length, at + sizeof length + length};
}

/* All functions that refer to the same record (a CIE) share this, and the place of the program in it. */
struct common {
  struct bytes program;
  uint64_t code_unit;
  int64_t data_unit;
  unsigned pointers; /* how the functions' addresses are written */
  bool augmented;
};
static bool read_common(const unsigned char *at, struct common *c) {
  struct bytes b = record(at);
  if (b.at == b.end || fixed(&b, 4) != 0)
    return false;
  uint64_t version = fixed(&b, 1);
  const char *letters = (const char *)b.at;
  if ((version != 1 && version != 3) || !memchr(b.at, 0, (size_t)(b.end - b.at)))
    return false;
  skip(&b, strlen(letters) + 1);
  c->code_unit = number(&b);
  c->data_unit = (int64_t)leb(&b, true);
  if (version == 1)
    skip(&b, 1);
  else
    number(&b);
  c->augmented = *letters == 'z';
  c->pointers = 0;
  if (*letters && !c->augmented)
    return false;
  struct bytes more = b;
  if (c->augmented) {
    uint64_t size = number(&b);
    more = b;
    skip(&b, size);
    letters++;
  }
  for (; *letters; letters++)
    if (*letters == 'R')
      c->pointers = (unsigned)fixed(&more, 1);
    else if (*letters == 'L')
      skip(&more, 1);
    else if (*letters == 'P') {
      unsigned size = pointer_size((unsigned)fixed(&more, 1));
      if (!size)
        return false;
      skip(&more, size);
    } else if (*letters != 'B') /* nor 'S': the kernel has interrupted the caller of that one */
      return false;
  c->program = b;
  return true;
}

/* This is known at the current place of the code: where the frame ends, and where registers of the caller are. */
struct rules {
  uint64_t from; /* a register's number */
  int64_t offset;
  bool known;
  struct pomp_saved_register frame_pointer, return_address;
};
#define REMEMBERED 8
struct run {
  uint64_t at, wanted; /* bytes from the begin of the function */
  struct rules rules, first, remembered[REMEMBERED];
  unsigned depth;
};

/* Goes on in the code. False: what comes next is behind the wanted place. */
static bool advance(struct run *r, const struct common *c, uint64_t units) {
  r->at += units * c->code_unit;
  return r->at <= r->wanted;
}
static void define(struct run *r, uint64_t from, int64_t offset) {
  r->rules.from = from;
  r->rules.offset = offset;
  r->rules.known = true;
}
static void save(struct run *r, uint64_t which, struct pomp_saved_register to) {
  if (which == FRAME_POINTER)
    r->rules.frame_pointer = to;
  else if (which == RETURN_ADDRESS)
    r->rules.return_address = to;
}
static void save_at(struct run *r, uint64_t which, int64_t at) {
  save(r, which, (struct pomp_saved_register){true, at});
}
static void restore(struct run *r, uint64_t which) {
  save(r, which, which == FRAME_POINTER ? r->first.frame_pointer : r->first.return_address);
}
/* The register is somewhere that is not looked for. */
static bool is_elsewhere(uint64_t which) { return which == FRAME_POINTER || which == RETURN_ADDRESS; }

/* Interprets the instructions (DW_CFA_…) on the places of registers. False: it is another instruction, or its length is
 * not known. */
static bool registers(struct run *r, const struct common *c, unsigned what, struct bytes *b) {
  uint64_t which = number(b);
  switch (what) {
  case 0x05: /* offset_extended */
    save_at(r, which, (int64_t)number(b) * c->data_unit);
    return true;
  case 0x11: /* offset_extended_sf */
    save_at(r, which, (int64_t)leb(b, true) * c->data_unit);
    return true;
  case 0x09: /* register, val_offset, val_offset_sf, negative_offset_extended */
  case 0x14:
  case 0x15:
  case 0x2f:
    number(b);
    return !is_elsewhere(which);
  case 0x10: /* expression, val_expression */
  case 0x16:
    skip(b, number(b));
    return !is_elsewhere(which);
  case 0x06: /* restore_extended */
    restore(r, which);
    return true;
  case 0x07: /* undefined, same_value */
  case 0x08:
    save(r, which, (struct pomp_saved_register){false, 0});
    return true;
  case 0x2e: /* args_size */
    return true;
  default:
    return false;
  }
}

/* Interprets those on where the frame ends. */
static bool frame_end(struct run *r, const struct common *c, unsigned what, struct bytes *b) {
  uint64_t which = r->rules.from;
  switch (what) {
  case 0x0c: /* def_cfa */
    which = number(b);
    define(r, which, (int64_t)number(b));
    return true;
  case 0x12: /* def_cfa_sf */
    which = number(b);
    define(r, which, (int64_t)leb(b, true) * c->data_unit);
    return true;
  case 0x0d: /* def_cfa_register */
    define(r, number(b), r->rules.offset);
    return true;
  case 0x0e: /* def_cfa_offset */
    define(r, which, (int64_t)number(b));
    return true;
  case 0x13: /* def_cfa_offset_sf */
    define(r, which, (int64_t)leb(b, true) * c->data_unit);
    return true;
  case 0x0f: /* def_cfa_expression */
    r->rules.known = false;
    skip(b, number(b));
    return true;
  default:
    return false;
  }
}

/* Interprets an instruction with all bits in its byte. False: the wanted place is reached, or it is not known what
 * follows; then no rule is known. */
static bool extended(struct run *r, const struct common *c, unsigned what, struct bytes *b) {
  switch (what) {
  case 0x00: /* nop */
  case 0x2d: /* negate_ra_state */
    return true;
  case 0x02: /* advance_loc1, 2, 4 */
  case 0x03:
  case 0x04:
    return advance(r, c, fixed(b, 1u << (what - 2)));
  case 0x0a: /* remember_state */
    if (r->depth < REMEMBERED) {
      r->remembered[r->depth++] = r->rules;
      return true;
    }
    break;
  case 0x0b: /* restore_state */
    if (r->depth) {
      r->rules = r->remembered[--r->depth];
      return true;
    }
    break;
  default:
    if ((what >= 0x0c && what <= 0x0f) || what == 0x12 || what == 0x13 ? frame_end(r, c, what, b)
                                                                       : registers(r, c, what, b))
      return true;
  }
  r->rules.known = false;
  return false;
}

/* Interprets instructions up to the wanted place. False: it is reached, or they can't be understood. */
static bool interpret(struct run *r, const struct common *c, struct bytes b) {
  while (b.at < b.end) {
    unsigned what = *b.at++, low = what & 0x3f;
    switch (what >> 6) {
    case 0:
      if (!extended(r, c, low, &b))
        return false;
      break;
    case 1: /* advance_loc */
      if (!advance(r, c, low))
        return false;
      break;
    case 2: /* offset */
      save_at(r, low, (int64_t)number(&b) * c->data_unit);
      break;
    default: /* restore */
      restore(r, low);
      break;
    }
  }
  return true;
}

/* Finds the record (an FDE) of the last function that begins at the address or before it, in the module's sorted table.
 */
static const unsigned char *find_function(const unsigned char *head, uintptr_t code, uintptr_t *begin) {
  struct entry {
    int32_t begin, record; /* bytes from `head` */
  } e;
  if (head[0] != 1 || head[1] != RELATIVE_4 || head[2] != COUNT_4 || head[3] != TABLE_4)
    return NULL;
  uint32_t count;
  memcpy(&count, head + 8, sizeof count);
  const unsigned char *table = head + 12;
  size_t from = 0, to = count;
  int64_t wanted = (int64_t)(code - (uintptr_t)head);
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    memcpy(&e, table + middle * sizeof e, sizeof e);
    if (e.begin <= wanted)
      from = middle + 1;
    else
      to = middle;
  }
  if (!from)
    return NULL;
  memcpy(&e, table + (from - 1) * sizeof e, sizeof e);
  *begin = (uintptr_t)head + (uintptr_t)(intptr_t)e.begin;
  return head + e.record;
}

bool pomp_call_frame_find(uintptr_t call, struct pomp_call_frame *f) {
  struct dl_find_object o;
  uintptr_t code = call - 1;
  const unsigned char *at;
  if (!pomp_libc._dl_find_object || pomp_libc._dl_find_object((void *)code, &o) != 0 || /* NOLINT(*int-to-ptr) */
      !o.dlfo_eh_frame || !(at = find_function(o.dlfo_eh_frame, code, &f->begin)))
    return false;
  struct bytes b = record(at);
  const unsigned char *here = b.at;
  struct common c;
  if (b.at == b.end || !read_common(here - fixed(&b, 4), &c))
    return false;
  unsigned size = pointer_size(c.pointers);
  skip(&b, size);
  f->size = fixed(&b, size);
  if (!size || code - f->begin >= f->size)
    return false;
  if (c.augmented)
    skip(&b, number(&b));
  struct run r = {.wanted = code - f->begin};
  if (interpret(&r, &c, c.program)) {
    r.first = r.rules;
    interpret(&r, &c, b);
  }
  f->from_frame_pointer = r.rules.from == FRAME_POINTER;
  f->offset = r.rules.offset;
  f->frame_pointer = r.rules.frame_pointer;
  f->return_address = r.rules.return_address;
  return r.rules.known && (f->from_frame_pointer || r.rules.from == STACK_POINTER);
}
