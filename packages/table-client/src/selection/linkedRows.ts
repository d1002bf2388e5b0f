import { mostRowIds } from '@rowhouse/table-protocol/internal';
import { type Browser, routerState } from '../table/Browser.ts';
import type { RowId } from '../table/TableRow.ts';

/**
 * The rows that a link selects: `orders.select=[7,"8"]`, identifiers as JSON. The parameter is removed from the address, so
 * that a reload does not select them again. Invalid values select nothing.
 */
export function takeLinkedRows({ location, history }: Browser, prefix: string): readonly RowId[] {
  const given = new URLSearchParams(location.search).get(`${prefix}.select`);
  if (given === null) return [];
  const others = location.search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => !new URLSearchParams(pair).has(`${prefix}.select`))
    .join('&');
  const query = others === '' ? '' : `?${others}`;
  try {
    const address = `${location.pathname}${query}${location.hash}`;
    history.replaceState(routerState(history.state, location, query), '', address);
  } catch {
    // Browsers limit the rate of changes; the parameter then stays until the next one.
  }

  return readIds(given);
}

function readIds(text: string): readonly RowId[] {
  let ids: unknown;
  try {
    ids = JSON.parse(text);
  } catch {
    return [];
  }
  const isId = (id: unknown): id is RowId =>
    (typeof id === 'string' && id !== '') || (typeof id === 'number' && Number.isFinite(id));

  return Array.isArray(ids) ? ids.filter(isId).slice(0, mostRowIds) : [];
}
