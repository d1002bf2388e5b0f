import type { FilterType } from '@rowhouse/table-protocol';
import { TableError } from '../errors.ts';
import type { FilterRule, RequestRules } from '../request/TableRequest.ts';
import { defaultTableConfig } from '../template/defaultTableConfig.ts';
import type { TableLimits } from '../template/TableConfig.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';
import type { EnumMap } from './defineTable.ts';

/**
 * What clients may request from a table: exactly what its template declares. Throws `tables.invalid_template` if one of
 * `filterParams` names a column that cannot be filtered.
 */
export function requestRules(
  template: Template,
  enums: Readonly<Record<string, EnumMap>>,
  filterParams: Readonly<Record<string, string>> = {},
  { searchLength, searchWords }: TableLimits = defaultTableConfig.limits,
  searchKeys: readonly string[] = [],
): Omit<RequestRules, 'summaries'> {
  const { columns } = template;
  const keysOf = (name: string | null) => {
    const values = name === null ? undefined : enums[name];

    return values ? new Set(Object.keys(values)) : null;
  };
  const columnFilters = columns.flatMap((column): FilterRule[] =>
    column.meta.filterable && column.data !== null
      ? [{ data: column.data, keys: keysOf(column.enum), ...typeOf(column) }]
      : [],
  );
  const ownFilters = template.filters.map(
    (filter): FilterRule => ({ data: filter.data, type: filter.type, keys: keysOf(filter.enum) }),
  );
  const filters = new Map([...columnFilters, ...ownFilters].map((rule) => [rule.data, rule]));

  for (const [name, data] of Object.entries(filterParams)) {
    if (filters.has(data)) continue;
    throw new TableError(
      'tables.invalid_template',
      `In the filterParams of table "${template.routePrefix}", ${JSON.stringify(name)} filters ${JSON.stringify(data)}, ` +
        'which is not filterable. List it under filters in the template, or tag its column `filterable`.',
    );
  }

  return Object.freeze({
    columns: new Set(columns.map(({ name }) => name)),
    sortable: new Set(
      columns.filter(({ meta }) => meta.sortable || meta.sort !== null).map(({ name }) => name),
    ),
    searchable: searchKeys.length > 0 || columns.some(({ meta }) => meta.searchable),
    searchModes: template.searchModes,
    searchMode: template.searchMode,
    textLimits: Object.freeze({ characters: searchLength, words: searchWords }),
    lengthMenu: template.lengthMenu,
    filters,
    filterParams: new Map(Object.entries(filterParams)),
    selectable: template.selectable,
    exportable: new Set(columns.filter(isExportable).map(({ name }) => name)),
  });
}

/** Whether an export may have the column. */
export function isExportable({ meta }: TemplateColumn): boolean {
  return !meta.rogue && !meta.notExportable;
}

function typeOf(column: TemplateColumn): Pick<FilterRule, 'type' | 'untyped'> {
  const type = declaredType(column);

  return type === null ? { type: 'string', untyped: true } : { type };
}

/** The type that clients assume for a column; null if none of its tags implies one. */
export function declaredType({ meta, enum: enumName, number }: TemplateColumn): FilterType | null {
  if (meta.boolean) return 'boolean';
  if (meta.date || meta.datetime) return 'date';
  if (enumName !== null) return 'enum';

  return number ? 'number' : null;
}
