# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""distcc.py BIN SOURCES - starts a distcc server at a free port, has it compile norm.c, squares.c and sum.cpp with the pomp-clang in
BIN, links them here to `norm`, and stops the server. It fails if anything was compiled here."""

import os
import signal
import socket
import subprocess
import sys
import time

tools, sources = sys.argv[1:]
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
# The server runs only what is given to it by name, and looks for it in its PATH.
environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", DISTCC_CMDLIST=os.path.abspath("allowed"))
with open("allowed", "w", encoding="utf-8") as file:
    file.write(f"{tools}/pomp-clang\n{tools}/pomp-clang++\n")
command = ["distccd", "--no-detach", "--daemon", "--allow", "127.0.0.1", "--listen", "127.0.0.1", "--port", str(port), "--jobs", "2"]
command += ["--log-file", os.path.abspath("server.log"), "--log-level", "info", "--enable-tcp-insecure", "--make-me-a-botnet"]
if os.getuid() == 0:  # it runs as somebody else, who has to get at the compiler
    seen = subprocess.run([f"{tools}/pomp-clang", "--version"], user="nobody", capture_output=True, check=False)
    if seen.returncode:
        sys.exit("distccd can't be tried as root here: the user nobody can't run pomp-clang")
    command += ["--user", "nobody"]
    os.chmod(os.getcwd(), 0o777)
environment["TMPDIR"] = os.getcwd()
server = subprocess.Popen(command, env=environment, start_new_session=True)
try:
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        if server.poll() is not None:
            sys.exit(f"distccd ended with {server.returncode}: {open('server.log', encoding='utf-8').read()}")
        time.sleep(0.1)
    os.mkdir("state")
    client = dict(environment, DISTCC_HOSTS=f"127.0.0.1:{port}", DISTCC_FALLBACK="0", DISTCC_DIR=os.path.abspath("state"))
    for compiler, name in (("pomp-clang", "norm.c"), ("pomp-clang", "squares.c"), ("pomp-clang++", "sum.cpp")):
        subprocess.run(["distcc", f"{tools}/{compiler}", "-O2", "-c", f"{sources}/{name}", "-o", name + ".o"], env=client, check=True)
    for _ in range(600):  # the server writes a line after the client has got its object
        with open("server.log", encoding="utf-8") as file:
            if file.read().count("COMPILE_") == 3:
                break
        time.sleep(0.1)
finally:
    os.killpg(server.pid, signal.SIGTERM)
    server.wait()
with open("server.log", encoding="utf-8") as file:
    if file.read().count("COMPILE_OK") != 3:
        sys.exit("not all three were compiled by the server; see server.log")
subprocess.run([f"{tools}/pomp-clang++", "norm.c.o", "squares.c.o", "sum.cpp.o", "-lm", "-o", "norm"], check=True)
