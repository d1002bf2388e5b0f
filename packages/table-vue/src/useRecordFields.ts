import {
  createRecordFields,
  type RecordFieldsClient,
  type RecordFieldsOptions,
  type RecordFieldsSnapshot,
} from '@rowhouse/table-client';
import { reactive } from 'vue';
import { snapshotRefs } from './snapshotRefs.ts';

export type UseRecordFieldsOptions = RecordFieldsOptions;

/** What `useRecordFields` returns; reactive. */
export interface EnteredFields
  extends RecordFieldsSnapshot,
    Omit<RecordFieldsClient, 'getSnapshot' | 'subscribe' | 'stop'> {}

/** Fields of a record for `RecordFields`, in a form of the application. Belongs to the effect scope that it is called in. */
export function useRecordFields(options: UseRecordFieldsOptions): EnteredFields {
  const client = createRecordFields(options);
  const { getSnapshot: _get, subscribe: _subscribe, stop: _stop, ...functions } = client;

  return reactive({ ...snapshotRefs(client), ...functions });
}
