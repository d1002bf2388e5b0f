import { type RawBuilder, sql } from 'kysely';
import { customerShare } from './customerShare.ts';

/** The columns that `orderRows` selects, in the same order. */
export const orderColumns = sql.raw(
  'id, number, customer_id, status, total, tax, shipping_cents, currency, items, paid, priority, placed_at, ' +
    'delivered_on, tracking_number, note',
);

/**
 * A SELECT from `made` that generates the orders with these numbers. `placed` is the time of an order, a
 * timestamp in UTC; it may use `id`, `hash1` and the fractions `moment1` and `moment2`.
 *
 * All values are derived from hashes of the order's number; PostgreSQL generates the rows itself, which is faster than
 * sending them. Fractions are multiplied instead of raised to a power, and money is computed in whole cents, so that
 * the result is the same on every machine.
 */
export function orderRows(from: number, to: number, placedAt: RawBuilder<unknown>): RawBuilder<unknown> {
  const { fewest, ordersPerCustomer: share } = customerShare;

  return sql`
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
            ${placedAt} as placed
          from (
            select id, hashint8extended(id, 1) as hash1, hashint8extended(id, 2) as hash2,
              ${fraction(3)} as moment1, ${fraction(4)} as moment2,
              ${fraction(5)} as buyer, ${fraction(6)} as size
            from generate_series(${from}::bigint, ${to}::bigint) as id offset 0
          ) as hashed offset 0
        ) as drawn offset 0
      ) as priced offset 0
    ) as taxed offset 0
  ) as made`;
}

/** A fraction from 0 to below 1, drawn from 53 bits of a hash of the order's number. */
function fraction(seed: number) {
  return sql`(hashint8extended(id, ${sql.lit(seed)}) >> 11 & 9007199254740991)::float8 / 9007199254740992`;
}

/**
 * Notes of orders. They include texts that often cause errors: formulas, negative numbers, wildcards, markup,
 * quotes, line breaks, right-to-left text, emoji and long texts.
 */
const orderNotes: readonly string[] = [
  'Please leave the parcel with the neighbour.',
  'Gift order: no invoice in the box, please. 🎁',
  'Call before delivery.',
  'Second attempt; the first parcel came back to us because the address on the label was incomplete. The customer has confirmed the new address by telephone, asks for delivery in the afternoon, and would like to be told a day ahead by e-mail at which hour the driver is expected.',
  '100 % discount on shipping agreed',
  'SKU_4711_B instead of SKU_4711_A',
  '=SUM(A1:A9)',
  '-15',
  '+49 30 901820',
  '@warehouse: check the lot number',
  'She said "only in blue", so blue it is; not O\'Neill green.',
  '<b>Fragile</b> & to be kept upright',
  'First line: ring twice.\nSecond line: the dog is friendly.',
  'Bitte nicht vor 10 Uhr anliefern – Schichtbetrieb, grüßen Sie Herrn Müller.',
  'Livraison à l’étage, s’il vous plaît ; l’ascenseur est hors service jusqu’à Noël.',
  'Entregar en recepción, mañana o pasado mañana.',
  'Будь ласка, зателефонуйте за годину до доставки.',
  'Παρακαλώ αφήστε το δέμα στο θυρωρείο.',
  'يرجى الاتصال قبل التسليم بساعة.',
  'נא להשאיר את החבילה אצל השומר.',
  '请在周末送货，谢谢！',
  '置き配でお願いします。',
  '👩‍👩‍👧 family order, 🇪🇺 customs papers inside ✅',
  'Partial delivery is fine. The rest may follow whenever it arrives; the customer is building a workshop and takes things as they come. Invoice at the end, one for everything, made out to the company and not to the person, with their order reference repeated on every page, as their accounting department returns whatever lacks it.',
];
