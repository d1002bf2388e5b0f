import type { TextBlock, TextColumn } from '@rowhouse/tables/internal';

const tab = 9;
const lineFeed = 10;
const backslash = 92;
const nullLetter = 'N'.charCodeAt(0);
/** Letter after a backslash → what both stand for; other characters stand for themselves. */
const escapes = new Uint8Array(256).map((_, byte) => byte);
for (const [letter, byte] of Object.entries({ b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 })) {
  escapes[letter.charCodeAt(0)] = byte;
}

/** Bytes that are reckoned with at first. */
const firstLength = 64 * 1024;
/** Bytes after which a block is full, whatever its rows. */
const longBlock = 512 * 1024;

/** Rows of COPY's text format, collected in blocks. */
export interface TextBlocks {
  /** Takes a row. Returns a block that has become full. */
  add(row: Uint8Array): TextBlock | null;
  /** Returns the rows that have not made a block; null if there are none. */
  rest(): TextBlock | null;
  /** Takes back a block that is not needed any more. */
  reuse(block: TextBlock): void;
}

/** Throws where a row is not one of these columns. */
export function textBlocks(columns: readonly TextColumn[], size: number): TextBlocks {
  const values = 2 * columns.length;
  const free: TextBlock[] = [];
  let bytes: Buffer = Buffer.allocUnsafeSlow(firstLength);
  let bounds: Int32Array = new Int32Array(values * size);
  let length = 0;
  let rows = 0;

  function makeRoom(wanted: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, length + wanted));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  }

  function take(): TextBlock {
    const block = { columns, rows, bytes, bounds };
    const used = free.pop();
    bytes = used?.bytes ?? Buffer.allocUnsafeSlow(bytes.length);
    bounds = used?.bounds ?? new Int32Array(values * size);
    length = 0;
    rows = 0;

    return block;
  }

  return {
    add(row) {
      // An escape is longer than what it stands for.
      if (length + row.length > bytes.length) makeRoom(row.length);
      const end = rows * values + values;
      let at = length;
      let from = at;
      let bound = end - values;

      for (let index = 0; index < row.length; index += 1) {
        const byte = row[index] as number;
        if (byte === tab || byte === lineFeed) {
          bounds[bound] = from;
          bounds[bound + 1] = at;
          bound += 2;
          from = at;
        } else if (byte === backslash) {
          index += 1;
          const letter = row[index] as number;
          if (letter === nullLetter) from = -1;
          else bytes[at++] = escapes[letter] as number;
        } else {
          bytes[at++] = byte;
        }
      }
      if (bound !== end || row.at(-1) !== lineFeed) {
        throw new Error(`COPY sent a row that does not have ${columns.length} columns.`);
      }
      length = at;
      rows += 1;

      return rows === size || length >= longBlock ? take() : null;
    },
    rest: () => (rows === 0 ? null : take()),
    reuse: (block) => void free.push(block),
  };
}
