/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_tree.c - a location's call tree: each call path is found by its parent and key, its node is where readers look
 * for it, and whatever somebody writes to the file, the tree stays. */
#include "records/call_tree.h"
#include "pomp.h"
#include "state/thread.h"
#include "unit.h"

#include "visits/hot_path.h"
#include <fcntl.h>

enum { WIDE = 5000, DEEP = 300, BUCKETS = 64, ROOM = 61, LIMIT = 8 << 20 };

static struct pomp_thread location;
static struct pomp_bucket buckets[BUCKETS];
static struct pomp_path first[1 + ROOM];

/* As location.c does it. */
static void make_location(void) {
  struct pomp_block *block;
  size_t head = sizeof *block + sizeof(struct pomp_location);
  CHECK(pomp_arena_block(&block, POMP_BLOCK_LOCATION, 0, (uint32_t)head, POMP_FORMAT_ALIGN) == 0);
  location.location = (struct pomp_location *)(void *)(block + 1);
  struct pomp_paths *paths = (struct pomp_paths *)(void *)first;
  *paths = (struct pomp_paths){.thread = &location, .block = block, .room = ROOM};
  pomp_tree_init(&location, buckets, BUCKETS, paths);
  location.root = location.base = location.current = pomp_tree_add(&location, 0, NULL);
  pomp_tree_publish(&location);
}

static struct pomp_path *add(struct pomp_path *parent, uint32_t key) {
  CHECK(!pomp_tree_is_full(&location) || pomp_tree_grow(&location) == 0);
  struct pomp_path *p = pomp_tree_add(&location, key, parent);
  pomp_tree_publish(&location);
  return p;
}

static uint32_t key_of(uint32_t i) { return POMP_KEY(i, i % 2 ? POMP_ROLE_FOR : POMP_ROLE_USER); }

static struct pomp_path *wide[WIDE + 1], *deep[DEEP + 1];

static void make_tree(void) {
  for (uint32_t i = 1; i <= WIDE; i++)
    wide[i] = add(location.root, key_of(i));
  deep[0] = location.root;
  for (uint32_t i = 1; i <= DEEP; i++)
    deep[i] = add(deep[i - 1], key_of(WIDE + i));
}

static struct pomp_path *found(struct pomp_path *parent, uint32_t key) {
  location.current = parent;
  return pomp_child(&location, key, POMP_KEY_ROLE(key));
}

static void all_are_found(void) {
  for (uint32_t i = 1; i <= WIDE; i++)
    CHECK(found(location.root, key_of(i)) == wide[i]);
  for (uint32_t i = 1; i <= DEEP; i++)
    CHECK(found(deep[i - 1], key_of(WIDE + i)) == deep[i]);
  CHECK(!found(location.root, key_of(WIDE + 2)) && !found(deep[1], key_of(1)) && !found(wide[1], key_of(1)));
}

static void nodes_say_where_they_belong(void) {
  for (uint32_t i = 1; i <= DEEP; i++) {
    const struct pomp_node *n = pomp_node_of(deep[i]);
    CHECK(n->key == key_of(WIDE + i) && n->parent == deep[i - 1]->number && n->min == UINT64_MAX && !n->visits);
    CHECK(pomp_node_number(n) == deep[i]->number && (uintptr_t)n % 64 == 0);
  }
}

static void open_ones_are_found(void) {
  location.current = deep[DEEP];
  CHECK(pomp_open_path(&location, key_of(WIDE + 1)) == deep[1] &&
        pomp_open_path(&location, key_of(WIDE + DEEP)) == deep[DEEP]);
  location.base = deep[10]; /* what is open at the base or above is not open here */
  CHECK(!pomp_open_path(&location, key_of(WIDE + 10)) && pomp_open_path(&location, key_of(WIDE + 11)) == deep[11]);
  location.base = location.root;
}

int main(void) {
  CHECK(pomp_arena_create(AT_FDCWD, "file", LIMIT, 0, 0600) == 0);
  make_location();
  make_tree();
  all_are_found();
  nodes_say_where_they_belong();
  open_ones_are_found();
  for (int byte = 0; byte < 256; byte += 51) {
    memset(pomp_base + POMP_FORMAT_HEADER_SIZE, byte, pomp_arena_used() - POMP_FORMAT_HEADER_SIZE);
    all_are_found();
    open_ones_are_found();
  }
  CHECK(add(location.root, key_of(WIDE + 2)) && found(location.root, key_of(WIDE + 2)));
  return 0;
}
