import type { SeedProgress } from '@rowhouse/service';
import { type Kysely, sql } from 'kysely';
import type { DemoDatabase } from './DemoDatabase.ts';
import { seedInBatches } from './seedInBatches.ts';

/** Seeded products: the first 20 of them are not in `files/products.csv`, which changes the others. */
export const seededProducts = 40;

export async function seedProducts(
  db: Kysely<DemoDatabase>,
  progress: (step: SeedProgress) => void,
): Promise<void> {
  await seedInBatches(
    db,
    'products',
    seededProducts,
    async (transaction, from, to) => {
      await sql`insert into products (id, sku, name, category, price, stock, available_from)
        select n, 'P-' || lpad(n::text, 4, '0'),
          (array['Green tea', 'Black coffee', 'Plain cup'])[n % 3 + 1] || ' ' || n,
          (array['tea', 'coffee', 'cups'])[n % 3 + 1], 2 + n % 20, n * 7 % 90, date '2025-01-01' + n::integer
        from generate_series(${from}::integer, ${to}::integer) as n
        on conflict do nothing`.execute(transaction);
    },
    progress,
  );
}
