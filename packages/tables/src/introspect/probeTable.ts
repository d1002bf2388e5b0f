import { setTimeout } from 'node:timers/promises';
import type { TableDefinition } from '../definition/defineTable.ts';
import { cancellable } from '../query/cancellable.ts';
import type { Builder } from '../query/HostQuery.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';

/** What reading one row of a table showed. */
export type Probe = { readonly error: unknown } | { readonly isSlow: boolean };

/** Reads one row as the definition does, for at most so many seconds. The catalogue says nothing of views that raise. */
export async function probeTable(
  runtime: TableRuntime,
  definition: TableDefinition,
  seconds: number,
): Promise<Probe> {
  const stop = new AbortController();
  const done = new AbortController();
  const tooLong = new Error('The probe took too long.');
  const builder = definition.query(runtime.db, undefined as never) as unknown as Builder;
  const run = cancellable(runtime.db, runtime.db, {
    signal: stop.signal,
    onStart: () => undefined,
    onError: runtime.onBackgroundError,
  });
  setTimeout(seconds * 1000, undefined, { signal: done.signal, ref: false }).then(
    () => stop.abort(tooLong),
    () => undefined,
  );

  try {
    await run(builder.limit(1).compile());

    return { isSlow: false };
  } catch (error) {
    return error === tooLong ? { isSlow: true } : { error };
  } finally {
    done.abort();
  }
}
