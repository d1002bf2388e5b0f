import {
  type TableConfig,
  type TableConfigOverrides,
  tableConfig,
  tableConfigSchema,
} from '@rowhouse/tables';
import type { TSchema } from 'typebox';

/**
 * The one place where the service meets the configuration of @rowhouse/tables. The `tables` section holds any part of
 * it, over the defaults of that package.
 */
export type TableSettings = TableConfigOverrides;

/** Of what the operator writes: like the package's schema, with nothing required. */
export const tablesSchema: TSchema = withoutRequired(tableConfigSchema) as TSchema;

/** Of the complete configuration. */
export { tableConfigSchema };

/** What the operator wrote, completed by the defaults. */
export function completeTables(written: TableSettings = {}): TableConfig {
  return tableConfig(written);
}

/** Nested objects too, since they are merged; lists are replaced whole and stay as they are. */
function withoutRequired(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { required: _, ...rest } = schema as Record<string, unknown>;
  for (const key of ['properties', 'patternProperties'] as const) {
    const inner = rest[key];
    if (typeof inner !== 'object' || inner === null) continue;
    rest[key] = Object.fromEntries(
      Object.entries(inner).map(([name, value]) => [name, withoutRequired(value)]),
    );
  }
  return rest;
}
