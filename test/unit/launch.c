/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* launch.c - what launchers of MPI jobs put into the environment: each names a job alike for all of its processes,
 * and no two jobs alike. Not here: launchers themselves (test/runtime/mpi has Open MPI's). */
#include "pomp_launch.h"
#include "unit.h"

#include <sys/wait.h>

static const char *const variables[] = {"PMIX_RANK",
                                        "PMIX_NAMESPACE",
                                        "OMPI_COMM_WORLD_SIZE",
                                        "OMPI_COMM_WORLD_LOCAL_SIZE",
                                        "OMPI_MCA_orte_precondition_transports",
                                        "PMI_RANK",
                                        "PMI_SIZE",
                                        "MPI_LOCALNRANKS",
                                        "SLURM_PROCID",
                                        "SLURM_STEP_NUM_TASKS",
                                        "SLURM_STEP_NUM_NODES",
                                        "SLURM_JOB_ID",
                                        "SLURM_STEP_ID",
                                        "SLURM_RESTART_COUNT"};

static void forget(void) {
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    unsetenv(variables[i]);
}

/* Sets "NAME=VALUE NAME=VALUE …". */
static void set(const char *text) {
  static char kept[512];
  snprintf(kept, sizeof kept, "%s", text);
  for (char *word = strtok(kept, " "); word; word = strtok(NULL, " ")) {
    char *value = strchr(word, '=');
    CHECK(value);
    *value = 0;
    setenv(word, value + 1, 1);
  }
}

static struct pomp_launch read_with(const char *text) {
  struct pomp_launch l;
  forget();
  set(text);
  CHECK(pomp_launch_read(&l) == (l.size > 0));
  return l;
}

#define MPIRUN                                                                                                         \
  "PMIX_NAMESPACE=73 OMPI_MCA_orte_precondition_transports=ab-cd OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_LOCAL_SIZE=4 "
#define SRUN "SLURM_JOB_ID=7 SLURM_STEP_ID=1 SLURM_STEP_NUM_TASKS=4 SLURM_STEP_NUM_NODES=2 "

static void the_processes_of_a_job_agree(void) {
  struct pomp_launch a = read_with(MPIRUN "PMIX_RANK=0"), b = read_with(MPIRUN "PMIX_RANK=3");
  CHECK(a.rank == 0 && b.rank == 3 && a.size == 4 && a.one_node && strcmp(a.key, b.key) == 0 && strlen(a.key) == 32);
  CHECK(!read_with(MPIRUN "PMIX_RANK=0 OMPI_COMM_WORLD_LOCAL_SIZE=2").one_node);
  a = read_with(SRUN "SLURM_PROCID=0");
  b = read_with(SRUN "SLURM_PROCID=2 PMI_RANK=2 PMI_SIZE=4");
  CHECK(b.rank == 2 && b.size == 4 && !b.one_node && strcmp(a.key, b.key) == 0);
  CHECK(read_with(SRUN "SLURM_PROCID=2 SLURM_STEP_NUM_NODES=1").one_node);
}

static void no_two_jobs_are_called_alike(void) {
  static const char *const jobs[] = {MPIRUN "PMIX_RANK=0",
                                     MPIRUN "PMIX_RANK=0 PMIX_NAMESPACE=74",
                                     MPIRUN "PMIX_RANK=0 OMPI_MCA_orte_precondition_transports=ab-ce",
                                     MPIRUN "PMIX_RANK=0 PMIX_NAMESPACE=7 OMPI_MCA_orte_precondition_transports=3ab-cd",
                                     SRUN "SLURM_PROCID=0",
                                     SRUN "SLURM_PROCID=0 SLURM_STEP_ID=2",
                                     SRUN "SLURM_PROCID=0 SLURM_JOB_ID=71 SLURM_STEP_ID=",
                                     SRUN "SLURM_PROCID=0 SLURM_RESTART_COUNT=1"};
  enum { JOBS = sizeof jobs / sizeof *jobs };
  struct pomp_launch l[JOBS];
  for (int i = 0; i < JOBS; i++) {
    l[i] = read_with(jobs[i]);
    CHECK(l[i].size == 4);
    for (int k = 0; k < i; k++)
      CHECK(strcmp(l[i].key, l[k].key) != 0);
  }
}

static void what_is_not_known_is_not_guessed(void) {
  static const char *const nothing[] = {
      "", "PMIX_RANK=0", MPIRUN, MPIRUN "PMIX_RANK=4", MPIRUN "PMIX_RANK=-1", MPIRUN "PMIX_RANK=0x1",
      MPIRUN "PMIX_RANK=99999999999", MPIRUN "PMIX_RANK=1 PMIX_NAMESPACE=",
      /* another launcher within a step of Slurm's, which knows one process a machine */
      SRUN "SLURM_PROCID=0 PMI_RANK=3 PMI_SIZE=8",
      /* no process of Hydra's above this one */
      "PMI_RANK=0 PMI_SIZE=2 MPI_LOCALNRANKS=2"};
  for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
    CHECK(read_with(nothing[i]).size == 0);
}

/* As a process below one of Hydra's, writes what it finds. */
static int below_hydra(bool one_node) {
  struct pomp_launch l =
      read_with(one_node ? "PMI_RANK=1 PMI_SIZE=2 MPI_LOCALNRANKS=2" : "PMI_RANK=1 PMI_SIZE=2 MPI_LOCALNRANKS=1");
  printf("%d %d %d %s\n", l.rank, l.size, l.one_node, l.key);
  return 0;
}

/* The others of the job are what this process is only if it is the launcher's child. */
static void the_launcher_s_own_are_told(const char *self) {
  char command[1024], path[] = "/tmp/pomp-unit-XXXXXX", program[64];
  CHECK(mkdtemp(path));
  snprintf(program, sizeof program, "%s/hydra_pmi_proxy", path);
  CHECK(symlink(self, program) == 0);
  snprintf(command, sizeof command, "PMI_RANK=1 PMI_SIZE=2 '%s' own '%s'", program, self);
  CHECK(system(command) == 0 && unlink(program) == 0 && rmdir(path) == 0);
}

/* As a process of Hydra's, starts one that must be told as its own, and one with a shell between. */
static int hydra_s_own(char *self) {
  char command[1024];
  int status;
  const pid_t child = fork();
  if (child == 0)
    execl(self, self, "direct", NULL);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  snprintf(command, sizeof command, "'%s' direct; test $? = 1", self);
  return system(command) != 0;
}

/* A job whose name can not be made, as it may be on several machines, has ranks all the same. */
static int is_direct(void) {
  struct pomp_launch l;
  return !(pomp_launch_is_direct(&l) && l.rank == 1 && l.size == 2 && !*l.key);
}

/* As a process of Hydra's, starts two below it, one of them with a shell between. */
static int hydra(const char *self) {
  char command[1024];
  snprintf(command, sizeof command, "'%s' near; sh -c \"'%s' near; exit 0\"; '%s' far", self, self, self);
  return system(command) != 0;
}

static void hydra_s_processes_agree(const char *self) {
  char command[1024], line[5][128], path[] = "/tmp/pomp-unit-XXXXXX", program[64];
  CHECK(mkdtemp(path));
  snprintf(program, sizeof program, "%s/hydra_pmi_proxy", path);
  CHECK(symlink(self, program) == 0);
  snprintf(command, sizeof command, "'%s' hydra '%s'; '%s' hydra '%s' | head -1", program, self, program, self);
  FILE *from = popen(command, "r");
  CHECK(from);
  for (int i = 0; i < 4; i++)
    CHECK(fgets(line[i], sizeof line[i], from));
  CHECK(pclose(from) == 0 && unlink(program) == 0 && rmdir(path) == 0);
  CHECK(strncmp(line[0], "1 2 1 ", 6) == 0 && strlen(line[0]) == 6 + 32 + 1);
  CHECK(strcmp(line[0], line[1]) == 0);
  CHECK(strncmp(line[2], "0 0 0 ", 6) == 0);
  CHECK(strcmp(line[0], line[3]) != 0 && strncmp(line[3], "1 2 1 ", 6) == 0);
}

int main(int argc, char **argv) {
  char self[512];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  CHECK(n > 0);
  self[n] = 0;
  if (argc > 2 && strcmp(argv[1], "hydra") == 0)
    return hydra(argv[2]);
  if (argc > 2 && strcmp(argv[1], "own") == 0)
    return hydra_s_own(argv[2]);
  if (argc > 1 && strcmp(argv[1], "direct") == 0)
    return is_direct();
  if (argc > 1)
    return below_hydra(strcmp(argv[1], "near") == 0);
  the_processes_of_a_job_agree();
  no_two_jobs_are_called_alike();
  what_is_not_known_is_not_guessed();
  hydra_s_processes_agree(self);
  the_launcher_s_own_are_told(self);
  return 0;
}
