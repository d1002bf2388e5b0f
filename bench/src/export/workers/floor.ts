import { createReadStream, createWriteStream } from 'node:fs';
import { finished, pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import pg from 'pg';
import { readSettings, work } from '../../harness/worker.ts';
import { ordersSql } from '../../orders/query.ts';
import type { ExportSettings } from '../contenders.ts';

const { databaseUrl, rows, mode, file, sheetXml } = readSettings<ExportSettings>();
const pieceLength = 256 * 1024;

work(async () => ({ rows: await (mode === 'csv' ? writeCsv() : deflateSheet()) }));

/**
 * The lower bound of a spreadsheet: the rows received as bytes, and as many bytes deflated as Rowhouse's sheet has, at the same
 * level, while the next rows arrive. The rows are not read.
 */
async function deflateSheet(): Promise<number> {
  const deflated = pipeline(
    createReadStream(sheetXml, { highWaterMark: pieceLength }),
    createDeflateRaw({ level: 1, chunkSize: 64 * 1024 }),
    createWriteStream(file),
  );
  const read = await copyBytes(() => undefined);
  await deflated;

  return read;
}

/** The lower bound of a CSV file: the rows as bytes of the database, written in pieces. */
async function writeCsv(): Promise<number> {
  const output = createWriteStream(file);
  let piece = Buffer.allocUnsafe(2 * pieceLength);
  let length = 0;
  const read = await copyBytes((bytes) => {
    length += bytes.copy(piece, length);
    if (length < pieceLength) return;
    output.write(piece.subarray(0, length));
    piece = Buffer.allocUnsafe(2 * pieceLength);
    length = 0;
  });
  output.end(piece.subarray(0, length));
  await finished(output);

  return read;
}

/** Receives the rows as bytes of `COPY … TO STDOUT`; returns how many there were. */
async function copyBytes(onRow: (bytes: Buffer) => void): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let received = 0;
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(`copy (${ordersSql(rows)}) to stdout`),
      handleCopyData({ chunk }: { chunk: Buffer }) {
        received += 1;
        onRow(chunk);
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: resolve,
      handleError: reject,
    } as unknown as pg.Submittable);
  });
  await client.end();

  return received;
}
