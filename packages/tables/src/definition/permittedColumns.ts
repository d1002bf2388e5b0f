import { TableError } from '../errors.ts';
import { suggestWord } from '../format/suggestWord.ts';
import type { TemplateInput } from '../template/schema.ts';
import type { TableDefinition } from './defineTable.ts';
import { compileTable, type Table } from './Table.ts';

/** Tables without columns, by the names of these. A table has few: one for each set of permissions of its columns. */
const known = new WeakMap<Table, Map<string, Table>>();

/** The table for users without the permissions of these columns: as if its template did not have them. */
export function withoutColumns(table: Table, names: readonly string[]): Table {
  if (names.length === 0) return table;
  const key = names.toSorted().join(' ');
  const ofTable = known.get(table) ?? new Map<string, Table>();
  const found = ofTable.get(key) ?? compileTable(reduced(table.definition, names), table.config, table.enums);
  known.set(table, ofTable.set(key, found));

  return found;
}

/** Throws `tables.invalid_template` for a permission of a column that the template does not have, or that is part of a relation. */
export function assertColumnPermissions({ template, columnPermissions = {} }: TableDefinition): void {
  const { routePrefix, columns } = template as TemplateInput;
  const names = columns.map(({ name }) => name);
  for (const name of Object.keys(columnPermissions)) {
    if (names.includes(name) && !name.includes('.')) continue;
    const meant = suggestWord(name, names);
    const remedy = meant === undefined ? `Its columns are ${names.join(', ')}.` : `Did you mean "${meant}"?`;
    throw new TableError(
      'tables.invalid_template',
      name.includes('.')
        ? `In the columnPermissions of table "${routePrefix}", "${name}" is part of an object of the rows, which cannot be left ` +
            'out alone. Select its value under a name of its own.'
        : `In the columnPermissions of table "${routePrefix}", "${name}" is no column. ${remedy}`,
    );
  }
}

function reduced(definition: TableDefinition, names: readonly string[]): TableDefinition {
  const template = definition.template as TemplateInput;
  const columns = template.columns.filter(({ name }) => !names.includes(name));
  // What another column shows, too, is no secret.
  const shown = new Set(columns.map(({ data }) => data));
  const hidden = new Set(
    template.columns.flatMap(({ name, data }) =>
      names.includes(name) && data && !shown.has(data) ? [data] : [],
    ),
  );
  const { searchKeys, filterParams } = definition;

  return Object.freeze({
    ...definition,
    ...(searchKeys && { searchKeys: searchKeys.filter((data) => !hidden.has(data)) }),
    ...(filterParams && {
      filterParams: Object.fromEntries(Object.entries(filterParams).filter(([, data]) => !hidden.has(data))),
    }),
    template: {
      ...template,
      columns,
      filters: (template.filters ?? []).filter(({ data }) => !hidden.has(data)),
      strip: [...(template.strip ?? []), ...names],
    },
  });
}
