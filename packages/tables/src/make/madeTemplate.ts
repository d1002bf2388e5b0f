import type { TemplateInput } from '../template/schema.ts';
import type { MadeQuery } from './MadeQuery.ts';
import { humanised } from './words.ts';

/** The template of a table, under the routePrefix that is to name its routes. */
export function madeTemplate(made: MadeQuery, routePrefix: string): TemplateInput {
  const { table, columns, filters, isNewestFirst } = made;

  return {
    routePrefix,
    name: humanised(table.name) || table.name,
    comparisonOperator: 'ILIKE',
    crtNo: true,
    ...(isNewestFirst && { defaultSortDirection: 'DESC' }),
    ...(filters.length > 0 && { filters: filters as TemplateInput['filters'] }),
    buttons: [],
    columns: columns.map(({ template }) => template) as unknown as TemplateInput['columns'],
  };
}
