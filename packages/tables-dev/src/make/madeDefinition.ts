import { defineTable, type TableDefinition, type TemplateInput, type TemplateJson } from '@rowhouse/tables';
import { type AnyDatabase, type Builder, humanised, tableLabel } from '@rowhouse/tables/internal';
import type { Kysely } from 'kysely';
import type { MadeQuery, RecordKey } from './MadeQuery.ts';
import { columnIn, toSql } from './SqlText.ts';

/** A definition that can be served; equivalent to the source of `definitionText`. */
export function madeDefinition(made: MadeQuery, routePrefix: string): TableDefinition {
  const { table } = made;

  return definitionOf(made, madeTemplate(made, routePrefix), `of ${table.kind} "${tableLabel(table)}"`);
}

/** The definition of a template whose columns are those of `made`; `source` is the location of the template. */
export function definitionOf(made: MadeQuery, template: TemplateJson, source: string): TableDefinition {
  const { table, alias, joins, columns, rowId, key, enums, filterParams, searchKeys } = made;
  const expressions = Object.fromEntries(
    columns.flatMap(({ template: { name }, expression }) => (expression ? [[name, toSql(expression)]] : [])),
  );
  const groupKeys = groupKeysOf(made);
  const selections = [
    { name: template.dtRowId ?? 'dtRowId', selection: rowId },
    ...columns.map(({ template: { name }, selection }) => ({ name, selection })),
  ].map(({ name, selection }) => {
    const column = columnIn(selection);
    return column === null ? toSql(selection).as(name) : `${column} as ${name}`;
  });

  return defineTable({
    template,
    source,
    ...(key && { key }),
    ...(Object.keys(expressions).length > 0 && { expressions }),
    ...(Object.keys(groupKeys).length > 0 && { groupKeys }),
    ...(Object.keys(enums).length > 0 && { enums }),
    ...(Object.keys(filterParams).length > 0 && { filterParams }),
    ...(searchKeys.length > 0 && { searchKeys }),
    ...(made.countsByEstimate && { count: { estimate: true } }),
    query: (db: Kysely<AnyDatabase>) => {
      const source = db.selectFrom(aliased(tableLabel(table), alias)) as unknown as Builder;
      const joined = joins.reduce(
        (query, join) =>
          query.leftJoin(aliased(tableLabel(join.table), join.alias), (on) =>
            join.on.reduce((pairs, [column, from]) => pairs.onRef(`${join.alias}.${column}`, '=', from), on),
          ) as unknown as Builder,
        source,
      );

      return joined.select(selections);
    },
  });
}

/** Column of the template → the key of the records that it names. */
export function groupKeysOf({ columns }: Pick<MadeQuery, 'columns'>): Readonly<Record<string, RecordKey>> {
  return Object.fromEntries(
    columns.flatMap(({ template: { name }, record }) => (record === null ? [] : [[name, record] as const])),
  );
}

/** A table as a query names it, with an alias that columns can be qualified with. */
export function aliased(table: string, alias: string): string {
  return alias === table ? table : `${table} as ${alias}`;
}

/** The template of a table, with the routePrefix of its routes. */
export function madeTemplate(made: MadeQuery, routePrefix: string): TemplateInput {
  const { table, columns, filters, isNewestFirst, labelColumns } = made;

  return {
    routePrefix,
    name: humanised(table.name) || table.name,
    comparisonOperator: 'ILIKE',
    crtNo: true,
    rowName: [...labelColumns],
    ...(isNewestFirst && { defaultSortDirection: 'DESC' }),
    ...(filters.length > 0 && { filters: filters as TemplateInput['filters'] }),
    buttons: [],
    columns: columns.map(({ template }) => template) as unknown as TemplateInput['columns'],
  };
}
