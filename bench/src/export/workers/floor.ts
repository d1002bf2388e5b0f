import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { cursorBlocks } from './cursorBlocks.ts';
import { work, workerSettings } from './workerSettings.ts';

// What nobody can go below: the rows read by the driver's cursor, and as many bytes deflated as Rowhouse's sheet has,
// at the same level, while the next rows are on their way. The rows are not looked at.
const { databaseUrl, rows, file, sheetXml } = workerSettings;

await work(async () => {
  const bytes = createReadStream(sheetXml, { highWaterMark: 256 * 1024 });
  const written = pipeline(
    bytes,
    createDeflateRaw({ level: 1, chunkSize: 64 * 1024 }),
    createWriteStream(file),
  );
  let read = 0;
  for await (const block of cursorBlocks(databaseUrl, rows)) read += block.length;
  await written;
  return read;
});
