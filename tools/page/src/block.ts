// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads blocks of data from the page: base64, deflated, a directory in JSON, and arrays of numbers (tools/show/page_block.h).
// Not here: what is in them.

export interface Block {
  readonly json: any;
  has(name: string): boolean;
  u8(name: string): Uint8Array;
  u16(name: string): Uint16Array;
  u32(name: string): Uint32Array;
  i32(name: string): Int32Array;
  f32(name: string): Float32Array;
  f64(name: string): Float64Array;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;
type Make = new (buffer: ArrayBuffer, offset: number, count: number) => Numbers;
const makers: Record<string, Make> = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
};

function bytesOf(base64: string): Uint8Array {
  const made = (Uint8Array as any).fromBase64?.(base64); // newer browsers have it, which is several times as fast
  if (made) return made;
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

export function hasBlock(name: string): boolean {
  return document.getElementById("data-" + name) !== null;
}

/** Reads a block; its text is taken out of the document, as nobody needs it twice. */
export async function loadBlock(name: string): Promise<Block> {
  const element = document.getElementById("data-" + name);
  if (!element) throw new Error(`the page has no block ${name}`);
  const buffer = await inflate(bytesOf((element.textContent ?? "").trim()));
  element.textContent = "";
  const length = new DataView(buffer).getUint32(0, true);
  const directory = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const first = Math.ceil((4 + length) / 8) * 8;
  const array = (name: string, type: string): any => {
    const [is, offset, count] = directory.arrays[name] ?? [];
    if (is !== type) throw new Error(`there is no array ${name} of type ${type}`);
    return new makers[type](buffer, first + offset, count);
  };
  return {
    json: directory.json,
    has: (name) => name in directory.arrays,
    u8: (name) => array(name, "u8"),
    u16: (name) => array(name, "u16"),
    u32: (name) => array(name, "u32"),
    i32: (name) => array(name, "i32"),
    f32: (name) => array(name, "f32"),
    f64: (name) => array(name, "f64"),
  };
}
