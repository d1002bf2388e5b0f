import { sql } from 'kysely';

export const searchPath = sql<{ schema: string }>`
  select schema from unnest(current_schemas(false)) with ordinality as path (schema, position) order by position`;
