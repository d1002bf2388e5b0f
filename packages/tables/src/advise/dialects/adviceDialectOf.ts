import type { Dialect } from '../../query/dialects/Dialect.ts';
import type { AdviceDialect } from './AdviceDialect.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { sqlite } from './sqlite.ts';

const dialects: Readonly<Record<Dialect['name'], AdviceDialect>> = { postgres, mysql, sqlite };

export function adviceDialectOf({ name }: Dialect): AdviceDialect {
  return dialects[name];
}
