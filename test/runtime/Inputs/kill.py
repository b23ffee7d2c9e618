"""kill.py N PROGRAM -- CHECK... - runs the program of kill.c N times, kills it at a random moment, and looks at the
experiment: what each thread had done must be there, give or take the event that it was in."""
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time

count, program, _, *check = sys.argv[1:]
seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
random.seed(seed)
for attempt in range(int(count)):
    shutil.rmtree("e", ignore_errors=True)
    if os.path.exists("done"):
        os.remove("done")
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e")
    with subprocess.Popen([program], env=environment) as process:
        while not (os.path.exists("done") and os.path.getsize("done") == 4096 and os.path.exists("e/profile.pomp")):
            time.sleep(0.001)
        time.sleep(0.005 + random.random() * 0.1)
        process.send_signal(signal.SIGKILL)
    with open("done", "rb") as file:
        words = struct.unpack("512Q", file.read())
    done = words[0], words[64]
    # The count that the test keeps is stored after the exit: at most one visit is in the profile and not yet in it,
    # and one more may be open.
    expressions = [
        "experiment['state'] == 'killed'",
        f"all(0 <= l['visits'] - done <= 2 for l in region('for')['locations'] for done in [{done}[l['location']]])",
        f"sum(r['visits'] for r in regions if r['name'] == 'single') - {sum(done)} in range(5)",
        "visits('parallel') == sum(1 for l in locations if l['visits'])",
        "all(l['exclusive_ns'] >= 0 for r in regions for l in r['locations'])",
    ]
    if not done[0]:  # killed while it made the experiment, perhaps
        run = subprocess.run([check[-1], "e"], capture_output=True, text=True, check=False)
        if run.returncode:
            assert run.stderr == "pomp-report: e/profile.pomp: nothing was measured yet\n", run.stderr
        continue
    if subprocess.run([*check, "e", *expressions], check=False).returncode:
        sys.exit(f"attempt {attempt} of SEED={seed}: {done}")
