/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* launched_processes.c - finds the place of this process in the tree of those that were launched, and passes parts on
 * to the one above. Each part that goes up is answered: the process above has received it, and the next one may be
 * sent, or nobody wants any more. So no more than one part is on its way between two processes.
 * Not here: how bytes are sent (mpi_link.h). */
#include "sums/launched_processes.h"
#include "base/user_error.h"
#include "pomp_launch.h"
#include "pomp_place.h"
#include "sums/captured_stderr.h"
#include "sums/mpi_link.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHILDREN = 32, GO_ON = 1, STOP = 2 };

/* All processes are the same program. */
struct head {
  uint32_t whole, count, part; /* the part's number in which whole of how many */
  uint32_t good, ends;         /* it has been made; or there are no more */
  uint64_t size, said;
};

/* This is a process below, and the part of it that has come and was not wanted yet. */
struct child {
  uint32_t rank;
  bool ended, waits; /* `next` is there */
  struct head head;
  struct made next;
};

static struct {
  struct launched_processes now;
  const struct mpi_link *link;
  struct child children[CHILDREN];
  uint32_t parent, child_count;
  uint32_t whole, count;
  bool unanswered; /* a part was sent, and the answer has not been received */
  bool stopped;    /* nobody wants any more */
  bool passed_on, alone;
  int said; /* the descriptor that this process's stderr is captured in */
} of = {.now = {0, 1}, .said = -1};

struct launched_processes launched_processes_now(void) { return of.alone ? (struct launched_processes){0, 1} : of.now; }
bool launched_processes_is_first(void) { return of.now.rank == 0; }
bool launched_processes_is_passed_on(void) { return of.passed_on; }

/* --- the program's begin and end --- */

void launched_processes_find(void) {
  struct pomp_launch l;
  of.passed_on = pomp_launch_is_direct(&l);
  if (!of.passed_on || l.size < 2)
    return;
  of.now = (struct launched_processes){(uint32_t)l.rank, (uint32_t)l.size};
  if (launched_processes_is_first())
    return;
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  of.said = captured_stderr_open();
  if (nothing >= 0) {
    dup2(nothing, STDOUT_FILENO);
    close(nothing);
  }
  captured_stderr_begin(of.said);
}

/* Returns the library that sends, or NULL with a reason. It is where the installation has plugins. */
static const struct mpi_link *load(char *why, size_t size) {
  char path[POMP_PLACE_MAX + sizeof LINK_FILE];
  const struct mpi_link *link = NULL;
  if (pomp_place(path, POMP_PLUGINS_FROM_BIN, "../lib", LINK_FILE)) {
    strcat(path, "/" LINK_FILE);
    /* Open MPI's own plugins look for its names among those that all can see. */
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    link = library ? dlsym(library, LINK_NAME) : NULL;
  }
  if (!link) {
    const char *error = dlerror();
    snprintf(why, size, "%s", error ? error : "/proc/self/exe does not tell where it is");
  } else if (link->version != LINK_VERSION) {
    snprintf(why, size, "%s is of another version", LINK_FILE);
    link = NULL;
  }
  return link;
}

/* The parent of a rank lacks the rank's lowest bit; each child has one more bit, below the lowest one. */
static void make_tree(void) {
  of.parent = of.now.rank & (of.now.rank - 1);
  of.child_count = 0;
  for (uint64_t bit = 1; !(of.now.rank & bit) && of.now.rank + bit < of.now.size; bit *= 2)
    of.children[of.child_count++] = (struct child){.rank = of.now.rank + (uint32_t)bit};
}

bool launched_processes_meet(void) {
  char why[1024];
  int rank = -1, size = 0;
  if (of.now.size < 2)
    return true;
  of.link = load(why, sizeof why);
  if (of.link && (!of.link->begin(&rank, &size) || rank != (int)of.now.rank || size != (int)of.now.size)) {
    snprintf(why, sizeof why, "%s is for another MPI than the one that has started them", LINK_FILE);
    of.link->end();
    of.link = NULL;
  }
  if (of.link) {
    make_tree();
    return true;
  }
  if (launched_processes_is_first())
    user_error_print(NULL, "one of %u processes does all of the work: %s", of.now.size, why);
  const bool first = launched_processes_is_first();
  of.now.size = 1;
  return first;
}

/* --- what goes up and down --- */

static bool receive_bytes(uint32_t from, struct pomp_bytes *to, uint64_t size) {
  const bool room = POMP_ARRAY_ROOM(to->at, to->room, size);
  if (!of.link->receive((int)from, room ? to->at : NULL, size) || !room)
    return false;
  to->size = size;
  return true;
}

/* Waits until a child has a next part here, or no more. What can't be received was not made. */
static void await(struct child *c) {
  if (c->ended || c->waits)
    return;
  made_clear(&c->next);
  if (!of.link->receive((int)c->rank, &c->head, sizeof c->head) || c->head.ends) {
    c->ended = true;
    return;
  }
  const uint32_t answer = of.stopped ? STOP : GO_ON;
  c->next.part = c->head.part;
  c->next.good = receive_bytes(c->rank, &c->next.bytes, c->head.size);
  c->next.good &= receive_bytes(c->rank, &c->next.said, c->head.said) && c->head.good;
  if (!c->next.good)
    c->head.good = c->head.size = c->head.said = 0;
  c->waits = true;
  if (!of.link->send((int)c->rank, &answer, sizeof answer))
    c->ended = true;
}

/* True if the first comes before the second. */
static bool is_before(const struct head *a, const struct head *b) {
  return a->whole != b->whole ? a->whole < b->whole : a->part < b->part;
}

static struct child *child_above(uint32_t owner) {
  struct child *found = NULL;
  for (uint32_t i = 0; i < of.child_count && of.children[i].rank <= owner; i++)
    found = &of.children[i];
  return found;
}

bool launched_processes_are_several(void) { return of.now.size > 1; }
void launched_processes_whole(uint32_t number) { of.whole = number; }
void launched_processes_alone(bool alone) { of.alone = alone; }

void launched_processes_expect(uint32_t count) {
  struct made dropped = {.good = false};
  launched_processes_add_said(&dropped); /* what was said before is said by the first one as well */
  made_free(&dropped);
  of.count = count;
}

void launched_processes_add_said(struct made *made) { captured_stderr_take(of.said, &made->said); }

bool launched_processes_come_by(uint32_t owner) {
  /* As many as the lowest bit says are below this one, behind each other. */
  const uint32_t below = of.now.rank ? of.now.rank & -of.now.rank : UINT32_MAX;
  return owner >= of.now.rank && owner - of.now.rank < below;
}

bool launched_processes_receive(uint32_t owner, uint32_t part, struct made *made) {
  const struct head wanted = {.whole = of.whole, .part = part};
  struct child *c = child_above(owner);
  for (await(c); c->waits && is_before(&c->head, &wanted); await(c))
    c->waits = false; /* it was of no use */
  if (!c->waits || is_before(&wanted, &c->head) || c->head.count != of.count)
    return false;
  const struct made swapped = *made;
  *made = c->next;
  c->next = swapped;
  c->waits = false;
  return made->good;
}

static bool send_head(const struct head *head) { return of.link->send((int)of.parent, head, sizeof *head); }

/* Waits for the answer to the last part. */
static void hear(void) {
  uint32_t answer = STOP;
  if (of.unanswered && (!of.link->receive((int)of.parent, &answer, sizeof answer) || answer != GO_ON))
    of.stopped = true;
  of.unanswered = false;
}

static bool pass_on(const struct head *head, const struct made *made) {
  hear();
  if (!of.stopped) {
    of.unanswered = send_head(head) && of.link->send((int)of.parent, made->bytes.at, head->size) &&
                    of.link->send((int)of.parent, made->said.at, head->said);
    of.stopped = !of.unanswered;
  }
  return !of.stopped;
}

bool launched_processes_send(const struct made *made) {
  const struct head head = {.whole = of.whole,
                            .count = of.count,
                            .part = made->part,
                            .good = made->good,
                            .size = made->good ? made->bytes.size : 0,
                            .said = made->good ? made->said.size : 0};
  return pass_on(&head, made);
}

/* Takes the remaining parts of the processes below, in order, and passes them on: they may go on where this process
 * failed. */
static void pass_on_all(void) {
  for (;;) {
    struct child *next = NULL;
    for (uint32_t i = 0; i < of.child_count; i++) {
      struct child *c = &of.children[i];
      await(c);
      if (c->waits && (!next || is_before(&c->head, &next->head)))
        next = c;
    }
    if (!next)
      return;
    next->waits = false;
    if (!launched_processes_is_first())
      pass_on(&next->head, &next->next);
  }
}

void launched_processes_part(void) {
  const struct head last = {.ends = true};
  if (!of.link)
    return;
  of.stopped |= launched_processes_is_first();
  pass_on_all();
  if (!launched_processes_is_first()) {
    hear();
    send_head(&last);
  }
  for (uint32_t i = 0; i < of.child_count; i++)
    made_free(&of.children[i].next);
  of.link->end();
  of.link = NULL;
  of.now.size = 1;
}
