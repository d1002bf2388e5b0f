import {
  createRecordForm,
  type RecordFormClient,
  type RecordFormOptions,
  type RecordFormSnapshot,
} from '@rowhouse/table-client';
import { reactive } from 'vue';
import { snapshotRefs } from './snapshotRefs.ts';

export type UseRecordFormOptions = RecordFormOptions;

/** What `useRecordForm` returns; reactive. */
export interface EditedRecord
  extends RecordFormSnapshot,
    Omit<RecordFormClient, 'getSnapshot' | 'subscribe' | 'stop'> {}

/** What the fields of a form need of it. */
export type FieldsForm = Pick<
  EditedRecord,
  'values' | 'original' | 'faults' | 'saving' | 'set' | 'validate' | 'translate' | 'filterOptions'
> &
  /** Of the form of a record. */
  Partial<Pick<EditedRecord, 'uploads' | 'fileSizes' | 'sendFile' | 'cancelFile'>>;

/**
 * The form of a new record, or of the record of a row, for `RecordForm`. Reads immediately. Belongs to the effect scope that it is
 * called in.
 */
export function useRecordForm(options: UseRecordFormOptions): EditedRecord {
  const client = createRecordForm(options);
  const { getSnapshot: _get, subscribe: _subscribe, stop: _stop, ...functions } = client;

  return reactive({ ...snapshotRefs(client), ...functions });
}
