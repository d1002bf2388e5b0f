import pg from 'pg';
import { median } from '../median.ts';

export interface Written {
  writes: number;
  seconds: number;
  p50: number;
  p95: number;
}

/** Ids of rows that are created here; none of the seed has them. */
export const firstWrittenId = 2_000_000_000;

/**
 * Writes to the orders at a steady rate until it is stopped: of ten writes, six create a row at the end of the table, one
 * creates one anywhere, one deletes a row, one moves a row to another time and one changes another column. Statements that
 * are late are made up for.
 */
export function startWriters(url: string, perSecond: number): { stop(): Promise<Written> } {
  const client = new pg.Client({ connectionString: url });
  const times: number[] = [];
  const began = performance.now();
  let isStopped = false;
  const work = async () => {
    await client.connect();
    const { rows } = await client.query<{ first: Date; last: Date; id: string }>(
      `select (select placed_at from orders order by placed_at, id limit 1) as first,
        (select placed_at from orders order by placed_at desc, id desc limit 1) as last,
        (select greatest(max(id), ${firstWrittenId}) from orders where id >= ${firstWrittenId}) as id`,
    );
    const { first = new Date(), last = new Date(), id = null } = rows[0] ?? {};
    const span = last.getTime() - first.getTime();
    const anywhere = (number: number) => new Date(first.getTime() + ((number * 0.6180339887) % 1) * span);
    let next = Number(id ?? firstWrittenId) + 1;
    for (let turn = 0; !isStopped; turn++) {
      const due = began + (turn * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const start = performance.now();
      await client.query(...statement(turn % 10, turn));
      times.push(performance.now() - start);
    }
    await client.end();

    function statement(kind: number, turn: number): [string, unknown[]] {
      const at = anywhere(turn);
      const near = `select id, placed_at from orders where placed_at >= $1 order by placed_at, id limit 1`;
      if (kind <= 6) return [insert, [next, `W-${next++}`, kind < 6 ? last : at]];
      if (kind === 7)
        return [
          `delete from orders using (${near}) as found where (orders.id, orders.placed_at) = (found.id, found.placed_at)`,
          [at],
        ];
      if (kind === 8)
        return [
          `update orders set placed_at = $2 from (${near}) as found where (orders.id, orders.placed_at) = (found.id, found.placed_at)`,
          [at, anywhere(turn + 0.5)],
        ];
      return [
        `update orders set note = 'seen' from (${near}) as found where (orders.id, orders.placed_at) = (found.id, found.placed_at)`,
        [at],
      ];
    }
  };
  const working = work();
  let written: Promise<Written> | null = null;

  return {
    stop() {
      isStopped = true;
      written ??= working.then(() => ({
        writes: times.length,
        seconds: (performance.now() - began) / 1000,
        p50: median(times),
        p95: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0,
      }));
      return written;
    },
  };
}

const insert = `insert into orders (id, number, customer_id, status, total, tax, items, placed_at)
  values ($1, $2, 1, 1, 10, 1, 1, $3)`;
