import type { EditResponse } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { columnEdit, editTarget, versionAttribute } from './EditTarget.ts';
import { parseEdit } from './parseEdit.ts';
import { parseEditValue } from './parseEditValue.ts';
import { runEdit } from './runEdit.ts';
import type { ServedReferences } from './servedReferences.ts';

/** Changes one cell of a table: see `Tables.edit`. */
export async function editCell(
  table: Table,
  queries: TableQueries,
  payload: unknown,
  {
    user,
    timeZone,
    hooks = {},
    references,
  }: {
    readonly user: unknown;
    readonly timeZone?: string | null | undefined;
    readonly hooks?: EditHooks | undefined;
    readonly references: ServedReferences;
  },
): Promise<EditResponse> {
  const columns = table.template.columns.filter(({ name }) => columnEdit(table, name) !== null);
  const given = parseEdit(payload, {
    editable: columns.map(({ name }) => name),
    hasVersion: versionAttribute(table) !== null,
  });
  const request = { params: given.params, locale: given.locale, meta: { row: given.row } };
  // Keys are not verified afterwards, so none is relied on.
  const query = await queries.prepare(request, user, timeZone, { usesKeys: false });
  const column = columns.find(({ name }) => name === given.column);
  // The parser has refused all others.
  if (column === undefined) throw new Error(`No column is named "${given.column}".`);
  const served = await references(table, query.query, column, { user, timeZone });
  const target = editTarget(table, query.query, column, served);
  const { timeZone: zone } = query.context;
  const schemaFault = target.edit.schema ? (await import('./schemaFault.ts')).schemaFault : null;
  const value = parseEditValue(given.value, target, { enums: table.enums, timeZone: zone, schemaFault });

  return runEdit({ query, row: given.row, target, value, given, hooks });
}
