import type { Relation } from '../definition/defineTable.ts';
import type { AnyRow } from '../definition/TableContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { databaseColumn, findSelection } from '../query/HostQuery.ts';
import { columnOf } from '../query/lookups.ts';
import { loadRelations } from '../rows/completeRows.ts';
import type { Reads } from '../runtime/reads.ts';

/** The property of a relation that the table shows, as the label of the relation's key. */
interface LabelSource {
  readonly name: string;
  readonly relation: Relation;
  readonly property: string;
}

/**
 * Labels of the values of a `select` filter, by the values' text: those of the first visible column of a relation whose
 * key is the filtered column. Empty if no such relation is declared.
 */
export async function relationLabels(
  data: TableQuery,
  facet: string,
  values: readonly unknown[],
  reads: Reads,
): Promise<ReadonlyMap<string, string>> {
  const source = labelSource(data, facet);
  if (!source) return new Map();

  const { name, relation, property } = source;
  const rows = values.map((value): AnyRow => ({ dtRowId: String(value), [relation.rowKey]: value }));
  await loadRelations(data.runtime.db, rows, { [name]: relation }, reads.page);

  return new Map(
    rows.flatMap((row) => {
      const record = row[name];
      const label: unknown =
        typeof record === 'object' && record !== null
          ? Object.entries(record).find(([key]) => key === property)?.[1]
          : null;

      return typeof label === 'string' ? [[String(row.dtRowId), label] as const] : [];
    }),
  );
}

function labelSource({ table, query }: TableQuery, facet: string): LabelSource | null {
  const { columns } = table.template;
  const keyed = Object.entries(table.definition.with ?? {}).filter(([, { rowKey }]) =>
    isSelectedAs(rowKey, facet, query),
  );
  const [first] = columns.flatMap(({ name: column, meta, resource }): LabelSource[] => {
    const [name, property, ...deeper] = column.split('.');
    const found = keyed.find(([key]) => key === name);

    return found && property && deeper.length === 0 && !meta.rogue && !meta.method && resource === null
      ? [{ name: found[0], relation: found[1], property }]
      : [];
  });

  return first ?? null;
}

/** Whether the query selects the column under the name. */
function isSelectedAs(name: string, data: string, query: TableQuery['query']): boolean {
  const node = query.builder.toOperationNode();
  const selection = findSelection(node, query.names.toDatabase(name));
  const selected = selection && columnOf(selection);
  const { alias, column } = databaseColumn(data, query);

  return selected?.table === alias && selected.column === column;
}
