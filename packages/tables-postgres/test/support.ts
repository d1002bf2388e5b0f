import { createTables, type TableDefinition, type Tables } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { postgres } from '../src/index.ts';

/** Tables of one definition, on any database. */
export function tablesOf<DB>(db: Kysely<DB>, definition: TableDefinition): Tables {
  return createTables({ db, definitions: [definition], capabilities: postgres() });
}
