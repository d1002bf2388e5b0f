import { filterGroupLimits } from '@rowhouse/table-protocol/internal';
import type { WhereCondition, WhereNode } from './Where.ts';

/** The filters that all have to match: those of an outer `all`, or the one there is. */
export function whereMembers(where: WhereNode | null): readonly WhereNode[] {
  if (where === null) return [];

  return 'all' in where ? where.all : [where];
}

/** The filter that all of these have to match; null without any. */
export function whereOfMembers(members: readonly WhereNode[]): WhereNode | null {
  const [first] = members;

  return first === undefined || members.length === 1 ? (first ?? null) : { all: members };
}

/** The limit of `filterGroupLimits` for which the server would refuse the filter; null if it keeps all of them. */
export function exceededLimit(where: WhereNode): keyof typeof filterGroupLimits | null {
  const conditions = conditionsIn(where);
  if (depthOf(where) > filterGroupLimits.depth) return 'depth';
  if (conditions.length > filterGroupLimits.conditions) return 'conditions';
  const isLong = conditions.some(
    ({ value }) => Array.isArray(value) && value.length > filterGroupLimits.values,
  );

  return isLong ? 'values' : null;
}

const membersOf = (node: WhereNode): readonly WhereNode[] | null =>
  'all' in node ? node.all : 'any' in node ? node.any : 'not' in node ? [node.not] : null;

function depthOf(node: WhereNode): number {
  const members = membersOf(node);
  return members === null ? 0 : 1 + Math.max(0, ...members.map(depthOf));
}

function conditionsIn(node: WhereNode): readonly WhereCondition[] {
  return membersOf(node)?.flatMap(conditionsIn) ?? [node as WhereCondition];
}
