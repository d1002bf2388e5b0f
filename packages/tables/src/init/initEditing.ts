import type { InitColumnEdit } from '@rowhouse/table-protocol';
import { cellField, type Field, versionAttribute } from '../definition/fields.ts';
import type { Table } from '../definition/Table.ts';
import { cellFields, type FieldUser } from '../definition/userFields.ts';
import { declaredEditType, optionsFilter, writtenData } from '../edit/EditTarget.ts';
import { textLimitOf } from '../edit/parseEditValue.ts';
import type { FindReferenceTables } from '../edit/referenceTables.ts';
import { requiredColumns } from '../edit/requiredColumns.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import type { TemplateColumn } from '../template/Template.ts';
import { type InitContext, type InitEditing, ownPath, routePath } from './InitContext.ts';

interface EditingContext
  extends Pick<InitContext, 'routes' | 'pathParams' | 'locale' | 'mayUse' | 'filters'> {
  /** Null if it cannot be built without params. */
  readonly query: HostQuery | null;
  readonly references: FindReferenceTables;
  readonly caller: FieldUser & { readonly timeZone: string | null | undefined };
}

/** How a client edits the cells of a table; null where the user may not. */
export async function initEditing(table: Table, context: EditingContext): Promise<InitEditing | null> {
  const { edit: routeName, cells } = table.routeNames;
  if (routeName === null || !context.mayUse(routeName)) return null;
  const version = versionAttribute(table);
  const fields = new Map(
    (await cellFields(table, context.caller)).map((field) => [field.column.name, field]),
  );
  const required = await requiredColumns(table, context.query);
  const names = await namesPaths(table, context);

  return {
    table: {
      path: ownPath(routeName, context),
      ...(cells !== null && context.routes.find(cells) !== null && { cells: ownPath(cells, context) }),
      ...(version !== null && { version }),
    },
    column: (column) =>
      columnEditing(table, column, {
        ...context,
        field: fields.get(column.name) ?? null,
        isRequired: required.has(column.name),
        namesPath: names.get(column.name) ?? null,
      }),
  };
}

/** Name of an editable column → path of the data route of the table whose rows its cells refer to. */
async function namesPaths(table: Table, context: EditingContext): Promise<ReadonlyMap<string, string>> {
  const { query, references, caller, routes } = context;
  if (query === null) return new Map();
  const found = await Promise.all(
    table.template.columns.map(async (column) => {
      const field = cellField(table, column.name);
      const reference = field && (await references(table, query, field, caller));
      const name = reference?.tables
        .map((other) => other.table.routeNames.data)
        .find((other) => routes.find(other) !== null);

      return name === undefined ? [] : [[column.name, ownPath(name, context)] as const];
    }),
  );

  return new Map(found.flat());
}

function columnEditing(
  table: Table,
  column: TemplateColumn,
  context: EditingContext & {
    readonly field: Field | null;
    readonly isRequired: boolean;
    readonly namesPath: string | null;
  },
): InitColumnEdit | null {
  const { field, namesPath } = context;
  if (field === null) return null;
  const known = context.filters?.get(field.options.column ?? column.data ?? '')?.type;
  const declared = declaredEditType(table.template, field) ?? known ?? 'string';
  const { routeName = null } = optionsFilter(table.template, field) ?? {};
  const mayList = declared === 'select' && routeName !== null && context.mayUse(routeName);
  const isNamed = !mayList && namesPath !== null;
  const type = isNamed ? 'select' : declared;

  return {
    type,
    ...(mayList && { path: routePath(routeName, context) }),
    ...(isNamed && {
      path: namesPath,
      names: writtenData(table, field) === column.data ? ('id' as const) : ('name' as const),
    }),
    ...(type === 'string' && { maxLength: textLimitOf(field.options) }),
    ...(context.isRequired && { required: true as const }),
  };
}
