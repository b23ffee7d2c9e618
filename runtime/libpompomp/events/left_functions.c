/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* left_functions.c - finds by the frames on the stack which open functions have been left.
 * Not here: when it is asked (surface/api.c, rare_events.c).
 *
 * The stack grows downwards. The frame of an active function is above the frames of its callees, so the frame of a
 * visit that begins now ends below it. Two frames can't overlap: an open function whose frame began below the end of
 * the current frame has been left, unless both share a frame through inlining.
 *
 *     higher   main          began at m: its frame reaches down to m, at least
 *        |     other         its frame, where something begins now, ends here: m is above it, so main is there
 *        v     jumper        began at j: the frame of other reaches over it, so jumper has been left
 *      lower
 *
 * That holds on one stack. Of other stacks than the thread's own one (makecontext, sigaltstack, fibers), only this is
 * used: what begins by the same call and at the same place as an open visit of it, has left that one.
 *
 * By their frames only functions are judged. A region may have been begun by a function of its own that has returned,
 * as a constructor does; it ends with the visit around it, or when the same call begins it again at the same place. */
#include "events/left_functions.h"
#include "base/call_frame.h"
#include "visits/visit.h"

uintptr_t pomp_left_above;

/* Returns the stack pointer that the function had which began there. */
static uintptr_t stack_pointer_of(const struct pomp_path *p) {
  return pomp_place_of(p->stack) + POMP_LOAD(pomp_left_above) - 1;
}

/* The frame that is looked at: first that in which something begins, then those of its callers, which need not be
 * measured. Without `has_frame` the frame's end is not known, and `end` is a place below it. */
#define FRAMES_MAX 64
struct look {
  uint64_t word;
  uintptr_t call, stack_pointer, frame_pointer, end;
  struct pomp_call_frame frame;
  bool has_frame;
  unsigned frames; /* how many more may be looked at */
};

static bool read_own(uintptr_t at, uintptr_t *value) {
  if (at % sizeof *value || !pomp_own_stack_has(&pomp_tls.own_stack, at))
    return false;
  *value = *(const uintptr_t *)at; /* NOLINT(performance-no-int-to-ptr) */
  return true;
}

/* Finds where the frame ends. False: its module doesn't say. */
static bool find_frame(struct look *l) {
  l->has_frame = false;
  if (!l->frames || !pomp_call_frame_find(l->call, &l->frame))
    return false;
  l->frames--;
  uintptr_t end = (l->frame.from_frame_pointer ? l->frame_pointer : l->stack_pointer) + (uintptr_t)l->frame.offset;
  if (end <= l->stack_pointer || !pomp_own_stack_has(&pomp_tls.own_stack, end - 1))
    return false;
  l->end = end;
  return l->has_frame = true;
}
/* Tells whether a context begins there. Its word is not kept: a later look at this memory must not find it. */
static bool is_context_end(uintptr_t *call) {
  *call = pomp_arch_plain_address(*call);
  if (!pomp_own_stack_is_context_end(*call))
    return false;
  *call = 0;
  return true;
}
/* Goes on to the caller's frame. All that is read lies on the thread's own stack, above the frame that begins. */
static bool find_caller(struct look *l) {
  const struct pomp_saved_register *pointer = &l->frame.frame_pointer, *address = &l->frame.return_address;
  uintptr_t end = l->end;
  if (!l->has_frame || !address->saved || !read_own(end + (uintptr_t)address->at, &l->call) ||
      is_context_end(&l->call) || (pointer->saved && !read_own(end + (uintptr_t)pointer->at, &l->frame_pointer)))
    return l->has_frame = false;
  l->stack_pointer = end;
  l->word = 0;
  return find_frame(l);
}

static struct look look_at(const struct pomp_begin *b) {
  return (struct look){b->word, b->call, b->stack_pointer, b->frame_pointer, b->stack_pointer, .frames = FRAMES_MAX};
}

/* Tells whether the calls that lead there have begun where the thread did, and not in a context. False: that can't be
 * found out. */
static bool is_below_thread(const struct pomp_begin *b) {
  struct look l = look_at(b);
  if (!b->is_exact || !pomp_own_stack_context_end)
    return false;
  for (bool good = find_frame(&l); good;)
    good = find_caller(&l);
  /* A frame without a caller has no return address. */
  return l.call && pomp_call_frame_find(l.call, &l.frame) && !l.frame.return_address.saved;
}

/* Tells whether an open visit, which began below the end of the frame, did so in this very frame. If that can't be
 * known, it is taken to be so. The same call begins at another place of the stack only in another frame. */
static bool is_same_frame(const struct look *l, const struct pomp_path *p) {
  const uint64_t mask = POMP_PLACE_CALL;
  if (!l->has_frame || (l->word && (p->stack & mask) == (l->word & mask)))
    return false;
  /* of the call, the lowest bits are known */
  uintptr_t inside = (uintptr_t)((p->stack & mask) - ((uint64_t)l->frame.begin << 1 & mask)) & mask;
  struct pomp_call_frame its;
  inside >>= 1;
  if (inside > l->frame.size)
    return false;
  if (l->frame.from_frame_pointer || !pomp_call_frame_find(l->frame.begin + inside, &its) || its.from_frame_pointer)
    return true;
  return stack_pointer_of(p) + (uintptr_t)its.offset == l->end;
}

/* Tells whether what began at `at` is still there: it is around what begins now. `exactly`: frames are looked at; then,
 * what can't be known is taken to be there. */
static bool is_there(struct look *l, const struct pomp_path *p, uintptr_t at, bool exactly) {
  while (l->end <= at)
    if (!exactly || !(l->has_frame ? find_caller(l) : l->end == l->stack_pointer && find_frame(l)))
      return true;
  return is_same_frame(l, p);
}

/* Finds the outermost function that has been left; NULL if there is none. It began below `*end`, where a frame ends
 * that is still there, or the stack. */
static struct pomp_path *find_left(struct pomp_thread *t, uint32_t key, const struct pomp_begin *b, bool exactly,
                                   uintptr_t *end) {
  const struct pomp_own_stack *own = &pomp_tls.own_stack;
  struct look l = look_at(b);
  struct pomp_path *left = NULL;
  bool is_own = pomp_own_stack_has(own, b->stack_pointer);
  for (struct pomp_path *p = t->current; p != t->base; p = p->parent) {
    if (POMP_KEY_ROLE(p->key) != POMP_ROLE_USER || !p->stack)
      continue;
    uintptr_t at = stack_pointer_of(p);
    if (key && p->key == key && p->stack == b->word)
      left = p;
    else if (is_own && pomp_own_stack_has(own, at)) {
      if (is_there(&l, p, at, exactly && b->has_frame_pointer)) {
        if (at > b->stack_pointer)
          break;
        continue; /* they seem to be inlined into one frame; what is around may have been begun by the same call */
      }
      if (p->stack & POMP_PLACE_FUNCTION) {
        left = p;
        *end = l.end > b->stack_pointer ? l.end : own->high;
      }
    }
  }
  return left;
}

/* Tells whether nothing has been left, as far as that can be said without looking at frames: the innermost open
 * function or region began above. Nearly always that is all there is to find out. */
static bool is_innermost_there(const struct pomp_thread *t, uint32_t key, const struct pomp_begin *b) {
  for (const struct pomp_path *p = t->current; p != t->base; p = p->parent)
    if (POMP_KEY_ROLE(p->key) == POMP_ROLE_USER && p->stack)
      return !(key && p->key == key && p->stack == b->word) && stack_pointer_of(p) > b->stack_pointer &&
             pomp_own_stack_has(&pomp_tls.own_stack, stack_pointer_of(p));
  return true;
}

/* Tells whether what seems to have been left may be on another stack, in memory of this one. That memory may also be
 * one of which a context has made use before; but a thread that is on its own stack uses nothing below, so what began
 * there is gone. */
static bool is_split(const struct pomp_path *left, const struct pomp_begin *b, uintptr_t end) {
  uintptr_t from = stack_pointer_of(left);
  return pomp_own_stack_is_split(from, b->stack_pointer, end) && !(from < b->stack_pointer && is_below_thread(b));
}

bool pomp_left_close(struct pomp_thread *t, uint32_t key, const struct pomp_begin *b, bool exactly) {
  if (!POMP_LOAD(pomp_left_above))
    return false;
  pomp_own_stack_find(&pomp_tls.own_stack);
  bool is_own = pomp_own_stack_has(&pomp_tls.own_stack, b->stack_pointer);
  if (!exactly && is_own && is_innermost_there(t, key, b))
    return true;
  uintptr_t end = 0;
  const struct pomp_path *left = find_left(t, key, b, exactly, &end);
  if (!left)
    return is_own;
  if (left->stack != b->word && is_split(left, b, end))
    return false;
  pomp_close_inside(t, left->parent, pomp_now(t));
  return is_own;
}
