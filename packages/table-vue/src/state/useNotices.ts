import { shallowRef } from 'vue';
import type { Notice } from '../TableController.ts';

/** Messages about actions, each shown until it is dismissed. */
export function useNotices() {
  const notices = shallowRef<readonly Notice[]>([]);
  let last = 0;

  return {
    notices,
    notify(kind: Notice['kind'], message: string): void {
      last += 1;
      notices.value = [...notices.value, { id: last, kind, message }];
    },
    dismissNotice(id: number): void {
      notices.value = notices.value.filter((notice) => notice.id !== id);
    },
  };
}
