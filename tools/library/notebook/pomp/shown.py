# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shown.py - an experiment as a notebook shows it: its head and its first findings in HTML.
Not here: pictures (plots.py), the figures (experiment.py)."""
import html

FIRST = 3
LONGEST, LONGEST_ADVICE = 300, 2000
# These change the direction in which text is shown: a reader would see other text than the bytes say.
DIRECTIONS = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}


def clean(text, longest=LONGEST):
    """Makes text from outside fit for HTML: nothing in it is markup, a control character, or a change of direction."""
    text = str(text)
    if len(text) > longest:
        text = text[:longest // 2] + "…" + text[-longest // 2:]
    return html.escape("".join(f"\\u{ord(c):04x}" if ord(c) in DIRECTIONS else c if c.isprintable() else "?" for c in text))


def percent(part, whole):
    return 100 * part / whole if whole else 0.0


def head(info):
    """Returns what was run, and how its time went, in two lines."""
    whole = info["allocation_ns"]
    ranks = [f"{info['ranks']} ranks"] if info["ranks"] else []
    first = [info["program"], info["state"], *ranks, f"{info['threads']} threads", f"{info['wall_ns'] * 1e-9:.2f} s wall",
             f"{whole * 1e-9:.2f} s threads × wall"]  # fmt: skip
    second = [f"idle {percent(info['idle_ns'], whole):.1f} %", f"waiting {percent(info['wait_ns'] + info['mpi_wait_at_most_ns'], whole):.1f} %",
              f"measuring ~{percent(info['measuring_ns'], whole):.1f} %", f"experiment {info['directory']}"]  # fmt: skip
    return ["<b>" + clean(first[0]) + "</b> · " + " · ".join(map(clean, first[1:])), " · ".join(map(clean, second))]


def finding_row(finding, wall):
    place = f"{finding['file']}:{finding['line']}" if finding["file"] else ""
    saves = f"{finding['saving_s']:.3f} s ({percent(finding['saving_s'] * 1e9, wall):.1f} %)" if finding["judged"] else f"not judged: {finding['not_judged_because']}"
    cells = [*map(clean, (saves, finding["title"], finding["region"] or "", place)), clean(finding["advice"], LONGEST_ADVICE)]
    return "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in cells) + "</tr>"


def page(info, findings, unexplained=None):
    """Makes the HTML. `findings`: None if they can't be had any more. `unexplained`: what they leave of the waiting, as a sentence."""
    lines = head(info)
    rows = [finding_row(finding, info["wall_ns"]) for finding in findings or []]
    text = "<div>" + "<br>".join(lines)
    if rows:
        heads = "".join(f'<th style="text-align:left">{name}</th>' for name in ("saves at most", "finding", "region", "where", "what to do"))
        text += f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows[:FIRST])}</tbody></table>"
    if len(rows) > FIRST:
        text += f"{len(rows) - FIRST} more: findings()"
    if unexplained:
        text += "<br>" + html.escape(unexplained)
    elif findings is not None and not rows:
        text += "<br>nothing that costs a hundredth of the wall time was found"
    return text + "</div>"
