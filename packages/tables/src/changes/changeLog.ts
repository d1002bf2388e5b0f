import { randomUUID } from 'node:crypto';
import { byKey } from '@rowhouse/drivers/internal';
import type { Kysely, Selectable } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { Change, ChangeContent, ChangeLog, ChangeOptions } from './Change.ts';
import { forgetRows } from './changedRows.ts';
import { type ChangeTable, changeTable } from './changeTable.ts';

const hour = 3_600_000;
/** Time for which changes are kept. */
const retention = 24 * hour;
const deletionRetention = 30 * 24 * hour;
/** Milliseconds between two looks for a missing table, and between two removals of old changes. */
const between = 60_000;

/** Keeps nothing without options. */
export function changeLog(
  rawDb: Kysely<AnyDatabase>,
  options: ChangeOptions | undefined,
  onBackgroundError: (error: unknown) => void,
): ChangeLog {
  const userId = (user: unknown) => {
    const id = user === null || user === undefined ? null : (options?.userId(user) ?? null);

    return id === null ? null : String(id);
  };
  let installed: Promise<boolean> | null = null;
  let lookedAt = 0;
  let forgottenAt = 0;

  const isInstalled = () => {
    if (installed === null || Date.now() - lookedAt > between) {
      lookedAt = Date.now();
      installed = hasChangeTables(rawDb);
      // Found once, it is not looked for again.
      void installed.then((found) => {
        if (found) lookedAt = Number.POSITIVE_INFINITY;
      });
    }

    return installed;
  };

  return {
    async keeps(user) {
      return userId(user) !== null && (await isInstalled());
    },

    async add(transaction, { id = randomUUID(), table, user, row, content, request = null }) {
      const insert = changeTable(transaction)
        .insertInto('rowhouse_changes')
        .values({
          id,
          table_id: table,
          user_id: userId(user) ?? '',
          row_id: row,
          kind: content.kind,
          content: JSON.stringify(content),
          request,
          is_undone: 0,
          created_at: Date.now(),
        });
      await transaction.executeQuery(byKey(insert.compile()));
      if (Date.now() - forgottenAt > between) {
        forgottenAt = Date.now();
        // On a connection of its own, so that no change waits for it.
        void forget(rawDb).catch(onBackgroundError);
      }

      return id;
    },

    async find(db, { table, user, id, at }) {
      const by = userId(user);
      if (by === null) return null;
      const found = await changeTable(db)
        .selectFrom('rowhouse_changes')
        .selectAll()
        .where('id', '=', id)
        .where('table_id', '=', table)
        .where('user_id', '=', by)
        .executeTakeFirst();

      return found && !isOld(found, at?.getTime()) ? changeOf(found) : null;
    },

    async findRequest(db, request) {
      const found = await changeTable(db)
        .selectFrom('rowhouse_changes')
        .selectAll()
        .where('request', '=', request)
        .executeTakeFirst();

      return found ? changeOf(found) : null;
    },

    async claim(transaction, id) {
      const { numUpdatedRows } = await changeTable(transaction)
        .updateTable('rowhouse_changes')
        .set({ is_undone: 1 })
        .where('id', '=', id)
        .where('is_undone', '=', 0)
        .executeTakeFirstOrThrow();

      return numUpdatedRows > 0n;
    },
  };
}

type Row = Selectable<ChangeTable['rowhouse_changes']>;

function changeOf({ id, row_id, content, is_undone }: Row): Change {
  return {
    id,
    row: row_id,
    content: JSON.parse(content) as ChangeContent,
    isUndone: Number(is_undone) === 1,
  };
}

function isOld({ kind, created_at }: Row, now = Date.now()): boolean {
  return now - Number(created_at) > (kind === 'destroy' ? deletionRetention : retention);
}

/** Removes old changes. Those of many rows stay for another day: they may be in the midst of being undone. */
async function forget(rawDb: Kysely<AnyDatabase>): Promise<void> {
  const now = Date.now();
  const ofRows = ['action', 'import'];
  await changeTable(rawDb)
    .deleteFrom('rowhouse_changes')
    .where('created_at', '<', now - retention)
    .where('kind', 'not in', ofRows)
    .where((either) =>
      either.or([either('kind', '!=', 'destroy'), either('created_at', '<', now - deletionRetention)]),
    )
    .execute();
  const old = await changeTable(rawDb)
    .selectFrom('rowhouse_changes')
    .select('id')
    .where('created_at', '<', now - 2 * retention)
    .where('kind', 'in', ofRows)
    .execute();
  for (const { id } of old) {
    await forgetRows(rawDb, id);
    await changeTable(rawDb).deleteFrom('rowhouse_changes').where('id', '=', id).execute();
  }
}

/** Whether `installChanges` has run, and its tables are readable. */
export async function hasChangeTables<DB>(rawDb: Kysely<DB>): Promise<boolean> {
  try {
    await changeTable(rawDb)
      .selectFrom('rowhouse_changes')
      .leftJoin('rowhouse_changed_rows', 'change_id', 'id')
      .select('id')
      .limit(1)
      .execute();

    return true;
  } catch {
    // Missing, or not readable: changes are written without being kept.
    return false;
  }
}
