import { nodeSqlite } from '@rowhouse/tables/testing';
import { Kysely, SqliteDialect } from 'kysely';
import { createDepot, type Depot } from './parcels.ts';
import { createWorkshop, type Workshop } from './parts.ts';

export interface Stock {
  goods: Goods;
  nothing: { id: number; name: string };
  single: { id: number; name: string };
  strange: { id: number; name: string; note: string };
  lines: { id: number; name: string; note: string };
  kinds: { id: number; name: string; owner: string | null };
}

export interface Goods {
  id: number;
  number: string;
  customer: string;
  kind_id: number;
  status: string;
  price: number;
  cents: number;
  quantity: number | null;
  paid: number | null;
  placed_at: string;
  due_on: string | null;
  symbol: string;
  mood: string;
  secret: string;
}

/** Values that break careless pages. */
export const strangeNames = [
  '<img src=x onerror="window.hacked = true">',
  '<script>window.hacked = true</script>',
  '{{ constructor.constructor("window.hacked = true")() }}',
  `"quoted" 'twice' \`thrice\``,
  'שלום עולם, طويل جدا',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(5),
  'line one\nline two\ttabbed',
  '   blanks around   ',
  '👩‍👩‍👧‍👦 family',
  '0',
  '',
];

export const goodsCount = 260;
export const lineCount = 3000;

/** A database in memory with rows for every table of the harness. */
export async function createStock(): Promise<Kysely<Stock>> {
  const db = new Kysely<Stock>({ dialect: new SqliteDialect({ database: nodeSqlite() }) });
  await db.schema
    .createTable('goods')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('number', 'text')
    .addColumn('customer', 'text')
    .addColumn('kind_id', 'integer')
    .addColumn('status', 'text')
    .addColumn('price', 'decimal(12, 2)')
    .addColumn('cents', 'integer')
    .addColumn('quantity', 'integer')
    .addColumn('paid', 'boolean')
    .addColumn('placed_at', 'datetime')
    .addColumn('due_on', 'date')
    .addColumn('symbol', 'text')
    .addColumn('mood', 'text')
    .addColumn('secret', 'text')
    .execute();
  for (const name of ['nothing', 'single', 'strange', 'lines'] as const) {
    await db.schema
      .createTable(name)
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text')
      .addColumn('note', 'text')
      .execute();
  }
  const rows = Array.from({ length: goodsCount }, (_, index) => goodsRow(index + 1));
  for (let from = 0; from < rows.length; from += 50) {
    await db
      .insertInto('goods')
      .values(rows.slice(from, from + 50))
      .execute();
  }
  await db.schema
    .createTable('kinds')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .addColumn('owner', 'text')
    .execute();
  // Goods of the fourth kind belong to a kind that is not there.
  await db
    .insertInto('kinds')
    .values(
      ['Alpha', 'Beta', 'Gamma'].map((name, index) => ({ id: index + 1, name, owner: `Owner of ${name}` })),
    )
    .execute();
  await db.insertInto('single').values({ id: 1, name: 'The only one' }).execute();
  await db
    .insertInto('strange')
    .values(strangeNames.map((name, index) => ({ id: index + 1, name, note: name })))
    .execute();
  await createWorkshop(db as unknown as Kysely<Workshop>);
  await createDepot(db as unknown as Kysely<Depot>);
  const lines = Array.from({ length: lineCount }, (_, index) => lineRow(index + 1));
  for (let from = 0; from < lines.length; from += 500) {
    await db
      .insertInto('lines')
      .values(lines.slice(from, from + 500))
      .execute();
  }
  return db;
}

/** Every tenth row is higher than the others. */
function lineRow(id: number): Stock['lines'] {
  return { id, name: `Line ${id}`, note: id % 10 === 0 ? 'a note of several words '.repeat(12) : 'short' };
}

function goodsRow(id: number): Goods {
  const pick = <Item>(items: readonly Item[], step = 1) =>
    items[Math.floor(id / step) % items.length] as Item;
  return {
    id,
    number: `N-${String(id).padStart(5, '0')}`,
    customer: pick(['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Donald Knuth']),
    kind_id: (id % 4) + 1,
    status: pick(['open', 'sent', 'done'], 3),
    price: ((id * 137) % 5000) + 0.5,
    cents: (id * 911) % 100_000,
    quantity: id % 7 === 0 ? null : id % 50,
    paid: id % 3 === 0 ? null : id % 3 === 1 ? 1 : 0,
    placed_at: new Date(Date.UTC(2026, 0, 1) + id * 7_200_000).toISOString().replace('T', ' ').slice(0, 19),
    due_on: id % 5 === 0 ? null : new Date(Date.UTC(2026, 1, 1) + id * 86_400_000).toISOString().slice(0, 10),
    symbol: pick(['truck', 'plane', 'ship', 'no-such-icon']),
    mood: pick(['glad', 'sad']),
    secret: `hidden-${id}`,
  };
}
