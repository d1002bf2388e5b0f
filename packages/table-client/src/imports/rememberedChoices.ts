import { isRecord } from '../responses/shape.ts';
import type { TableStorage } from '../state/storedState.ts';
import type { ImportChoices, ImportColumn } from './ImportState.ts';

/** How the user has read files into a table before. */
export interface RememberedChoices {
  /** Header → name of a field, empty for a column that was left out. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: string | null;
  readonly locale: string | null;
}

/** Most headers that are remembered; the oldest are forgotten. */
const mostHeaders = 500;
const nothing: RememberedChoices = { columns: {}, key: null, locale: null };

/** Remembers choices in a storage of the browser. Its errors are ignored: without it, nothing is remembered. */
export function rememberedChoices(storage: TableStorage | null, key: string) {
  function read(): RememberedChoices {
    try {
      const stored: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
      if (!isRecord(stored)) return nothing;
      const entries = Object.entries(isRecord(stored.columns) ? stored.columns : {});

      return {
        columns: Object.fromEntries(
          entries.flatMap(([header, field]) => (typeof field === 'string' ? [[header, field]] : [])),
        ),
        key: typeof stored.key === 'string' ? stored.key : null,
        locale: typeof stored.locale === 'string' ? stored.locale : null,
      };
    } catch {
      return nothing;
    }
  }

  return {
    read,
    write(columns: readonly ImportColumn[], { key: keyField, locale }: ImportChoices): void {
      try {
        const known = new Map(Object.entries(read().columns));
        for (const { header, field } of columns) {
          known.delete(header);
          known.set(header, field);
        }
        const kept = Object.fromEntries([...known].slice(-mostHeaders));
        storage?.setItem(key, JSON.stringify({ columns: kept, key: keyField, locale }));
      } catch {
        // The next file is matched by its headers alone.
      }
    },
  };
}
