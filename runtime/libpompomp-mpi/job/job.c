/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job.c - the ranks of a job have one experiment: they meet when MPI begins, and make one file of theirs when it ends.
 * Not here: what calls of MPI functions count (count), how clocks are compared (align_clocks.c) and files become one
 * (merge.c), what a rank adds to the file when its process ends (rank_end.c). */
#include "job/job.h"
#include "base/messages.h"
#include "job/align_clocks.h"
#include "job/arrival.h"
#include "job/job_summary.h"
#include "job/members.h"
#include "job/merge.h"
#include "job/pack.h"
#include "job/rank_end.h"
#include "pomp_system.h"
#include "surface/adapter.h"
#include "surface/adapter_job.h"

#include <errno.h>
#include <string.h>

static struct pomp_tree tree = {.comm = MPI_COMM_NULL};
static struct pomp_alignment begun; /* how the clocks compared when the job began */
static int leader;                  /* which rank of the tree has taken the directory */
static bool together;               /* all ranks' files are in the same directory */
static bool verbose;                /* POMP_VERBOSE of the rank that leads */
static char path[POMP_ADAPTER_PATH], called[POMP_ADAPTER_PATH];
static struct pomp_rank_identity identity; /* that the process's file says it has */

__attribute__((constructor)) void pomp_mpi_expect(void) {
  static bool done;
  if (!done)
    pomp_adapter_expect_job();
  done = true;
}

/* Makes a number that no other job has. */
static uint64_t new_job(void) {
  struct timespec now;
  pomp_sys_clock_gettime(CLOCK_REALTIME, &now);
  uint64_t n = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  n = (n ^ (uint64_t)pomp_sys_getpid() << 40) * 0x9e3779b97f4a7c15u;
  return n ? n : 1;
}

/* Returns for how many ranks it holds; -1: MPI fails. */
static int count(bool is) {
  int n = is;
  return PMPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT, MPI_SUM, tree.comm) == MPI_SUCCESS ? n : -1;
}

/* The leading rank sends this to all other ranks. */
struct invitation {
  uint64_t job; /* 0: there is none */
  int leader;   /* its rank in MPI_COMM_WORLD */
  int there;    /* its file is there already */
  int verbose;
};

/* Returns which rank of the tree leads: the lowest that can measure; the tree's size if none can. */
static int find_leader(bool measures) {
  int own = measures ? tree.rank : tree.size, lowest = tree.size;
  return PMPI_Allreduce(&own, &lowest, 1, MPI_INT, MPI_MIN, tree.comm) == MPI_SUCCESS ? lowest : tree.size;
}

/* Says how the meeting ended. `all` ranks measure, and `in` ranks have their file in the job's directory. */
static void say_meeting(bool invited, int all, int in, int error) {
  if (together && verbose && in == tree.world_size)
    pomp_adapter_say(POMP_SAYS_JOB, in, called);
  else if (together && verbose)
    pomp_adapter_say(POMP_SAYS_JOB_OF_SOME, in, tree.world_size, called);
  else if (!together && invited)
    pomp_adapter_say(POMP_SAYS_JOB_SPLIT, all - in, tree.size, called, strerror(error));
  else if (!invited)
    pomp_adapter_say(POMP_SAYS_JOB_UNPLACED, tree.world_rank, strerror(error));
}

/* All members take one directory. A rank that can't reach it keeps its own. */
static void meet(void) {
  enum pomp_adapter_phase phase = pomp_adapter_phase();
  bool measures = phase != POMP_ADAPTER_NONE;
  int error = 0;
  leader = find_leader(measures);
  bool leads = leader == tree.rank, joined = leads;
  uint32_t rank = (uint32_t)tree.world_rank, ranks = (uint32_t)tree.world_size;
  if (leader == tree.size)
    return;
  struct invitation invitation = {new_job(), tree.world_rank, phase == POMP_ADAPTER_MEASURING,
                                  pomp_adapter_is_verbose()};
  if (leads && (error = pomp_adapter_take(rank, ranks, invitation.job, path, called)))
    invitation.job = 0;
  if (PMPI_Bcast(&invitation, sizeof invitation, MPI_BYTE, leader, tree.comm) != MPI_SUCCESS ||
      PMPI_Bcast(path, sizeof path, MPI_BYTE, leader, tree.comm) != MPI_SUCCESS ||
      PMPI_Bcast(called, sizeof called, MPI_BYTE, leader, tree.comm) != MPI_SUCCESS)
    return;
  if (!leads && measures && invitation.job) {
    error = pomp_adapter_join(path, called, rank, ranks, invitation.job, (uint32_t)invitation.leader, invitation.there);
    joined = !error;
  }
  joined = joined && invitation.job;
  if (invitation.job)
    identity = (struct pomp_rank_identity){rank, ranks, invitation.job};
  verbose = invitation.verbose;
  int count[2] = {measures, joined}, first_error = -error; /* any will do */
  PMPI_Allreduce(MPI_IN_PLACE, count, 2, MPI_INT, MPI_SUM, tree.comm);
  PMPI_Allreduce(MPI_IN_PLACE, &first_error, 1, MPI_INT, MPI_MAX, tree.comm);
  together = count[1] > 0 && count[1] == count[0];
  if (leads)
    say_meeting(invitation.job, count[0], count[1], first_error);
}

/* The rank does not know the others, or is not measured. */
static void stay_alone(int rank, int size, const struct pomp_members *m) {
  static const char *const reasons[] = {
      [POMP_MEMBERS_OWN] = "POMP_RANKS=own says so",
      [POMP_MEMBERS_UNNAMED] = "the launcher does not name the job",
      [POMP_MEMBERS_UNMARKED] = "the ranks can't find each other",
  };
  if ((size_t)m->why >= sizeof reasons / sizeof *reasons || !reasons[m->why])
    return;
  if (pomp_adapter_is_verbose())
    pomp_adapter_say(POMP_SAYS_RANK_ALONE, rank, size, reasons[m->why]);
  pomp_adapter_alone((uint32_t)rank, (uint32_t)size, m->job);
}

void pomp_mpi_starting(void) { pomp_members_expect(); }
void pomp_mpi_not_started(void) { pomp_members_end(&(struct pomp_members){.count = 0}, 0); }

/* MPI takes the attributes of MPI_COMM_SELF away before it ends, whichever call ends it: Fortran, PMPI_Finalize. */
static int lose_attribute(MPI_Comm comm, int key, void *value, void *state) {
  (void)comm, (void)key, (void)value, (void)state;
  pomp_mpi_finalizing();
  return MPI_SUCCESS;
}

static void expect_end(void) {
  int key;
  if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, lose_attribute, &key, NULL) != MPI_SUCCESS)
    return;
  PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  PMPI_Comm_free_keyval(&key); /* when the attribute has gone */
}

void pomp_mpi_started(int rank, int size) {
  struct pomp_members m = pomp_members_find(rank, size);
  if (!m.count)
    stay_alone(rank, size, &m);
  else if (!pomp_tree_make(&tree, m.ranks, m.count, rank, size))
    pomp_adapter_say(POMP_SAYS_JOB_WITHOUT_COMM);
  else {
    meet();
    pomp_arrival_begin(&tree);
    expect_end();
    begun = pomp_align(&tree);
    struct pomp_header *header = pomp_adapter_header();
    if (header)
      header->alignment[0] = begun;
  }
  pomp_members_end(&m, size);
}

static double seconds(void) { return PMPI_Wtime(); }

static void say_failure(struct pomp_outcome all) {
  if (all.error == -EBADMSG && together)
    pomp_adapter_say(POMP_SAYS_RANK_SPOILED, all.rank, called, called);
  else if (all.error == -EBADMSG)
    pomp_adapter_say(POMP_SAYS_RANK_LEFT_OUT, all.rank);
  else if (together)
    pomp_adapter_say(POMP_SAYS_NOT_MERGED, called, strerror(-all.error), called);
}

/* Makes one file of all. True: it is there. `own` becomes the error of this rank alone. */
static bool merge(struct pomp_merge *m, struct pomp_rank_file *f, const struct pomp_snapshot *s,
                  struct pomp_place *place, struct pomp_rank_sums *sums, int *own) {
  double begin = seconds();
  *own = s->there && !s->bytes ? -ENOMEM : pomp_rank_file_read(f, s->bytes, s->size, &identity, &m->all);
  m->all.failed = *own == -ENOMEM;
  struct pomp_outcome all = pomp_merge_agree(&tree, *own);
  if (!pomp_merge_definitions(&tree, m) && !all.error) /* they are for the table at the end, too */
    all.error = -ENOMEM;
  double unified = seconds();
  if (together && !all.error)
    all = pomp_merge_write(&tree, m, f, path, pomp_adapter_converts(), place, sums, own);
  if (tree.rank == 0 && all.error)
    say_failure(all);
  else if (tree.rank == 0 && together && verbose)
    pomp_adapter_say(POMP_SAYS_MERGED, tree.size, seconds() - begin, m->all.construct_count, unified - begin,
                     seconds() - unified);
  return together && !all.error;
}

/* True if any rank wants the experiment to be packed. */
static bool packs(void) { return count(pomp_adapter_packs()) > 0; }

static void finish(const struct pomp_snapshot *s, bool summary) {
  struct pomp_merge m = {.definition_bytes = 0};
  struct pomp_rank_file f = {.mapped = NULL};
  struct pomp_place place;
  struct pomp_rank_sums sums = {.count = 0};
  int own;
  bool merged = merge(&m, &f, s, &place, &sums, &own);
  if (summary && m.own.strings)
    pomp_sums_print(&tree, &m, s->there && own != -EBADMSG ? s : NULL);
  if (merged && packs())
    pomp_pack(&tree, path, tree.world_rank);
  PMPI_Barrier(tree.comm);
  if (s->there)
    pomp_adapter_go_on(merged ? pomp_rank_end_prepare(&f, &m.own, &sums, &place, path, &identity) : NULL);
  pomp_rank_file_free(&f);
  pomp_rank_sums_free(&sums);
  pomp_merge_free(&m);
}

void pomp_mpi_finalizing(void) {
  static bool done;
  if (tree.comm == MPI_COMM_NULL || done)
    return;
  done = true;
  if (!pomp_arrive(&tree)) {
    tree.comm = MPI_COMM_NULL; /* MPI frees it */
    return;
  }
  const struct pomp_alignment alignment[2] = {begun, pomp_align(&tree)};
  struct pomp_snapshot snapshot;
  int summary = pomp_adapter_wants_summary();
  PMPI_Bcast(&summary, 1, MPI_INT, 0, tree.comm);
  pomp_adapter_snapshot(&snapshot, alignment, summary);
  int there = count(snapshot.there), worth = count(snapshot.worth);
  bool removed = there > 0 && worth <= 0 && snapshot.there;
  if (there > 0 && worth > 0)
    finish(&snapshot, summary);
  else if (removed && tree.rank != leader)
    pomp_adapter_remove();
  PMPI_Barrier(tree.comm);
  if (removed && tree.rank == leader) /* the last one, as the directory is its own */
    pomp_adapter_remove();
  pomp_adapter_snapshot_free(&snapshot);
  pomp_tree_free(&tree);
}

void pomp_mpi_finalized(void) { pomp_adapter_left_job(); }
