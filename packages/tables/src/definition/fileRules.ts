import type { FileRules, RecordField, TableRecords } from './TableRecords.ts';

const defaultMaxBytes = 10_000_000;

/** The files that a field may hold; null for a field of other values. */
export function fileRules({
  file = false,
}: Pick<RecordField, 'file'>): (FileRules & { readonly maxBytes: number }) | null {
  if (file === false) return null;

  return { maxBytes: defaultMaxBytes, ...(file === true ? {} : file) };
}

/** Whether fields of the records of a definition hold files. */
export function hasFiles({ records }: { readonly records?: TableRecords | undefined }): boolean {
  return Object.values(records?.fields ?? {}).some(
    (given) => typeof given === 'object' && fileRules(given) !== null,
  );
}
