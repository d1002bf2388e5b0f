import type { GroupRule, SummaryRules } from '../request/SummaryRequest.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';
import type { TableDefinition } from './defineTable.ts';
import { declaredType } from './requestRules.ts';

/** What clients may request instead of rows: only what is declared, for columns whose values are shown as stored. */
export function summaryRules(template: Template, definition: RowParts): SummaryRules {
  const { columns, filters, live, lengthMenu } = template;
  const { expressions = {} } = definition;
  const shown = columns.filter((column) => isShownAsStored(column, template, definition));
  const inSql = shown.filter(
    ({ name, data }) => !name.includes('.') && (data !== null || Object.hasOwn(expressions, name)),
  );
  const hidden = new Set(columns.filter((column) => !shown.includes(column)).map(({ data }) => data));

  return Object.freeze({
    facets: new Map([
      ...filters.filter(({ data }) => !hidden.has(data)).map(({ data }) => [data, 'typed'] as const),
      ...shown.flatMap(({ data, meta }) =>
        meta.filterable && data !== null && !hidden.has(data)
          ? [[data, meta.facet ? 'tagged' : 'typed'] as const]
          : [],
      ),
    ]),
    statistics: new Set(inSql.map(({ name }) => name)),
    groups: new Map(
      inSql.filter(({ meta }) => meta.groupable).map((column) => [column.name, groupRule(column)]),
    ),
    totals: new Set([
      ...inSql.filter(({ meta }) => meta.total || meta.average).map(({ name }) => name),
      ...columns.filter(({ meta }) => meta.rawTotal && !meta.rogue).map(({ name }) => name),
    ]),
    mostShown: live ? Math.max(...lengthMenu) : 0,
  });
}

type RowParts = Pick<TableDefinition, 'expressions' | 'methods' | 'with'>;

/** Row functions and resources may hide stored values, such as all but the last digits of a number. */
function isShownAsStored(
  { name, resource, meta }: TemplateColumn,
  { appends, strip }: Template,
  { methods = {}, with: relations = {} }: RowParts,
): boolean {
  const replaced = [...appends, ...strip, ...Object.keys(methods), ...Object.keys(relations)];

  return !meta.rogue && !meta.method && resource === null && !replaced.includes(name);
}

function groupRule(column: TemplateColumn): GroupRule {
  const type = declaredType(column);

  return type === null
    ? { column: column.name, type: 'string', untyped: true }
    : { column: column.name, type };
}
