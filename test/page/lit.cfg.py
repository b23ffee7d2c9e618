# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# This is the suite of the page that pomp-report --html writes: what is on it, and what it does, in a headless Chromium without network and
# GPU (Inputs/browser.py). It looks at the document and asks pictures what is where (`pompPage`), never at pixels. The names that tests
# may use are those of test/runtime. A browser takes a second to start, so that a test has one, and many expectations.
import os
import shutil

lit_config.load_config(config, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "runtime", "lit.cfg.py"))
config.name = "page"
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(os.path.dirname(os.path.dirname(config.test_exec_root)), "test", config.name)
if any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
    config.available_features.add("chromium")
if shutil.which("tsc"):
    config.available_features.add("typescript")
