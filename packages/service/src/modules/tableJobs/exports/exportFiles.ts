import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plainFileName } from '@rowhouse/tables/internal';
import type { Config } from '../../../kernel/config/Config.ts';
import { isoDay } from '../../../kernel/language/translate.ts';
import type { TableJobRow } from '../tableJob.ts';

/** The attempt that wrote a file. */
export interface FileOwner {
  readonly record: string;
  readonly attempt: number;
}

/** Folder in the file store. */
export const storeFolder = 'exports';

/** The local folder in which files are written before they are stored. */
export function partialFolder({ dataDir, tables }: Pick<Config, 'dataDir' | 'tables'>): string {
  return resolve(dataDir, tables.export.path);
}

/** Where an attempt writes its file. Creates the folder. */
export async function partialPath(
  folder: string,
  { id, attempt }: Pick<TableJobRow, 'id' | 'attempt'>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });

  return join(folder, `${id}.${attempt}.partial`);
}

/** A key that cannot be guessed and is unique for each attempt. */
export function storeKey({ id, attempt, format }: Pick<TableJobRow, 'id' | 'attempt' | 'format'>): string {
  return `${storeFolder}/${id}-${attempt}-${randomUUID()}.${format ?? 'xlsx'}`;
}

/** Null for files that no attempt has written. */
export function ownerOfPartial(name: string): FileOwner | null {
  return owner(/^(\d{1,18})\.(\d{1,9})\.partial(?:\.refused)?$/.exec(name));
}

export function ownerOfKey(key: string): FileOwner | null {
  return owner(/^exports\/(\d{1,18})-(\d{1,9})-[\w-]+\.\w+$/.exec(key));
}

function owner(match: RegExpExecArray | null): FileOwner | null {
  const [, record, attempt] = match ?? [];

  return record === undefined || attempt === undefined ? null : { record, attempt: Number(attempt) };
}

/** The name of the downloaded file: `Orders 2026-11-21.xlsx`. */
export function fileName(row: Pick<TableJobRow, 'name' | 'created_at' | 'format'>, timeZone: string): string {
  const short = [...plainFileName(row.name)].slice(0, 100).join('').trim();

  return `${short || 'Export'} ${isoDay(row.created_at, timeZone)}.${row.format ?? 'xlsx'}`;
}
