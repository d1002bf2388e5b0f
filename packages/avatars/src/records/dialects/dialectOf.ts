import { type DialectName, dialectName } from '@rowhouse/drivers';
import type { Kysely } from 'kysely';
import type { Dialect } from './Dialect.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { sqlite } from './sqlite.ts';

const dialects: Readonly<Record<DialectName, Dialect>> = { mysql, postgres, sqlite };

export function dialectOf<DB>(db: Kysely<DB>): Dialect {
  return dialects[dialectName(db)];
}
