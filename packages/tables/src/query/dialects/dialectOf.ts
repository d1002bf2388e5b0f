import { dialectName } from '@rowhouse/drivers';
import type { DialectName } from '@rowhouse/drivers/internal';
import type { Kysely } from 'kysely';
import type { Dialect } from './Dialect.ts';
import { mysql } from './mysql/index.ts';
import { postgres } from './postgres/index.ts';
import { sqlite } from './sqlite/index.ts';

const dialects: Readonly<Record<DialectName, Dialect>> = { mysql, postgres, sqlite };

export function dialectOf<DB>(db: Kysely<DB>): Dialect {
  return dialects[dialectName(db)];
}
