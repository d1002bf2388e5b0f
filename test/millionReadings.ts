import { defineTable } from '@rowhouse/tables';
import { tables } from '@rowhouse/tables/fastify';
import { nodeSqlite } from '@rowhouse/tables/testing';
import fastify from 'fastify';
import { Kysely, SqliteDialect, sql } from 'kysely';

/** Number of rows of the table `readings`. */
export const readingsCount = 1_000_000;

interface Database {
  readings: { id: number; sensor: string; value: number };
}

const readings = defineTable({
  template: {
    routePrefix: 'readings',
    name: 'Readings',
    lengthMenu: [10, 100],
    buttons: [],
    columns: [
      { label: 'Number', name: 'id', data: 'readings.id', meta: ['sortable', 'sort:ASC'] },
      { label: 'Sensor', name: 'sensor', data: 'readings.sensor', meta: ['searchable'] },
      {
        label: 'Value',
        name: 'value',
        data: 'readings.value',
        number: { precision: 2 },
        meta: ['sortable'],
      },
    ],
  },
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('readings')
      .select(['readings.id as dtRowId', 'readings.id', 'readings.sensor', 'readings.value']),
});

export interface ReadingsServer {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * A server with one table, `readings`, of a million rows in memory. Row n is of sensor `s<n % 1000>` and has the value
 * n / 100.
 */
export async function startReadings(): Promise<ReadingsServer> {
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: nodeSqlite() }) });
  await sql`create table readings (id integer primary key, sensor text, value numeric)`.execute(db);
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${readingsCount})
    insert into readings select n, 's' || (n % 1000), n / 100.0 from numbers`.execute(db);
  await sql`create index readings_value on readings (value)`.execute(db);
  const app = fastify();
  await app.register(tables, { prefix: '/api', db, tables: [readings] });

  return {
    address: await app.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      app.server.closeAllConnections();
      await app.close();
      await db.destroy();
    },
  };
}
