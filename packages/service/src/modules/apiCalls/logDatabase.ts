import type { Kysely } from 'kysely';
import { connect, type Database } from '../../kernel/database/Database.ts';

/** The connection of the thread that writes the log of API calls. The next INSERT reports the end of an idle one. */
export default function logDatabase({ url }: { readonly url: string }): Kysely<Database> {
  return connect({ url, poolSize: 1, onIdleError: () => undefined }).db;
}
