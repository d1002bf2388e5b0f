import { withSafeTexts } from '@rowhouse/drivers';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../query/dialects/dialectOf.ts';

/** The tables of `installViews`. */
export interface ViewTables {
  rowhouse_views: {
    /** A UUID. */
    id: string;
    table_id: string;
    name: string;
    owner_id: string | number;
    /** 1 if it is shared with everyone. */
    for_everyone: number;
    /** JSON, as `writeViewState` writes it. */
    state: string;
    revision: number;
  };
  rowhouse_view_roles: {
    view_id: string;
    role_id: string | number;
  };
  rowhouse_view_defaults: {
    table_id: string;
    /** `user:5`, `role:3` or `everyone`. */
    target: string;
    view_id: string;
    /** Of the target; the row is deleted with the user or role. */
    user_id: string | number | null;
    role_id: string | number | null;
  };
  rowhouse_view_pins: {
    user_id: string | number;
    view_id: string;
  };
}

/** A column to which ids of users or roles refer. */
export interface AccountReference {
  readonly table: string;
  /** Defaults to `id`. */
  readonly id?: string;
  /** SQL type of the column, such as `integer`. Inserted unchanged into the statement. */
  readonly type: string;
}

export interface InstallViewsOptions {
  /** Deleting a user then deletes the user's views and default. Without it, ids are texts of at most 64 characters. */
  readonly users?: AccountReference;
  /** The same for roles. */
  readonly roles?: AccountReference;
}

/** Creates the tables of `kyselyViewStore` that do not exist yet. Repeating it changes nothing. */
export async function installViews<DB>(
  db: Kysely<DB>,
  { users, roles }: InstallViewsOptions = {},
): Promise<void> {
  const { long, tableEnd } = dialectOf(db).exactTexts;
  // The unique constraints also serve as indexes, which not every database can create repeatedly.
  for (const statement of [
    sql`create table if not exists rowhouse_views (
      id varchar(36) not null unique,
      table_id varchar(200) not null,
      name varchar(100) not null,
      owner_id ${typeOf(users)} not null,
      for_everyone smallint not null,
      state ${long} not null,
      revision integer not null,
      primary key (table_id, id),
      unique (owner_id, table_id, name)
      ${references('owner_id', users)}
    ) ${tableEnd}`,
    sql`create table if not exists rowhouse_view_roles (
      view_id varchar(36) not null,
      role_id ${typeOf(roles)} not null,
      primary key (view_id, role_id),
      unique (role_id, view_id)
      ${references('view_id', views)} ${references('role_id', roles)}
    ) ${tableEnd}`,
    sql`create table if not exists rowhouse_view_defaults (
      table_id varchar(200) not null,
      target varchar(70) not null,
      view_id varchar(36) not null,
      user_id ${typeOf(users)},
      role_id ${typeOf(roles)},
      primary key (table_id, target),
      unique (view_id, target),
      unique (user_id, table_id),
      unique (role_id, table_id)
      ${references('view_id', views)} ${references('user_id', users)} ${references('role_id', roles)}
    ) ${tableEnd}`,
    sql`create table if not exists rowhouse_view_pins (
      user_id ${typeOf(users)} not null,
      view_id varchar(36) not null,
      primary key (user_id, view_id),
      unique (view_id, user_id)
      ${references('view_id', views)} ${references('user_id', users)}
    ) ${tableEnd}`,
  ]) {
    await statement.execute(db.withoutPlugins());
  }
}

/** Drops the tables of `installViews` with all views. */
export async function removeViews<DB>(db: Kysely<DB>): Promise<void> {
  for (const table of [
    'rowhouse_view_pins',
    'rowhouse_view_defaults',
    'rowhouse_view_roles',
    'rowhouse_views',
  ]) {
    await sql`drop table if exists ${sql.table(table)}`.execute(db.withoutPlugins());
  }
}

/** The package's own tables, which the application's plugins do not rename. */
export function viewTables<DB>(db: Kysely<DB>): Kysely<ViewTables> {
  return withSafeTexts(db.withoutPlugins()) as unknown as Kysely<ViewTables>;
}

const views: AccountReference = { table: 'rowhouse_views', type: 'varchar(36)' };

function typeOf(reference: AccountReference | undefined): RawBuilder<unknown> {
  return sql.raw(reference?.type ?? 'varchar(64)');
}

function references(column: string, reference: AccountReference | undefined): RawBuilder<unknown> {
  if (reference === undefined) return sql``;
  const { table, id = 'id' } = reference;

  return sql`, foreign key (${sql.ref(column)}) references ${sql.table(table)} (${sql.ref(id)}) on delete cascade`;
}
