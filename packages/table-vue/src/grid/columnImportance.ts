import type { TableColumn } from '@rowhouse/table-client';

/** Properties that determine the importance of a column. */
export type RankedColumn = Pick<TableColumn, 'name' | 'pinned' | 'enum' | 'number'> & {
  readonly meta: Pick<
    TableColumn['meta'],
    'total' | 'rawTotal' | 'average' | 'customTotal' | 'icon' | 'boolean' | 'important'
  >;
};

/** Maximum number of values on a card. */
const cardValues = 6;

/** The column with the row's name: the first text column. */
export function nameOf<Column extends RankedColumn>(columns: readonly Column[]): Column | undefined {
  return columns.find(({ number, meta }) => !(number || meta.boolean || meta.icon));
}

/** Less than the difference between two ranks. */
const totalsStay = 0.5;

/**
 * A function that ranks `columns`. Pinned columns are the most important, then those tagged `important`, the name of
 * the row, totals and states; icons and booleans are hidden first. Of equal columns, those with totals stay, because the
 * total goes with its column.
 */
export function importanceIn(columns: readonly RankedColumn[]): (column: RankedColumn) => number {
  // A row without its name is hard to identify.
  const name = nameOf(columns);

  function rankOf(column: RankedColumn): number {
    const { pinned, meta, enum: labels } = column;
    if (pinned !== null) return 5;
    if (meta.important) return 4;
    if (column === name) return 3;
    if (labels || hasTotal(column)) return 2;

    return meta.icon || meta.boolean ? 0 : 1;
  }

  return (column) => rankOf(column) + (hasTotal(column) ? totalsStay : 0);
}

function hasTotal({ meta }: RankedColumn): boolean {
  return meta.total || meta.rawTotal || meta.average || meta.customTotal;
}

/**
 * The columns on the card of a row, in order: the name of the row and those tagged `important`; without any tag, the
 * most important ones.
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
