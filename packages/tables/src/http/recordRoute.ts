import type { TableHttpRequest, TableRoute } from './TableRoute.ts';
import { pathOf, type RouteContext } from './TableRoute.ts';

/** Parameter of the path with the identifier of a row, where clients put it in place of `dtRowId`. */
const rowParameter = 'row';

export interface RecordRoute<Incoming>
  extends Pick<TableRoute<Incoming>, 'kind' | 'methods' | 'respond' | 'valuesSchema' | 'fieldPermissions'> {
  /** Whether the path ends with the identifier of a row. Defaults to no. */
  readonly hasRow?: boolean;
}

/** A route about records of a table. */
export function recordRoute<Incoming>(
  { open }: Pick<RouteContext<Incoming>, 'open'>,
  name: string,
  { hasRow = false, ...given }: RecordRoute<Incoming>,
): TableRoute<Incoming> {
  return {
    ...given,
    name,
    path: hasRow ? `${pathOf(name)}/:${rowParameter}` : pathOf(name),
    open,
    changes: given.methods[0] !== 'GET',
    background: false,
  };
}

/** The identifier of the row in the path. */
export function rowInPath({ params }: Pick<TableHttpRequest<unknown>, 'params'>): string {
  return params[rowParameter] ?? '';
}

/** The user of a request to a named route, with the time zone. Throws without the permission for it. */
export async function callerOf<Incoming>(
  { user, timeZone }: RouteContext<Incoming>,
  name: string,
  { incoming }: TableHttpRequest<Incoming>,
): Promise<{ readonly caller: unknown; readonly zone: string }> {
  const caller = await user(name, incoming);

  return { caller, zone: timeZone(incoming, caller) };
}
