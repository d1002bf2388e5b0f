import type { TableDefinition } from '@rowhouse/tables';
import {
  CommonTableExpressionNameNode,
  type Kysely,
  type OperationNode,
  ReferenceNode,
  TableNode,
} from 'kysely';
import type { Database } from '../kernel/database/Database.ts';

/**
 * Tables that the query or the relations of a definition read, but that `live.sources` does not name. Tables
 * in raw SQL are not found.
 */
export function unnamedSources(definition: TableDefinition, db: Kysely<Database>): string[] {
  const named = new Set((definition.live?.sources ?? []).map(lastPart));
  const query = definition.query(db as never, {} as never);
  const { tables, expressions } = tablesOf(query.toOperationNode());
  const read = [
    ...[...tables].filter((table) => !expressions.has(table)),
    ...Object.values(definition.with ?? {}).map(({ table }) => lastPart(table)),
  ];

  return [...new Set(read)].filter((table) => !named.has(table));
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Names of the tables in a query, and of its common table expressions. */
function tablesOf(root: OperationNode): { readonly tables: Set<string>; readonly expressions: Set<string> } {
  const [tables, expressions] = [new Set<string>(), new Set<string>()];
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const node = part as OperationNode;
    // The table of a column is an alias.
    if (ReferenceNode.is(node)) return;
    if (CommonTableExpressionNameNode.is(node)) {
      expressions.add(node.table.table.identifier.name);
      return;
    }
    if (TableNode.is(node)) tables.add(node.table.identifier.name);
    for (const value of Object.values(node)) visit(value);
  };
  visit(root);

  return { tables, expressions };
}
