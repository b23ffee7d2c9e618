/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* replay_messages.c - adds up what the records of messages say, by call path.
 * Not here: all other records (replay.c), which messages belong together (tools/findings/mpi_waits.c). */
#include "files/replay_messages.h"
#include "files/replay.h"
#include "pomp_array.h"

static bool is_same(const void *context, uint32_t number) {
  const struct replay_partners *all = context;
  const struct replay_partner *wanted = &all->at[all->count], *p = &all->at[number];
  return p->node == wanted->node && p->partner == wanted->partner;
}

static void add_partner(struct replay *p, struct replay_messages *m, uint64_t partner) {
  struct replay_partners *all = p->sums->partners;
  if (!POMP_ARRAY_ROOM(all->at, all->room, all->count + 1ull) || !pomp_index_room(&all->index, all->count + 1ull)) {
    all->no_memory = true;
    return;
  }
  all->at[all->count] = (struct replay_partner){partner, p->current};
  uint32_t hash = pomp_hash(partner, p->current);
  struct pomp_slot *slot = pomp_index_find(&all->index, hash, is_same, all);
  if (slot->number)
    return;
  pomp_index_put(&all->index, slot, hash, all->count++);
  m->partners++;
}

static void add(uint64_t *messages, uint64_t *bytes, uint64_t more) {
  *messages += 1;
  *bytes = more > UINT64_MAX - *bytes ? UINT64_MAX : *bytes + more;
}

/* Returns how many ranks a communicator has, on both of its sides. */
static uint32_t size_of(const struct replay *p, uint64_t id) {
  const struct trace *t = p->trace;
  uint32_t low = 0, high = t->communicator_count;
  if (!id)
    return p->sums->ranks;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (t->communicators[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < t->communicator_count && t->communicators[low].id == id;
  return found ? t->communicators[low].size + t->communicators[low].others : 0;
}

static void add_collective(struct replay *p, struct replay_messages *m, const uint64_t *a) {
  uint32_t ranks = size_of(p, a[1]);
  m->sent_bytes = a[3] > UINT64_MAX - m->sent_bytes ? UINT64_MAX : m->sent_bytes + a[3];
  m->received_bytes = a[4] > UINT64_MAX - m->received_bytes ? UINT64_MAX : m->received_bytes + a[4];
  m->ranks = ranks > m->ranks ? ranks : m->ranks;
}

void replay_message(struct replay *p, const struct trace_record *r) {
  const struct trace_node *n = &p->trace->nodes[p->current];
  const uint64_t *a = r->arguments;
  if (!p->sums || n->location != p->location || !pomp_role_has_messages(POMP_KEY_ROLE(n->key)))
    return;
  struct replay_messages *m = &p->sums->messages[p->current];
  switch (r->code) {
  case POMP_CODE_SEND:
  case POMP_CODE_ISEND:
    add(&m->sent, &m->sent_bytes, a[3]);
    add_partner(p, m, a[1]);
    break;
  case POMP_CODE_RECEIVE:
  case POMP_CODE_IRECEIVE:
    add(&m->received, &m->received_bytes, a[3]);
    add_partner(p, m, a[1]);
    break;
  case POMP_CODE_ACCESS:
    if (a[0])
      add(&m->sent, &m->sent_bytes, a[1]);
    else
      add(&m->received, &m->received_bytes, a[1]);
    if (a[2])
      add_partner(p, m, a[2] - 1);
    break;
  case POMP_CODE_COLLECTIVE:
    add_collective(p, m, a);
    break;
  case POMP_CODE_PARTNER:
    add_partner(p, m, a[0]);
    break;
  default:
    return;
  }
  m->any = true;
}
