# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""contrast.py FOLDER - computes the contrasts of the page's colours as WCAG 2.2 defines them: text on paper and labels on fills have 4.5 at least,
and causes that may be neighbours differ in lightness or in how they are hatched, for all kinds of colour blindness and for paper."""
import itertools
import re
import sys

# How people without one kind of cones see: Machado, Oliveira and Fernandes, 2009, at full strength, in linear light.
BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour):
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def luminance(rgb):
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(a, b):
    high, low = sorted((luminance(linear(a)), luminance(linear(b))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def seen(colour, kind):
    rgb = linear(colour)
    return [max(0, min(1, sum(k * v for k, v in zip(row, rgb)))) for row in BLIND[kind]] if kind else rgb


def lightness(rgb):
    y = luminance(rgb)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def distance(a, b, kind):
    """Returns how far apart two colours look, in about the steps of CIELAB."""
    one, two = seen(a, kind), seen(b, kind)
    return abs(lightness(one) - lightness(two)) + 100 * max(abs(x ** (1 / 2.2) - y ** (1 / 2.2)) for x, y in zip(one, two)) / 2


def main():
    folder, problems = sys.argv[1], []
    with open(folder + "/src/colours.ts", encoding="utf-8") as file:
        colours = file.read()
    with open(folder + "/style.css", encoding="utf-8") as file:
        style = file.read()
    label = re.search(r'onFill = "(#\w{6})"', colours)[1]
    causes = re.findall(r'^  (\w+): \{ text: "[^"]*", fill: "(#\w{6})", hatch: "(.*?)" \}', colours, re.M)
    assert len(causes) > 12, causes
    problems += [f"label on {name}: {contrast(label, fill):.2f}" for name, fill, _ in causes if contrast(label, fill) < 4.5]
    for number, block in enumerate(re.findall(r":root \{(.*?)\}", style, re.S)):
        of = dict(re.findall(r"--(\w+): (#\w{3,6})", block))
        for text, ground in itertools.product(("ink", "faint", "mark", "good", "fair", "poor"), ("paper", "raised")):
            pair = [c if len(c) == 7 else "#" + "".join(2 * d for d in c[1:]) for c in (of[text], of[ground])]
            if contrast(*pair) < 4.5:
                problems.append(f"{text} on {ground}, scheme {number}: {contrast(*pair):.2f}")
    waits = {name for name, _, hatch in causes if hatch}
    assert {"barrier", "lock", "tasks", "mpi_wait"} <= waits, waits
    for (a, fill_a, hatch_a), (b, fill_b, hatch_b) in itertools.combinations(causes, 2):
        for kind in (None, *BLIND):
            if hatch_a == hatch_b and distance(fill_a, fill_b, kind) < 5:
                problems.append(f"{a} and {b} look alike ({kind or 'to all'}): {distance(fill_a, fill_b, kind):.1f}")
    print(*problems, sep="\n")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
