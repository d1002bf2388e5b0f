import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
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
import { type Kysely, sql } from 'kysely';
import { databaseUrl, number } from '../harness/options.ts';
import { openKysely, openPostgres, withClient } from '../harness/postgres.ts';
import { thousands } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import { defineSuite } from '../harness/suite.ts';

interface Products {
  import_products: { id: number; sku: string };
}

const fields = [
  'sku',
  'name',
  'price',
  'stock',
  'weight',
  'is_sold',
  'sold_from',
  'changed_at',
  'colour',
  'note',
];
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

const types =
  'sku varchar(20) not null, name varchar(80) not null, price numeric(10, 2) not null, stock integer not null, ' +
  'weight double precision, is_sold boolean not null, sold_from date, changed_at timestamptz, colour varchar(20), note text';

/** Imports of a CSV file, next to COPY into a table of texts and an INSERT of its rows. */
export const suite = defineSuite(
  {
    rows: number(1_000_000, 'rows of the file, of ten columns'),
    rounds: number(3, 'rounds in which the contenders take turns'),
    databaseUrl: {
      ...databaseUrl,
      help: 'a database on this machine, whose server reads the file, too; a server is started without one',
    },
  },
  async ({ rows, rounds, ...options }) => {
    const server = await openPostgres(options.databaseUrl);
    const folder = await mkdtemp(join(tmpdir(), 'rowhouse-import-'));
    const path = join(folder, 'products.csv');
    try {
      // The server may run as another user.
      await chmod(folder, 0o755);
      await pipeline(Readable.from(lines(rows)), createWriteStream(path, { mode: 0o644 }));
      const seconds: {
        readonly name: string;
        readonly seconds: number;
        readonly megabytes: number | null;
      }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        seconds.push(await imported(server.url, path, rows), await copied(server.url, path, rows));
        console.log(seconds.slice(-2));
      }
      const of = (name: string) => seconds.filter((run) => run.name === name);
      const figures = ['rowhouse', 'COPY'].map((name) => {
        const time = median(of(name).map((run) => run.seconds));
        const megabytes = Math.max(...of(name).map((run) => run.megabytes ?? 0));

        return [name, time.toFixed(1), thousands(rows / time), megabytes === 0 ? '' : thousands(megabytes)];
      });

      return {
        title: 'Imports',
        about: `A CSV file of ${thousands(rows)} rows and ten columns into an empty table with a unique index.`,
        postgres: server.version,
        notes: [
          'The number of rows is compared with SQL after every run. Memory is the largest resident set of the process, sampled.',
          `Medians of ${rounds} rounds in which the contenders take turns.`,
        ],
        contenders: [
          {
            name: 'rowhouse',
            description: '`tables.imports.run`: every value checked, chunks of 1,000 rows, each once',
          },
          {
            name: 'COPY',
            description:
              'COPY of the file into a table of texts, and INSERT … SELECT with casts; no checks, all or nothing',
          },
        ],
        sections: [{ table: { head: ['', 'seconds', 'rows/s', 'MB'], rows: figures } }],
      };
    } finally {
      await rm(folder, { recursive: true });
      await server.close();
    }
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
  await withClient(url, async (client) => {
    await client.query('drop table if exists import_products');
    await client.query(
      `create table import_products (id integer generated always as identity primary key, ${types}, unique (sku))`,
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

async function imported(url: string, path: string, rows: number) {
  await prepare(url);
  const db = openKysely<Products>(url, 4);
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 100);
  try {
    await installImports(db);
    const start = performance.now();
    await createTables({ db, definitions: [products] }).imports.run('products', path, {});
    const seconds = (performance.now() - start) / 1000;
    await assertRows(url, rows);

    return { name: 'rowhouse', seconds, megabytes: Math.round(peak / 1024 ** 2) };
  } finally {
    clearInterval(sampling);
    await removeImports(db);
    await sql`drop table import_products`.execute(db);
    await db.destroy();
  }
}

async function copied(url: string, path: string, rows: number) {
  await prepare(url);
  const names = fields.join(', ');
  const casts =
    'sku, name, price::numeric, stock::integer, weight::float8, is_sold::boolean, sold_from::date, changed_at::timestamptz, colour, note';
  const start = performance.now();
  await withClient(url, async (client) => {
    await client.query(`create temporary table staging (${fields.map((name) => `${name} text`).join(', ')})`);
    await client.query(`copy staging from '${path}' with (format csv, header)`);
    await client.query(`insert into import_products (${names}) select ${casts} from staging`);
  });
  const seconds = (performance.now() - start) / 1000;
  await assertRows(url, rows);
  await withClient(url, (client) => client.query('drop table import_products'));

  return { name: 'COPY', seconds, megabytes: null };
}
