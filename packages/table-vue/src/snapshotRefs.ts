import { type ComputedRef, computed, onScopeDispose, shallowRef } from 'vue';

/** The common part of tables and single rows of `@rowhouse/table-client`. */
interface Client<Snapshot> {
  getSnapshot(): Snapshot;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/**
 * A ref for each member of a client's snapshot, so that a change of one member only redraws what depends on it. The
 * client stops with the effect scope.
 */
export function snapshotRefs<Snapshot extends object>(
  client: Client<Snapshot>,
): { readonly [Name in keyof Snapshot]: ComputedRef<Snapshot[Name]> } {
  const snapshot = shallowRef(client.getSnapshot());
  client.subscribe(() => {
    snapshot.value = client.getSnapshot();
  });
  onScopeDispose(client.stop);

  const names = Object.keys(snapshot.value) as (keyof Snapshot)[];
  const refs: Partial<{ [Name in keyof Snapshot]: ComputedRef<Snapshot[Name]> }> = {};
  for (const name of names) refs[name] = computed(() => snapshot.value[name]);

  return refs as { readonly [Name in keyof Snapshot]: ComputedRef<Snapshot[Name]> };
}
