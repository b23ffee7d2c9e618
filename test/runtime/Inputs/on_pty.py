# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on_pty.py - runs a command on a terminal and tells what it sent there."""
import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading

END = b"\0the command has ended\0"  # no command sends this


def run(command, environment, streams, columns=0, lines=0):
    """Returns what the terminal was sent, the exit status, and what was written to stderr, if that is not among the streams that are the terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    # A reader whom Linux tells that nobody has the terminal open any more may have missed what was written last: the kernel looks
    # first for bytes, and then whether the other side is closed. So we keep it open, and read up to a mark of our own.
    got = bytearray()

    def read():
        while not got.endswith(END):
            got.extend(os.read(ours, 65536))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        done = subprocess.run(command, env=environment, check=False, **{"stderr": subprocess.PIPE, **{stream: theirs for stream in streams}})
    finally:
        os.write(theirs, END)
        reader.join()
        os.close(theirs)
        os.close(ours)
    return got[: -len(END)].decode().replace("\r\n", "\n"), done.returncode, done.stderr
