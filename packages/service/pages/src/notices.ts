import { readonly, ref } from 'vue';

/** What came of something the user did, shown until dismissed or until the page after the next. */
export interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'danger';
  readonly message: string;
  /** Outlives one navigation. */
  readonly fresh: boolean;
}

const list = ref<Notice[]>([]);
let lastId = 0;

export const notices = readonly(list);

/** `fresh` for one that stands on the page gone to next. */
export function notify(kind: Notice['kind'], message: string, { fresh = false } = {}): void {
  lastId += 1;
  list.value = [...list.value, { id: lastId, kind, message, fresh }];
}

export function dismissNotice(id: number): void {
  list.value = list.value.filter((notice) => notice.id !== id);
}

/** On navigation: those that have been seen go. */
export function clearNotices(): void {
  list.value = list.value.filter(({ fresh }) => fresh).map((notice) => ({ ...notice, fresh: false }));
}
