# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""embed.py OUT SCRIPT STYLE - writes the C file that has the page's script and style, and the hashes by which browsers know them.

What is in them does not live here (tools/page)."""
import base64
import hashlib
import sys


def defined(name, path):
    """Returns the definitions about a file."""
    with open(path, "rb") as file:
        data = file.read().rstrip(b"\n")
    for end in (b"</script", b"</style", b"<!--"):
        assert end not in data.lower(), f"{path} has {end.decode()}, which would end the element that it is in"
    rows = [",".join(map(str, data[i : i + 32])) for i in range(0, len(data), 32)]
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    return [f"const unsigned char page_{name}[] = {{", ",\n".join(rows), "};",
            f"const size_t page_{name}_size = {len(data)};", f'const char page_{name}_hash[] = "{digest}";']  # fmt: skip


def main():
    out, script, style = sys.argv[1:]
    lines = ['#include "show/page_files.h"', *defined("script", script), *defined("style", style), ""]
    with open(out, "w", encoding="ascii") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
