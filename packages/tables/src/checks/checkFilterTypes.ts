import { declaredType } from '../definition/requestRules.ts';
import type { Table } from '../definition/Table.ts';
import { columnFilterType } from '../prepare/typedRules.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';

/** A filter beside a filterable column of the same data, whose type the database says, has to be of that type, or of texts. */
export function checkFilterTypes(table: Table, query: HostQuery): TemplateFault[] {
  const { filters, columns } = table.template;

  return filters.flatMap(({ data, type }, index) => {
    const beside = columns.findIndex(
      (column) => column.data === data && column.meta.filterable && declaredType(column) === null,
    );
    const own = beside < 0 ? type : columnFilterType(table, data, query);
    if (own === type || type === 'string') return [];

    return [
      {
        path: `filters[${index}].type`,
        code: 'conflict' as const,
        problem: `The filter is of type ${type}, and columns[${beside}], which is filterable by ${data} too, of type ${own}, as the database says.`,
        remedy: 'Remove the tag "filterable" from the column, or the filter; or give the filter that type.',
      },
    ];
  });
}
