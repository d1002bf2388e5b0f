import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { copyBytes } from './copyBytes.ts';
import { work, workerSettings } from './workerSettings.ts';

// What no CSV file can go below: the rows as bytes of the database, written in pieces of 256 KB.
const { databaseUrl, rows, file } = workerSettings;
const pieceLength = 256 * 1024;

await work(async () => {
  const output = createWriteStream(file);
  let piece = Buffer.allocUnsafe(2 * pieceLength);
  let length = 0;
  const read = await copyBytes(databaseUrl, rows, (bytes) => {
    length += bytes.copy(piece, length);
    if (length < pieceLength) return;
    output.write(piece.subarray(0, length));
    piece = Buffer.allocUnsafe(2 * pieceLength);
    length = 0;
  });
  output.end(piece.subarray(0, length));
  await finished(output);
  return read;
});
