import type { TableRow } from '@rowhouse/table-vue';
import { type Ref, watch } from 'vue';
import type { RowLinks, TableEntry } from '../../../src/tables/messages.ts';
import { request } from '../api/request.ts';
import { useLoad } from '../parts/requests.ts';
import { referencePath } from './recordPath.ts';

export interface LoadedRowLinks {
  /** Null until they are loaded. */
  readonly links: Ref<RowLinks | null>;
  /** The page of the row that a column references; null for none. */
  linkOf(column: string, row: TableRow): string | null;
}

/** The references of a table's rows. A failure to load them is not shown. */
export function useRowLinks(entry: () => TableEntry | undefined): LoadedRowLinks {
  const { value: links, reload } = useLoad(async () => {
    const { id } = entry() ?? {};

    return id === undefined
      ? null
      : request<RowLinks>('GET', `/api/core/tables/${encodeURIComponent(id)}/links`);
  });
  watch(
    () => entry()?.id,
    () => {
      links.value = null;
      void reload();
    },
  );

  return {
    links,
    linkOf(column, row) {
      const reference = links.value?.references.find(({ columns }) => columns.includes(column));

      return reference ? referencePath(reference.table, reference.key, row) : null;
    },
  };
}
