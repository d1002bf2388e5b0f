import type { UndoPayload, UndoResponse } from '@rowhouse/table-protocol';
import type { UndoStep } from '@rowhouse/table-vue';
import { ref } from 'vue';
import { ApiError, request } from '../api/request.ts';
import { notify } from '../notices.ts';

/** Part of the key of the shown page: when it changes, the page is read again. */
export const pageVersion = ref(0);

/** Undoes a saved record, and shows the page as it is then. */
export async function undoSaved({ id, method, path }: UndoStep): Promise<void> {
  try {
    const body: UndoPayload = { undo: id };
    const { message } = await request<Pick<UndoResponse, 'message'>>(method, path, body);
    notify('success', message);
    pageVersion.value += 1;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify('danger', error.message);
  }
}
