import {
  AliasNode,
  ColumnNode,
  ExpressionWrapper,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  sql,
} from 'kysely';
import type { Dialect } from './dialects/Dialect.ts';
import type { Builder, HostQuery } from './HostQuery.ts';
import { columnOf } from './lookups.ts';

export interface JsonTexts {
  readonly builder: Builder;
  /** Names, in rows, of the columns that are selected as text. */
  readonly names: readonly string[];
}

/**
 * Selects columns of JSON as the text that is stored, since drivers parse them, which changes numbers and the order of
 * members: those of `shown`, names of columns of the table.
 *
 * ```sql
 * select things.id as "dtRowId", cast(things.doc as text) as doc from things
 * ```
 */
export function jsonTexts(
  { builder, decomposable, tables, names }: Pick<HostQuery, 'builder' | 'decomposable' | 'tables' | 'names'>,
  shown: ReadonlySet<string>,
  { jsonTypes, summaries }: Pick<Dialect, 'jsonTypes' | 'summaries'>,
): JsonTexts {
  const node = builder.toOperationNode();
  // A grouped or distinct query compares the values themselves.
  if (!decomposable || jsonTypes.length === 0 || !SelectQueryNode.is(node)) return { builder, names: [] };

  const isJson = (column: OperationNode) => {
    const found = columnOf(column);
    const type = found && tables.get(found.table)?.columns.get(found.column)?.type;

    return type !== null && type !== undefined && jsonTypes.includes(type);
  };
  const selected = (node.selections ?? []).flatMap((each) => {
    const name = jsonName(each, isJson);

    return name !== null && shown.has(names.toHost(name)) ? [name] : [];
  });
  if (selected.length === 0) return { builder, names: [] };

  const asText = (selection: SelectionNode): SelectionNode => {
    const name = jsonName(selection, isJson);
    if (name === null || !selected.includes(name)) return selection;
    const column = AliasNode.is(selection.selection) ? selection.selection.node : selection.selection;
    const text = summaries.text(sql`${new ExpressionWrapper(column)}`).toOperationNode();

    return SelectionNode.create(AliasNode.create(text, IdentifierNode.create(name)));
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node: query }) =>
      SelectQueryNode.is(query) && query.selections
        ? { ...query, selections: query.selections.map(asText) }
        : query,
    transformResult: async ({ result }) => result,
  };

  return { builder: builder.withPlugin(plugin) as Builder, names: selected.map(names.toHost) };
}

/** The name in rows of a selection that is a column of JSON; null for others. */
function jsonName({ selection }: SelectionNode, isJson: (column: OperationNode) => boolean): string | null {
  if (AliasNode.is(selection)) {
    return IdentifierNode.is(selection.alias) && isJson(selection.node) ? selection.alias.name : null;
  }

  return ReferenceNode.is(selection) && ColumnNode.is(selection.column) && isJson(selection)
    ? selection.column.column.name
    : null;
}
