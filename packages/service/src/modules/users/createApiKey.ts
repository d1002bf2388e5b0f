import type { Kysely } from 'kysely';
import { commandLine } from '../../kernel/commandLine.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { StartError } from '../../kernel/errors.ts';
import { type HookCalls, noHooks } from '../../kernel/hooks/createHooks.ts';
import { makeKey } from './apiKeys/apiKeys.ts';
import type { Auth } from './auth/createAuth.ts';
import { normalEmail } from './emailAddress.ts';

export interface NewApiKey {
  /** Whose key it is; it can do what that user can. */
  readonly email: string;
  readonly name: string;
  /** Days until it expires; never when absent. */
  readonly days?: number;
}

/** Creates an API key and returns it. It is stored hashed, so this is the only time that it can be seen. */
export async function createApiKey(
  db: Kysely<Database>,
  auth: Auth,
  wanted: NewApiKey,
  hooks: HookCalls = noHooks,
): Promise<string> {
  const email = normalEmail(wanted.email);
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (user === undefined) {
    throw new StartError(
      `No user has the e-mail address ${email}. Create one with "${commandLine('user:create')}".`,
    );
  }
  const { name, days: expiresInDays = null } = wanted;

  return makeKey({ db, auth, hooks }, { user, by: null }, { name, expiresInDays, permissions: null });
}
