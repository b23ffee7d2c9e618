/* location.c - gives each thread a location, and takes it back when the thread ends.
 * Not here: the place of a thread in the tree of teams, which needs OMPT.
 *
 * A new thread takes over the location of one that has ended, if there is one. So a program that starts 10,000 threads
 * one after the other has two locations, and the experiment's size is bounded by the number of threads that live at the
 * same time. `served` counts them. */
#include "location.h"
#include "measurement.h"
#include "task.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST_BLOCK POMP_FORMAT_ALIGN
#define FIRST_BUCKETS 64u

/* What stands before the first nodes of a location. */
struct place {
  struct pomp_block head;
  struct pomp_location location;
  union {
    struct pomp_thread thread;
    char pad[128];
  } own;
  uint32_t buckets[FIRST_BUCKETS];
};
_Static_assert(sizeof(struct pomp_block) == 64 && sizeof(struct pomp_location) == 128, "layout of the file");
_Static_assert(sizeof(struct place) % 64 == 0, "nodes are aligned to cache lines");

_Thread_local struct pomp_tls pomp_tls;
uint64_t pomp_location_joined;

static struct pomp_thread *first_thread; /* location 0, until the first thread has its first event */
static struct pomp_thread *ended;        /* list of locations whose thread is gone */
static uint32_t count;
static pthread_key_t key;
static bool key_made;

/* Runs in the thread that ends, possibly before destructors that still use OpenMP: those get a location again. */
static void thread_ends(void *thread) {
  struct pomp_thread *t = thread;
  if (!pomp_slow_begin())
    return;
  if (pomp_is_measuring() && pomp_tls.here == t) {
    uint64_t now = pomp_clock();
    struct pomp_node *root = pomp_node_at(t->location->root);
    pomp_close_inside(t, root, now);
    pomp_task_forget(t);
    POMP_ADD(root->inclusive, now - POMP_LOAD(root->start));
    POMP_STORE(root->start, 0);
    POMP_STORE(t->location->last, now);
    POMP_STORE(t->location->state, POMP_LOCATION_ENDED);
    if (t->location->id != 0) { /* location 0 stays the program's first thread */
      t->next_free = ended;
      ended = t;
    }
  }
  pomp_tls.here = NULL;
  pomp_slow_end();
}

static int make(struct pomp_thread **made) {
  struct pomp_block *block;
  int error = pomp_arena_block(&block, POMP_BLOCK_LOCATION, count, sizeof(struct place), FIRST_BLOCK);
  if (error)
    return error;
  struct place *p = (struct place *)(void *)block;
  p->location.id = count++;
  p->location.parent = p->location.thread_num = p->location.level = p->location.team_size = POMP_NO_PLACE;
  struct pomp_thread *t = &p->own.thread;
  t->location = &p->location;
  t->block = block;
  pomp_tree_init(t, p->buckets, FIRST_BUCKETS);
  *made = t;
  return 0;
}

static void occupy(struct pomp_thread *t, uint64_t since, bool worker) {
  struct pomp_location *l = t->location;
  struct pomp_node *root = pomp_node_at(l->root);
  l->served++;
  l->os_thread = (uint32_t)syscall(SYS_gettid);
  if (worker)
    l->flags |= POMP_LOCATION_WORKER;
  else
    l->flags &= ~(uint32_t)POMP_LOCATION_WORKER;
  POMP_ADD(root->visits, 1);
  POMP_STORE(root->start, since);
  POMP_STORE(l->state, POMP_LOCATION_ACTIVE);
}

int pomp_location_start(void) {
  if (!key_made)
    key_made = pthread_key_create(&key, thread_ends) == 0;
  int error = make(&first_thread);
  if (error)
    return error;
  pomp_file()->pair_cost = pomp_pair_cost(first_thread);
  occupy(first_thread, pomp_file()->sync[0].tick, false);
  first_thread->location->os_thread = (uint32_t)getpid();
  pomp_arena_publish();
  return 0;
}

int pomp_location_attach(bool worker) {
  struct pomp_thread *t = NULL;
  if (first_thread && syscall(SYS_gettid) == getpid()) {
    t = first_thread;
    first_thread = NULL;
  } else {
    if (ended) {
      t = ended;
      ended = t->next_free;
    } else {
      int error = make(&t);
      if (error)
        return error;
    }
    occupy(t, pomp_clock(), worker);
    pomp_arena_publish();
  }
  pomp_tls.here = t;
  if (key_made)
    pthread_setspecific(key, t);
  return 0;
}

bool pomp_location_many(void) { return count > 1; }

void pomp_location_unwind(struct pomp_thread *t) {
  uint64_t now = pomp_clock(), end = POMP_LOAD(pomp_location_joined);
  uint64_t last = t->location->last;
  for (struct pomp_node *n = t->current; n->parent; n = pomp_node_at(n->parent))
    last = n->start > last ? n->start : last;
  if (end < last || end > now)
    end = last;
  pomp_close_inside(t, pomp_node_at(t->location->root), end);
  pomp_task_forget(t);
}
