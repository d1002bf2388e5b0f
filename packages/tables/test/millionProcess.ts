import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { ann, type Million, millionTables } from './million.ts';

/** A process that works on a run until it is killed: `node millionProcess.ts <url> <run id> <JSON of the work>`. */
const [connectionString = '', runId = '', work = '{}'] = process.argv.slice(2);
const db = new Kysely<Million>({
  dialect: new PostgresDialect({ pool: new Pool({ connectionString, max: 3 }) }),
});
const { path, undo, isImport } = JSON.parse(work) as {
  /** File to import. */
  readonly path?: string;
  /** Change to be undone: of an import, otherwise of the action. */
  readonly undo?: string;
  readonly isImport?: boolean;
};
const tables = millionTables(db);
if (path !== undefined) await tables.imports.run('items', path, {}, ann, { runId });
else if (isImport) await tables.imports.undo('items', { undo }, ann, { runId });
else await tables.runAction('items', 'sell', undo === undefined ? {} : { undo }, ann, { runId });
await db.destroy();
