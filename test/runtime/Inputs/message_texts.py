# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""message_texts.py - finds all that the commands, the plugin and the files for CMake say, and where.

A text is a string in a call by which sources in C and CMake speak or fail, or one of the plugin that has words in it. What the library
says is messages.py's business, and where it says that is here. Not here: where the texts have to be (message-texts.py), and which a test has brought about
(test/coverage)."""
import os
import re

# By these C sources speak, or hand on what is then said.
SPEAKS = re.compile(r"\b(?:user_error(?:_print|_word)?|complain|warn|refuse|reader_fail|conversion_fail|FAIL|fail|database_damaged|"
                    r"tell|leave_out|fprintf|snprintf|asprintf|words_format)(?=\()|(?<!\.)\b(?:error|why|what|takes(?:\[\])?|missing|allowed|text|why\[\w+\])\s=\s|\btexts\[|\breturn (?=\")")  # fmt: skip
# A row of a table of options, and what it says that the option takes.
OPTION = re.compile(r'\{(?:\.name = )?"([a-z-]+)",[^{}]*\}')
TAKES = re.compile(r'\.takes = (?=")')
CMAKE_SPEAKS = re.compile(r"(?<=\bmessage)\(FATAL_ERROR |(?<=\bAPPEND) Pomp_NOT_FOUND_MESSAGE ")
# Formatting of numbers, of --help and of tables is in other files; pomp-manual is run by the build alone.
SOURCES = {
    "tools": r"^(?!base/manual_|sums/(analysis_matches|balance|critical_profile|group_names|location_rows\.c|locations|phase_|sampled_balance|same_rows)|"
             r"findings/(?!critical_traces|fail_condition|find_critical|mpi_waits\.c|region_of_interest|run_summary|score\.c|statistics)|"
             r"show/(?!columns|csv|diff_show|diff_sides|diff_values|efficiency_rows|fail_ifs|listing|numbers|report_views|screen|select_rows|source_lines|table_options|view_columns)|"
             r"commands/(manual|report/(help|manual)_text|runs/runs_page|scale/(comment|scale_page|tables)|top/(?!top_options|watch|no_ncurses|remote)))",
    "common": r"^pomp_filter\.c|^metrics/",
    "runtime/libpompomp/definitions": r"^metric_list",
    "cmake": r"^Pomp|^pomp-toolchain",
    "clang-plugin": r"(cpp|h|def)$",
}
# These are no messages: what else these sources write, and what is for the compiler or a programmer.
NO_MESSAGES = re.compile(r"usage:|^pomp here$|^exec env |^SELECT |^PRAGMA|^UPDATE |^INSERT |^CREATE |\\r|^dlsym's|has been written for|^export module|^[a-z]+:%|(?<!write )(?<!runs, )#pragma|"
                         r"instruments OpenMP constructs|^parallel for$|^unsigned long$|^extern void|_Pragma\(|has no call at this place|^#|visits, self|^ *%s%s$|"
                         r"^\(anonymous|^\(outside|^a raw code|^all ranks$|^, run |^it takes --to|static struct|static void|^region |^\(extern void|const char \*|^The exit status is|^Exit status$|^--columns and --sort take these|^convert with N threads|"
                         r"^pompinst (?:analysis|descriptors|notes)$|^in a (?:copy of the compiler, from *|parse of its own)$|^the begin of *$|^pragma (?:pack|options|clang)$")  # fmt: skip
# No test brings these about, for the reason.
PAPI = "PAPI, or a component of it, of another machine or version than that of the tests"
COMPILER = "a fault of ours or of Clang's: the text is there to be reported, and no source is known that gives it"
NO_COUNTERS = "reasons.cpp and wrong-clang.test have it, of processes that end before they write which lines they ran"
MPI = "a failure of MPI, or of memory while it is called: mpi/injected.test lets each call fail, and looks at the lines' form"
UNTESTED = {
    "there is no event for it": "of taskgraph, which LLVM 22 lists and Clang 22 does not read",
    "the end of its statement could not be found": COMPILER,
    "a header was read before": "a header without a word of OpenMP's, whose macros bring it: the pragma is met before",
    "there is no rule for it": "a directive that LLVM knows and Directives.def does not, for which table.test fails first",
    "' could not be found in the source": COMPILER,
    "the expression of '": COMPILER,
    "' could not be found": COMPILER,
    "it is not in a file": COMPILER,
    "there are too many blocks for one archive": "some ten million of them",
    "the PAPI that is installed has no PAPI_%s": PAPI,
    "PAPI can't begin: %s": PAPI,
    "it is GCC's (%s), and LLVM's libomp, which would be measured, is not here (Debian has it as libomp5): it runs unmeasured": "a machine without libomp, which all tests need",
    "can't find libpompomp: %s": "a system without /proc",
    "PAPI's component %s is off: %s": PAPI,
    "its values are no integers, and can't be added up": PAPI,
    "metrics of at most %d components of PAPI at a time: leave one out": PAPI,
    "the kernel forbids it: /proc/sys/kernel/perf_event_paranoid is %d, and needs to be 1 or less": "a setting of the whole machine",
    "this processor can't count it (%s)": "a processor's counters, which virtual machines hide",
    "there are %d metrics already, and no more at a time": "more metrics than most machines have",
    "a text is missing": "SQLite's own constraints come first",
    "a region has no role": "SQLite's own constraints come first",
    "can't add to %s: %s": "a file that Clang has just written and nobody can",
    "not enough memory": "injected-readers.test lets each allocation fail, and looks at the lines' form",
    "not enough memory for block %u (%s)": "injected-readers.test lets each allocation fail while an archive is read",
    "out of memory": "a process without memory, in which Clang could not start either",
    "its experiment can't be read": "a file that somebody cuts off after its first bytes were read",
    "its experiment can't be locked: %s": "a kernel, or a file system, without locks",
    "it is not of this rank": "words that damage-job.py brings about by chance; it looks at the lines' form",
    "what rank %u has added at its end is left out: %s": "the same",
    "its file could not grow": "a part of a line that trace tests compare by its other part",
    "the end (the file could not grow)": "the same",
    "the end (the process got no more memory)": "the same",
    "; %llu call paths are missing": "the same; damage-trace.py brings it about by chance",
    "records that found no room": "a thread that gets no memory between two events",
    "' would be shared and private at once": "clauses that Clang refuses first",
    "it begins in a macro and ends outside of it": COMPILER,
    "the end of one of its sections could not be found": COMPILER,
    "the answer of the compiler's copy can't be read": COMPILER,
    "the compiler could not be started again if that failed": "a Clang that is called as a library, and takes no plugins",
    "; the program that loaded it is not a clang that takes plugins": NO_COUNTERS,
    "; its part for that can't be loaded: ": NO_COUNTERS,
    "; this is ": NO_COUNTERS,
    "PAPI %d.%d was there when pompinst was built, and another one is now: build again": PAPI,
    "PAPI: %s": PAPI,
    "it doesn't fit beside the others: leave one of them out, or set POMP_METRICS_MULTIPLEX=1 to have them counted in turns":
        "a processor's counters, which virtual machines hide",
    "the kernel forbids perf_event_open (%s): /proc/sys/kernel/perf_event_paranoid is %d, and needs to be 2 or less; in a container seccomp forbids it, too "
    "(--cap-add PERFMON, or another seccomp profile)": "a setting of the whole machine, or of its container",
    "somebody else has been writing to it for more than %d s": "a minute of waiting",
    "more than one experiment can hold": "two thousand million call paths",
    "POMP_SAYS_NO_TSC": "a machine whose time stamp counter is not invariant",
    "POMP_SAYS_JOB_UNPLACED": MPI,
    "POMP_SAYS_JOB_WITHOUT_COMM": MPI,
    "POMP_SAYS_NO_JOB_TABLE": MPI,
}


def strings_of(source, begin=0, end=None):
    """Returns the string literals of a piece of source, each with the lines that it begins and ends in; adjacent ones are one."""
    found = []
    for each in re.compile(r'"(?:[^"\\\n]|\\.)*"(?:[\s\\]*"(?:[^"\\\n]|\\.)*")*').finditer(source, begin, len(source) if end is None else end):
        text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', each.group())).replace('\\"', '"')
        found.append((text, 1 + source.count("\n", 0, each.start()), 1 + source.count("\n", 0, each.end())))
    return found


def end_of_argument(text, at):
    """Returns where that ends which is between the parenthesis at `at` and its partner, or up to the end of the statement."""
    depth, i, quoted = 0, at, False
    while i < len(text) and not (depth <= 0 and i > at and not quoted and (text[at] == "(" or text[i] == ";")):
        c = text[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        else:
            depth += (c in "({") - (c in ")}")
        i += 1
    return i


def blank(match):
    """Returns as many lines as there were."""
    return "\n" * match.group().count("\n")


def taken(source, row):
    """Returns what base/command_line.c says of a wrong value of an option, as a list of one text with its lines, or of none."""
    takes = TAKES.search(source, row.start(), row.end())
    if not takes:
        return []
    text, first, last = strings_of(source, takes.end(), row.end())[0]
    bounds = " from %g to %g" if ".most = " in row[0] and ".list = " not in row[0] else ""
    value = "" if re.search(r"\.(?:text|list) = ", row[0]) else ", not %s"
    return [(f"--{row[1]} takes {text}{bounds}{value}", first, last)]


def pieces_of(below, source):
    """Returns the texts of a source, each with its lines."""
    if below == "clang-plugin":
        return strings_of(source)
    if below == "cmake":
        source = re.sub(r"\$\{[^{}]*\{[^{}]*\}[^{}]*\}|\$\{[^{}]*\}", "…", source)
        return [s for call in CMAKE_SPEAKS.finditer(source) for s in strings_of(source, call.start(), end_of_argument(source, call.start()))]
    return [s for call in SPEAKS.finditer(source) for s in strings_of(source, call.end(), end_of_argument(source, call.end()))] + [s for row in OPTION.finditer(source) for s in taken(source, row)]


def texts(root):
    """Returns the places of each text, as (file, first line, last line), and the fixed parts of all strings, of those that are no
    messages, too."""
    found, every = {}, set()
    for below, wanted in SOURCES.items():
        for folder, _, names in os.walk(os.path.join(root, below)):
            for path in [os.path.join(folder, name) for name in names if name.endswith((".c", ".h", ".cpp", ".def", ".cmake", ".cmake.in"))]:
                if not re.search(wanted, os.path.relpath(path, os.path.join(root, below))):
                    continue
                with open(path, encoding="utf-8") as file:
                    source = re.sub(r"/\*.*?\*/|^\s*//.*$|\bassert\(.*$|#include.*$", blank, file.read(), flags=re.M)
                pieces = [(re.sub(r"\bClang \d+", "Clang …", text), first, last) for text, first, last in pieces_of(below, source)]
                every.update("--" + row[1] for row in OPTION.finditer(source))
                every.update(piece for text, _, _ in pieces for piece in parts(text))
                for text, first, last in pieces:
                    if re.search(r"[a-z>,] [a-z]|\d [a-z]{3}|^damaged|^unexpected$|^PAPI", text) and not NO_MESSAGES.search(text):
                        found.setdefault(text, set()).add((os.path.relpath(path, root), first, last))
    return found, sorted(every, key=len, reverse=True)


def library_lines(root):
    """Returns the places at which the library says each of its lines, by their names in base/messages.h."""
    found = {}
    for folder, _, names in os.walk(os.path.join(root, "runtime")):
        for path in [os.path.join(folder, name) for name in names if name.endswith(".c")]:
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    for name in re.findall(r"\bPOMP_SAYS_\w+", line):
                        found.setdefault(name, set()).add((os.path.relpath(path, root), number, number))
    return found


def parts(text):
    """Returns the fixed parts of a text, or of a line of the document."""
    found = re.split(r"%[-+ #0]*(?:\.?[\d*]+)*(?:ll|l|z)?[a-z]|…|\.{3}(?= )", text.replace("%%", "\0"))
    return [part.replace("\0", "%").replace("\\n", "").replace("\\\\", "\\").strip(" :;,('") for part in found if len(part.strip(" :;,('/.")) > 2]


def whole(text):
    """Returns a text as the page writes it: a … in place of what differs."""
    found = re.sub(r"%[-+ #0]*(?:\.?[\d*]+)*(?:ll|l|z)?[a-z]", "…", text.replace("%%", "\0"))
    return found.replace("\0", "%").replace("\\n", "").replace("\\\\", "\\").strip()


def page_lines(page):
    """Returns the messages that a part of docs/messages.md lists: the lines of its boxes, and the code in the first column of its tables."""
    lines = [line for box in re.findall(r"^```text\n(.*?)^```$", page, re.M | re.S) for line in box.splitlines()]
    return lines + [line for cell in re.findall(r"^\| (`.*?`) \| ", page, re.M) for line in re.findall(r"`(.*?)`", cell)]


def begun_by(line, wholes):
    """Returns the text that a line begins which the page cuts off by a … at its end; None if there is none, or more than one."""
    begin = line[:-1].rstrip()
    found = [each for each in wholes if line.endswith("…") and len(re.sub(r"\W", "", begin)) > 8 and each.startswith(begin)]
    return found[0] if len(found) == 1 else None
