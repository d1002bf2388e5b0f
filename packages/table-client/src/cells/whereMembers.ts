import { filterGroupLimits } from '@rowhouse/table-protocol';
import type { WhereNode } from '../TableController.ts';

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

/** False if the server would refuse the filter, because it is nested too deep or has too many conditions. */
export function fitsWhereLimits(where: WhereNode): boolean {
  return depthOf(where) <= filterGroupLimits.depth && conditionsIn(where) <= filterGroupLimits.conditions;
}

const membersOf = (node: WhereNode): readonly WhereNode[] | null =>
  'all' in node ? node.all : 'any' in node ? node.any : 'not' in node ? [node.not] : null;

function depthOf(node: WhereNode): number {
  const members = membersOf(node);
  return members === null ? 0 : 1 + Math.max(0, ...members.map(depthOf));
}

function conditionsIn(node: WhereNode): number {
  return membersOf(node)?.reduce((sum, member) => sum + conditionsIn(member), 0) ?? 1;
}
