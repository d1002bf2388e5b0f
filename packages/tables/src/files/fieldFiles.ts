import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileValue, readFileValue } from '@rowhouse/table-protocol/internal';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { FileOptions } from './FieldFileStore.ts';
import { fileKey } from './fileKey.ts';
import { fileTable } from './fileTable.ts';

/** A field of a table. A file belongs to the field that it was sent for. */
export interface FileField {
  /** Id of the table. */
  readonly table: string;
  readonly field: string;
}

export interface NewFile extends FileField {
  readonly user: unknown;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

export interface OpenedFile {
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  readonly stream: Readable;
}

/** Milliseconds for which a file is kept that no record has, and one that a record had: longer than deletions can be undone. */
export const unattachedFor = 24 * 3_600_000;
export const replacedFor = 31 * 24 * 3_600_000;

/**
 * The files of fields, in the store and in the table of `installFiles`. Functions with a `transaction` write in that of the record;
 * `value` is what the column of the record contains.
 */
export interface FieldFiles {
  readonly folder: string | undefined;
  /** Whether the table of `installFiles` exists. Call it outside of transactions. */
  isInstalled(): Promise<boolean>;
  /** Whether the application says who the user is. */
  knows(user: unknown): boolean;
  /** The number of files that the user has sent, and that no record has. */
  countUnattached(user: unknown): Promise<number>;
  /** Stores a local file, and returns its value. */
  add(file: NewFile, localPath: string): Promise<string>;
  /** Marks a file of the user that no record has as that of a record; false if there is none. */
  attach(
    transaction: Kysely<AnyDatabase>,
    of: FileField & { readonly user: unknown },
    value: string,
  ): Promise<boolean>;
  /** Marks the file of a record as no longer used. */
  release(transaction: Kysely<AnyDatabase>, of: FileField, value: string): Promise<void>;
  /** The record has a file again that it had before; false if the file was removed. */
  takeBack(transaction: Kysely<AnyDatabase>, of: FileField, value: string): Promise<boolean>;
  /** Null if the field has no such file. */
  open(of: FileField, value: string): Promise<OpenedFile | null>;
}

export function fieldFiles(rawDb: Kysely<AnyDatabase>, options: FileOptions): FieldFiles {
  const { store, folder } = options;
  const userId = (user: unknown) => {
    const id = user === null || user === undefined ? null : options.userId(user);

    return id === null ? null : String(id);
  };
  let isFound = false;

  return {
    folder,
    knows: (user) => userId(user) !== null,
    async isInstalled() {
      isFound ||= await hasFileTable(rawDb);

      return isFound;
    },

    async countUnattached(user) {
      const { count } = await fileTable(rawDb)
        .selectFrom('rowhouse_files')
        .select((all) => all.fn.countAll<number | string | bigint>().as('count'))
        .where('attached_at', 'is', null)
        .where('created_at', '>', Date.now() - unattachedFor)
        .where('user_id', '=', userId(user) ?? '')
        .executeTakeFirstOrThrow();

      return Number(count);
    },

    async add({ table, field, user, name, mediaType, size }, localPath) {
      const id = randomUUID();
      const row = { id, table_id: table, field, name, media_type: mediaType, size };
      const times = { created_at: Date.now(), attached_at: null, replaced_at: null };
      // First, so that nothing is in the store that is not removed some day.
      await fileTable(rawDb)
        .insertInto('rowhouse_files')
        .values({ ...row, ...times, user_id: userId(user) ?? '' })
        .execute();
      await store.put(fileKey({ table, id }), localPath, mediaType);

      return fileValue({ id, name });
    },

    async attach(transaction, { user, ...of }, value) {
      const by = userId(user);
      const file = readFileValue(value);
      if (by === null || file === null) return false;
      const { numUpdatedRows } = await changed(transaction, of, file)
        .set({ attached_at: Date.now() })
        .where('user_id', '=', by)
        .where('attached_at', 'is', null)
        .executeTakeFirstOrThrow();

      return numUpdatedRows > 0n;
    },

    async release(transaction, of, value) {
      const file = readFileValue(value);
      if (file === null) return;
      await changed(transaction, of, file)
        .set({ replaced_at: Date.now() })
        .where('attached_at', 'is not', null)
        .execute();
    },

    async takeBack(transaction, of, value) {
      const file = readFileValue(value);
      // Whatever the column contained, it was no file.
      if (file === null) return true;
      await changed(transaction, of, file)
        .set({ replaced_at: null })
        .where('attached_at', 'is not', null)
        .execute();

      return (await find(transaction, of, value)) !== null;
    },

    async open(of, value) {
      const found = await find(rawDb, of, value);
      const opened = found && (await store.open(fileKey({ table: of.table, id: found.id })));
      if (!found || !opened) return null;

      return { name: found.name, mediaType: found.media_type, size: opened.size, stream: opened.stream };
    },
  };
}

/** An update of a file of a field. */
function changed(
  db: Kysely<AnyDatabase>,
  { table, field }: FileField,
  { id, name }: { readonly id: string; readonly name: string },
) {
  return fileTable(db)
    .updateTable('rowhouse_files')
    .where('id', '=', id)
    .where('name', '=', name)
    .where('table_id', '=', table)
    .where('field', '=', field);
}

/** A file that a record has or had; null for none. */
async function find(db: Kysely<AnyDatabase>, { table, field }: FileField, value: string) {
  const file = readFileValue(value);
  if (file === null) return null;
  const found = await fileTable(db)
    .selectFrom('rowhouse_files')
    .select(['id', 'name', 'media_type'])
    .where('id', '=', file.id)
    .where('name', '=', file.name)
    .where('table_id', '=', table)
    .where('field', '=', field)
    .where('attached_at', 'is not', null)
    .executeTakeFirst();

  return found ?? null;
}

/** Whether `installFiles` has run, and its table is readable. */
export async function hasFileTable<DB>(rawDb: Kysely<DB>): Promise<boolean> {
  try {
    await fileTable(rawDb).selectFrom('rowhouse_files').select('id').limit(1).execute();

    return true;
  } catch {
    // Missing, or not readable.
    return false;
  }
}
