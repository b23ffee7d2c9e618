// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What browsers have that Debian's TypeScript does not know yet.
declare class DecompressionStream implements ReadableWritablePair<Uint8Array, Uint8Array> {
  constructor(format: "deflate-raw");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

declare module "d3-array" {
  export function ticks(start: number, stop: number, count: number): number[];
}
