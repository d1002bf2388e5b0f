import {
  defaultTableConfig,
  type TableConfig,
  type TableConfigOverrides,
  tableConfig,
  tableConfigSchema,
} from '@rowhouse/tables';
import type { TSchema } from 'typebox';
import { defineSection } from '../defineSection.ts';
import type { SchemaNode } from '../describeSchema.ts';
import { group, type Keys, type Node } from '../keys.ts';

/**
 * The one place where the service meets the configuration of @rowhouse/tables, whose schema declares the keys: those
 * with a description. What is below them is configured as JSON.
 */
export const tables = defineSection('tables', keysOf(tableConfigSchema, defaultTableConfig), {
  complete: (settings): TableConfig => tableConfig(settings as TableConfigOverrides),
});

function keysOf(schema: TSchema, defaults: object): Keys {
  return Object.fromEntries(
    Object.entries((schema as SchemaNode).properties ?? {}).map(([name, inner]) => [
      name,
      nodeOf(inner, (defaults as Record<string, unknown>)[name]),
    ]),
  );
}

function nodeOf(schema: TSchema, byDefault: unknown): Node {
  const { type, description = '', properties = {} } = schema as SchemaNode;
  if (Object.values(properties).some((inner) => (inner as SchemaNode).description !== undefined)) {
    return group(keysOf(schema, byDefault as object));
  }
  const defaultText = type === 'object' ? { defaultText: 'see the tables guide' } : {};
  // Without `expected`: these have faults of their own, reported where they are.
  return { kind: 'key', schema, description, default: byDefault, ...defaultText };
}
