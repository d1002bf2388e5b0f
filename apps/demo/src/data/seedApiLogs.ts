import { createCallLog } from '@rowhouse/integrations';
import type { Database } from '@rowhouse/service';
import { type Kysely, sql } from 'kysely';
import { demoCalls } from './demoCalls.ts';

/** Approximate number of attempts. */
const count = 2_000;
/** Maximum number of users who make the calls: the first ones. */
const callers = 5;

/**
 * Fills an empty log of API calls with those of a shop in the seven days before `now`. All or nothing;
 * concurrent runs wait for each other. Returns the number of added attempts.
 */
export async function seedApiLogs(db: Kysely<Database>, now = new Date()): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('rowhouse.demo.api_logs'))`.execute(transaction);
    const existing = await transaction.selectFrom('api_logs').select('id').limit(1).executeTakeFirst();
    if (existing !== undefined) return 0;
    const users = await transaction.selectFrom('users').select('id').orderBy('id').limit(callers).execute();
    const calls = demoCalls({ count, now, userIds: users.map(({ id }) => id) });

    let fault: unknown = null;
    const log = createCallLog<Database>({
      db: transaction,
      onError: (error) => {
        fault ??= error;
      },
    });
    for (const call of calls) log.add(call);
    await log.close();
    if (log.state.written === calls.length) return calls.length;
    throw fault ?? new Error(`${calls.length - log.state.written} API calls of the demo were not written.`);
  });
}
