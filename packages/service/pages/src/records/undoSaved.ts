import type { UndoPayload, UndoResponse } from '@rowhouse/table-protocol';
import type { UndoStep } from '@rowhouse/table-vue';
import { ref } from 'vue';
import { ApiError, request } from '../api/request.ts';
import { translate } from '../i18n/translate.ts';
import { clearNotices, notify } from '../notices.ts';

/** What the form of a record reports when it is saved. */
export interface SavedRecord {
  /** Identifier of the row; null if the table does not show a new one. */
  readonly row: string | null;
  /** The next record is wanted. After a new one, the form is empty again. */
  readonly isNext: boolean;
  readonly undo: UndoStep | null;
}

/** Part of the key of the shown page: when it changes, the page is read again. */
export const pageVersion = ref(0);

function readPageAgain(): void {
  pageVersion.value += 1;
}

/**
 * Shows that a record was saved, with a button that undoes it and calls `undone`, which defaults to reading the page again.
 * `isLeft`: the next page shows it.
 */
export function notifySaved(
  isNew: boolean,
  { undo: step }: SavedRecord,
  { isLeft = false, undone = readPageAgain }: { isLeft?: boolean; undone?: () => unknown } = {},
): void {
  clearNotices();
  notify('success', translate(isNew ? 'The record was created.' : 'The record was saved.'), {
    fresh: isLeft,
    ...(step && { undo: () => undoSaved(step, undone) }),
  });
}

async function undoSaved({ id, method, path }: UndoStep, undone: () => unknown): Promise<void> {
  try {
    const body: UndoPayload = { undo: id };
    const { message } = await request<Pick<UndoResponse, 'message'>>(method, path, body);
    notify('success', message);
    undone();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify('danger', error.message);
  }
}
