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

/** The columns with the row's name: those of the template's `rowName`, otherwise the first text column. */
export function namesOf<Column extends RankedColumn>(
  columns: readonly Column[],
  rowName: readonly string[] = [],
): readonly Column[] {
  const named = columns.filter(({ name }) => rowName.includes(name));
  const text = columns.find(({ number, meta }) => !(number || meta.boolean || meta.icon));

  return named.length > 0 || !text ? named : [text];
}

/** Less than the difference between two ranks. */
const totalsStay = 0.5;

/**
 * A function that ranks `columns`. Pinned columns are the most important, then those tagged `important`, the name of
 * the row, totals and states; icons and booleans are hidden first. Of equal columns, those with totals stay, because the
 * total goes with its column.
 */
export function importanceIn(
  columns: readonly RankedColumn[],
  rowName?: readonly string[],
): (column: RankedColumn) => number {
  // A row without its name is hard to identify.
  const names = namesOf(columns, rowName);

  function rankOf(column: RankedColumn): number {
    const { pinned, meta, enum: labels } = column;
    if (pinned !== null) return 5;
    if (meta.important) return 4;
    if (names.includes(column)) return 3;
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
export function cardColumns<Column extends RankedColumn>(
  columns: readonly Column[],
  rowName?: readonly string[],
): Column[] {
  const isTagged = columns.some(({ meta }) => meta.important);
  const named = namesOf(columns, rowName);
  const names: readonly Column[] = named.length > 0 ? named : columns.slice(0, 1);
  const importance = importanceIn(columns, rowName);
  const isName = (column: Column) => names.includes(column);
  const wanted = isTagged ? columns.filter((column) => isName(column) || column.meta.important) : columns;
  const ranked = wanted.toSorted((one, other) =>
    isName(one) || isName(other)
      ? Number(isName(other)) - Number(isName(one))
      : importance(other) - importance(one),
  );
  const kept = new Set(ranked.slice(0, cardValues));

  return columns.filter((column) => kept.has(column));
}
