import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { createTestDatabase, type TestDialect } from '../../../../test/databases.ts';
import { nodeSqlite } from '../../../tables/src/testing/nodeSqlite.ts';
import { createFoundDatabase } from '../../../tables-dev/test/foundDatabase.ts';

/** An existing database: thirty tables with features that are difficult to serve. */
export interface ExistingDatabase {
  /** URL for `--database`. */
  readonly url: string;
  /** Connections that may write. */
  readonly db: Kysely<unknown>;
  /** Set on MySQL, where the second schema is another database. */
  readonly schemas?: readonly string[];
  /** Checksum of all columns and rows. */
  checksum(): Promise<string>;
  destroy(): Promise<void>;
}

export async function createExistingDatabase(dialect: TestDialect): Promise<ExistingDatabase> {
  if (dialect === 'sqlite') return sqliteFile();
  const clinic = dialect === 'mysql' ? `test_clinic_${process.pid}_${Date.now()}` : 'clinic';
  const { db, url = '', destroy } = await createTestDatabase(dialect);
  await createFoundDatabase(db, dialect, clinic);
  const own = new URL(url).pathname.slice(1);
  const schemas = dialect === 'mysql' ? [own, clinic] : ['public', clinic];

  return {
    url,
    db,
    ...(dialect === 'mysql' && { schemas }),
    checksum: () => checksum(db, schemas),
    destroy: async () => {
      if (dialect === 'mysql') await sql`drop database ${sql.id(clinic)}`.execute(db);
      await destroy();
    },
  };
}

async function sqliteFile(): Promise<ExistingDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-existing-'));
  const path = join(folder, 'existing.db');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: nodeSqlite(path) }) });
  await createFoundDatabase(db, 'sqlite', 'clinic');

  return {
    url: `sqlite:${path}`,
    db,
    checksum: async () =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    destroy: async () => {
      await db.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

async function checksum(db: Kysely<unknown>, schemas: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const { rows: columns } = await sql<{ schema_name: string; table_name: string }>`
    select table_schema as schema_name, table_name as table_name, column_name as column_name, data_type as data_type
    from information_schema.columns where table_schema in (${sql.join(schemas)})
    order by table_schema, table_name, ordinal_position`.execute(db);
  hash.update(JSON.stringify(columns));
  const names = new Set(columns.map((row) => `${row.schema_name}\n${row.table_name}`));
  for (const name of names) {
    const { rows } = await sql`select * from ${sql.id(...name.split('\n'))} order by 1`
      .execute(db)
      // A view that cannot be read.
      .catch(() => ({ rows: [] }));
    hash.update(JSON.stringify([name, rows]));
  }

  return hash.digest('hex');
}
