/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* row_values.h - the figures and texts that the rows of report_columns.c name.
 * Not here: what they are called (report_columns.c), cells of the small tables (table_cells.h). */
#ifndef SHOW_ROW_VALUES_H
#define SHOW_ROW_VALUES_H

#include "show/columns.h"
#include "show/table_cells.h"

/* These are in region_values.c: what totals, regions and call paths have. */
VALUE(value_self_percent);
VALUE(value_self);
VALUE(value_inclusive);
VALUE(value_wait);
VALUE(value_visits);
VALUE(value_visit);
VALUE(value_threads);
VALUE(value_self_min);
VALUE(value_self_mean);
VALUE(value_self_max);
VALUE(value_imbalance);
VALUE(value_cpu_imbalance);
VALUE(value_contended);
VALUE(value_held);
VALUE(value_delay);
VALUE(value_tasks);
VALUE(value_caused);
VALUE(value_min);
VALUE(value_median);
VALUE(value_p95);
VALUE(value_max);
VALUE(value_measuring);
VALUE(value_iterations);
VALUE(value_chunks);
VALUE(value_line);
VALUE(value_sent);
VALUE(value_sent_bytes);
VALUE(value_received);
VALUE(value_received_bytes);
VALUE(value_barrier);
VALUE(value_regions);
VALUE(value_below_percent);
VALUE(value_below);
VALUE(value_depth);
CELL(cell_path);
CELL(cell_path_plain);
CELL(cell_file);

/* These are in location_values.c: what a thread or a place in a team has in all. */
VALUE(value_level);
VALUE(value_team_size);
VALUE(value_os_thread);
VALUE(value_cpu);
VALUE(value_served);
VALUE(value_busy_percent);
VALUE(value_in_regions);
VALUE(value_outside);
VALUE(value_idle);
VALUE(value_on_cpu);
VALUE(value_ready);
VALUE(value_asleep);
VALUE(value_in_kernel);
VALUE(value_faults);
VALUE(value_switches);
VALUE(value_team_cpu);
VALUE(value_location_wait);
VALUE(value_location_visits);
VALUE(value_repaired);
VALUE(value_ignored);
VALUE(value_open);
CELL(cell_kind);
CELL(cell_forked);

/* These are in mpi_waits_table.c: what was waited for in MPI. */
VALUE(value_late_sum);
VALUE(value_late_part);
VALUE(value_late);
VALUE(value_late_visits);

/* These are in critical_view.c: what the critical path has of a region. */
VALUE(value_critical_percent);
VALUE(value_critical);
VALUE(value_critical_of_self);
VALUE(value_critical_waited);
VALUE(value_critical_waited_off);

/* These are in source_view.c: what begins in a line of the source. */
VALUE(value_line_self_percent);
VALUE(value_line_self);
VALUE(value_line_wait);
VALUE(value_line_visits);
VALUE(value_line_number);
CELL(cell_line_file);
VALUE(value_line_sampled_percent);
VALUE(value_line_sampled_error);
VALUE(value_line_sampled_count);
VALUE(value_line_sampled_time);
CELL(cell_source);
CELL(cell_findings);

/* These are in sampled_rows.c: what samples have found. */
VALUE(value_sampled_percent);
VALUE(value_sampled_error);
VALUE(value_sampled_count);
VALUE(value_sampled_time);
CELL(cell_sampled_state);
CELL(cell_sampled_thread);
CELL(cell_code);
CELL(cell_code_place);

/* These are in now_values.c: what threads do now. */
CELL(cell_now_threads);
CELL(cell_now_state);
CELL(cell_now_region);
CELL(cell_now_awaited);
CELL(cell_now_task);
CELL(cell_now_creator);
VALUE(value_now_count);
VALUE(value_now_for);
VALUE(value_now_since);

/* These are in efficiency_values.c: the efficiency of a run, in comparison with others. */
CELL(cell_experiment);
CELL(cell_interest);
CELL(cell_loses);
VALUE(value_ranks);
VALUE(value_run_threads);
VALUE(value_wall);
VALUE(value_speedup);
VALUE(value_efficiency);
VALUE(value_factor);
VALUE(value_scaling);

#endif
