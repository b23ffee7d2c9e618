# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# This is the suite of what can only be tested by the real clock: its calibration, the offsets of processors and ranks, what measuring
# costs, what the kernel says of threads, and the truth of a few small programs from end to end. Each test says in its first lines why
# a clock that it sets (test/clock) would not do. `make test-all` runs them, and `make test` does not, as they depend on how busy the
# machine is. The names that tests may use are those of test/runtime; %pomp_clang, %pomp_clangxx and %pomp_mpicc compile with the plugin.
import os

lit_config.load_config(config, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "runtime", "lit.cfg.py"))
config.name = "real-time"
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
build = os.path.dirname(os.path.dirname(config.test_exec_root))
config.test_exec_root = os.path.join(build, "test", config.name)
for name, program in (("pomp_clang", "pomp-clang"), ("pomp_clangxx", "pomp-clang++"), ("pomp_mpicc", "pomp-mpicc")):
    config.substitutions.append((rf"%{name}\b", os.path.join(build, "bin", program)))
config.substitutions.append((r"%build\b", build))
# %healthy runs a program with which nothing is wrong.
here = config.test_source_root
names = dict((pattern.replace(r"\b", ""), value) for pattern, value in config.substitutions if isinstance(value, str))
config.substitutions.append((r"%healthy\b", f"{names['%python']} {here}/Inputs/healthy.py {names['%pomp_report']}"))
if lit_config.params.get("pairs"):  # see bench/pairs
    config.environment["PAIRS_TABLE"] = os.path.abspath(lit_config.params["pairs"])
