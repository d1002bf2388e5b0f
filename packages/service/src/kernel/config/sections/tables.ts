import { type TableConfig, type TableConfigOverrides, tableConfig } from '@rowhouse/tables';
import { defaultTableConfig, tableConfigSchema } from '@rowhouse/tables/internal';
import type { TSchema } from 'typebox';
import { channels } from '../channels.ts';
import { defineSection } from '../defineSection.ts';
import { group, type Keys, type Node, type SchemaNode } from '../keys.ts';

/**
 * The configuration of @rowhouse/tables. Each property of its schema with a description becomes a key; what is below it is
 * configured as JSON.
 */
export const tables = defineSection('tables', keysOf(tableConfigSchema, defaultTableConfig), {
  check(settings) {
    const { export: exports } = settings as TableConfigOverrides;
    const unknown = exports?.notifications?.filter((name) => !isChannel(name)) ?? [];

    return unknown.map(
      (name) =>
        `tables.export.notifications has ${JSON.stringify(name)}, which is not a channel of this service. ` +
        `Use ${channels.join(', ')}, or none.`,
    );
  },
  complete: (settings): TableConfig => tableConfig(settings as TableConfigOverrides),
});

const isChannel = (name: string) => channels.some((known) => known === name);

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
  // Without `expected`, so that faults are reported at the invalid part.
  return { kind: 'key', schema, description, default: byDefault, ...defaultText };
}
