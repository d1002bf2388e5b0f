import type { PgBoss } from 'pg-boss';

export type JobLog = (level: 'info' | 'warn' | 'error', message: string) => void;

/** What says the same again within this time is counted rather than repeated: every worker fails while the database is away. */
const quietMilliseconds = 10_000;

/** Writes every error and warning of the queues into the log. Without a listener the first error would end the process. */
export function reportBossErrors(boss: PgBoss, log: JobLog, now: () => number = Date.now): void {
  const told = new Map<string, { since: number; suppressed: number }>();
  const report = (level: 'warn' | 'error', what: string) => {
    const text = what.replace(/ \(Queue: .*\)$/, '');
    const known = told.get(text);
    if (known !== undefined && now() - known.since < quietMilliseconds) {
      known.suppressed++;

      return;
    }
    const times =
      known !== undefined && known.suppressed > 0 ? ` (and ${known.suppressed} times before)` : '';
    for (const [other, { since }] of told) if (now() - since >= quietMilliseconds) told.delete(other);
    told.set(text, { since: now(), suppressed: 0 });
    log(level, `The job queues: ${text}${times}`);
  };
  boss.on('error', (error) => report('error', messageOf(error)));
  boss.on('warning', ({ message }) => report('warn', message));
}

/** Errors of several connection attempts have no message of their own. */
function messageOf(error: Error & { readonly code?: string; readonly errors?: readonly Error[] }): string {
  return error.message || error.errors?.[0]?.message || error.code || 'an error without a message';
}
