import type { TableController } from '@rowhouse/table-client';
import { onBeforeUnmount, type Ref, ref, watch } from 'vue';
import { type GroupDraft, readGroup } from './groupDraft.ts';

/** Milliseconds without a change, before the rows are counted. */
const pause = 300;

/** The number of rows that match the filter of a form, as text; empty while it is unknown. */
export function useMatches(table: TableController, draft: Ref<GroupDraft | null>) {
  const matches = ref('');
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function count(): Promise<void> {
    const request = newest;
    const read = draft.value && readGroup(draft.value, table.translate);
    if (!read || 'errors' in read) return;
    // The dialog works without the number.
    const found = await table.countRows(read.where).catch(() => null);
    if (request === newest && found !== null) {
      matches.value = table.translate('{count|# row matches|# rows match}', { count: found });
    }
  }

  function forget(): void {
    clearTimeout(timer);
    newest += 1;
    matches.value = '';
  }

  watch(
    draft,
    () => {
      forget();
      timer = setTimeout(count, pause);
    },
    { deep: true, immediate: true },
  );
  onBeforeUnmount(forget);

  return { matches };
}
