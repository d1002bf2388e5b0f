import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthPlugin } from 'better-auth';
import { isDatabaseUnavailable, whyDatabaseBusy } from '../../../kernel/database/databaseErrors.ts';

const running = new AsyncLocalStorage<{ failure: Error | null }>();

/**
 * Calls the sign-in library. The library catches a failure of the database, and responds as if the credentials were wrong
 * or the session were removed. This throws the failure itself, which becomes a 503.
 */
export async function orDatabaseError<Result>(run: () => Promise<Result>): Promise<Result> {
  const context: { failure: Error | null } = { failure: null };
  const result = await running.run(context, run).catch((error: unknown) => {
    throw context.failure ?? error;
  });
  if (context.failure !== null) throw context.failure;

  return result;
}

/** A plugin of the library that records failures of its database for `orDatabaseError`. */
export const databaseFailures = {
  id: 'database-failures',
  init: ({ adapter }) => ({ context: { adapter: recording(adapter) } }),
} satisfies BetterAuthPlugin;

/** The same object, with methods that record why they fail. */
function recording<Adapter extends object>(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;

      return async (...given: readonly unknown[]) => {
        try {
          return await member.apply(target, given);
        } catch (error) {
          record(error);
          throw error;
        }
      };
    },
  });
}

function record(error: unknown): void {
  const context = running.getStore();
  const isFailure = isDatabaseUnavailable(error) || whyDatabaseBusy(error) !== null;
  if (context !== undefined && isFailure && error instanceof Error) context.failure = error;
}
