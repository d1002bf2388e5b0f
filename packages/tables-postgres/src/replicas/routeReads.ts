import { setTimeout as wait } from 'node:timers/promises';
import { isConflict, isUnavailable } from '@rowhouse/drivers';
import { type Replicas, TableError } from '@rowhouse/tables';
import { isOfApplication, say } from '@rowhouse/tables/internal';

import { ReplicaLost } from './Member.ts';
import type { ReplicaRead, ServerChoice } from './ServerChoice.ts';

/** Milliseconds that an export waits for a replica, and between two checks. */
const patience = { longest: 2_000, step: 50 };

/** Runs reads on the chosen servers; the only place that decides between a replica and the primary. */
export function routeReads(servers: ServerChoice): Pick<Replicas, 'read' | 'export'> {
  return {
    async read(work, { signal, bookmark } = {}) {
      const chosen = bookmark?.needsPrimary ? null : await servers.choose(bookmark?.position ?? null);
      if (chosen !== null) {
        try {
          const result = await work(chosen, either(signal, chosen.lost));
          const position = await chosen.finish();
          bookmark?.read(position);
          servers.counts.replica++;

          return result;
        } catch (error) {
          if (signal?.aborted || isCaused(error)) throw error;
          chosen.fail();
          servers.counts.repeated++;
        }
      }
      servers.counts.primary++;
      const result = await work(null, signal);
      if (bookmark) bookmark.read(await servers.written());

      return result;
    },

    async export(work, { signal, fromPrimary }) {
      const chosen = fromPrimary ? null : await patiently(servers);
      if (chosen === null) return work(null, signal);
      try {
        return await work(chosen, either(signal, chosen.lost));
      } catch (error) {
        if (signal?.aborted || isCaused(error)) throw error;
        chosen.fail();
        throw new TableError(
          'tables.database_unavailable',
          say`The replica ${chosen.name} failed during the export. Try again in a moment.`,
          { cause: error },
        );
      }
    },
  };
}

async function patiently(servers: ServerChoice): Promise<ReplicaRead | null> {
  const after = await servers.written();
  for (let waited = 0; ; waited += patience.step) {
    const chosen = await servers.choose(after);
    const mayCome = servers.states().some(({ fault }) => fault === null);
    if (chosen !== null || !mayCome || waited >= patience.longest) return chosen;
    await wait(patience.step);
  }
}

function either(signal: AbortSignal | undefined, lost: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, lost]) : lost;
}

/**
 * Whether another server would return the same error, because the request or a function of the application is the
 * cause.
 */
function isCaused(error: unknown): boolean {
  if (error instanceof ReplicaLost || isUnavailable(error) || isConflict(error)) return false;

  return error instanceof TableError || isOfApplication(error);
}
