import type { TableView } from '@rowhouse/table-protocol';
import type { SavedView, ViewCaller, ViewStore } from '@rowhouse/tables/views';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { ServiceError } from '../../base/errors.ts';
import { permits, type User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';

/** Permissions on the views of a table. */
export function viewAccess(app: Pick<FastifyInstance, 'checkTable'>, store: ViewStore) {
  /** The caller, who may use the table. */
  const callerFor = (user: User, table: string): ViewCaller => {
    app.checkTable(user, table);

    return callerOf(user);
  };

  return {
    callerFor,
    /** The caller, who sees the view and may use its table. */
    async callerWith({ user, params }: FastifyRequest<{ Params: { id: string } }>): Promise<ViewCaller> {
      const { table } = await store.find(callerOf(user as User), params.id);

      return callerFor(user as User, table);
    },
    mayUse(user: User, table: string): boolean {
      try {
        app.checkTable(user, table);

        return true;
      } catch (error) {
        if (error instanceof ServiceError) return false;
        throw error;
      }
    },
  };
}

export function callerOf(user: User): ViewCaller {
  return { id: user.id, role: user.role.id, mayShare: permits(user, 'views.share') };
}

export async function withOwner(db: Kysely<Database>, view: SavedView): Promise<TableView> {
  const [named] = await withOwners(db, [view]);
  if (named === undefined) throw new Error('The view has no owner.');

  return named;
}

export async function withOwners(db: Kysely<Database>, views: readonly SavedView[]): Promise<TableView[]> {
  const ids = [...new Set(views.map(({ owner }) => Number(owner)))];
  const users =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(users.map(({ id, name }) => [id, name]));

  return views.map((view) => ({
    ...view,
    owner: { id: view.owner, name: names.get(Number(view.owner)) ?? null },
  }));
}
