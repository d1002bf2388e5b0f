import type { Kysely } from 'kysely';
import { commandLine } from '../../kernel/commandLine.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { StartError } from '../../kernel/StartError.ts';
import type { Auth } from './auth/createAuth.ts';
import { normalEmail } from './emailAddress.ts';

export interface NewApiKey {
  /** Whose key it is; it can do what that user can. */
  readonly email: string;
  readonly name: string;
  /** Days until it expires; never when absent. */
  readonly days?: number;
}

/** Creates an API key and answers it. It is stored hashed, so this is the only time that it can be seen. */
export async function createApiKey(db: Kysely<Database>, auth: Auth, wanted: NewApiKey): Promise<string> {
  const email = normalEmail(wanted.email);
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (user === undefined) {
    throw new StartError(
      `There is no user with the e-mail address ${email}. Create one with "${commandLine('user:create')}".`,
    );
  }
  const { key } = await auth.api.createApiKey({
    body: {
      userId: `${user.id}`,
      name: wanted.name,
      ...(wanted.days !== undefined && { expiresIn: wanted.days * 24 * 60 * 60 }),
    },
  });
  return key;
}
