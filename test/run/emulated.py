# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""emulated.py - lets tests run programs for aarch64 on this machine, by qemu's emulator of one process.

Where these programs come from, what is needed to start them, and the table of tests that can't be emulated live here. The
tests do not: they are those of test/runtime, which say ./a and get an emulated process.

The kernel starts the emulator: its table of formats (binfmt_misc) has a row for aarch64, in a user namespace that this process
makes for itself and its children. So nobody needs a privilege for that, and nothing changes on the machine. Linux has such
tables since 6.7; where the machine's own table has aarch64, that one serves.

By hand, `python3 test/run/emulated.py BUILD COMMAND...` runs a command so, a shell or a test's ./a; without a command it only
tells, by its exit status and a line, why that can't be."""
import ctypes
import os
import platform
import shutil
import subprocess
import sys

EMULATOR = "qemu-aarch64"
TRIPLE = "aarch64-linux-gnu"
TABLE = "/proc/sys/fs/binfmt_misc"
# A program or library of ELF, 64 bits, little endian, for aarch64; P: the emulator gets the name that the program was called by.
MAGIC = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"

# These need more than the emulator gives, or look at what it shows otherwise; names are those below test/runtime.
FLUSH = "qemu 7.2 maps no memory a second time (mremap of no bytes), as POMP_TRACE_MODE=flush does"
MAPS = "the emulator's /proc/self/maps shows code beside constants as constants, so that no call has a line"
MEMORY = "the emulator has memory of its own, which counts, and which no ulimit -v bounds"
MARKS = "the emulator has no robust futexes, by which the kernel marks the death of a process"
PRELOAD = "what LD_PRELOAD names is loaded by the emulator, or by this machine's tools, too"
SANITIZERS = "the compiler has the sanitizers' libraries for this machine's processor alone"
CANNOT = {
    "address-space.c": MEMORY,
    "call-gone.c": MAPS,
    "call-lines.cpp": MAPS,
    "convert-otf2.test": "qemu 7.2 lets no child of vfork tell its parent why a program could not be started",
    "convert-progress.test": PRELOAD,
    "cut-while-read.test": PRELOAD,
    "dlopen-same-place.c": "the emulator puts no library where another one was",
    "json-schema.test": MAPS,  # as call-lines.cpp, whose program it takes
    "measuring.test": "figures of this machine's build are compared there",
    "metrics-errors.c": PRELOAD,
    "no-memory.c": MEMORY,
    "other-user.test": "who emulates is in a namespace that has one user",
    "own-names.test": "the linker of the emulated program and that of the emulator write to the same log",
    "rank-file.c": SANITIZERS,
    "raw-fork.c": "qemu 7.2 gives a forked child no zeros in place of a page (MADV_WIPEONFORK), and says that it does",
    "robust.test": MARKS,
    "sigbus.c": "the emulator says in a line of its own that a signal has ended the program",
    "trace-no-memory.c": MEMORY,
    "tsan.c": SANITIZERS,
    "without-path.c": FLUSH,
}


class Target:
    """It says where a build for aarch64 is, and which options have Clang compile for it."""

    def __init__(self, build):
        self.build, self.sysroot = os.path.join(build, "aarch64"), os.path.join(build, "aarch64-sysroot")
        self.flags = f"--target={TRIPLE} --sysroot={self.sysroot} -fuse-ld=lld-19 -L {self.sysroot}/usr/lib/llvm-19/lib"

    def lacks(self):
        """Returns what is missing, or None."""
        if not shutil.which(EMULATOR):
            return f"{EMULATOR} is not installed"
        if not os.path.exists(os.path.join(self.sysroot, "packages")):
            return f"cmake/aarch64-sysroot.sh has not made {self.sysroot}"
        if not os.path.exists(os.path.join(self.build, "bin", "pomp-report")):
            return f"{self.build} has not been built"
        return None

    def starts(self):
        """Tells whether the kernel starts its programs here and now."""
        try:
            command = [os.path.join(self.build, "bin", "pomp-report"), "--version"]
            return subprocess.run(command, env={"QEMU_LD_PREFIX": self.sysroot}, capture_output=True, check=False).returncode == 0
        except OSError:
            return False

    def enter(self):
        """Makes this process one whose children can be programs for aarch64. Returns why that can't be, or None. Threads must not
        have been started."""
        if not self.starts():
            row = f":{EMULATOR}:M::{MAGIC}:{MASK}:{shutil.which(EMULATOR)}:P"
            try:
                make_table(row)
            except OSError as error:
                return f"this kernel gives no user its own table of formats, as Linux does since 6.7 ({error}; it is {platform.release()})"
        return None if self.starts() else f"{self.build}/bin/pomp-report does not start by {EMULATOR}"


def make_table(row):
    """Takes this process into a user namespace with a table of formats, which has the row. Only its root may write there; so the
    process is that for a moment, and then the same user as before, in a namespace below."""
    libc, user, group = ctypes.CDLL(None, use_errno=True), os.geteuid(), os.getegid()
    new_user, new_mounts = 0x10000000, 0x00020000

    def call(what, result):
        if result:
            raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")

    def become(users, groups):
        for name, text in (("setgroups", "deny"), ("uid_map", users), ("gid_map", groups)):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)

    call("unshare", libc.unshare(new_user | new_mounts))
    become(f"0 {user} 1", f"0 {group} 1")
    call(f"mount {TABLE}", libc.mount(b"none", TABLE.encode(), b"binfmt_misc", 0, None))
    with open(os.path.join(TABLE, "register"), "w", encoding="ascii") as file:
        file.write(row)
    if user or group:
        call("unshare", libc.unshare(new_user))
        become(f"{user} 0 1", f"{group} 0 1")


def main():
    target = Target(os.path.abspath(sys.argv[1]))
    why = target.lacks() or target.enter()
    if why:
        print(why)
    elif sys.argv[2:]:
        os.environ["QEMU_LD_PREFIX"] = target.sysroot
        os.execvp(sys.argv[2], sys.argv[2:])
    return 1 if why else 0


if __name__ == "__main__":
    sys.exit(main())
