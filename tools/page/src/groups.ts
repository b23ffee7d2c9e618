// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads of a group the page shows, in words.
// Not here: which threads are alike, and which are shown, which pomp-report says.
import { count } from "./format";

/** Of a group of which the page shows a part: both numbers. */
export const howMany = (group: any): string => (group.locations.length < group.count ? `${count(group.locations.length)} of ${count(group.count)}` : String(group.count));
