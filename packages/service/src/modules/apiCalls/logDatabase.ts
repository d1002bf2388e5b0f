import type { Kysely } from 'kysely';
import { connect, type Database } from '../../kernel/database/Database.ts';

/** The one connection of the thread that writes the log of API calls. The end of an idle one is shown by the next INSERT. */
export default function logDatabase({ url }: { readonly url: string }): Kysely<Database> {
  return connect({ url, poolSize: 1, onIdleError: () => undefined }).db;
}
