import { createWriteStream } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { exportFormats } from '@rowhouse/table-protocol';
import { describe, expect, it } from 'vitest';
import { writers } from '../runExport.ts';
import { number, plain, sheetOf } from './writers.fixture.ts';

const sheet = sheetOf({ id: number, note: plain });
/** Of random content, so that little of it is compressed away. */
const rows = Array.from({ length: 1000 }, (_, id) => ({ id, note: crypto.randomUUID().repeat(10) }));

/** An output that fails after the given number of bytes. */
function failing(after: number): Writable {
  let taken = 0;

  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      setImmediate(done, taken > after ? new Error('no space left') : null);
    },
  });
}

/** An output that takes nothing after its first chunk, and says nothing. */
function stuck(): Writable {
  return new Writable({ write() {} });
}

describe.each(exportFormats)('an output of %s', (format) => {
  const create = writers[format];

  async function writeMuch(output: Writable): Promise<void> {
    const writer = create(output, sheet);
    for (let block = 0; block < 100; block++) await writer.write(rows);
    await writer.finish();
  }

  it.each([0, 1, 100_000, 1_000_000])(
    'ends the export with its error if it fails after %i bytes',
    async (after) => {
      const output = failing(after);

      await expect(writeMuch(output)).rejects.toThrow('no space left');
      expect(output.destroyed).toBe(true);
    },
  );

  it('ends the export with its error if it fails with the last bytes', async () => {
    const output = new Writable({
      write: (_chunk, _encoding, done) => setImmediate(done),
      final: (done) => setImmediate(done, new Error('no space left')),
    });
    const writer = create(output, sheet);
    await writer.write(rows);

    await expect(writer.finish()).rejects.toThrow('no space left');
  });

  it('ends the next write if it fails between two blocks', async () => {
    const output = failing(Number.POSITIVE_INFINITY);
    const writer = create(output, sheet);
    await writer.write(rows);
    output.destroy(new Error('broken pipe'));

    await expect(writer.write(rows)).rejects.toThrow('broken pipe');
    await expect(writer.finish()).rejects.toThrow('broken pipe');
  });

  it('is an error if it closes without an error', async () => {
    const output = new PassThrough();
    const writing = writeMuch(output);
    output.once('data', () => output.destroy());

    await expect(writing).rejects.toThrow();
  });

  it('is an error if it was closed before', async () => {
    const output = new PassThrough();
    output.destroy();

    await expect(writeMuch(output)).rejects.toThrow();
  });

  it('is an error if the device has no space left', async () => {
    await expect(writeMuch(createWriteStream('/dev/full'))).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it('keeps few blocks waiting if it takes no more data', async () => {
    const output = stuck();
    const writer = create(output, sheet);
    let blocks = 0;
    const writing = (async () => {
      for (; blocks < 1000; blocks++) await writer.write(rows);
    })();
    const settled = writing.catch((error: unknown) => error);
    await expect.poll(() => output.writableLength).toBeGreaterThan(0);
    await writer.abort();

    expect(await settled).toBeInstanceOf(Error);
    expect(blocks).toBeLessThan(20);
    expect(output.destroyed).toBe(true);
  });

  it('is destroyed immediately, also while the end is written, and repeatedly', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => setImmediate(done), final() {} });
    const errors: Error[] = [];
    output.on('error', (error) => errors.push(error));
    const writer = create(output, sheet);
    await writer.write(rows.slice(0, 10));
    const finishing = writer.finish().catch((error: unknown) => error);
    await Promise.all([writer.abort(), writer.abort()]);

    expect(await finishing).toBeInstanceOf(Error);
    expect(output.destroyed).toBe(true);
    expect(errors).toEqual([]);
    await expect(writer.write(rows)).rejects.toThrow();
  });

  it('is destroyed after it has failed, and before anything was written', async () => {
    const failed = failing(0);
    await expect(writeMuch(failed)).rejects.toThrow();
    const untouched = new PassThrough();
    await create(untouched, sheet).abort();

    expect(untouched.destroyed).toBe(true);
  });
});
