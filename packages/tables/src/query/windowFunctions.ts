import type { OperationNode } from 'kysely';
import { AggregateFunctionNode, RawNode, SelectQueryNode } from 'kysely';

/** Whether a selection is computed over other rows of the result: `row_number() over (…)`. Subqueries have rows of their own. */
export function hasWindowFunction(part: unknown): boolean {
  if (Array.isArray(part)) {
    return part.some(hasWindowFunction);
  }
  if (typeof part !== 'object' || part === null || !('kind' in part)) {
    return false;
  }

  const node = part as OperationNode;

  if (SelectQueryNode.is(node)) {
    return false;
  }
  if (AggregateFunctionNode.is(node) && node.over) {
    return true;
  }
  if (RawNode.is(node) && node.sqlFragments.some((text) => /\bover\s*\(/i.test(text))) {
    return true;
  }

  return Object.values(node).some(hasWindowFunction);
}
