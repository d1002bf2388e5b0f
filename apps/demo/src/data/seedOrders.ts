import type { SeedProgress } from '@rowhouse/service';
import { type Kysely, sql, type Transaction } from 'kysely';
import { customerShare } from './customerShare.ts';
import type { DemoDatabase } from './DemoDatabase.ts';
import { orderNotes } from './orderNotes.ts';
import { seedInBatches } from './seedInBatches.ts';

/** Seeds the orders 1 to `total`, placed between July 2021 and June 2026, more of them lately. */
export async function seedOrders(
  db: Kysely<DemoDatabase>,
  total: number,
  progress: (step: SeedProgress) => void,
): Promise<void> {
  await seedInBatches(db, 'orders', total, insertOrders, progress);
}

/**
 * All that varies comes from hashes of the order's number; PostgreSQL makes the rows by itself, which is
 * faster than sending them. Fractions are multiplied, never raised by a power function, and money is counted
 * in whole cents, so that every machine gets the same digits.
 *
 * A batch is inserted in the order of placed_at, which keeps neighbours in the indexes together.
 */
async function insertOrders(transaction: Transaction<DemoDatabase>, from: number, to: number): Promise<void> {
  const { fewest, ordersPerCustomer: share } = customerShare;
  await sql`
    insert into orders (id, number, customer_id, status, total, tax, shipping_cents, currency, items, paid,
      priority, placed_at, delivered_on, tracking_number, note)
    select
      id,
      'R-' || extract(year from placed) || '-' || lpad(id::text, greatest(6, length(id::text)), '0'),
      customer_id,
      status,
      cents * 0.01,
      case when cents < 0 then -tax_cents else tax_cents end * 0.01,
      case when abs(cents) > 5000 then 0 else (array[490, 490, 690, 1290])[1 + (hash1 & 3)] end,
      (array['EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD', 'GBP'])[1 + (hash1 >> 2 & 7)],
      1 + (hash1 >> 5 & 7) * (hash1 >> 8 & 7) / 7,
      case status when 1 then null when 5 then hash1 >> 11 & 1 = 1 else (hash1 >> 11 & 1023) % 50 > 0 end,
      case when (hash1 >> 21 & 1023) % 10 < 3 then 1 + (hash1 >> 31 & 1023) % 5 end,
      placed at time zone 'UTC',
      case when status in (4, 6) then placed::date + 1 + (hash1 >> 41 & 1023)::int % 14 end,
      case when status in (3, 4, 6) then
        100000000000000000 + (hash2 >> 3 & 1152921504606846975) % 900000000000000000 end,
      case when (hash2 & 1023) % 6 = 0 then
        (${orderNotes}::text[])[1 + (hash2 >> 10 & 1023) % ${sql.lit(orderNotes.length)}] end
    from (
      -- The tax that is in the total, rounded half up.
      select *, (2 * abs(cents) * rate + 100 + rate) / (2 * (100 + rate)) as tax_cents
      from (
        select id, hash1, hash2, customer_id, placed, status,
          -- A quarter of the returned orders are credit notes.
          case when status = 6 and hash1 >> 51 & 3 = 0 then -gross_cents else gross_cents end as cents,
          (array[0, 7, 19, 19, 19, 20, 21, 25])[1 + (hash1 >> 53 & 7)] as rate
        from (
          select id, hash1, hash2, customer_id, placed,
            -- Mostly small sums; a few are a thousand times as large.
            499 + floor(cube * 90000 + power8 * power8 * power8 * 4000000)::bigint as gross_cents,
            case when placed < timestamp '2026-05-17' then
              case when roll < 78 then 4 when roll < 84 then 6 when roll < 93 then 5 when roll < 97 then 3
                when roll < 99 then 2 else 1 end
            else
              case when roll < 30 then 2 when roll < 60 then 3 when roll < 85 then 1 when roll < 95 then 4
                else 5 end
            end as status
          from (
            select id, hash1, hash2, (hash2 >> 20 & 65535) % 100 as roll,
              size * size * size as cube,
              size * size * size * size * size * size * size * size as power8,
              1 + floor(buyer * greatest(${sql.lit(fewest)}, (id + ${sql.lit(share - 1)}) / ${sql.lit(share)}))::int
                as customer_id,
              timestamp '2021-07-01' + floor(157766400 * case when hash1 >> 56 & 1 = 0 then moment1
                else greatest(moment1, moment2) end) * interval '1 second' as placed
            from (
              select id, hashint8extended(id, 1) as hash1, hashint8extended(id, 2) as hash2,
                ${fraction(3)} as moment1, ${fraction(4)} as moment2,
                ${fraction(5)} as buyer, ${fraction(6)} as size
              from generate_series(${from}::bigint, ${to}::bigint) as id offset 0
            ) as hashed offset 0
          ) as drawn offset 0
        ) as priced offset 0
      ) as taxed offset 0
    ) as made
    -- Somebody may have deleted the customer since.
    where exists (select from customers where customers.id = made.customer_id)
    order by placed, id
    on conflict do nothing`.execute(transaction);
}

/** A fraction from 0 to below 1, drawn from 53 bits of a hash of the order's number. */
function fraction(seed: number) {
  return sql`(hashint8extended(id, ${sql.lit(seed)}) >> 11 & 9007199254740991)::float8 / 9007199254740992`;
}
