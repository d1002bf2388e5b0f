import { type Table, TableError, type TemplateFault } from '@rowhouse/tables';
import {
  cellField,
  editTarget,
  type HostQuery,
  type TableRuntime,
  versionAttribute,
} from '@rowhouse/tables/internal';
import { selects } from './checkColumns.ts';

/**
 * The database must have columns for the values of editable columns, and rows must contain the version that clients
 * send back.
 */
export async function checkEdit(
  runtime: TableRuntime,
  table: Table,
  query: HostQuery,
): Promise<TemplateFault[]> {
  const faults = table.template.columns.flatMap(({ name }, index): TemplateFault[] => {
    const field = cellField(table, name);
    if (field === null) return [];
    try {
      editTarget(table, query, field);

      return [];
    } catch (error) {
      if (!(error instanceof TableError)) throw error;

      return [
        {
          path: `columns[${index}].meta`,
          code: 'query',
          problem: error.message,
          remedy: 'See docs/guides/editing-cells.md.',
        },
      ];
    }
  });
  const attribute = versionAttribute(table);
  if (faults.length > 0 || attribute === null || (await selects(runtime, query, attribute))) return faults;

  return [
    {
      path: '',
      code: 'unknown_column',
      problem: `The version of rows is ${JSON.stringify(table.definition.edit?.version)}, but the query selects nothing under the name ${JSON.stringify(attribute)}.`,
      remedy: 'Select the column under its own name.',
    },
  ];
}
