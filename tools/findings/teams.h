/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* teams.h - what the members of the teams of each fork did, as far as properties of tasks, teams and nesting need it.
 * Not here: the properties (fork_findings.c, task_findings.c, member_findings.c, nesting.c). */
#ifndef FINDINGS_TEAMS_H
#define FINDINGS_TEAMS_H

#include "findings/finding.h"

/* These are the times that one member spent in the teams, in ns. Its time in teams inside of them counts as well. */
struct member {
  double busy;       /* without waiting, with the tasks that it executed */
  double outside;    /* the part of `busy` outside of tasks */
  double wait;       /* at barriers and taskwaits of all kinds */
  double task_wait;  /* the part of `wait` at taskwaits, and at barriers where somebody executed tasks */
  double task_stay;  /* its time at such waits while it was in no task: waiting, or in tasks that it executed there */
  double end_wait;   /* the part of `wait` at the ends of the teams, if nobody executed tasks there */
  double made;       /* how many tasks it made outside of tasks */
  double serialized; /* the part of `busy` in teams of one that it forked */
};

/* This struct sums up all teams that one call path at one location forks. The times of all members together are in
 * `all`. */
struct team {
  uint32_t fork;                  /* the call path's node */
  uint32_t forker;                /* its location */
  double teams;                   /* how many teams there were */
  double size;                    /* how many members they had on average */
  double executed, made_in_tasks; /* numbers of tasks */
  double creating, created;       /* the time that it took to make so many tasks */
  uint32_t task, made_most; /* the regions of the tasks that took most time, and of those that are most; or NO_REGION */
  /* So long members waited for others that were late in worksharing constructs: those whose own barrier executed tasks,
   * and those that have none, so that the waiting is at the end of the team or somewhere before. */
  double late_with_tasks, late_at_end;
  /* These are about constructs `single` in which tasks are made: how long all members were in them, waited at their
   * ends, or executed tasks there; and how long the one member was that executed the block. */
  double single_stay, single_block;
  double divided;    /* in worksharing constructs and in tasks */
  double dealt;      /* in loops of which each member has a part */
  double serial;     /* what one member did at a time, in `single`, `master` and `masked` */
  double alone;      /* the part of `serial` in `master` and `masked`, which have no barrier of their own */
  double late_begin; /* from the forks to the begins of all members but those that forked */
  double making;     /* the members' time for making tasks, with the code around, if one member made tasks at a time */
  double below;      /* the work of threads outside of this team in teams that its members forked */
  double nested;     /* the waiting for nested regions that had teams of one */
  double threads;    /* how many threads there are if all members around it fork such teams at the same time */
  double joining;    /* the members' waiting for fork and join, if it is much of the time */
  double managing;   /* what it took to find and begin tasks, as far as members waited */
  double busiest;    /* what the member with most to do was busy */
  double alike;      /* the part of `all.end_wait` that each member has alike: where it is most, they wait in turn */
  bool by_usual;     /* `joining` is what usual forks take at least */
  uint32_t idle_members; /* how many never work */
  bool by_work; /* `all.end_wait` is no more than what others had more to do: the machine has made members wait, too */
  struct member all;
};

/* It is a part of a finding about a region, and is of one team. */
struct loss {
  enum property property;
  uint32_t region, team;   /* `team` is an index of teams.all */
  double severity, saving; /* thread time, and wall time of the location that forks the team */
  const char *doubt;       /* why it can't be judged, or NULL */
  uint32_t place;          /* its region; before findings are said, the first of that one's copies (find_copies) */
  bool by_work;            /* it is of what members had a processor for */
};

/* These are lists of the nodes in the teams of a fork: all nodes, and the nodes of the roles TEAM and FORK. */
struct team_list {
  uint32_t fork, first, last, first_turn, last_turn;
};

struct teams {
  struct property_search *s;
  struct team *all; /* in the order of their forks */
  uint32_t count;
  struct loss *losses;
  uint32_t loss_count, loss_room;
  struct member *members; /* by location: those of the team that was looked at last */
  /* The members that a location forks are first_member[location], next_member[that one], and so on. */
  uint32_t *first_member, *next_member;
  /* The rest is how nodes belong to teams. */
  uint32_t *fork_of;   /* by node: the fork of the innermost team that it is in, or NO_NODE */
  uint32_t *next;      /* by node: the next one in the team's list, in the order of the experiment, or NO_NODE */
  uint32_t *next_turn; /* by node of role TEAM or FORK: the next of those in the team, or NO_NODE */
  uint32_t *index;     /* by fork: the fork's index in `lists` and `all` */
  struct team_list *lists;
  uint32_t list_room;
  uint32_t *barrier;                 /* by path: the path of the construct's own barrier, or NO_PATH */
  bool *in_task;                     /* by node: it is a part of a task of the team, or a task */
  bool has_blocks;                   /* there are constructs `single` */
  double *region_time, *region_made; /* scratch, by region */
  uint32_t *places;                  /* by region: see find_copies; NULL: not yet */
  /* By region of a task, and of its creation: the task that stands for it in findings if it is too fine, or NO_REGION;
   * what such tasks usually work, in ns; whether that is less than what it takes to make and begin one. */
  uint32_t *fine;
  double *fine_work;
  bool *finest;
};

/* Finds which nodes belong to which teams, and puts those in the order of their forks. False: no memory. Either way
 * teams_free is to be called. */
bool teams_make(struct teams *t, struct property_search *s);
void teams_free(struct teams *t);
/* Fills in a team and teams.members. */
void teams_add_up(struct teams *t, struct team *team);
/* Adds a loss unless it is less than nothing. */
void teams_lose(struct teams *t, struct loss loss);

/* These are sums over a region and its copies. */
struct totals_of_place {
  double visits, visit_time, inclusive;
};
struct totals_of_place teams_place(const struct teams *t, uint32_t place);

/* Looks for short parallel regions where nesting is not known. This is fork_findings.c. */
void find_forks(struct property_search *s);

/* Finds out which tasks are too fine. False: no memory. This is fine_tasks.c. */
bool teams_find_fine(struct teams *t);
#define BEGIN_TIMES 4 /* it takes no longer to find a task and begin it than to make so many */

/* Each of these looks for losses in a team; teams.members are its members. */
void team_lose_forks(struct teams *t, uint32_t index);   /* fork_findings.c */
void team_lose_tasks(struct teams *t, uint32_t index);   /* task_findings.c; it sets team.managing */
void team_lose_fine(struct teams *t, uint32_t index);    /* fine_tasks.c */
void team_lose_members(struct teams *t, uint32_t index); /* member_findings.c */
void team_lose_nested(struct teams *t, uint32_t index);  /* nesting.c */

/* Says that tasks take long to make as large objects are copied, if their clauses do that. This is task_findings.c. */
bool find_tell_copies(struct finding *f, const struct region *task, double creation);

/* True if it does nothing but wait, where others work. */
bool member_is_idle(const struct team *team, const struct member *m);

/* Each of these writes the evidence and the advice of a finding. `l` are its losses, the one with most saving first. */
void tell_forks(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count);
void tell_fine(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count);
void tell_creation(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count);
void tell_starvation(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count);
void tell_idle_members(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count);
void tell_uneven_members(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count);
void tell_undivided(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count);
void tell_serialized(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count);

#endif
