import type { InitColumnEdit } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import { columnEdit, declaredEditType, optionsFilter, versionAttribute } from '../edit/EditTarget.ts';
import { textLimitOf } from '../edit/parseEditValue.ts';
import { requiredColumns } from '../edit/requiredColumns.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import type { TemplateColumn } from '../template/Template.ts';
import { type InitContext, type InitEditing, ownPath, routePath } from './InitContext.ts';

interface EditingContext
  extends Pick<InitContext, 'routes' | 'pathParams' | 'locale' | 'mayUse' | 'filters'> {
  /** Null if it cannot be built without params. */
  readonly query: HostQuery | null;
}

/** How a client edits the cells of a table; null where the user may not. */
export async function initEditing(
  table: Pick<Table, 'definition' | 'template' | 'routeNames'>,
  context: EditingContext,
): Promise<InitEditing | null> {
  const { edit: routeName } = table.routeNames;
  if (routeName === null || !context.mayUse(routeName)) return null;
  const version = versionAttribute(table);
  const required = await requiredColumns(table, context.query);

  return {
    table: { path: ownPath(routeName, context), ...(version !== null && { version }) },
    column: (column) => columnEditing(table, column, { ...context, isRequired: required.has(column.name) }),
  };
}

function columnEditing(
  table: Pick<Table, 'definition' | 'template'>,
  column: TemplateColumn,
  context: EditingContext & { readonly isRequired: boolean },
): InitColumnEdit | null {
  const edit = columnEdit(table, column.name);
  if (edit === null) return null;
  const known = context.filters?.get(edit.column ?? column.data ?? '')?.type;
  const type = declaredEditType(table.template, column, edit) ?? known ?? 'string';
  const { routeName = null } = optionsFilter(table.template, column, edit) ?? {};
  const mayList = type === 'select' && routeName !== null && context.mayUse(routeName);

  return {
    type,
    ...(mayList && { path: routePath(routeName, context) }),
    ...(type === 'string' && { maxLength: textLimitOf(edit) }),
    ...(context.isRequired && { required: true as const }),
  };
}
