# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bounded.py PROGRAM POMP-REPORT POMP-ARCHIVE POMP-CONVERT - makes archives that say, or unpack to, more than there is, and deep call paths."""
import ctypes
import os
import resource
import struct
import subprocess
import sys

program, report, archive, convert = (os.path.abspath(path) for path in sys.argv[1:])
hashes, zstd = ctypes.CDLL("libxxhash.so.0"), ctypes.CDLL("libzstd.so.1")
hashes.XXH64.restype, hashes.XXH64.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
zstd.ZSTD_compress.restype = ctypes.c_size_t
MIB = 1 << 20
NAMES, INDEX, BYTES = 1, 2, 3


def run(*words, status=0, said="", limit=None, of=resource.RLIMIT_FSIZE):
    def limited():
        resource.setrlimit(of, (limit, limit))

    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120, preexec_fn=limit and limited)
    assert done.returncode == status and said in done.stderr and bool(said) == bool(done.stderr), (words, done)
    return done.stdout


def pack(data):
    out = ctypes.create_string_buffer(len(data) + 9999)
    size = zstd.ZSTD_compress(out, ctypes.c_size_t(len(out)), data, ctypes.c_size_t(len(data)), 3)
    return out.raw[:size]


def checksum(data):
    return hashes.XXH64(data, len(data), 0)


def head(kind, member, first, plain, packed):
    row = struct.pack("<IHHIIQIIIIQQ", 0x4B4C4250, kind, 1, member, 0, first, len(plain), len(packed), 0, 0, checksum(plain), checksum(packed))
    return row + struct.pack("<Q", checksum(row))


def padded(data):
    return data + bytes(-len(data) % 8)


def write(path, members, blocks):
    """Makes an archive of (size, name) and (member, first byte, bytes)."""
    names = b"".join(struct.pack("<QQQIIIIII", size, 0, 0, 0, 0o600, 0, 0, len(name), 0) + name + bytes(8 - len(name) % 8) for size, name in members)
    out, rows = padded(head(NAMES, 0, 0, names, pack(names)) + pack(names)), b""
    for member, first, plain in blocks:
        packed = pack(plain)
        row = head(BYTES, member, first, plain, packed)
        rows += struct.pack("<Q", 64 + len(out)) + row
        out += padded(row + packed)
    index = struct.pack("<Q", len(names)) + names + rows
    at = 64 + len(out)
    out += padded(head(INDEX, 0, 0, index, pack(index)) + pack(index))
    end = struct.pack("<QII", at, 0x01020304, 1)
    end += struct.pack("<Q", checksum(end)) + b"POMPAEND"
    begin = b"POMPARCH" + struct.pack("<IIQQ", 0x01020304, 1, 64 + len(out) + len(end), 64)
    with open(path, "wb") as file:
        file.write((begin + struct.pack("<Q", checksum(begin))).ljust(64, b"\0") + out + end)


def check_archives():
    with open("e/profile.pomp", "rb") as file:
        profile = file.read()
    run(archive, "e")
    block = 32 * MIB
    write("zeros.pomparc", [(20 * block, b"profile.pomp")], [(0, 0, profile.ljust(block, b"\0"))] + [(0, i * block, bytes(block)) for i in range(1, 20)])
    assert "a · complete" in run(report, "zeros.pomparc")
    write("ones.pomparc", [(20 * block, b"profile.pomp")], [(0, 0, profile.ljust(block, b"\1"))] + [(0, i * block, b"\1" * block) for i in range(1, 20)])
    run(report, "ones.pomparc", status=1, said="ones.pomparc/profile.pomp: File too large")
    write("long.pomparc", [(len(profile), b"profile.pomp"), (1 << 42, b"rank-9.pomp")], [(0, 0, profile)])
    run(archive, "--extract", "long", "long.pomparc", status=1, said="what the archive has lost is not in it")
    with open("long/profile.pomp", "rb") as file:
        assert file.read() == profile
    assert os.stat("long/rank-9.pomp").st_size == 1 << 42 and os.stat("long/rank-9.pomp").st_blocks == 0
    write("names.pomparc", [(len(profile), b"profile.pomp"), (1, b"\x1b]0;owned\x07")], [(0, 0, profile)])
    assert not set(run(archive, "--list", "names.pomparc")) & {"\x1b", "\x07"}


def check_limit():
    run(report, "deep.pomparc", status=1, said="File too large", limit=100 << 10)
    run(report, "--html", "deep", status=1, said="File too large", limit=100 << 10)


def check_stack():
    """Nothing calls itself once for each frame: 25,000 would have ten bytes each."""
    for limit, status, said in ((256 << 10, 0, ""), (64 << 10, 1, " KiB, which is too little: ulimit -s 256, or more")):
        for view in ("--all", "--tree", "--json", "--html", "--markdown", "--diagnose"):
            run(report, view, "deep", status=status, said=said, limit=limit, of=resource.RLIMIT_STACK)
        for form in ("callgrind", "cube", "speedscope", "pprof"):
            run(convert, "deep", "--to", form, "-o", f"{form}-{limit}", status=status, said=said, limit=limit, of=resource.RLIMIT_STACK)


def check_million():
    """So many frames, with some samples of them, are read in seconds: nothing walks up from each frame."""
    for view in ("--flat", "--json=summary"):
        run(report, view, "million", limit=256 << 10, of=resource.RLIMIT_STACK)
    run(convert, "million", "--to", "cube", limit=256 << 10, of=resource.RLIMIT_STACK)


def check_conversions():
    run(convert, "deep", "--to", "tau", status=1, said="GB: --large writes so much")
    run(convert, "deep", "--to", "folded", status=1, said="GB: --large writes so much")
    assert sorted(os.listdir("deep")) == ["README.txt", "profile.pomp"]
    run(convert, "deep", "--to", "callgrind")
    run(convert, "deep", "--to", "tau", "--large", status=1, said="GB are going to be written", limit=100 << 10)


def measure(name, *depth, **more):
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    subprocess.run([program, *depth], env=dict(os.environ, POMP_EXPERIMENT_DIR=name, POMP_SUMMARY="0", **more), check=True,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (hard, hard)))


measure("e")
measure("deep", "25000")
measure("million", "1000000", POMP_SAMPLE="50ms")
run(archive, "deep")
check_archives()
check_limit()
check_stack()
check_million()
check_conversions()
