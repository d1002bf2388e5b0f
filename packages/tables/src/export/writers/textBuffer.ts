/** Texts that are collected as the bytes of a file. */
export interface TextBuffer {
  /** In bytes. */
  readonly length: number;
  add(text: string): void;
  /** Returns the collected bytes and empties the buffer. */
  take(): Buffer;
}

const encoder = new TextEncoder();
/** Bytes that a UTF-16 unit takes at most in UTF-8. */
const longestUnit = 3;

/**
 * Encodes each text as it comes, which takes half as long as encoding one long text that is put together of them.
 * `size`: bytes that are reckoned with; more may come.
 */
export function textBuffer(size: number): TextBuffer {
  let bytes = new Uint8Array(size);
  let length = 0;

  function makeRoom(wanted: number): void {
    const larger = new Uint8Array(Math.max(2 * bytes.length, length + wanted));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  }

  return {
    get length() {
      return length;
    },
    add(text) {
      const wanted = text.length * longestUnit;
      if (length + wanted > bytes.length) makeRoom(wanted);
      length += encoder.encodeInto(text, bytes.subarray(length)).written;
    },
    take() {
      // Copying the existing text costs less than reserving room for what follows.
      const taken = Buffer.from(bytes.subarray(0, length));
      length = 0;

      return taken;
    },
  };
}
