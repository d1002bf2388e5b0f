import {
  type ActionFormClient,
  type ActionFormSnapshot,
  type ActionFormSource,
  createActionForm,
} from '@rowhouse/table-client';
import { reactive } from 'vue';
import { snapshotRefs } from './snapshotRefs.ts';

/** What `useActionForm` returns; reactive. */
export interface EnteredInput
  extends ActionFormSnapshot,
    Omit<ActionFormClient, 'getSnapshot' | 'subscribe' | 'stop'> {}

/** What the confirmed action of a table asks for. Belongs to the effect scope that it is called in. */
export function useActionForm(table: ActionFormSource): EnteredInput {
  const client = createActionForm(table);
  const { getSnapshot: _get, subscribe: _subscribe, stop: _stop, ...functions } = client;

  return reactive({ ...snapshotRefs(client), ...functions });
}
