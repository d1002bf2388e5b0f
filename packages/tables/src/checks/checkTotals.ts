import type { Table } from '../definition/Table.ts';
import { dataKind } from '../query/ColumnResolver.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';

const summable = new Set(['integer', 'decimal', 'float', 'other']);

/** What is totalled has to be a number in the database, and a raw total has to be defined. */
export function checkTotals(table: Table, query: HostQuery): TemplateFault[] {
  return table.template.columns.flatMap(({ name, data, meta }, index): TemplateFault[] => {
    const path = `columns[${index}].meta`;

    if (meta.rawTotal && !table.definition.totals?.[name]) {
      return [
        {
          path,
          code: 'unknown_name',
          problem: `The column ${JSON.stringify(name)} is tagged "rawTotal", and the definition has no total of that name.`,
          remedy: `Give the definition \`totals: { ${name}: sql\`…\` }\`, or use "total".`,
        },
      ];
    }
    const expression = table.definition.expressions?.[name];
    if (!(meta.total || meta.average) || expression || data === null) {
      return [];
    }

    const kind = dataKind(data, query);

    return summable.has(kind)
      ? []
      : [
          {
            path,
            code: 'not_numeric',
            problem: `The column ${JSON.stringify(name)} is totalled, and ${data} holds ${kind} values.`,
            remedy:
              'Remove "total" and "average", or give the definition a numeric expression for the column.',
          },
        ];
  });
}
