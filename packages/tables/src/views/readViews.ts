import { say } from '@rowhouse/problems';
import type { ViewDefaultScope } from '@rowhouse/table-protocol/internal';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { TableError } from '../errors.ts';
import { describe } from '../request/parse/Faults.ts';
import { type AccountId, type SavedView, type SavedViews, type ViewCaller, viewLimit } from './ViewStore.ts';
import { type Defaults, effectiveDefault, maySee, type ViewRecord, viewFor } from './viewRules.ts';
import { readViewState } from './viewState.ts';
import type { ViewTables } from './viewTables.ts';

export async function listViews(
  db: Kysely<ViewTables>,
  caller: ViewCaller,
  table: string,
): Promise<SavedViews> {
  const [own, shared, defaults] = await Promise.all([
    readViews(db, (eb) => eb.and([eb('table_id', '=', table), isOwner(eb, caller)])),
    readViews(db, (eb) =>
      eb.and([eb('table_id', '=', table), eb.not(isOwner(eb, caller)), isShared(eb, caller)]),
    ),
    readDefaults(db, caller, table),
  ]);

  return { views: await viewsFor(db, caller, [...own, ...shared], () => defaults), defaults };
}

/** The views of all tables that the caller has pinned and sees. */
export async function listPinned(db: Kysely<ViewTables>, caller: ViewCaller): Promise<SavedView[]> {
  const rows = await readViews(db, (eb) =>
    eb.and([isPinned(eb, caller), eb.or([isOwner(eb, caller), isShared(eb, caller)])]),
  );
  const defaults = new Map<string, Defaults>();
  for (const table of new Set(rows.map(({ table_id }) => table_id))) {
    defaults.set(table, await readDefaults(db, caller, table));
  }

  return viewsFor(db, caller, rows, (table) => defaults.get(table));
}

/** @throws TableError `tables.view_not_found` */
export async function findView(db: Kysely<ViewTables>, caller: ViewCaller, id: string): Promise<SavedView> {
  const [row] = await readViews(db, (eb) => eb('id', '=', id));
  const record = row && recordOf(row, await rolesOf(db, [id]));
  if (row === undefined || record === undefined || !maySee(caller, record)) throw notFound(id);
  const defaults = await readDefaults(db, caller, record.table);
  const [view] = await viewsFor(db, caller, [row], () => defaults);
  if (view === undefined) throw notFound(id);

  return view;
}

async function viewsFor(
  db: Kysely<ViewTables>,
  caller: ViewCaller,
  rows: readonly Row[],
  defaultsOf: (table: string) => Defaults | undefined,
): Promise<SavedView[]> {
  const ids = rows.map(({ id }) => id);
  const [roles, pins, defaultFor] = await Promise.all([
    rolesOf(db, ids),
    pinsOf(db, caller, ids),
    defaultsFor(db, caller, ids),
  ]);

  return rows.map((row) => {
    const defaults = defaultsOf(row.table_id);

    return viewFor(caller, recordOf(row, roles), {
      defaultView: defaults ? effectiveDefault(defaults) : null,
      defaultFor: defaultFor.get(row.id) ?? [],
      isPinned: pins.has(row.id),
    });
  });
}

/** The defaults that apply to a caller and whose views the caller sees. */
async function readDefaults(db: Kysely<ViewTables>, caller: ViewCaller, table: string): Promise<Defaults> {
  const targets = {
    me: targetOf('me', caller.id),
    role: caller.role === null ? null : targetOf('role', caller.role),
    everyone: targetOf('everyone', null),
  };
  const rows = await db
    .selectFrom('rowhouse_view_defaults')
    .select(['target', 'view_id'])
    .where('table_id', '=', table)
    .where(
      'target',
      'in',
      Object.values(targets).filter((target) => target !== null),
    )
    .where('view_id', 'in', (eb) =>
      eb
        .selectFrom('rowhouse_views')
        .select('id')
        .where((view) =>
          view.and([view('table_id', '=', table), view.or([isOwner(view, caller), isShared(view, caller)])]),
        ),
    )
    .execute();
  const viewOf = (target: string | null) => rows.find((row) => row.target === target)?.view_id ?? null;

  return { me: viewOf(targets.me), role: viewOf(targets.role), everyone: viewOf(targets.everyone) };
}

/** View → roles of which it is the default, and `everyone`; read only for callers who may set them. */
async function defaultsFor(
  db: Kysely<ViewTables>,
  { mayShare }: ViewCaller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountId[]>> {
  const found = new Map<string, AccountId[]>();
  if (!mayShare || ids.length === 0) return found;
  const rows = await db
    .selectFrom('rowhouse_view_defaults')
    .select(['view_id', 'role_id'])
    .where('view_id', 'in', ids)
    .where('user_id', 'is', null)
    .orderBy('target')
    .execute();
  for (const { view_id, role_id } of rows) {
    found.set(view_id, [...(found.get(view_id) ?? []), role_id ?? 'everyone']);
  }

  return found;
}

/** Key of a default in its table. */
export function targetOf(scope: ViewDefaultScope, id: AccountId | null): string {
  if (scope === 'everyone') return scope;

  return `${scope === 'me' ? 'user' : 'role'}:${id}`;
}

export function notFound(id: string): TableError {
  return new TableError(
    'tables.view_not_found',
    say`You have no view ${describe(id)}. It was deleted, or is no longer shared with you.`,
  );
}

type Row = ViewTables['rowhouse_views'];
type Views = ExpressionBuilder<ViewTables, 'rowhouse_views'>;

function readViews(db: Kysely<ViewTables>, condition: (eb: Views) => Expression<SqlBool>): Promise<Row[]> {
  return db
    .selectFrom('rowhouse_views')
    .selectAll()
    .where(condition)
    .orderBy('name')
    .orderBy('id')
    .limit(viewLimit)
    .execute();
}

function isOwner(eb: Views, { id }: ViewCaller): Expression<SqlBool> {
  return eb('owner_id', '=', String(id));
}

function isShared(eb: Views, { role }: ViewCaller): Expression<SqlBool> {
  const forEveryone = eb('for_everyone', '=', 1);
  if (role === null) return forEveryone;
  const forRole = eb
    .selectFrom('rowhouse_view_roles')
    .select(sql`1`.as('found'))
    .whereRef('view_id', '=', 'rowhouse_views.id')
    .where('role_id', '=', String(role));

  return eb.or([forEveryone, eb.exists(forRole)]);
}

function isPinned(eb: Views, { id }: ViewCaller): Expression<SqlBool> {
  return eb(
    'id',
    'in',
    eb.selectFrom('rowhouse_view_pins').select('view_id').where('user_id', '=', String(id)),
  );
}

/** Those of the views that the caller has pinned. */
async function pinsOf(
  db: Kysely<ViewTables>,
  { id }: ViewCaller,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('rowhouse_view_pins')
    .select('view_id')
    .where('user_id', '=', String(id))
    .where('view_id', 'in', ids)
    .execute();

  return new Set(rows.map(({ view_id }) => view_id));
}

/** View → ids of the roles it is shared with. */
async function rolesOf(
  db: Kysely<ViewTables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountId[]>> {
  const roles = new Map<string, AccountId[]>();
  if (ids.length === 0) return roles;
  const rows = await db
    .selectFrom('rowhouse_view_roles')
    .selectAll()
    .where('view_id', 'in', ids)
    .orderBy('role_id')
    .execute();
  for (const { view_id, role_id } of rows) roles.set(view_id, [...(roles.get(view_id) ?? []), role_id]);

  return roles;
}

function recordOf(row: Row, roles: ReadonlyMap<string, AccountId[]>): ViewRecord {
  return {
    id: row.id,
    table: row.table_id,
    name: row.name,
    owner: row.owner_id,
    sharedWith: row.for_everyone === 1 ? 'everyone' : (roles.get(row.id) ?? []),
    state: readViewState(row.state),
    revision: row.revision,
  };
}

/** Names of the caller's views of a table. */
export async function namesOf(
  db: Kysely<ViewTables>,
  { id }: ViewCaller,
  table: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('rowhouse_views')
    .select('name')
    .where('owner_id', '=', String(id))
    .where('table_id', '=', table)
    .execute();

  return new Set(rows.map(({ name }) => name));
}
