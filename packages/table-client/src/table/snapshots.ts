import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-core';

/** A snapshot's members, each as a signal. */
export type SnapshotSignals<Snapshot> = {
  readonly [Name in keyof Snapshot]: ReadonlySignal<Snapshot[Name]>;
};

/** What a feature adds to a client. */
export interface Feature<Snapshot, Functions> {
  readonly snapshot: SnapshotSignals<Snapshot>;
  readonly functions: Functions;
}

/** The snapshot of a client, and its subscribers, which are called until `lifetime` is aborted. */
export function snapshots<Snapshot extends object>(
  members: SnapshotSignals<Snapshot>,
  lifetime: AbortSignal,
) {
  const entries = Object.entries<ReadonlySignal<unknown>>(members);
  const snapshot = computed(
    () => Object.fromEntries(entries.map(([name, member]) => [name, member.value])) as Snapshot,
  );
  const listeners = new Set<() => void>();

  const end = effect(() => {
    snapshot.value;
    // Prevents reads of a listener from becoming dependencies of this effect.
    untracked(() => {
      for (const notify of [...listeners]) notify();
    });
  });
  lifetime.addEventListener('abort', end);

  return {
    getSnapshot: (): Snapshot => snapshot.value,
    subscribe(listener: () => void): () => void {
      // A new function, so that the same listener can be subscribed twice.
      const notify = () => callSafely(listener);
      listeners.add(notify);

      return () => {
        listeners.delete(notify);
      };
    },
  };
}

/** An error of a listener is reported as uncaught, and does not stop the change. */
function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
