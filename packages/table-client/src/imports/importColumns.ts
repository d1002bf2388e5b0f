import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { ImportHeader } from '@rowhouse/table-protocol';
import type { ImportChoices, ImportColumn } from './ImportState.ts';

/** The columns of an inspected file, and the fields that they are matched with. */
export function importColumns(choices: ReadonlySignal<ImportChoices>) {
  const header = signal<ImportHeader | null>(null);
  /** Header → name of a field, empty for a column that is left out. */
  const fields = signal<ReadonlyMap<string, string>>(new Map());

  const columns = computed((): readonly ImportColumn[] =>
    [...fields.value].map(([name, field]) => ({ header: name, field })),
  );
  const missing = computed(() => {
    const { key } = choices.value;
    const matched = new Set(fields.value.values());

    return (header.value?.fields ?? []).filter(
      ({ name, required }) => !matched.has(name) && (key === null ? required === true : name === key),
    );
  });

  return {
    ...{ header, columns, missing },
    hasColumns: computed(() => columns.value.some(({ field }) => field !== '')),
    /** Takes the columns that the server has matched; the user's earlier choices have precedence. */
    receive(received: ImportHeader | null, remembered: Readonly<Record<string, string>> = {}): void {
      header.value = received;
      const names = new Set(received?.fields.map(({ name }) => name));
      const found = new Map<string, string>();
      const taken = new Set<string>();
      const earlier = (name: string) => (Object.hasOwn(remembered, name) ? remembered[name] : undefined);
      const take = (name: string, field: string | undefined) => {
        if (field === undefined || found.get(name) || taken.has(field) || !names.has(field)) return;
        found.set(name, field);
        taken.add(field);
      };
      for (const name of received?.headers ?? []) found.set(name, '');
      for (const name of found.keys()) take(name, earlier(name));
      for (const name of found.keys()) {
        if (earlier(name) !== '')
          take(name, Object.hasOwn(received?.columns ?? {}, name) ? received?.columns[name] : undefined);
      }
      fields.value = found;
    },
    match(name: string, field: string): void {
      if (!fields.value.has(name)) return;
      fields.value = new Map(
        [...fields.value].map(([other, its]) => {
          if (other === name) return [other, field];

          return [other, field !== '' && its === field ? '' : its];
        }),
      );
    },
  };
}
