/* otf2_mpi.c - MPI in OTF2: the records of messages and collective operations, communicators and their groups.
 * Not here: which communicators are the same on several ranks (job.c), all other events (otf2_events.c). */
#include "otf2_mpi.h"
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- events --- */

/* By the names of the functions, without MPI_ and the I of those that don't block. */
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

/* False: it is none that the format has. */
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

static OTF2_ErrorCode put_collective(const struct otf2_mpi *m, const struct event *e, uint64_t begin, uint64_t time) {
  const uint64_t *a = e->record->arguments;
  const struct called *c = job_called(m->source->job, m->source->number, a[1]);
  OTF2_CollectiveOp operation;
  if (!c || !operation_of(m->whole->analysis.regions[e->region].name, &operation))
    return OTF2_SUCCESS;
  uint32_t root = a[2] && a[2] <= UINT32_MAX ? (uint32_t)a[2] - 1 : OTF2_UNDEFINED_UINT32;
  OTF2_ErrorCode code = OTF2_EvtWriter_MpiCollectiveBegin(m->out, NULL, begin);
  return code != OTF2_SUCCESS
             ? code
             : OTF2_EvtWriter_MpiCollectiveEnd(m->out, NULL, time, operation, c->communicator, root, a[3], a[4]);
}

OTF2_ErrorCode otf2_mpi_put(const struct otf2_mpi *m, const struct event *e, uint64_t begin, uint64_t time) {
  const uint64_t *a = e->record->arguments;
  const struct job *j = m->source->job;
  switch (e->record->code) {
  case POMP_CODE_ISEND_DONE:
    return OTF2_EvtWriter_MpiIsendComplete(m->out, NULL, time, a[0]);
  case POMP_CODE_IRECEIVE_REQUEST:
    return OTF2_EvtWriter_MpiIrecvRequest(m->out, NULL, time, a[0]);
  case POMP_CODE_COLLECTIVE:
    return put_collective(m, e, begin, time);
  default:
    break;
  }
  const struct called *c = job_called(j, m->source->number, a[0]);
  if (!c)
    return OTF2_SUCCESS;
  const struct communicator *in = &j->communicators[c->communicator];
  uint32_t partner = job_member(m->whole, &in->sides[in->inter ? !c->side : 0], a[1]);
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
  const struct source *source;
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
  return c->inter ? OTF2_GlobalDefWriter_WriteInterComm(d->out, i, called, group, other, 0, OTF2_COMM_FLAG_NONE)
                  : OTF2_GlobalDefWriter_WriteComm(d->out, i, called, group, i ? 0 : OTF2_UNDEFINED_COMM,
                                                   OTF2_COMM_FLAG_NONE);
}

OTF2_ErrorCode otf2_mpi_define(const struct source *s, OTF2_GlobalDefWriter *out, OTF2_GroupRef *group, otf2_text text,
                               void *context) {
  const struct job *j = s->job;
  struct definer d = {out, text, context, s, *group, NULL};
  if (!j)
    return OTF2_SUCCESS;
  d.members = malloc((j->count + 1ull) * sizeof *d.members);
  if (!d.members)
    return OTF2_ERROR_MEM_ALLOC_FAILED;
  for (uint32_t i = 0; i < j->count; i++)
    d.members[i] = j->ranks[i].first_location;
  OTF2_ErrorCode code =
      OTF2_GlobalDefWriter_WriteParadigm(out, OTF2_PARADIGM_MPI, text(context, "MPI"), OTF2_PARADIGM_CLASS_PROCESS);
  if (code == OTF2_SUCCESS)
    code = OTF2_GlobalDefWriter_WriteGroup(out, d.group++, text(context, ""), OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                           OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, j->count, d.members);
  for (uint32_t i = 0; code == OTF2_SUCCESS && i < j->communicator_count; i++)
    code = put_communicator(&d, i);
  free(d.members);
  *group = d.group;
  return code;
}
