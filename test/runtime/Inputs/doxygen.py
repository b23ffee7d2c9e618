# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""doxygen.py ROOT FOLDER - runs Doxygen over include/pomp.h with docs/Doxyfile, and over a copy with a function that has no comment."""
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

root, folder = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)


def run(header):
    settings = os.path.join(folder, "Doxyfile")
    with open(os.path.join(root, "docs", "Doxyfile"), encoding="utf-8") as file:
        text = file.read()
    with open(settings, "w", encoding="utf-8") as file:
        file.write(f"{text}\nOUTPUT_DIRECTORY = {folder}\nINPUT = {header}\nGENERATE_XML = YES\nGENERATE_HTML = NO\n")
    return subprocess.run(["doxygen", settings], cwd=root, capture_output=True, text=True, check=False)


path = os.path.join(root, "include", "pomp.h")
done = run(path)
assert not done.returncode and not done.stdout + done.stderr, done.stdout + done.stderr
with open(path, encoding="utf-8") as file:
    header = file.read()
functions = set(re.findall(r"^extern \w+ (POMP_\w+)\(", header, re.MULTILINE))
documented = {
    member.findtext("name")
    for member in xml.etree.ElementTree.parse(os.path.join(folder, "xml", "pomp_8h.xml")).iter("memberdef")
    if "".join(member.find("briefdescription").itertext()).strip()
}
assert len(functions) > 70 and functions <= documented, functions - documented
bad = os.path.join(folder, "pomp.h")
with open(bad, "w", encoding="utf-8") as file:
    file.write(header.replace("#define POMP_LOCKS\n", "#define POMP_LOCKS\n\nextern void POMP_Unheard_of(void);\n"))
done = run(bad)
assert done.returncode and "POMP_Unheard_of" in done.stderr, done
