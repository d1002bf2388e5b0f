import { AsyncLocalStorage } from 'node:async_hooks';
import { isDatabaseUnavailable, whyDatabaseBusy } from '../../../kernel/database/databaseErrors.ts';

const running = new AsyncLocalStorage<{ failure: Error | null }>();

/**
 * Runs something of the sign-in library. The library gives a failure of the database to its log, and then ends with a
 * bare internal error, as if the credentials were wrong, or as if a session had been removed. The failure itself is
 * thrown instead, and so becomes a 503.
 */
export async function orDatabaseError<Result>(run: () => Promise<Result>): Promise<Result> {
  const noted: { failure: Error | null } = { failure: null };
  const result = await running.run(noted, run).catch((error: unknown) => {
    throw noted.failure ?? error;
  });
  if (noted.failure !== null) throw noted.failure;

  return result;
}

/** Called by the library's log, in the course of what `orDatabaseError` runs. */
export function noteFailure(details: readonly unknown[]): void {
  const noted = running.getStore();
  const failure = details.find((detail) => isDatabaseUnavailable(detail) || whyDatabaseBusy(detail) !== null);
  if (noted !== undefined && failure instanceof Error) noted.failure = failure;
}
