# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""messages.py PAGE - looks for the three messages of test/page/mpi/arrows.c in the page's timeline."""
import sys

from browser import Browser

with Browser() as b:
    b.open(sys.argv[1])
    b.wait("window.pompTimeline !== undefined")
    b.evaluate("pompTimeline.arrows")
    arrows = b.evaluate("(() => { const a = pompTimeline.data.arrows(); return [...a.begin].map((begin, i) => [a.kind[i], a.from[i], a.to[i], begin, a.end[i]]); })()")
    assert [arrow[:3] for arrow in arrows] == [[2, 0, 1]] * 3, arrows
    assert [b.evaluate(f"pompTimeline.picture.laneName({lane})") for lane in (0, 1)] == ["0:0", "1:0"]
    for _, _, _, begin, end in arrows:
        b.wait(f"pompTimeline.picture.at(0, {begin})?.kind === 'state'")
        for lane, ns, name in ((0, begin, "MPI_Send"), (1, end - 1, "MPI_Recv")):
            item = b.evaluate(f"pompTimeline.picture.at({lane}, {ns})")
            assert b.evaluate(f"pompTimeline.picture.describe({item['node']})") == name, (lane, ns, item)
    assert [after[3] - before[3] for before, after in zip(arrows, arrows[1:])] == [6000000, 6000000], arrows
    assert not b.complaints, b.complaints
