import type { EditedRecord } from '@rowhouse/table-vue';
import { ref, watch } from 'vue';
import { storeDraft, storedDraft } from './drafts.ts';

/**
 * Keeps what was entered in a form in the storage of the browser's tab, and enters it again when the form has been read after a
 * reload.
 */
export function useDraft(form: EditedRecord, key: string) {
  /** What the form shows was entered before a reload. */
  const isRestored = ref(false);
  let isRead = false;

  watch(
    () => form.ready,
    (ready) => {
      if (!ready || isRead) return;
      isRead = true;
      isRestored.value = form.restore(storedDraft(key));
    },
    { immediate: true, flush: 'sync' },
  );
  // A request that is repeated after a reload has the identifier of the one before.
  watch(
    () => [form.values, form.saving, form.conflict],
    () => {
      if (isRead) storeDraft(key, form.draft());
    },
    { flush: 'post' },
  );

  function end(): void {
    isRestored.value = false;
    storeDraft(key, null);
  }

  return {
    isRestored,
    /** Forgets what was entered. */
    end,
    discard(): void {
      form.discard();
      end();
    },
  };
}
