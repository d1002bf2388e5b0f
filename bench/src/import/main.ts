import { createWriteStream } from 'node:fs';
import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createTables,
  defineTable,
  installImports,
  removeImports,
  type TableDefinition,
} from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { inTurns } from '../harness/inTurns.ts';
import { databaseUrl, number } from '../harness/options.ts';
import { openKysely, openPostgres, withClient } from '../harness/postgres.ts';
import { fixed, tableOf, thousands } from '../harness/report.ts';
import { defineSuite } from '../harness/suite.ts';

interface Products {
  import_products: { id: number; sku: string };
}

/** Columns with their types. */
const types = {
  sku: 'varchar(20) not null',
  name: 'varchar(80) not null',
  price: 'numeric(10, 2) not null',
  stock: 'integer not null',
  weight: 'double precision',
  is_sold: 'boolean not null',
  sold_from: 'date',
  changed_at: 'timestamptz',
  colour: 'varchar(20)',
  note: 'text',
};
const fields = Object.keys(types);
const products = {
  ...defineTable({
    template: {
      routePrefix: 'products',
      columns: fields.map((name) => ({ label: name, name, data: `import_products.${name}` })),
    },
    query: (db: Kysely<Products>) =>
      db.selectFrom('import_products').select(['import_products.id as dtRowId']).selectAll('import_products'),
  }),
  records: { fields: Object.fromEntries(fields.map((name) => [name, true])), create: true, import: true },
} as TableDefinition;

const contenders = [
  {
    name: 'rowhouse',
    description: '`tables.imports.run`: every value checked, chunks of 1,000 rows, each once',
    run: imported,
  },
  {
    name: 'COPY',
    description:
      'COPY of the file into a table of texts, and INSERT … SELECT with casts; no checks, all or nothing',
    run: copied,
  },
];

/** Imports of a CSV file, next to COPY into a table of texts and an INSERT of its rows. */
export const suite = defineSuite(
  {
    rows: number(1_000_000, 'rows of the file, of ten columns'),
    rounds: number(3, 'rounds in which the contenders take turns'),
    databaseUrl: databaseUrl('a database on this machine, whose server reads the file, too'),
  },
  async ({ rows, rounds, ...options }) => {
    await using server = await openPostgres(options.databaseUrl);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'rowhouse-import-'));
    const path = join(folder.path, 'products.csv');
    // The server may run as another user.
    await chmod(folder.path, 0o755);
    await pipeline(Readable.from(lines(rows)), createWriteStream(path, { mode: 0o644 }));
    const measured = await inTurns(
      rounds,
      contenders,
      async ({ run }) => {
        await prepare(server.url);
        const figures = await run(server.url, path);
        await assertRows(server.url, rows);
        return figures;
      },
      ({ seconds }) => `${seconds.toFixed(1)} s`,
      { warmUp: false },
    );
    await withClient(server.url, (client) => client.query('drop table import_products'));

    return {
      title: 'Imports',
      about: `A CSV file of ${thousands(rows)} rows and ten columns into an empty table with a unique index.`,
      postgres: server.version,
      notes: [
        'The number of rows is compared with SQL after every run. Memory is the largest resident set of the process, sampled.',
      ],
      rounds,
      contenders,
      sections: [
        {
          table: tableOf(measured, [
            { head: 'seconds', of: ({ seconds }) => seconds, write: fixed(1) },
            { head: 'rows/s', of: ({ seconds }) => rows / seconds },
            { head: 'MB', of: ({ megabytes }) => megabytes },
          ]),
        },
      ],
    };
  },
);

function* lines(rows: number): Generator<string> {
  yield `${fields.join(',')}\n`;
  for (let row = 0; row < rows; row += 1) {
    const cells = [
      `SKU-${row}`,
      `"Product, number ${row}"`,
      `${row % 1000}.${String(row % 100).padStart(2, '0')}`,
      row % 500,
      (row % 97) / 4,
      row % 2 === 0,
      `2026-0${1 + (row % 9)}-1${row % 10}`,
      `2026-03-0${1 + (row % 9)}T10:${10 + (row % 50)}:00Z`,
      ['red', 'green', 'blue'][row % 3],
      row % 4 === 0 ? '' : `A note on the product ${row}`,
    ];
    yield `${cells.join(',')}\n`;
  }
}

async function prepare(url: string): Promise<void> {
  const columns = Object.entries(types).map((column) => column.join(' '));
  await withClient(url, async (client) => {
    await client.query('drop table if exists import_products');
    await client.query(
      `create table import_products (id integer generated always as identity primary key, ${columns}, unique (sku))`,
    );
  });
}

async function assertRows(url: string, rows: number): Promise<void> {
  const { rows: found } = await withClient(url, (client) =>
    client.query<{ n: string; codes: string }>(
      'select count(*) as n, count(distinct sku) as codes from import_products',
    ),
  );
  if (Number(found[0]?.n) !== rows || Number(found[0]?.codes) !== rows) {
    throw new Error(`${found[0]?.n} rows instead of ${rows}.`);
  }
}

async function imported(url: string, path: string) {
  await using db = openKysely<Products>(url, 4);
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 100);
  try {
    await installImports(db);
    const start = performance.now();
    await createTables({ db, definitions: [products] }).imports.run('products', path, {});

    return { seconds: (performance.now() - start) / 1000, megabytes: peak / 1024 ** 2 };
  } finally {
    clearInterval(sampling);
    await removeImports(db);
  }
}

async function copied(url: string, path: string) {
  const casts = Object.entries(types).map(([name, type]) => `${name}::${type.replace(' not null', '')}`);
  const start = performance.now();
  await withClient(url, async (client) => {
    await client.query(`create temporary table staging (${fields.map((name) => `${name} text`).join(', ')})`);
    await client.query(`copy staging from '${path}' with (format csv, header)`);
    await client.query(`insert into import_products (${fields}) select ${casts} from staging`);
  });

  return { seconds: (performance.now() - start) / 1000, megabytes: null };
}
