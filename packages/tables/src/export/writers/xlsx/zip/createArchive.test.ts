import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createOutputQueue } from '../../outputQueue.ts';
import { memory } from '../../writers.fixture.ts';
import { createArchive } from './createArchive.ts';
import { directory } from './records.ts';

const random = (length: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(length)));

describe('an archive', () => {
  it('returns what was added, chunk by chunk', async () => {
    const { output, file } = memory();
    const archive = createArchive(createOutputQueue(output));
    const pieces = [Buffer.from('a'.repeat(300_000)), random(60_000), Buffer.alloc(0), random(1)];
    await archive.begin('first.bin');
    for (const piece of pieces) await archive.add(piece);
    await archive.begin('folder/empty.txt');
    await archive.begin('folder/Übersicht.txt');
    await archive.add(Buffer.from('the last'));
    await archive.finish();
    const files = unzipSync(file());

    expect(Object.keys(files)).toEqual(['first.bin', 'folder/empty.txt', 'folder/Übersicht.txt']);
    expect(Buffer.concat(pieces).equals(files['first.bin'] ?? Buffer.alloc(0))).toBe(true);
    expect(files['folder/empty.txt']).toHaveLength(0);
    expect(Buffer.from(files['folder/Übersicht.txt'] ?? []).toString()).toBe('the last');
  });

  it('names the checksum and both sizes, after the file and in the directory', async () => {
    const { output, file } = memory();
    const archive = createArchive(createOutputQueue(output));
    const content = random(5000);
    await archive.begin('a');
    await archive.add(content);
    await archive.finish();
    const bytes = file();
    const descriptor = bytes.indexOf(Buffer.from('PK\x07\x08'));
    const entry = bytes.lastIndexOf(Buffer.from('PK\x01\x02'));
    const dataStart = 30 + 1;

    for (const at of [descriptor + 4, entry + 16]) {
      expect(bytes.readUInt32LE(at)).toBe(crc32(content));
      expect(bytes.readUInt32LE(at + 4)).toBe(descriptor - dataStart);
      expect(bytes.readUInt32LE(at + 8)).toBe(content.length);
    }
  });

  it('refuses a chunk without a file', async () => {
    const archive = createArchive(createOutputQueue(memory().output));

    await expect(archive.add(random(1))).rejects.toThrow('No file has been started.');
  });
});

describe('the directory of an archive beyond 4 GiB', () => {
  const gigabyte = 2 ** 30;
  const file = { path: 'a', start: 5 * gigabyte, crc: 1, size: 2, compressedSize: 3 };

  it('has 64-bit offsets of its files and of itself', () => {
    const bytes = directory([{ ...file, start: 0 }, file], 6 * gigabyte);
    const near = 46 + 1;
    const far = near + 12;
    const end64 = near + far;
    const locator = end64 + 56;
    const end = locator + 20;

    expect(bytes.readUInt32LE(42)).toBe(0);
    expect(bytes.readUInt32LE(near + 42)).toBe(0xffff_ffff);
    expect(bytes.readUInt16LE(near + 47)).toBe(1);
    expect(bytes.readBigUInt64LE(near + 51)).toBe(BigInt(file.start));
    expect(bytes.readUInt32LE(end64)).toBe(0x06064b50);
    expect(bytes.readBigUInt64LE(end64 + 32)).toBe(2n);
    expect(bytes.readBigUInt64LE(end64 + 40)).toBe(BigInt(end64));
    expect(bytes.readBigUInt64LE(end64 + 48)).toBe(BigInt(6 * gigabyte));
    expect(bytes.readUInt32LE(locator)).toBe(0x07064b50);
    expect(bytes.readBigUInt64LE(locator + 8)).toBe(BigInt(6 * gigabyte + end64));
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    expect(bytes.readUInt32LE(end + 16)).toBe(0xffff_ffff);
    expect(bytes).toHaveLength(end + 22);
  });

  it('needs no 64-bit offset below', () => {
    expect(directory([{ ...file, start: 0 }], 2 * gigabyte)).toHaveLength(47 + 22);
  });
});
