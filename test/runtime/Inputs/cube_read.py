# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads CUBE4 files (.cubex) as CubeLib does, and refuses what CubeLib would refuse or misread. It was written before the converter,
from the format's facts and three files, and knows nothing of what pomp-convert writes; cube_check.py compares the two.

cube_read.py FOLDER - reads those three files, two of Score-P's and one that was made by hand, as CubeLib's cube_dump did."""
import glob
import lzma
import os
import re
import struct
import sys
import zlib

NUMBERS = {"UINT64": "Q", "UNSIGNED INTEGER": "Q", "INT64": "q", "INTEGER": "q", "SIGNED INTEGER": "q", "DOUBLE": "d", "FLOAT": "d",
           "MINDOUBLE": "d", "MAXDOUBLE": "d", "UINT32": "I", "INT32": "i", "UINT16": "H", "INT16": "h", "UINT8": "B", "INT8": "b"}
KINDS = ("INCLUSIVE", "EXCLUSIVE", "SIMPLE", "POSTDERIVED", "PREDERIVED_INCLUSIVE", "PREDERIVED_EXCLUSIVE")
EMPTY = {"attr", "dim", "parameter"}  # only these may close themselves
TEXTS = {"murl", "title", "disp_name", "uniq_name", "dtype", "uom", "val", "url", "descr", "cubepl", "cubeplinit", "cubeplaggr", "name",
         "mangled_name", "paradigm", "role", "class", "rank", "type", "coord"}
# This is what an element may hold, in the order in which it has to come: ? is at most once, * any times, + at least once, nothing is once.
ORDER = {
    "cube": "attr* doc? metrics program system", "doc": "mirrors?", "mirrors": "murl*", "metrics": "title? metric*",
    "program": "title? region* cnode*", "system": "title? systemtreenode* topologies?",
    "region": "name mangled_name paradigm role url descr attr*", "cnode": "attr* parameter* cnode*",
    "systemtreenode": "name class descr? attr* locationgroup* systemtreenode*",
    "locationgroup": "name rank type attr* location+", "location": "name rank type attr*",
    "topologies": "cart*", "cart": "dim+ coord*",
}
ATTRIBUTES = {
    "cube": "version", "attr": "key value", "metric": "id type? viztype? convertible? cacheable?", "region": "id mod begin end",
    "cnode": "id calleeId line? mod?", "parameter": "partype parkey parvalue", "systemtreenode": "Id", "locationgroup": "Id",
    "location": "Id", "cart": "name ndims", "dim": "name? size periodic", "coord": "locId? lgId? stnId?",
}
ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "apos": "'", "quot": '"'}


class Wrong(Exception):
    pass


def need(condition, text):
    if not condition:
        raise Wrong(text)


# --- the container ---

def octal(field):
    return int(field.split(b"\0")[0].strip() or b"0", 8)


def members(data):
    """Finds the members as CubeLib does: behind one of size s come s // 512 + 1 blocks, of size 0 none."""
    found, at, longer = {}, 0, None
    while at + 512 <= len(data) and data[at:at + 512] != bytes(512):
        head = data[at:at + 512]
        need(head[257:262] == b"ustar", f"no tar header at {at}: the member before has a wrong size or padding")
        need(sum(head[:148]) + 8 * 32 + sum(head[156:]) == octal(head[148:156]), f"checksum of the header at {at}")
        name, kind = head[:100].split(b"\0")[0].decode(), head[156:157]
        size = longer if longer is not None and kind != b"x" else octal(head[124:136])
        longer = None if kind != b"x" else longer
        content = data[at + 512:at + 512 + size]
        need(len(content) == size, f"{name} ends behind the file")
        padding = (size // 512 + 1) * 512 - size if size else 0
        need(not any(data[at + 512 + size:at + 512 + size + padding]), f"what follows {name} is not zeros")
        at += 512 + size + padding
        if kind == b"x":
            longer = int(re.search(rb"\d+ size=(\d+)\n", content).group(1))
            continue
        need(name not in found, f"{name} is there twice")
        found[name] = content
    need(at == len(data) or len(data) - at >= 1024 or data[at:] == bytes(len(data) - at), "the file's end")
    return found


# --- anchor.xml ---

class Element:
    def __init__(self, name, attributes):
        self.name, self.attributes, self.children, self.text = name, attributes, [], ""

    def all(self, name):
        return [c for c in self.children if c.name == name]

    def of(self, name, missing=""):
        return next((c.text for c in self.children if c.name == name), missing)


def plain(text):
    def entity(match):
        return ENTITIES.get(match.group(1)) or match.group(0)
    need("<" not in text, f"a raw < in {text!r}")
    return re.sub(r"&(\w+);", entity, text)


def check_attributes(name, given):
    allowed = [a.rstrip("?") for a in ATTRIBUTES.get(name, "").split()]
    for a in given:
        need(a in allowed, f"<{name}> has no attribute {a}")
    for a in ATTRIBUTES.get(name, "").split():
        need(a.endswith("?") or a in given, f"<{name}> lacks {a}")


def check_order(element):
    if element.name in TEXTS:
        need(not element.children, f"<{element.name}> holds elements")
        return
    need(not element.text.strip(), f"text in <{element.name}>: {element.text.strip()[:40]!r}")
    if element.name == "metric":
        return  # any order; the parser knows the names
    if element.name not in ORDER:
        need(element.name in EMPTY, f"unknown element <{element.name}>")
        return
    pattern = "".join(f"(?:{w.rstrip('?*+')} ){w[-1] if w[-1] in '?*+' else ''}" for w in ORDER[element.name].split())
    have = "".join(c.name + " " for c in element.children)
    need(re.fullmatch(pattern, have), f"<{element.name}> holds {have[:200]}, not {ORDER[element.name]}")


def parse(text):
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    need(text.startswith(head), "the first line")
    need("\r" not in text and "\0" not in text, "a carriage return or a zero")
    root, open_ = Element("", {}), []
    open_.append(root)
    for match in re.finditer(r"<([^<>]*)>|([^<>]+)|(.)", text[len(head):], re.S):
        need(match.group(3) is None, f"a stray {match.group(3)!r}")
        if match.group(2) is not None:
            open_[-1].text += plain(match.group(2))
            continue
        tag = match.group(1)
        if tag.startswith("/"):
            done = open_.pop()
            need(done.name == tag[1:], f"</{tag[1:]}> ends <{done.name}>")
            check_order(done)
            continue
        parts = re.fullmatch(r'(\w+)((?: \w+="[^"]*")*)( ?/?)', tag)
        need(parts, f"<{tag}> is not as CubeLib's parser wants it")
        name, given = parts.group(1), {k: plain(v) for k, v in re.findall(r' (\w+)="([^"]*)"', parts.group(2))}
        need(not parts.group(3).strip() or name in EMPTY, f"<{name}> closes itself")
        check_attributes(name, given)
        element = Element(name, given)
        open_[-1].children.append(element)
        if not parts.group(3).strip():
            open_.append(element)
        else:
            check_order(element)
    need(len(open_) == 1 and len(root.children) == 1 and root.children[0].name == "cube", "one <cube> is needed")
    return root.children[0]


# --- what it means ---

class Metric:
    def __init__(self, element, parent):
        self.id, self.parent = element.attributes["id"], parent
        self.kind = element.attributes.get("type", "EXCLUSIVE")
        self.name, self.title, self.dtype = element.of("uniq_name"), element.of("disp_name"), element.of("dtype")
        self.unit, self.description, self.children = element.of("uom"), element.of("descr"), []
        need(self.kind in KINDS, f"metric {self.name}: type {self.kind}")
        need(self.kind != "INCLUSIVE" or self.dtype not in ("MINDOUBLE", "MAXDOUBLE", "TAU_ATOMIC"), f"metric {self.name}: {self.dtype}")
        for c in element.children:
            need(c.name in TEXTS | {"metric", "attr"}, f"<{c.name}> in a metric")


class Region:
    def __init__(self, element):
        a = element.attributes
        self.id, self.file, self.begin, self.end = int(a["id"]), a["mod"], int(a["begin"]), int(a["end"])
        self.name, self.mangled, self.paradigm, self.role = (element.of(k) for k in ("name", "mangled_name", "paradigm", "role"))
        self.description = element.of("descr")


class Cnode:
    def __init__(self, element, parent, regions):
        self.id, self.parent, self.children = int(element.attributes["id"]), parent, []
        need(int(element.attributes["calleeId"]) in regions, f"cnode {self.id} calls a region that is not there")
        self.region = regions[int(element.attributes["calleeId"])]
        self.line, self.file = element.attributes.get("line"), element.attributes.get("mod")


class Location:
    def __init__(self, element, above):
        self.id, self.name, self.rank = int(element.attributes["Id"]), element.of("name"), int(element.of("rank"))
        self.kind, self.above = element.of("type"), above
        self.attributes = {a.attributes["key"]: a.attributes["value"] for a in element.all("attr")}


class Cube:
    """A file: `metrics` by unique name, `cnodes` and `locations` by id, `regions`, and value(metric, cnode, location)."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.members = members(f.read())
        need("anchor.xml" in self.members, "no anchor.xml")
        self.root = parse(self.members["anchor.xml"].decode("utf-8"))
        need(self.root.attributes["version"] in ("3.0", "4.0", "4.1", "4.2", "4.3", "4.4", "4.5", "4.7"), "version")
        self.attributes = {a.attributes["key"]: a.attributes["value"] for a in self.root.all("attr")}
        top = {c.name: c for c in self.root.children}
        self.metrics = {}
        self._metrics(top["metrics"], None)
        self.regions = {}
        for element in top["program"].all("region"):
            region = Region(element)
            need(region.id not in self.regions, f"region {region.id} is there twice")
            self.regions[region.id] = region
        self.roots, self.cnodes, self.locations, self.system = [], {}, {}, []
        for element in top["program"].all("cnode"):
            self.roots.append(self._cnodes(element, None))
        for element in top["system"].all("systemtreenode"):
            self._system(element, [])
        for what, found in (("cnodes", self.cnodes), ("locations", self.locations)):
            need(sorted(found) == list(range(len(found))), f"the ids of {what} have gaps")
        self.orders = {"EXCLUSIVE": self._deep(), "INCLUSIVE": self._wide()}
        self.stored = {m.name: self._rows(m) for m in self.metrics.values()}

    def _metrics(self, element, parent):
        for e in element.all("metric"):
            metric = Metric(e, parent)
            need(metric.name not in self.metrics, f"metric {metric.name} is there twice")
            self.metrics[metric.name] = metric
            if parent:
                parent.children.append(metric)
            self._metrics(e, metric)

    def _cnodes(self, element, parent):
        top, work = None, [(element, parent)]
        while work:
            e, above = work.pop()
            cnode = Cnode(e, above, self.regions)
            need(cnode.id not in self.cnodes, f"cnode {cnode.id} is there twice")
            self.cnodes[cnode.id] = cnode
            top = top or cnode
            if above:
                above.children.append(cnode)
            work.extend((c, cnode) for c in reversed(e.all("cnode")))
        return top

    def _system(self, element, above):
        above = above + [(element.of("class"), element.of("name"))]
        self.system.append(above)
        for group in element.all("locationgroup"):
            need(group.of("type") in ("process", "metrics", "accelerator"), "a location group's type")
            path = above + [("process", group.of("name"), int(group.of("rank")))]
            for e in group.all("location"):
                location = Location(e, path)
                need(location.id not in self.locations, f"location {location.id} is there twice")
                need(location.kind in ("thread", "accelerator stream", "gpu", "metric"), "a location's type")
                self.locations[location.id] = location
        for e in element.all("systemtreenode"):
            self._system(e, above)

    def _deep(self):
        order, work = [], list(reversed(self.roots))
        while work:
            cnode = work.pop()
            order.append(cnode.id)
            work.extend(reversed(cnode.children))
        return order

    def _wide(self):
        order, work = [], []
        for root in self.roots:
            order.append(root.id)
            work.append(root)
            while work:
                cnode = work.pop()
                order.extend(c.id for c in cnode.children)
                work.extend(reversed(cnode.children))
        return order

    def _rows(self, metric):
        """Returns the stored rows of a metric by cnode; a row that is missing is zero."""
        index, data = self.members.get(f"{metric.id}.index"), self.members.get(f"{metric.id}.data")
        if index is None or data is None or metric.kind not in self.orders or metric.dtype not in NUMBERS:
            return {}
        need(index[:11] == b"CUBEX.INDEX", f"{metric.id}.index")
        order = "<" if struct.unpack("<I", index[11:15])[0] == 1 else ">"
        need(struct.unpack(order + "I", index[11:15])[0] == 1, f"byte order of {metric.id}.index")
        version, form = struct.unpack(order + "HB", index[15:18])
        need(version == 0 and form in (1, 3), f"version and form of {metric.id}.index")
        rows = range(len(self.cnodes))
        if form == 1:
            count = struct.unpack(order + "I", index[18:22])[0] if len(index) > 18 else 0
            need(len(index) in (18, 22 + 4 * count), f"{metric.id}.index has not the length that it says")
            rows = struct.unpack(f"{order}{count}I", index[22:22 + 4 * count])
            need(list(rows) == sorted(set(rows)) and (not rows or rows[-1] < len(self.cnodes)), f"rows of {metric.id}.index")
        data = self._uncompressed(data, order, metric)
        wide, length = len(self.locations), struct.calcsize(NUMBERS[metric.dtype])
        found = {}
        for i, row in enumerate(rows):
            part = data[i * wide * length:(i + 1) * wide * length]
            if len(part) == wide * length:
                found[self.orders[metric.kind][row]] = struct.unpack(f"{order}{wide}{NUMBERS[metric.dtype]}", part)
        need(form == 3 or len(data) == len(rows) * wide * length or not data, f"{metric.id}.data has not the length of its rows")
        return found

    @staticmethod
    def _uncompressed(data, order, metric):
        if data[:10] == b"CUBEX.DATA":
            return data[10:]
        need(data[:11] == b"ZCUBEX.DATA", f"{metric.id}.data")
        rows = struct.unpack(order + "Q", data[11:19])[0]
        base, parts = 19 + 24 * rows, []
        for i in range(rows):
            _, start, size = struct.unpack(order + "QQQ", data[19 + 24 * i:43 + 24 * i])
            parts.append(zlib.decompress(data[base + start:base + start + size]))
        return b"".join(parts)

    def _below(self, cnode):
        work, found = [cnode], []
        while work:
            c = work.pop()
            found.append(c)
            work.extend(c.children)
        return found

    def is_tasks(self, cnode):
        return cnode.parent is not None and cnode.parent.parent is None and cnode.region.role == "artificial" and cnode.region.name == "TASKS"

    def value(self, name, cnode, location, inclusive=False, own=False, plain=False):
        """Returns a value of a cnode: with its subtree if inclusive, and without the metric's children if own. Unless plain,
        the tree of tasks is taken out of what its root has."""
        metric, node = self.metrics[name], self.cnodes[cnode]
        rows = self.stored[name]

        def stored(c):
            return rows[c.id][location] if c.id in rows else 0
        counted = [c for c in node.children if plain or not self.is_tasks(c)]
        if metric.kind == "INCLUSIVE":
            result = stored(node) if inclusive else stored(node) - sum(stored(c) for c in counted)
        elif inclusive:
            all_ = [node] + [b for c in counted for b in self._below(c)]
            how = {"MINDOUBLE": min, "MAXDOUBLE": max}.get(metric.dtype, sum)
            result = how(stored(c) for c in all_)
        else:
            result = stored(node)
        if own:
            result -= sum(self.value(m.name, cnode, location, inclusive, False, plain) for m in metric.children)
        return result


# --- against cube_dump ---

def compare(cube, dump):
    """Compares with what `cube_dump -s csv2` printed of the file; returns how many numbers were compared, and those that differ."""
    names, inclusive, own, plain_, seen, wrong = [], False, False, False, 0, []
    for line in dump.splitlines():
        if line.startswith("## cube_dump"):
            inclusive, own, plain_ = "-z incl" in line, "-x excl" in line, " -y" in line
        elif line.startswith("Cnode ID"):
            names = line.split(",")[2:]
        elif re.match(r"\d+,\d+,", line):
            cnode, location, *values = line.split(",")
            for name, value in zip(names, values):
                have = cube.value(name, int(cnode), int(location), inclusive, own, plain_)
                seen += 1
                if abs(have - float(value)) > 1e-5 * abs(float(value)) + 1e-13:
                    wrong.append(f"{name} {cnode} {location}: {have}, cube_dump has {value} ({inclusive=} {own=})")
    return seen, wrong


def check_all(folder):
    """Reads the files of others that are in a folder, with what cube_dump printed of each."""
    found = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.cubex.xz"))):
        with lzma.open(path) as packed, open("other.cubex", "wb") as file:
            file.write(packed.read())
        with lzma.open(path.replace(".cubex.xz", ".cube_dump.txt.xz"), "rt") as dump:
            seen, wrong = compare(Cube("other.cubex"), dump.read())
        assert seen and not wrong, (path, seen, wrong[:10])
        found += seen
    print(f"{found} numbers as cube_dump has them")


if __name__ == "__main__":
    check_all(sys.argv[1])
