import { createCallLog } from '@rowhouse/integrations';
import type { Database } from '@rowhouse/service';
import { type Kysely, sql } from 'kysely';
import { demoCalls } from './demoCalls.ts';

/** Attempts that are seeded, about. */
const count = 2_000;
/** Users who make the calls, at most: the first ones. */
const callers = 5;

/**
 * Fills the log of API calls, when it is empty, with those of a shop in the seven days before `now`. All of them or none;
 * two runs at once take turns. Answers how many were added.
 */
export async function seedApiLogs(db: Kysely<Database>, now = new Date()): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('rowhouse.demo.api_logs'))`.execute(transaction);
    const any = await transaction.selectFrom('api_logs').select('id').limit(1).executeTakeFirst();
    if (any !== undefined) return 0;
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
