import type { RecordField, TableDefinition, TemplateJson } from '@rowhouse/tables';
import { humanised } from '@rowhouse/tables/internal';
import type { DeclaredField } from './declaredFields.ts';

type Column = TemplateJson['columns'][number];

/** The users table with the columns and the fields that modules add; the same table without any. */
export function withFields(table: TableDefinition, fields: readonly DeclaredField[]): TableDefinition {
  if (fields.length === 0) return table;
  const template = table.template as TemplateJson;
  const added = fields.map(({ name, column }) => `users.${column} as ${name}`);

  return Object.freeze({
    ...table,
    template: { ...template, columns: [...template.columns, ...fields.map(columnOf)] },
    query: (db: Parameters<typeof table.query>[0]) =>
      // The query does not depend on the context.
      (table.query as (handle: typeof db) => ReturnType<typeof table.query>)(db).select(added as never),
    columnPermissions: Object.fromEntries(
      fields.flatMap(({ name, options: { permission } }) =>
        permission === undefined ? [] : [[name, permission]],
      ),
    ),
    // Their routes are those of users, which check more than one record.
    records: {
      fields: Object.fromEntries(
        fields.map(({ name, column, options: { profile: _, ...options } }) => [
          name,
          { ...options, column: `users.${column}` } as RecordField,
        ]),
      ),
    },
  });
}

function columnOf({ name, column, options }: DeclaredField): Column {
  const { label = humanised(name), enum: values, schema } = options;

  return {
    label,
    name,
    data: `users.${column}`,
    meta: ['sortable', 'filterable', 'nullLast', ...tagOf(schema)],
    ...(values && { enum: values }),
  };
}

/** How the values are drawn, as far as the schema says it. */
function tagOf(schema: object | undefined): string[] {
  const types = alternatives(schema);
  if (types.some(({ type }) => type === 'boolean')) return ['boolean'];
  if (types.some(({ format }) => format === 'date')) return ['date'];

  return types.some(({ format }) => format === 'date-time') ? ['datetime'] : [];
}

function alternatives(schema: object = {}): { readonly type?: unknown; readonly format?: unknown }[] {
  return 'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
}
