import { effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import type { LiveSource } from './LiveRows.ts';

interface LiveSourceContext {
  readonly source: LiveSource | undefined;
  /** Path of the data route of a live table; null for others, and before the template is known. */
  readonly readPath: ReadonlySignal<string | null>;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  /** Called when rows may have changed, and when the reliability changes. */
  readonly wake: (isReliable: boolean) => void;
}

/** Subscribes to the host's notifications of changes while the table is live. Returns whether they are reliable. */
export function watchSource({ source, readPath, lifetime, wake }: LiveSourceContext): () => boolean {
  if (source === undefined || lifetime.aborted) return () => false;
  let isReliable = false;
  const dispose = effect(() => {
    const path = readPath.value;
    if (path === null) return;
    let hasEnded = false;
    const end = untracked(() =>
      source(() => hasEnded || wake(isReliable), {
        readPath: path,
        setReliable: (value) => {
          if (hasEnded || value === isReliable) return;
          isReliable = value;
          // Changes before it, and between two connections, are not reported.
          wake(true);
        },
      }),
    );

    return () => {
      hasEnded = true;
      isReliable = false;
      end();
    };
  });
  lifetime.addEventListener('abort', dispose);

  return () => isReliable;
}
