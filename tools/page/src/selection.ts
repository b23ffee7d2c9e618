// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is selected on the page, one object for all views: who follows it is called when it changes. The address
// has it behind #, so that a link opens the page as it was.
// Not here: what views make of it.

export interface Selected {
  view: string; // the section that a link leads to
  region: number | null; // a region's id
  path: number | null; // the call path that the flame graph is zoomed to
  locations: readonly number[] | null; // null: all
  from: number | null; // an interval of the run, in ns from its begin; null: the whole
  to: number | null;
  search: string;
}

const nothing: Selected = { view: "", region: null, path: null, locations: null, from: null, to: null, search: "" };

export class Selection {
  private now: Selected = nothing;
  private readonly followers: ((now: Selected, before: Selected) => void)[] = [];
  private writing = 0;

  get(): Selected {
    return this.now;
  }

  follow(act: (now: Selected, before: Selected) => void): void {
    this.followers.push(act);
  }

  set(change: Partial<Selected>): void {
    const before = this.now;
    this.now = { ...before, ...change };
    const changed = (Object.keys(change) as (keyof Selected)[]).some((key) => before[key] !== this.now[key]);
    if (!changed) return;
    this.writeSoon();
    for (const act of this.followers) act(this.now, before);
  }

  /** Calls who follows an interval, as there is something new about it. */
  again(): void {
    for (const act of this.followers) act(this.now, { ...this.now, from: null, to: null });
  }

  /** Follows the address, and takes what it says now, as far as the run has it. */
  start(has: Has): void {
    this.now = onlyWhatIs(fromHash(location.hash), has);
    window.addEventListener("hashchange", () => {
      if (location.hash !== toHash(this.now)) this.set(onlyWhatIs(fromHash(location.hash), has));
    });
  }

  // Browsers allow some hundred changes of the address in half a minute.
  private writeSoon(): void {
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => history.replaceState(null, "", toHash(this.now) || location.href.split("#")[0]), 250);
  }
}

/** How many there are of each. */
interface Has {
  regions: number;
  paths: number;
  locations: number;
}

function onlyWhatIs(s: Selected, has: Has): Selected {
  const locations = s.locations?.filter((id) => id < has.locations) ?? [];
  return {
    ...s,
    region: s.region !== null && s.region < has.regions ? s.region : null,
    path: s.path !== null && s.path < has.paths ? s.path : null,
    locations: locations.length ? locations : null,
  };
}

const numbers: (keyof Selected)[] = ["region", "path", "from", "to"];

export function toHash(s: Selected): string {
  const parts: string[] = [];
  for (const key of Object.keys(nothing) as (keyof Selected)[]) {
    const value = s[key];
    if (value !== null && value !== "") parts.push(`${key}=${encodeURIComponent(Array.isArray(value) ? ranges(value) : String(value))}`);
  }
  return parts.length ? "#" + parts.join("&") : "";
}

/** Takes of the address what it understands, and leaves out the rest. */
export function fromHash(hash: string): Selected {
  const s: any = { ...nothing };
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [key, text] = [part.slice(0, part.indexOf("=")), decode(part.slice(part.indexOf("=") + 1))];
    if (!Object.hasOwnProperty.call(nothing, key) || text === "") continue;
    if (key === "locations") s.locations = fromRanges(text);
    else if (!numbers.includes(key as keyof Selected)) s[key] = text.slice(0, 1000);
    else if (/^\d{1,15}$/.test(text)) s[key] = Number(text);
  }
  return s;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function ranges(ids: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < ids.length; ) {
    let k = i;
    while (k + 1 < ids.length && ids[k + 1] === ids[k] + 1) k++;
    parts.push(k > i ? `${ids[i]}-${ids[k]}` : String(ids[i]));
    i = k + 1;
  }
  return parts.join(",");
}

function fromRanges(text: string): number[] | null {
  const ids: number[] = [];
  for (const part of text.split(",")) {
    const found = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part);
    if (!found) continue;
    const last = Math.min(Number(found[2] ?? found[1]), Number(found[1]) + 1e5);
    for (let id = Number(found[1]); id <= last; id++) ids.push(id);
  }
  return ids.length ? ids : null;
}
