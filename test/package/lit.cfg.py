# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# This suite builds users' projects with an installation of pompinst that was moved after it was installed: a consumer for each way
# into a build. What lives here: that installation, and what tests call its parts. What does not: all else that tests may use, which
# is the plugin's suite's (test/lit/lit.cfg.py).
import os
import shutil
import subprocess
import sys

lit_config.load_config(config, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lit", "lit.cfg.py"))
build = os.path.abspath(lit_config.params.get("build_dir", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build")))
config.name = "package"
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(build, "test", "package")


def install():
    """Installs the build and moves the result, so that nothing of it can be found where it was put at first."""
    first, moved = (os.path.join(config.test_exec_root, name) for name in ("installed", "moved"))
    for folder in (first, moved):
        shutil.rmtree(folder, ignore_errors=True)
    done = subprocess.run(["cmake", "--install", build, "--prefix", first], capture_output=True, text=True, check=False)
    if done.returncode:
        lit_config.fatal(f"cmake --install fails: {done.stdout[-1000:]}{done.stderr[-1000:]}")
    os.rename(first, moved)
    return moved


moved = install()
inputs = os.path.join(config.test_source_root, "Inputs")
# %measured EXPERIMENT PROGRAM [-WHAT...] [+plain] runs a program made of the sources in %sources, and checks its result and its experiment.
for name, value in {
    "moved": moved,
    "measured": f"{sys.executable} {inputs}/measured.py {moved}/bin/pomp-report",
    "sources": os.path.join(os.path.dirname(config.test_source_root), "lit", "cmake", "Inputs", "project"),
}.items():
    config.substitutions.insert(0, (rf"%{name}\b", value))
for name, program in {"meson": "meson", "autoreconf": "autoreconf", "libtool": "libtoolize", "distccd": "distccd", "bear": "bear", "pkg-config": "pkg-config"}.items():
    if shutil.which(program):
        config.available_features.add(name)
