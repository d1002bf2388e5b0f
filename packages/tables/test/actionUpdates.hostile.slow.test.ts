import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { TableError } from '../src/index.ts';
import { actionShop, closingTables } from './actionShop.ts';
import { type ActionShop, closing } from './closing.ts';
import { idsBySql, type LoggedDatabase } from './support.ts';

const size = 6;
const columns = [
  'number',
  'status',
  'total',
  'cents',
  'quantity',
  'paid',
  'placed_at',
  'delivered_on',
  'note',
];

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    "' or 1=1 --",
    "\\' or 1=1 --",
    '"; drop table orders; --',
    '%',
    '\\',
    '\0',
    '\ud800',
    '\u202e',
    '{number}',
    '$1',
    '?',
    ':a',
    'NaN',
    'null',
    '__proto__',
    '9'.repeat(40),
    '1e999',
    '2026-02-30',
    '2026-06-01',
    '9999-12-31T23:59:59+14:00',
    '🚚',
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom({ now: true }, { now: 1 }, { ifEmpty: null }, { ifEmpty: "'" }, {}, [], [1], { not: 1 }),
);
const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...columns) },
  fc.constantFrom(
    'id',
    'orders.note',
    'customers.password',
    'note" = \'x\', "note',
    '__proto__',
    'a.b.c',
    '',
  ),
  fc.string({ maxLength: 8 }),
);
/** Values that fit, so that some of the updates run. */
const fitting = fc.record(
  {
    note: fc.oneof(fc.constant(null), fc.constantFrom("'", '\\', '{number}', "' or 1=1 --")),
    number: fc.constantFrom('"', '$1', '?', 'R-1'),
    cents: fc.integer({ min: -1000, max: 1000 }),
    quantity: fc.constantFrom(null, 3, { ifEmpty: 4 }),
    delivered_on: fc.constantFrom(null, '2026-06-01', { now: true }, { ifEmpty: { now: true } }),
  },
  { requiredKeys: [] },
);
const anyUpdate = fc.record(
  {
    set: fc.oneof(fitting, fc.dictionary(name, nasty, { maxKeys: 3 })),
    refuse: fc.array(fc.record({ when: fc.dictionary(name, nasty, { maxKeys: 2 }), message: fc.string() }), {
      maxLength: 2,
    }),
    skip: fc.dictionary(name, nasty, { maxKeys: 2 }),
  },
  { requiredKeys: ['set'] },
);
const update = fc.oneof(fc.record({ set: fitting }), anyUpdate);

describe.each(dialects)('hostile updates on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
  });

  afterAll(() => database.destroy());

  const run = (given: unknown) =>
    closingTables(db, closing({ update: given } as never)).runAction('orders', 'close', {}, null);

  it('store a text exactly, with any content', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string());

    await fc.assert(
      fc.asyncProperty(
        text.filter((each) => each.isWellFormed() && !each.includes('\0')),
        async (given) => {
          await sql`update orders set note = 'before'`.execute(db);
          const { failed } = await run({
            set: { note: given },
            refuse: [{ when: { number: given }, message: 'No.' }],
          });
          const rows = await db.selectFrom('orders').select('note').execute();

          expect(failed).toBe(0);
          expect(rows.map(({ note }) => note)).toEqual(Array.from({ length: size }, () => given));
        },
      ),
      {
        numRuns: 40,
        examples: [
          ["\\' or 1=1 --"],
          ["'; drop table orders; --"],
          ['\\'],
          ['\u202e🚚'],
          ['$1 ? :a {number}'],
        ],
      },
    );
  });

  it.each(['a\0b', 'a\ud800'])('refuse what no database stores: %j', async (given) => {
    await expect(run({ set: { note: given } })).rejects.toThrow(/the value of "note" does not fit/);
    await expect(run({ set: { cents: 1 }, skip: { note: given } })).rejects.toThrow(/does not fit/);
  });

  it('are refused with a clear error, or set the columns that they name and no others', async () => {
    const stored = () => db.selectFrom('orders').selectAll().orderBy('id').execute();
    let accepted = 0;

    await fc.assert(
      fc.asyncProperty(update, async (given) => {
        const before = await stored();
        const outcome = await run(given).catch((error: unknown) => error);
        const named = Object.keys(given.set).map((each) => each.replace('orders.', ''));
        const others = (rows: Awaited<ReturnType<typeof stored>>) =>
          rows.map((row) => Object.entries(row).filter(([column]) => !named.includes(column)));

        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(TableError);
          expect((outcome as TableError).code).toMatch(/^tables\.invalid_(query|template)$/);
          expect(await stored()).toEqual(before);
        } else {
          accepted++;
          const { total, processed, failed } = outcome as Record<string, number>;
          expect([total, Number(processed) + Number(failed)]).toEqual([size, size]);
          expect(columns).toEqual(expect.arrayContaining(named));
          expect(others(await stored())).toEqual(others(before));
        }
      }),
      { numRuns: 200 },
    );
    const passwords = await idsBySql(
      db,
      "select count(*) as id from customers where password like 'secret-%'",
    );

    expect(passwords).toEqual([10]);
    expect(accepted).toBeGreaterThan(5);
  });
});
