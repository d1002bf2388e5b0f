import {
  createImport,
  type ImportClient,
  type ImportOptions,
  type ImportSnapshot,
} from '@rowhouse/table-client';
import { reactive } from 'vue';
import { snapshotRefs } from './snapshotRefs.ts';

export type UseImportOptions = ImportOptions;

/** What `useImport` returns; reactive. */
export interface TableImport
  extends ImportSnapshot,
    Omit<ImportClient, 'getSnapshot' | 'subscribe' | 'stop'> {}

/** The import of a file into a table. Belongs to the effect scope that it is called in. */
export function useImport(options: UseImportOptions): TableImport {
  const client = createImport(options);
  const { getSnapshot: _get, subscribe: _subscribe, stop: _stop, ...functions } = client;

  return reactive({ ...snapshotRefs(client), ...functions });
}
