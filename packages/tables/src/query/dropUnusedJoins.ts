import {
  ColumnNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
} from 'kysely';
import { type Lookups, wordsOf } from './lookups.ts';
import { tableAndAlias } from './TableName.ts';

/**
 * Removes joins of `lookups` that nothing else in the query refers to. PostgreSQL does the same itself, but before
 * version 18 still reads the columns of the join, which prevents index-only scans; MySQL does not.
 */
export function dropUnusedJoins(lookups: Lookups): KyselyPlugin {
  return {
    transformQuery: ({ node }) => (SelectQueryNode.is(node) ? withoutUnusedJoins(node, lookups) : node),
    transformResult: async ({ result }) => result,
  };
}

function withoutUnusedJoins(node: SelectQueryNode, lookups: Lookups): SelectQueryNode {
  let joins: readonly JoinNode[] = node.joins ?? [];

  // From last to first: a join may only be used by a later one that is removed itself.
  for (const join of joins.toReversed()) {
    const alias = tableAndAlias(join.table)?.alias;
    const words = alias === undefined ? undefined : lookups.get(alias)?.words;
    const others = { ...node, joins: joins.filter((other) => other !== join) };

    if (alias !== undefined && words && !mentions(others, alias, words)) {
      joins = others.joins;
    }
  }

  return { ...node, joins: joins.length > 0 ? joins : undefined } as SelectQueryNode;
}

/**
 * Whether a part of a query refers to a table, or may do so; `words` are all names by which raw SQL could refer to it
 * or its columns.
 */
function mentions(tree: unknown, alias: string, words: ReadonlySet<string>, inRaw = false): boolean {
  if (Array.isArray(tree)) {
    return tree.some((item) => mentions(item, alias, words, inRaw));
  }
  if (typeof tree !== 'object' || tree === null || !('kind' in tree)) {
    return false;
  }

  const node = tree as OperationNode;

  if (ReferenceNode.is(node)) {
    return node.table ? isSameName(node.table.table.identifier.name, alias) : true;
  }
  if (ColumnNode.is(node)) {
    return true;
  }
  if (RawNode.is(node)) {
    return (
      node.sqlFragments.some((text) => hasWordOf(text, words)) ||
      mentions(node.parameters, alias, words, true)
    );
  }
  if (IdentifierNode.is(node)) {
    return inRaw && hasWordOf(node.name, words);
  }

  return Object.values(node).some((value) => mentions(value, alias, words, inRaw));
}

function hasWordOf(text: string, words: ReadonlySet<string>): boolean {
  return wordsOf(text).some((word) => words.has(word));
}

/** Databases may treat names that differ in case as equal, so case is ignored. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
