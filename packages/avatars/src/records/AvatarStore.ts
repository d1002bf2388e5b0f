import type { Kysely, Transaction } from 'kysely';
import type { AvatarFiles } from '../AvatarFiles.ts';
import type { AvatarTables } from './AvatarTables.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** Where the avatars of one application are: the records and the files. */
export interface AvatarStore {
  readonly db: Kysely<AvatarTables>;
  readonly dialect: Dialect;
  readonly files: AvatarFiles;
  readonly url: (avatar: { readonly id: number; readonly version: number }) => string;
  /** Told what failed where nobody waits for it. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** A transaction that writes, and in which each statement sees what was committed before it. */
export function inTransaction<T>(
  { dialect: { isolation, beginWriting } }: Pick<AvatarStore, 'dialect'>,
  db: Kysely<AvatarTables>,
  run: (transaction: Transaction<AvatarTables>) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction();

  return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(async (begun) => {
    await beginWriting?.execute(begun);

    return run(begun);
  });
}
