import type { CompiledQuery } from 'kysely';

/** The same for two queries only if their SQL and parameters are the same. */
export function queryKey({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): string {
  return `${sql}\n${JSON.stringify(parameters, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )}`;
}
