import { AliasNode, IdentifierNode, type OperationNode, TableNode } from 'kysely';

/** A table as SQL names it; `schema` is null if the database finds it without. On MySQL a schema is a database. */
export interface TableName {
  readonly schema: string | null;
  readonly name: string;
}

/** Parses `table` and `schema.table`, as Kysely does. */
export function parseTableName(text: string): TableName {
  const dot = text.lastIndexOf('.');

  return {
    schema: dot < 0 ? null : text.slice(text.lastIndexOf('.', dot - 1) + 1, dot),
    name: text.slice(dot + 1),
  };
}

/** Splits `alias.column` or `schema.table.column`; a table without an alias is referred to by its own name. */
export function parseColumnName(data: string): { alias: string; column: string } {
  const dot = data.lastIndexOf('.');

  return {
    alias: data.slice(data.lastIndexOf('.', dot - 1) + 1, Math.max(0, dot)),
    column: data.slice(dot + 1),
  };
}

/** A table of a query, and the name that qualifies its columns in the query; null for a source that is not a table. */
export function tableAndAlias(source: OperationNode): { table: TableName; alias: string } | null {
  const table = AliasNode.is(source) ? source.node : source;

  if (!TableNode.is(table)) {
    return null;
  }

  const { schema, identifier } = table.table;
  const alias = AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : identifier.name;

  return { table: { schema: schema?.name ?? null, name: identifier.name }, alias };
}

/** The schemas that a part of a query refers to. */
export function schemasIn(tree: unknown): string[] {
  if (Array.isArray(tree)) {
    return tree.flatMap(schemasIn);
  }
  if (typeof tree !== 'object' || tree === null) {
    return [];
  }
  if ('kind' in tree && TableNode.is(tree as OperationNode)) {
    const { schema } = (tree as TableNode).table;

    return schema ? [schema.name] : [];
  }

  return Object.values(tree).flatMap(schemasIn);
}
