/** A file of an archive, as in its records. */
export interface ArchivedFile {
  readonly path: string;
  /** Offset in the archive, in bytes. */
  readonly start: number;
  readonly crc: number;
  readonly size: number;
  readonly compressedSize: number;
}

const signatures = {
  localHeader: 0x04034b50,
  descriptor: 0x08074b50,
  directoryEntry: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
};

/** Required version of the format: folders and compression, or 64-bit numbers. */
const version = { plain: 20, long: 45 };
/** Size and checksum follow the data; the path is UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** The first day of the format: equal rows produce equal files. */
const firstDay = 0x0021;
/** The number is in the 64-bit record. */
const seeLong16 = 0xffff;
const seeLong32 = 0xffff_ffff;

// Numbers of ZIP (PKWARE's APPNOTE.TXT 6.3, 4.3) by their length in bytes.
type Field = readonly [length: 2 | 4 | 8, value: number];

function record(fields: readonly Field[], ...texts: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;

  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }

  return texts.length === 0 ? bytes : Buffer.concat([bytes, ...texts]);
}

/** Local header of a file whose size is not known yet. */
export function localHeader(path: string): Buffer {
  const name = Buffer.from(path);

  return record(
    [
      [4, signatures.localHeader],
      [2, version.plain],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, firstDay],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ],
    name,
  );
}

/** Data descriptor after a file. */
export function dataDescriptor({ crc, size, compressedSize }: ArchivedFile): Buffer {
  return record([
    [4, signatures.descriptor],
    [4, crc],
    [4, compressedSize],
    [4, size],
  ]);
}

/** Central directory at the end: the position of each file. `start`: its offset in the archive. */
export function directory(files: readonly ArchivedFile[], start: number): Buffer {
  const entries = Buffer.concat(files.map(directoryEntry));
  const isLong = start >= seeLong32 || files.length >= seeLong16;
  const end = record([
    [4, signatures.end],
    [2, 0],
    [2, 0],
    [2, isLong ? seeLong16 : files.length],
    [2, isLong ? seeLong16 : files.length],
    [4, isLong ? seeLong32 : entries.length],
    [4, isLong ? seeLong32 : start],
    [2, 0],
  ]);

  return Buffer.concat([entries, ...(isLong ? [longEnd(files.length, entries.length, start)] : []), end]);
}

function directoryEntry({ path, start, crc, size, compressedSize }: ArchivedFile): Buffer {
  const name = Buffer.from(path);
  const isFar = start >= seeLong32;
  const place = isFar
    ? record([
        [2, 1],
        [2, 8],
        [8, start],
      ])
    : Buffer.alloc(0);

  return record(
    [
      [4, signatures.directoryEntry],
      [2, isFar ? version.long : version.plain],
      [2, isFar ? version.long : version.plain],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, firstDay],
      [4, crc],
      [4, compressedSize],
      [4, size],
      [2, name.length],
      [2, place.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, isFar ? seeLong32 : start],
    ],
    name,
    place,
  );
}

function longEnd(count: number, length: number, start: number): Buffer {
  return record([
    [4, signatures.end64],
    [8, 44],
    [2, version.long],
    [2, version.long],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, start],
    [4, signatures.locator64],
    [4, 0],
    [8, start + length],
    [4, 1],
  ]);
}
