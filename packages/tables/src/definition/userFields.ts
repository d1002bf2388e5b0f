import { cellField, type Field } from './fields.ts';
import type { HasPermission } from './Permits.ts';
import type { Table } from './Table.ts';

/** Who asks. Everyone has all permissions without `hasPermission`. */
export interface FieldUser {
  readonly user: unknown;
  readonly hasPermission?: HasPermission | undefined;
}

/** The fields that exist for a user: those of a permission that the user does not have are left out. */
export async function userFields(
  fields: readonly Field[],
  { user, hasPermission }: FieldUser,
): Promise<readonly Field[]> {
  const permitted = await Promise.all(
    fields.map(
      async ({ options: { permission } }) =>
        permission === undefined || hasPermission === undefined || (await hasPermission(user, permission)),
    ),
  );

  return fields.filter((_field, index) => permitted[index]);
}

/** The fields of the cells that a user may edit. */
export function cellFields(
  table: Pick<Table, 'definition' | 'template'>,
  by: FieldUser,
): Promise<readonly Field[]> {
  return userFields(
    table.template.columns.flatMap(({ name }) => cellField(table, name) ?? []),
    by,
  );
}
