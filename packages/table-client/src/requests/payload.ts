import type { DataPayload, FilterNode } from '@rowhouse/table-protocol';
import { defaultLocale } from '@rowhouse/table-protocol/internal';
import { spelledFilters } from '../conditions/conditions.ts';
import type { WhereNode } from '../conditions/Where.ts';
import { pageLocale } from '../language/numberText.ts';
import type { TableState } from '../table/TableState.ts';
import type { HostConditions, SentConditions } from './connection.ts';

/** The request for init, in the page's language. The paths of its response name the language, so that others need not. */
export function initPayload({ params }: Pick<HostConditions, 'params'> = {}): object {
  const locale = pageLocale();

  return { params, ...(locale !== defaultLocale && { locale }) };
}

/** The request for a page. `columns` are the sorted columns, by precedence. */
export function dataPayload(state: TableState, host: SentConditions, forceInfo = false): DataPayload {
  const { start, length, search, searchMode, sort } = state;
  const { filters, where } = spelledFilters(state.conditions);

  return {
    internalFilters: filters.map(({ valueLabels: _, ...filter }) => filter),
    filters: host.filters ?? null,
    intervals: host.intervals ?? null,
    params: host.params ?? null,
    ...(host.linked && { linked: host.linked }),
    ...(where && { where: sentWhere(where) }),
    columns: sort.map(({ name, direction }) => ({ name, meta: { sort: direction } })),
    meta: { start, length, sort: sort.length > 0, search, forceInfo, searchMode },
  };
}

/** A key of the result's rows: equal for equal search and filters, whatever the order and page. */
export function resultKey({ search, searchMode, conditions }: TableState, host: SentConditions): string {
  return JSON.stringify([search.trim() === '' ? null : [search, searchMode], conditions, host]);
}

/** The part for the server, without labels for display. */
export function sentWhere(node: WhereNode): FilterNode {
  if ('all' in node) return { all: node.all.map(sentWhere) };
  if ('any' in node) return { any: node.any.map(sentWhere) };
  if ('not' in node) return { not: sentWhere(node.not) };
  const { valueLabels: _, ...condition } = node;

  return condition;
}
