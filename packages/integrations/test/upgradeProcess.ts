import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { upgradeApiLogs } from '../src/log/upgradeApiLogs.ts';

/** Upgrades the log of the database that its argument names, and reports the number of copied rows to its parent. */
const db = new Kysely({
  dialect: new PostgresDialect({ pool: new Pool({ connectionString: process.argv[2] }) }),
});

await upgradeApiLogs(db, { onProgress: (copied) => process.send?.(copied) });
await db.destroy();
process.disconnect?.();
