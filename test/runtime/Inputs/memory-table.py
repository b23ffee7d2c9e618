# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""memory-table.py PROGRAM - runs it with the table at its end and without, and compares the memory that it takes: at an exit,
and where a signal ends it, for which it has an argument."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import memory_of  # noqa: E402

MORE = 4 << 10  # KB for what does not depend on the call paths
for ends in [], ["signal"]:
    memory = []
    for table in "01":
        os.environ.update(POMP_SUMMARY=table, POMP_EXPERIMENT_DIR=f"e{table}{len(ends)}")
        said, took = memory_of.run([os.path.abspath(sys.argv[1]), *ends])[1:]
        assert ("more rows with" in said) == (table == "1"), said
        memory.append(took)
    size = os.stat(f"e1{len(ends)}/profile.pomp").st_size >> 10
    assert size > 12000 and memory[1] - memory[0] < 2 * size + MORE, (ends, memory, size)
