import type { TableColumn } from '@rowhouse/table-client';

/** What says how important a column is. */
export type RankedColumn = Pick<TableColumn, 'name' | 'pinned' | 'enum' | 'number'> & {
  readonly meta: Pick<
    TableColumn['meta'],
    'total' | 'rawTotal' | 'average' | 'customTotal' | 'icon' | 'boolean' | 'important'
  >;
};

/** Most values on a card. */
const cardValues = 6;

/** The column that names the row: the first one of texts. */
export function nameOf<Column extends RankedColumn>(columns: readonly Column[]): Column | undefined {
  return columns.find(({ number, meta }) => !(number || meta.boolean || meta.icon));
}

/**
 * A function that ranks `columns`. Pinned columns are kept longest, then those tagged `important`, the name of the row,
 * totals and states; icons and yes or no go first.
 */
export function importanceIn(columns: readonly RankedColumn[]): (column: RankedColumn) => number {
  // A row without its name says little.
  const name = nameOf(columns);

  return (column) => {
    const { pinned, meta, enum: labels } = column;
    if (pinned !== null) return 5;
    if (meta.important) return 4;
    if (column === name) return 3;
    if (labels || meta.total || meta.rawTotal || meta.average || meta.customTotal) return 2;

    return meta.icon || meta.boolean ? 0 : 1;
  };
}

/**
 * The columns on the card of a row, as drawn: the name of the row and those tagged `important`; without any
 * tag, the most important ones.
 */
export function cardColumns<Column extends RankedColumn>(columns: readonly Column[]): Column[] {
  const isTagged = columns.some(({ meta }) => meta.important);
  const [name = columns[0]] = [nameOf(columns)];
  const importance = importanceIn(columns);
  const wanted = isTagged ? columns.filter((column) => column === name || column.meta.important) : columns;
  const ranked = wanted.toSorted((one, other) =>
    one === name || other === name
      ? Number(other === name) - Number(one === name)
      : importance(other) - importance(one),
  );
  const kept = new Set(ranked.slice(0, cardValues));

  return columns.filter((column) => kept.has(column));
}
