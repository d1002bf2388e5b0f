import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../../kernel/config/Config.ts';
import type { TableJobRow } from '../tableJobsTable.ts';

/** Whose a file is: an attempt at the job of a record. */
export interface FileOwner {
  readonly record: string;
  readonly attempt: number;
}

/** Folder of the store. */
export const storeFolder = 'exports';

/** The folder in which files are written. */
export function partialFolder({ dataDir, tables }: Pick<Config, 'dataDir' | 'tables'>): string {
  return resolve(dataDir, tables.export.path);
}

/** Where an attempt writes its file; the folder is there then. */
export async function partialPath(
  folder: string,
  { id, attempt }: Pick<TableJobRow, 'id' | 'attempt'>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });

  return join(folder, `${id}.${attempt}.partial`);
}

/** A key that nobody can guess, and no other attempt uses. */
export function storeKey({ id, attempt, format }: Pick<TableJobRow, 'id' | 'attempt' | 'format'>): string {
  return `${storeFolder}/${id}-${attempt}-${randomUUID()}.${format ?? 'xlsx'}`;
}

/** Null for what no attempt has written. */
export function ownerOfPartial(name: string): FileOwner | null {
  return owner(/^(\d{1,18})\.(\d{1,9})\.partial$/.exec(name));
}

export function ownerOfKey(key: string): FileOwner | null {
  return owner(/^exports\/(\d{1,18})-(\d{1,9})-[\w-]+\.\w+$/.exec(key));
}

function owner(match: RegExpExecArray | null): FileOwner | null {
  const [, record, attempt] = match ?? [];

  return record === undefined || attempt === undefined ? null : { record, attempt: Number(attempt) };
}
