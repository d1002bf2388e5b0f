import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { copyBytes } from './copyBytes.ts';
import { work, workerSettings } from './workerSettings.ts';

// The lower bound: the rows received as bytes of COPY, and as many bytes deflated as Rowhouse's sheet has,
// at the same level, while the next rows are on their way. The rows are not looked at.
const { databaseUrl, rows, file, sheetXml } = workerSettings;

await work(async () => {
  const bytes = createReadStream(sheetXml, { highWaterMark: 256 * 1024 });
  const written = pipeline(
    bytes,
    createDeflateRaw({ level: 1, chunkSize: 64 * 1024 }),
    createWriteStream(file),
  );
  const read = await copyBytes(databaseUrl, rows);
  await written;
  return read;
});
