import { readonly, ref } from 'vue';

/** The result of an action of the user, shown until it is dismissed or another page is opened. */
export interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'danger';
  readonly message: string;
  /** Stays during the next navigation. */
  readonly fresh: boolean;
  /** Undoes what was done; missing if it cannot be undone. */
  readonly undo?: () => Promise<void>;
}

const list = ref<Notice[]>([]);
let lastId = 0;

export const notices = readonly(list);

/** Whether a panel is open, which shows the notices then: next to it, the browser lets nothing be used. */
export const areInPanel = ref(false);

/** `fresh` for a notice that is shown on the next page. */
export function notify(
  kind: Notice['kind'],
  message: string,
  { fresh = false, undo }: Partial<Pick<Notice, 'fresh' | 'undo'>> = {},
): void {
  lastId += 1;
  list.value = [...list.value, { id: lastId, kind, message, fresh, ...(undo && { undo }) }];
}

export function dismissNotice(id: number): void {
  list.value = list.value.filter((notice) => notice.id !== id);
}

/** Called on navigation: removes notices that are not fresh. */
export function clearNotices(): void {
  list.value = list.value.filter(({ fresh }) => fresh).map((notice) => ({ ...notice, fresh: false }));
}
