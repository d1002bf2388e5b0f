import pg from 'pg';
import { ordersSql } from '../orders.ts';

/** Receives the rows as bytes of `COPY … TO STDOUT`; returns how many there were. */
export async function copyBytes(
  connectionString: string,
  rows: number,
  onRow: (bytes: Buffer) => void = () => undefined,
): Promise<number> {
  const client = new pg.Client({ connectionString });
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
