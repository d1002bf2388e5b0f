import type {
  AddedLink,
  LinkedRows,
  LinkedTable,
  RelatedFilter,
  RemovedLink,
} from '@rowhouse/table-protocol';
import { ownPath } from '../init/InitContext.ts';
import { type RouteRegistry, routeParameters } from '../RouteRegistry.ts';
import type { JoinTable } from './joinTables.ts';
import { type KeyValues, keyFilters } from './keyFilters.ts';
import { newRecordValues } from './newRecordValues.ts';
import type { RelatedOptions } from './recordTables.ts';
import { nameOfTable } from './recordTables.ts';

/** Another table of a record, with the rows that a join table links; null if the user may not filter the join table. */
export async function linkedTable(
  join: JoinTable,
  key: KeyValues,
  position: number,
  options: RelatedOptions,
): Promise<LinkedTable | null> {
  const near = await keyFilters(join.links, key, options);
  const far = await keyFilters(join.links, farKey(join), options);
  const [by] = far?.filters ?? [];
  if (!near || !by) return null;
  const linked: LinkedRows = {
    table: join.links.query.table.id,
    by: by.data,
    filters: nested(near.filters),
  };
  const add = await addedLink(join, key, options);
  const remove = await removedLink(join, options);

  return {
    table: join.rows.query.table.id,
    name: join.label ?? nameOfTable(join.rows),
    as: far?.as ?? '',
    position,
    linked,
    ...(add && { add }),
    ...(remove && { remove }),
  };
}

/** Names those that would look the same: by the column of the join table, or by the join table. Others need no further name. */
export function distinguished(
  tables: readonly LinkedTable[],
  joins: readonly JoinTable[],
  isTwice: (table: string) => boolean,
): LinkedTable[] {
  return tables.map((each, index) => {
    const join = joins[index];
    const alike = tables.filter(({ table }) => table === each.table);
    if (!join || (alike.length === 1 && !isTwice(each.table))) return { ...each, as: '' };
    const isOfOne = alike.every(({ linked }) => linked.table === each.linked.table);

    return isOfOne ? each : { ...each, as: nameOfTable(join.links) };
  });
}

const farKey = ({ far }: JoinTable): KeyValues => new Map([[far, '']]);

/** Table → column → value, as a request has its filters. */
function nested(filters: readonly RelatedFilter[]): LinkedRows['filters'] {
  const found: Record<string, Record<string, string | number>> = {};
  for (const { data, value } of filters) {
    const dot = data.lastIndexOf('.');
    const table = data.slice(0, dot);
    found[table] = { ...found[table], [data.slice(dot + 1)]: value };
  }

  return found;
}

/** Null if the user may not create records of the join table, or its route cannot be named without the request's own. */
async function addedLink(
  join: JoinTable,
  key: KeyValues,
  options: RelatedOptions,
): Promise<AddedLink | null> {
  const { table, context } = join.links.query;
  const values = await newRecordValues(join.links, key, options);
  const [field] = Object.keys((await newRecordValues(join.links, farKey(join), options)) ?? {});
  const path = pathOf(table.routeNames.store, 0, context.request.locale, options.routes);

  return values && field !== undefined && path !== null ? { path, values, field } : null;
}

/** Null if the user may not delete records of the join table. */
async function removedLink({ links }: JoinTable, options: RelatedOptions): Promise<RemovedLink | null> {
  const { table, context } = links.query;
  const { destroy, data } = table.routeNames;
  if (destroy === null || !(await options.mayUse(context.user, destroy))) return null;
  const { locale } = context.request;
  const path = pathOf(destroy, 1, locale, options.routes);
  const rows = pathOf(data, 0, locale, options.routes);

  return path !== null && rows !== null ? { path, rows } : null;
}

/** Null for a path with other parameters than the row, whose values only requests of that table have. */
function pathOf(
  name: string | null,
  parameters: number,
  locale: string | undefined,
  routes: RouteRegistry | undefined,
): string | null {
  const route = name === null ? null : (routes?.find(name) ?? null);
  if (!routes || !route || routeParameters(route.path).length !== parameters) return null;

  return ownPath(route.name, { routes, locale });
}
