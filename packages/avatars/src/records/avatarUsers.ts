import { isUnacceptableValue } from '@rowhouse/drivers';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { AvatarUser, UserId } from '../Avatars.ts';
import type { AvatarTables } from './AvatarStore.ts';

/** The application's users. */
export interface AvatarUsers {
  /** Null if no user has exactly this id: some databases find 12 for `12abc`. */
  find(id: UserId): Promise<AvatarUser | null>;
  countMissing(): Promise<number>;
  /** Users without an avatar, by id, after the given one. */
  nextMissing(after: UserId | null, limit: number): Promise<AvatarUser[]>;
}

type UsersQuery = SelectQueryBuilder<UserTable, 'avatar_users', AvatarUser>;
interface UserTable {
  avatar_users: AvatarUser;
}

/** `query` selects the users; it becomes a derived table, so that it may join others. */
export function avatarUsers<DB>(
  host: Kysely<DB>,
  query: (db: Kysely<DB>) => SelectQueryBuilder<DB, never, AvatarUser>,
): AvatarUsers {
  const db = host as unknown as Kysely<AvatarTables>;
  const users = () => db.selectFrom((query(host) as unknown as UsersQuery).as('avatar_users'));
  const columns = ['avatar_users.id', 'avatar_users.name', 'avatar_users.email'] as const;
  const missing = () =>
    users().where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('avatars').select('avatars.id').whereRef('avatars.user_id', '=', 'avatar_users.id'),
        ),
      ),
    );

  return {
    find: async (id) => {
      try {
        const user = await users().select(columns).where('avatar_users.id', '=', id).executeTakeFirst();

        return user !== undefined && String(user.id) === String(id) ? named(user) : null;
      } catch (error) {
        if (isUnacceptableValue(error)) return null;
        throw error;
      }
    },
    countMissing: async () => {
      const row = await missing()
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();

      return Number(row.count);
    },
    nextMissing: async (after, limit) => {
      const found = await missing()
        .$if(after !== null, (rest) => rest.where('avatar_users.id', '>', after as UserId))
        .select(columns)
        .orderBy('avatar_users.id')
        .limit(limit)
        .execute();

      return found.map(named);
    },
  };
}

/** The columns may be null, whatever the types of the application say. */
function named({
  id,
  name,
  email,
}: { readonly [key in keyof AvatarUser]: AvatarUser[key] | null }): AvatarUser {
  return { id: id as UserId, name: name ?? '', email: email ?? '' };
}
