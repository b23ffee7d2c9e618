/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* no_database.c - tells whether pomp-runs was built with SQLite, and is in place of the database if it was not.
 * Not here: the database (database.c, database_write.c, database_read.c). */
#include "commands/runs/database.h"

#include <stddef.h>

#ifdef POMP_HAS_SQLITE
const char *database_lacks(void) { return NULL; }
#else
const char *database_lacks(void) {
  return "this pomp-runs was built without SQLite (Debian: libsqlite3-dev), which it needs";
}
struct database *database_open(const char *path, bool write) {
  (void)path, (void)write;
  return NULL;
}
void database_close(struct database *db) { (void)db; }
bool database_store(struct database *db, const struct run *r, const char *identity, int64_t *id, bool *is_new) {
  (void)db, (void)r, (void)identity, (void)id, (void)is_new;
  return false;
}
bool database_list(struct database *db, struct run_list *list) {
  (void)db, (void)list;
  return false;
}
void run_list_free(struct run_list *list) { (void)list; }
bool database_fill(struct database *db, int64_t id, bool paths, struct run *r) {
  (void)db, (void)id, (void)paths, (void)r;
  return false;
}
#endif
