import type { EditResponse } from '@rowhouse/table-protocol';
import { versionAttribute } from '../definition/fields.ts';
import type { HasPermission } from '../definition/Permits.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { cellFields } from '../definition/userFields.ts';
import { anchorOf, editTarget } from '../edit/EditTarget.ts';
import { parseEdit } from '../edit/parseEdit.ts';
import { parseEditValue, schemaFaultFor } from '../edit/parseEditValue.ts';
import type { FindReferenceTables } from '../edit/referenceTables.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { planCells } from '../records/planCells.ts';
import { Faults } from '../request/parse/Faults.ts';
import { runEdit } from './runEdit.ts';

/** Changes one cell of a table: see `Tables.edit`. */
export async function editCell(
  queries: TableQueries,
  payload: unknown,
  {
    user,
    timeZone,
    hooks = {},
    references,
    hasPermission,
  }: {
    readonly user: unknown;
    readonly timeZone?: string | null | undefined;
    readonly hooks?: EditHooks | undefined;
    readonly references: FindReferenceTables;
    readonly hasPermission?: HasPermission | undefined;
  },
): Promise<EditResponse> {
  const table = await queries.table(user);
  const fields = await cellFields(table, { user, hasPermission });
  const given = parseEdit(payload, {
    editable: fields.map(({ column }) => column.name),
    hasVersion: versionAttribute(table) !== null,
  });
  const request = { params: given.params, locale: given.locale, meta: { row: given.row } };
  // Keys are not verified afterwards, so none is relied on.
  const query = await queries.prepare(request, user, timeZone, { usesKeys: false });
  const isRecord = anchorOf(query.table, query.query) !== null;
  const plan = isRecord ? await planCells(query, [given.column], { references, hasPermission }) : null;
  const field = fields.find(({ column }) => column.name === given.column);
  // The parser has refused all others.
  if (field === undefined) throw new Error(`No column is named "${given.column}".`);
  const target =
    plan?.fields[0] ??
    editTarget(table, query.query, field, await references(table, query.query, field, { user, timeZone }));
  const { timeZone: zone } = query.context;
  const faults = new Faults();
  const options = { timeZone: zone, schemaFault: await schemaFaultFor([target]) };
  const value = parseEditValue(given.value, target, options, { path: 'value', faults });
  faults.throwIfAny();

  return runEdit({ query, row: given.row, target, plan, value, given, hooks });
}
