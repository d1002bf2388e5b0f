import { shallowRef } from 'vue';
import type { Notice } from '../TableController.ts';

export type NoticeDetails = Pick<Notice, 'failures' | 'unlistedFailures'>;

/** Messages about actions, each shown until it is dismissed. */
export function useNotices() {
  const notices = shallowRef<readonly Notice[]>([]);
  let last = 0;

  return {
    notices,
    notify(kind: Notice['kind'], message: string, details: NoticeDetails = {}): void {
      last += 1;
      notices.value = [...notices.value, { id: last, kind, message, ...details }];
    },
    dismissNotice(id: number): void {
      notices.value = notices.value.filter((notice) => notice.id !== id);
    },
  };
}
