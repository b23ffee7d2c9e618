/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_mpi.c - MPI in OTF2: the records of messages and collective operations, communicators and their groups.
 * Not here: which communicators are the same on several ranks (job_traces.c), all other events (otf2_events.c). */
#include "commands/convert/otf2_mpi.h"
#include "commands/convert/otf2.h"
#include "sums/job_traces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- events --- */

/* The rows have the names of the functions, without MPI_ and without the I of those that don't block. */
static const struct {
  const char *name;
  OTF2_CollectiveOp operation;
} operations[] = {
    {"barrier", OTF2_COLLECTIVE_OP_BARRIER},
    {"bcast", OTF2_COLLECTIVE_OP_BCAST},
    {"gather", OTF2_COLLECTIVE_OP_GATHER},
    {"gatherv", OTF2_COLLECTIVE_OP_GATHERV},
    {"scatter", OTF2_COLLECTIVE_OP_SCATTER},
    {"scatterv", OTF2_COLLECTIVE_OP_SCATTERV},
    {"allgather", OTF2_COLLECTIVE_OP_ALLGATHER},
    {"allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV},
    {"alltoall", OTF2_COLLECTIVE_OP_ALLTOALL},
    {"alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV},
    {"alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW},
    {"allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE},
    {"reduce", OTF2_COLLECTIVE_OP_REDUCE},
    {"reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER},
    {"reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK},
    {"scan", OTF2_COLLECTIVE_OP_SCAN},
    {"exscan", OTF2_COLLECTIVE_OP_EXSCAN},
    {"neighbor_allgather", OTF2_COLLECTIVE_OP_ALLGATHER},
    {"neighbor_allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV},
    {"neighbor_alltoall", OTF2_COLLECTIVE_OP_ALLTOALL},
    {"neighbor_alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV},
    {"neighbor_alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW},
};

/* Finds OTF2's operation of a function. False if the format has none. */
static bool operation_of(const char *function, OTF2_CollectiveOp *operation) {
  const char *name = strncmp(function, "MPI_", 4) == 0 ? function + 4 : function;
  name += *name == 'I';
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (strcasecmp(name, operations[i].name) == 0) {
      *operation = operations[i].operation;
      return true;
    }
  return false;
}

/* This is a rank's part in a collective operation. part_of finds it by the calling region and the communicator; `root`
 * counts from 1, and 0 is none. False: the format has no such operation. */
struct part {
  OTF2_CollectiveOp operation;
  OTF2_CommRef communicator;
  uint32_t root;
};
static bool part_of(const struct otf2_mpi *m, uint32_t region, uint64_t id, uint64_t root, struct part *p) {
  const struct called *c = job_traces_called(m->source->job, m->source->number, id);
  if (!c || region == NO_REGION || !operation_of(m->whole->analysis.regions[region].name, &p->operation))
    return false;
  const struct communicator *in = &m->source->job->communicators[c->communicator];
  p->communicator = c->communicator;
  p->root = !root || root > UINT32_MAX ? OTF2_UNDEFINED_UINT32
            : in->inter                ? (uint32_t)root - 1
                                       : job_traces_root(&in->sides[0], (uint32_t)root - 1);
  return true;
}

/* Writes a collective operation. The begin of a non-blocking one has no more than its request. */
static OTF2_ErrorCode put_collective(const struct otf2_mpi *m, const struct event *e, uint64_t begin, uint64_t time) {
  const uint64_t *a = e->record->arguments;
  struct part p;
  if (!part_of(m, e->region, a[1], a[2], &p))
    return OTF2_SUCCESS;
  if (a[5])
    return OTF2_EvtWriter_NonBlockingCollectiveRequest(m->out, NULL, time, a[5]);
  OTF2_ErrorCode code = OTF2_EvtWriter_MpiCollectiveBegin(m->out, NULL, begin);
  return code != OTF2_SUCCESS
             ? code
             : OTF2_EvtWriter_MpiCollectiveEnd(m->out, NULL, time, p.operation, p.communicator, p.root, a[3], a[4]);
}

static OTF2_ErrorCode put_collective_done(const struct otf2_mpi *m, const struct event *e, uint64_t time) {
  const uint64_t *a = e->record->arguments;
  uint32_t node = a[1] < UINT32_MAX ? trace_node_find(m->source->trace, (uint32_t)a[1]) : TRACE_NO_NODE;
  struct part p;
  if (node == TRACE_NO_NODE || !part_of(m, m->source->regions[node], a[2], a[3], &p))
    return OTF2_SUCCESS;
  return OTF2_EvtWriter_NonBlockingCollectiveComplete(m->out, NULL, time, p.operation, p.communicator, p.root, a[4],
                                                      a[5], a[0]);
}

/* Notes which rank has made a communicator. The two sides of an intercommunicator have one each; the lower number is
 * taken. */
static void note_origin(const struct otf2_mpi *m, const struct called *c, uint32_t origin) {
  uint32_t *at = &m->origins[c->communicator];
  uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while ((!old || origin < old) &&
         !__atomic_compare_exchange_n(at, &old, origin, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

/* Writes that a communicator was made, between the two records of an operation on the one that it was made of. */
static OTF2_ErrorCode put_made(const struct otf2_mpi *m, const struct event *e, uint64_t begin, uint64_t time) {
  const uint64_t *a = e->record->arguments;
  const struct called *made = a[0] ? job_traces_called(m->source->job, m->source->number, a[0]) : NULL;
  const struct called *of = job_traces_called(m->source->job, m->source->number, a[1]), *by = a[2] ? made : of;
  if (!of || !by)
    return OTF2_SUCCESS;
  OTF2_ErrorCode code = OTF2_EvtWriter_MpiCollectiveBegin(m->out, NULL, begin);
  if (made && code == OTF2_SUCCESS) {
    note_origin(m, made, of->communicator + 1);
    code = OTF2_EvtWriter_CommCreate(m->out, NULL, time, made->communicator);
  }
  return code != OTF2_SUCCESS ? code
                              : OTF2_EvtWriter_MpiCollectiveEnd(m->out, NULL, time, OTF2_COLLECTIVE_OP_CREATE_HANDLE,
                                                                by->communicator, OTF2_UNDEFINED_UINT32, 0, 0);
}

static OTF2_ErrorCode put_freed(const struct otf2_mpi *m, const struct event *e, uint64_t begin, uint64_t time) {
  const struct called *c = job_traces_called(m->source->job, m->source->number, e->record->arguments[0]);
  if (!c)
    return OTF2_SUCCESS;
  note_origin(m, c, UINT32_MAX); /* the trace may lack its begin */
  OTF2_ErrorCode code = OTF2_EvtWriter_MpiCollectiveBegin(m->out, NULL, begin);
  if (code == OTF2_SUCCESS)
    code = OTF2_EvtWriter_CommDestroy(m->out, NULL, time, c->communicator);
  return code != OTF2_SUCCESS ? code
                              : OTF2_EvtWriter_MpiCollectiveEnd(m->out, NULL, time, OTF2_COLLECTIVE_OP_DESTROY_HANDLE,
                                                                c->communicator, OTF2_UNDEFINED_UINT32, 0, 0);
}

OTF2_ErrorCode otf2_mpi_put(const struct otf2_mpi *m, const struct event *e, uint64_t begin, uint64_t time) {
  const uint64_t *a = e->record->arguments;
  const struct job_traces *j = m->source->job;
  switch (e->record->code) {
  case POMP_CODE_ISEND_DONE:
    return OTF2_EvtWriter_MpiIsendComplete(m->out, NULL, time, a[0]);
  case POMP_CODE_IRECEIVE_REQUEST:
    return OTF2_EvtWriter_MpiIrecvRequest(m->out, NULL, time, a[0]);
  case POMP_CODE_COLLECTIVE:
    return put_collective(m, e, begin, time);
  case POMP_CODE_COLLECTIVE_DONE:
    return put_collective_done(m, e, time);
  case POMP_CODE_COMM_CREATE:
    return put_made(m, e, begin, time);
  case POMP_CODE_COMM_DESTROY:
    return put_freed(m, e, begin, time);
  case POMP_CODE_REQUEST_CANCELLED:
    return OTF2_EvtWriter_MpiRequestCancelled(m->out, NULL, time, a[0]);
  default:
    break;
  }
  const struct called *c = job_traces_called(j, m->source->number, a[0]);
  if (!c)
    return OTF2_SUCCESS;
  const struct communicator *in = &j->communicators[c->communicator];
  uint32_t partner = job_traces_member(m->whole, &in->sides[in->inter ? !c->side : 0], a[1]);
  if (partner == UINT32_MAX)
    return OTF2_SUCCESS; /* there is no trace of it */
  switch (e->record->code) {
  case POMP_CODE_SEND:
    return OTF2_EvtWriter_MpiSend(m->out, NULL, time, partner, c->communicator, (uint32_t)a[2], a[3]);
  case POMP_CODE_RECEIVE:
    return OTF2_EvtWriter_MpiRecv(m->out, NULL, time, partner, c->communicator, (uint32_t)a[2], a[3]);
  case POMP_CODE_ISEND:
    return OTF2_EvtWriter_MpiIsend(m->out, NULL, time, partner, c->communicator, (uint32_t)a[2], a[3], a[4]);
  case POMP_CODE_IRECEIVE:
    return OTF2_EvtWriter_MpiIrecv(m->out, NULL, time, partner, c->communicator, (uint32_t)a[2], a[3], a[4]);
  default:
    return OTF2_SUCCESS;
  }
}

/* --- definitions --- */

struct definer {
  OTF2_GlobalDefWriter *out;
  otf2_text text;
  void *context;
  const struct traced_run *source;
  const uint32_t *origins;
  OTF2_GroupRef group; /* the next one */
  uint64_t *members;
};

static OTF2_ErrorCode put_group(struct definer *d, const struct side *side, const char *name, OTF2_GroupRef *group) {
  for (uint32_t i = 0; i < side->count; i++)
    d->members[i] = side->members[i].process;
  *group = d->group++;
  return OTF2_GlobalDefWriter_WriteGroup(d->out, *group, d->text(d->context, name), OTF2_GROUP_TYPE_COMM_GROUP,
                                         OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, side->count, d->members);
}

static OTF2_ErrorCode put_communicator(struct definer *d, uint32_t i) {
  const struct communicator *c = &d->source->job->communicators[i];
  char name[64];
  OTF2_GroupRef group, other;
  snprintf(name, sizeof name, i ? "communicator %u" : "MPI_COMM_WORLD", i);
  OTF2_StringRef called = d->text(d->context, name);
  OTF2_ErrorCode code = put_group(d, &c->sides[0], name, &group);
  if (code == OTF2_SUCCESS && c->inter)
    code = put_group(d, &c->sides[1], name, &other);
  if (code != OTF2_SUCCESS)
    return code;
  OTF2_CommFlag flag = d->origins[i] ? OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS : OTF2_COMM_FLAG_NONE;
  OTF2_CommRef world = i ? 0 : OTF2_UNDEFINED_COMM;
  /* Scalasca refuses one that was made of a later one. */
  OTF2_CommRef from = d->origins[i] && d->origins[i] <= i ? d->origins[i] - 1 : world;
  return c->inter ? OTF2_GlobalDefWriter_WriteInterComm(d->out, i, called, group, other, 0, flag)
                  : OTF2_GlobalDefWriter_WriteComm(d->out, i, called, group, from, flag);
}

OTF2_ErrorCode otf2_mpi_define(const struct traced_run *s, const uint32_t *origins, OTF2_GlobalDefWriter *out,
                               OTF2_GroupRef *group, otf2_text text, void *context) {
  const struct job_traces *j = s->job;
  struct definer d = {out, text, context, s, origins, *group, NULL};
  if (!j)
    return OTF2_SUCCESS;
  d.members = malloc((j->count + 1ull) * sizeof *d.members);
  if (!d.members)
    return OTF2_ERROR_MEM_ALLOC_FAILED;
  for (uint32_t i = 0; i < j->count; i++)
    d.members[i] = otf2_location(s, j->ranks[i].first_location);
  OTF2_ErrorCode code =
      OTF2_GlobalDefWriter_WriteParadigm(out, OTF2_PARADIGM_MPI, text(context, "MPI"), OTF2_PARADIGM_CLASS_PROCESS);
  if (code == OTF2_SUCCESS)
    code = OTF2_GlobalDefWriter_WriteGroup(out, d.group++, text(context, "MPI"), OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                           OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, j->count, d.members);
  for (uint32_t i = 0; code == OTF2_SUCCESS && i < j->communicator_count; i++)
    code = put_communicator(&d, i);
  free(d.members);
  *group = d.group;
  return code;
}
