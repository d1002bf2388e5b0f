import { withClient } from '../harness/postgres.ts';
import { firstWrittenId } from '../orders/openOrders.ts';

/** A row near the moment $1. */
const near =
  '(select id, placed_at from orders where placed_at >= $1 order by placed_at, id limit 1) as found';
const isFound = '(orders.id, orders.placed_at) = (found.id, found.placed_at)';
const insert = `insert into orders (id, number, customer_id, status, total, tax, items, placed_at)
  values ($2::bigint, 'W-' || $2, 1, 1, 10, 1, 1, $1)`;

/**
 * Writes to the orders at a steady rate until it is stopped. Of ten writes, six create a row at the end of the table, one creates
 * one anywhere, one deletes a row, one moves a row to another time and one changes another column. Late writes are made up for.
 */
export function startWriters(url: string, rate: number) {
  const began = performance.now();
  let isStopped = false;
  const working = withClient(url, async (client) => {
    const { rows } = await client.query<{ first: Date; last: Date; id: string }>(
      `select min(placed_at) as first, max(placed_at) as last, greatest(max(id), ${firstWrittenId}) as id from orders`,
    );
    const [{ first, last, id } = { first: new Date(), last: new Date(), id: '0' }] = rows;
    const anywhere = (turn: number) =>
      new Date(first.getTime() + ((turn * 0.6180339887) % 1) * (last.getTime() - first.getTime()));
    let turn = 0;
    for (; !isStopped; turn++) {
      const wait = began + (turn * 1000) / rate - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const kind = turn % 10;
      const at = anywhere(turn);
      if (kind < 7) await client.query(insert, [kind < 6 ? last : at, Number(id) + 1 + turn]);
      else if (kind === 7) await client.query(`delete from orders using ${near} where ${isFound}`, [at]);
      else if (kind === 8)
        await client.query(`update orders set placed_at = $2 from ${near} where ${isFound}`, [
          at,
          anywhere(turn + 0.5),
        ]);
      else await client.query(`update orders set note = 'seen' from ${near} where ${isFound}`, [at]);
    }

    return { perSecond: (turn * 1000) / (performance.now() - began) };
  });

  return {
    /** Rejects if a statement failed. */
    stop() {
      isStopped = true;

      return working;
    },
  };
}
