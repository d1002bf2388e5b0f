import { endianness } from 'node:os';

const encoder = new TextEncoder();
const isLittleEndian = endianness() === 'LE';
const wordLength = 8;
/** Maximum bytes of a UTF-16 unit in UTF-8. */
const longestUnit = 3;
/** Maximum bytes for which a loop copies faster than a call. */
const shortCopy = 48;
const zero = 0x30;

/**
 * A text that is added many times. It is copied in words of eight bytes, which takes less than half as long as byte by
 * byte. The words are doubles, the only numbers of that size without an allocation. None of them is a NaN, whose bits
 * may change when it is copied: such bytes do not occur in UTF-8.
 */
export class Fragment {
  /** In bytes. */
  length: number;
  /** The bytes, followed by blanks. */
  readonly words: Float64Array;
  readonly #bytes: Uint8Array;

  constructor(text: string) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    this.words = new Float64Array(Math.ceil(bytes.length / wordLength));
    this.#bytes = new Uint8Array(this.words.buffer).fill(0x20);
    this.#bytes.set(bytes);
  }

  /** Replaces the text by a number that is not negative and has no more digits than the text had bytes at first. */
  setNumber(number: number): void {
    this.length = digitsOf(number);
    writeDigits(this.#bytes, 0, this.length, number);
  }
}

/** Collects texts and bytes as the bytes of a file. */
export class TextBuffer {
  /** In bytes. May be set back, which removes what was added since. */
  length = 0;
  #bytes: Uint8Array;
  #view: DataView;
  /** Given back, for later texts. */
  readonly #spare: Uint8Array[] = [];

  /** `size`: expected number of bytes; more may be added. */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Encodes each text when it is added, which takes half as long as encoding one concatenated text. */
  add(text: string): void {
    this.#makeRoom(text.length * longestUnit);
    this.length += encoder.encodeInto(text, this.#bytes.subarray(this.length)).written;
  }

  addByte(byte: number): void {
    if (this.length === this.#bytes.length) this.#makeRoom(1);
    this.#bytes[this.length++] = byte;
  }

  addBytes(bytes: Uint8Array, from = 0, to = bytes.length): void {
    this.#makeRoom(to - from);
    if (to - from > shortCopy) {
      this.#bytes.set(bytes.subarray(from, to), this.length);
      this.length += to - from;
      return;
    }

    const own = this.#bytes;
    let at = this.length;
    for (let index = from; index < to; index += 1) own[at++] = bytes[index] as number;
    this.length = at;
  }

  addFragment({ length, words }: Fragment): void {
    this.#makeRoom(words.length * wordLength);
    const view = this.#view;
    let at = this.length;

    for (let index = 0; index < words.length; index += 1) {
      view.setFloat64(at, words[index] as number, isLittleEndian);
      at += wordLength;
    }
    this.length += length;
  }

  /** Adds the last `count` digits of a whole number from 0 to 2³¹ - 1, with leading zeros. Defaults to all of them. */
  addDigits(number: number, count = digitsOf(number)): void {
    this.#makeRoom(count);
    writeDigits(this.#bytes, this.length, count, number);
    this.length += count;
  }

  /** Replaces bytes from an index by digits, as `addDigits` adds them. */
  setDigits(from: number, number: number, count: number): void {
    writeDigits(this.#bytes, from, count, number);
  }

  /** Returns the collected bytes and empties the buffer. */
  take(): Buffer {
    // Copying the existing text costs less than reserving room for later texts.
    const taken = Buffer.from(this.#bytes.subarray(0, this.length));
    this.length = 0;

    return taken;
  }

  /**
   * Like `take`, without a copy: the bytes are lent until `giveBack`. Memory that is allocated for each chunk of a file is collected
   * late, and often at the price of a whole collection.
   */
  lend(): Buffer {
    const lent = Buffer.from(this.#bytes.buffer, 0, this.length);
    this.#bytes = this.#spare.pop() ?? new Uint8Array(this.#bytes.length);
    this.#view = new DataView(this.#bytes.buffer);
    this.length = 0;

    return lent;
  }

  /** The bytes that were lent are no longer read. */
  giveBack({ buffer }: Buffer): void {
    this.#spare.push(new Uint8Array(buffer));
  }

  #makeRoom(wanted: number): void {
    if (this.length + wanted <= this.#bytes.length) return;

    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + wanted));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function digitsOf(number: number): number {
  let digits = 1;
  for (let limit = 10; number >= limit; limit *= 10) digits += 1;

  return digits;
}

function writeDigits(bytes: Uint8Array, from: number, count: number, number: number): void {
  let rest = number;

  for (let at = from + count - 1; at >= from; at -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[at] = zero + rest - 10 * tenth;
    rest = tenth;
  }
}
