import { withSafeTexts } from '@rowhouse/drivers';
import type { Kysely } from 'kysely';
import type { ActionTables } from '../query/actionTables.ts';

/** The package's own tables, which no plugin of the application renames. */
export function bookkeeping<DB>(db: Kysely<DB>): Kysely<ActionTables> {
  return withSafeTexts(db.withoutPlugins()) as unknown as Kysely<ActionTables>;
}
