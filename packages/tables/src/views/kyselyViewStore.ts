import { randomUUID } from 'node:crypto';
import { isForeignKeyFault } from '@rowhouse/drivers';
import { say } from '@rowhouse/problems';
import type { NewTableView, TableViewChange, ViewAudience } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { invalidField, TableError } from '../errors.ts';
import { describe } from '../request/parse/Faults.ts';
import { findView, listPinned, listViews, namesOf, notFound, targetOf } from './readViews.ts';
import { type DefaultView, type SavedView, type ViewCaller, type ViewStore, viewLimit } from './ViewStore.ts';
import { checkAudience, checkDefault, checkOwn, freeName, viewName } from './viewRules.ts';
import { writeViewState } from './viewState.ts';
import { type ViewTables, viewTables } from './viewTables.ts';

/** Saved views in the tables of `installViews`, for PostgreSQL, MySQL/MariaDB and SQLite. */
export function kyselyViewStore<DB>(host: Kysely<DB>): ViewStore {
  const db = viewTables(host);
  const find = (caller: ViewCaller, id: string) => findView(db, caller, id);
  const findOwn = async (caller: ViewCaller, id: string) => {
    const view = await find(caller, id);
    checkOwn(view);

    return view;
  };

  return {
    list: (caller, table) => listViews(db, caller, table),
    find,
    create: (caller, view) => createView(db, caller, view),
    change: async (caller, id, change) => {
      await changeView(db, { caller, view: await findOwn(caller, id), change });

      return find(caller, id);
    },
    remove: async (caller, id) => removeView(db, (await findOwn(caller, id)).id),
    copy: async (caller, id, name) => {
      const { table, name: original, state } = await find(caller, id);
      const taken = name === undefined ? await namesOf(db, caller, table) : new Set<string>();

      return createView(db, caller, { table, state, name: name ?? freeName(original, taken) });
    },
    setDefault: async (caller, choice) => {
      const view = choice.view === null ? null : await find(caller, choice.view);
      checkDefault(caller, choice, view);
      await writeDefault(db, caller, choice);
    },
    pinned: (caller) => listPinned(db, caller),
    pin: async (caller, id, isPinned) => writePin(db, caller, await find(caller, id), isPinned),
  };
}

async function createView(
  db: Kysely<ViewTables>,
  caller: ViewCaller,
  view: NewTableView,
): Promise<SavedView> {
  const { table, sharedWith = [] } = view;
  const [name, state] = [viewName(view.name), writeViewState(view.state)];
  checkAudience(caller, [], sharedWith);
  const names = await namesOf(db, caller, table);
  refuseTaken(name, names);
  // Concurrent requests may exceed the limit slightly.
  if (names.size >= viewLimit) {
    throw invalidField('name', `You have ${viewLimit} views of this table; delete one first.`);
  }
  const id = randomUUID();
  const write = db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('rowhouse_views')
      .values({
        id,
        table_id: table,
        name,
        owner_id: String(caller.id),
        for_everyone: sharedWith === 'everyone' ? 1 : 0,
        state,
        revision: 1,
      })
      .execute();
    await writeRoles(transaction, id, sharedWith);
  });
  await explained(write, async () => refuseTaken(name, await namesOf(db, caller, table)));

  return findView(db, caller, id);
}

interface ChangeOptions {
  readonly caller: ViewCaller;
  /** Before the change. */
  readonly view: SavedView;
  readonly change: TableViewChange;
}

async function changeView(db: Kysely<ViewTables>, { caller, view, change }: ChangeOptions): Promise<void> {
  const { sharedWith, revision } = change;
  const name = change.name === undefined ? view.name : viewName(change.name);
  const state = change.state === undefined ? undefined : writeViewState(change.state);
  if (sharedWith !== undefined) checkAudience(caller, view.sharedWith, sharedWith);
  const write = db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('rowhouse_views')
      .set((eb) => ({
        revision: eb('revision', '+', 1),
        ...(change.name !== undefined && { name }),
        ...(state !== undefined && { state }),
        ...(sharedWith !== undefined && { for_everyone: sharedWith === 'everyone' ? 1 : 0 }),
      }))
      .where('id', '=', view.id)
      .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
      .executeTakeFirst();
    if (numUpdatedRows === 0n && revision === undefined) throw notFound(view.id);
    if (numUpdatedRows === 0n) {
      throw new TableError(
        'tables.view_changed',
        say`The view ${describe(view.name)} is no longer at revision ${String(revision)}. Read it again, then repeat the change.`,
      );
    }
    if (sharedWith === undefined) return;
    await transaction.deleteFrom('rowhouse_view_roles').where('view_id', '=', view.id).execute();
    await writeRoles(transaction, view.id, sharedWith);
  });
  await explained(write, async () => {
    const names = name === view.name ? new Set<string>() : await namesOf(db, caller, view.table);
    refuseTaken(name, names);
  });
}

async function writeRoles(db: Kysely<ViewTables>, id: string, audience: ViewAudience): Promise<void> {
  if (audience === 'everyone' || audience.length === 0) return;
  const roles = [...new Set(audience.map(String))];
  await db
    .insertInto('rowhouse_view_roles')
    .values(roles.map((role) => ({ view_id: id, role_id: role })))
    .execute();
}

/** Replaces the database's error by its reason, if known. */
async function explained(write: Promise<void>, findReason: () => Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (error instanceof TableError) throw error;
    refuseUnknownRole(error, 'sharedWith');
    await findReason();
    throw error;
  }
}

function refuseTaken(name: string, taken: ReadonlySet<string>): void {
  if (taken.has(name))
    throw invalidField('name', say`You already have a view ${describe(name)}; choose another name.`);
}

async function removeView(db: Kysely<ViewTables>, id: string): Promise<void> {
  // Not left to foreign keys, which SQLite enforces only on request.
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('rowhouse_view_pins').where('view_id', '=', id).execute();
    await transaction.deleteFrom('rowhouse_view_defaults').where('view_id', '=', id).execute();
    await transaction.deleteFrom('rowhouse_view_roles').where('view_id', '=', id).execute();
    await transaction.deleteFrom('rowhouse_views').where('id', '=', id).execute();
  });
}

async function writeDefault(db: Kysely<ViewTables>, caller: ViewCaller, choice: DefaultView): Promise<void> {
  const { table, view, for: scope } = choice;
  const [user, role] = [
    scope === 'me' ? caller.id : null,
    scope === 'role' ? (choice.role ?? caller.role) : null,
  ];
  const target = targetOf(scope, user ?? role);
  if (view === null) {
    await db
      .deleteFrom('rowhouse_view_defaults')
      .where('table_id', '=', table)
      .where('target', '=', target)
      .execute();
    return;
  }
  const replace = async () => {
    const { numUpdatedRows } = await db
      .updateTable('rowhouse_view_defaults')
      .set({ view_id: view })
      .where('table_id', '=', table)
      .where('target', '=', target)
      .executeTakeFirst();

    return numUpdatedRows > 0n;
  };
  try {
    if (await replace()) return;
    await db
      .insertInto('rowhouse_view_defaults')
      .values({
        table_id: table,
        target,
        view_id: view,
        user_id: user === null ? null : String(user),
        role_id: role === null ? null : String(role),
      })
      .execute();
  } catch (error) {
    if (scope === 'role') refuseUnknownRole(error, 'role');
    // The view was deleted in the meantime.
    if (isForeignKeyFault(error)) throw notFound(view);
    // Another request has set it in the meantime.
    if (!(await replace())) throw error;
  }
}

async function writePin(
  db: Kysely<ViewTables>,
  caller: ViewCaller,
  view: SavedView,
  isPinned: boolean,
): Promise<void> {
  const pin = { user_id: String(caller.id), view_id: view.id };
  if (!isPinned) {
    await db
      .deleteFrom('rowhouse_view_pins')
      .where('user_id', '=', pin.user_id)
      .where('view_id', '=', pin.view_id)
      .execute();
    return;
  }
  if (view.isPinned) return;
  try {
    await db.insertInto('rowhouse_view_pins').values(pin).execute();
  } catch (error) {
    // The view was deleted in the meantime.
    if (isForeignKeyFault(error)) throw notFound(view.id);
    // Another request has pinned it in the meantime.
    if (!(await findView(db, caller, view.id)).isPinned) throw error;
  }
}

function refuseUnknownRole(error: unknown, field: string): void {
  if (!isForeignKeyFault(error)) return;

  throw invalidField(field, 'It names a role that does not exist; send ids of roles.');
}
