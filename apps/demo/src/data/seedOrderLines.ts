import type { SeedProgress } from '@rowhouse/service';
import { type Kysely, sql } from 'kysely';
import type { DemoDatabase } from './DemoDatabase.ts';
import { seedInBatches } from './seedInBatches.ts';
import { seededProducts } from './seedProducts.ts';

/** Orders that have lines; those of millions would take longer than everything else. */
const mostOrders = 100_000;

/** Seeds the lines of the orders 1 to `orders`: at most four each, whose quantities and amounts add up to those of the order. */
export async function seedOrderLines(
  db: Kysely<DemoDatabase>,
  orders: number,
  progress: (step: SeedProgress) => void,
): Promise<void> {
  await seedInBatches(
    db,
    'order_lines',
    Math.min(orders, mostOrders),
    async (transaction, from, to) => {
      await sql`insert into order_lines (id, order_id, product_id, quantity, price)
        select orders.id * 4 + line, orders.id, 1 + (orders.id * 7 + line * 11) % ${sql.lit(seededProducts)},
          case line when 0 then items - lines + 1 else 1 end,
          case line when lines - 1 then total - (items - 1) * each else each end
        from (
          select id, total, items, least(items, 4) as lines, trunc(total / items, 2) as each
          from orders where id between ${from}::bigint and ${to}::bigint
        ) as orders, generate_series(0, lines - 1) as line
        -- Somebody may have deleted the product since.
        where not exists (
          select from generate_series(0, lines - 1) as other
          where not exists (
            select from products where products.id = 1 + (orders.id * 7 + other * 11) % ${sql.lit(seededProducts)}
          )
        )
        on conflict do nothing`.execute(transaction);
    },
    progress,
  );
}
