import pg from 'pg';
import Cursor from 'pg-cursor';
import { blockSize, ordersSql } from '../orders.ts';

export interface Order {
  readonly number: string;
  readonly customer: string;
  readonly country: string;
  readonly status: number;
  readonly total: string;
  readonly tax: string;
  readonly currency: string;
  readonly items: number;
  readonly paid: boolean | null;
  readonly placed_at: Date;
}

/** The rows by the driver's own cursor; the next block is requested while the last is processed. */
export async function* cursorBlocks(connectionString: string, rows: number): AsyncGenerator<Order[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('set cursor_tuple_fraction = 1');
  try {
    const cursor = client.query(new Cursor<Order>(ordersSql(rows)));
    let next = cursor.read(blockSize);
    for (;;) {
      const block = await next;
      if (block.length === 0) return;
      next = cursor.read(blockSize);
      yield block;
    }
  } finally {
    await client.end();
  }
}
