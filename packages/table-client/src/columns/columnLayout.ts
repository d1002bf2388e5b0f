import type { InitColumn } from '@rowhouse/table-protocol';
import { pinnedSides, viewDensities } from '@rowhouse/table-protocol/internal';
import { isRecord, wordOf } from '../responses/shape.ts';
import type { ColumnFit, ColumnLayout, PinnedSide } from '../table/TableState.ts';

const columnFits: readonly ColumnFit[] = ['hide', 'scroll'];

/** Smallest and largest width of a column, in CSS pixels. */
export const widthLimits = { min: 48, max: 2000 } as const;

export function limitedWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, widthLimits.min), widthLimits.max));
}

/** The value of a name; undefined for names such as `toString` that the record does not have itself. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The record with another value for `name`; without the name for null. */
export function withValue<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
  value: Value | null,
): Record<string, Value> {
  const others = Object.entries(record).filter(([other]) => other !== name);

  return Object.fromEntries(value === null ? others : [...others, [name, value]]);
}

/** The valid members of a stored layout. Names of removed columns are ignored. */
export function checkLayout(
  value: Readonly<Record<string, unknown>>,
  columns: readonly InitColumn[],
): Partial<ColumnLayout> {
  const names = new Set(columns.filter(({ meta }) => !meta.rogue).map(({ name }) => name));
  const order = checkOrder(value.order, columns);
  const widths = checkRecord(value.widths, names, (width) =>
    typeof width === 'number' && width >= widthLimits.min && width <= widthLimits.max ? width : null,
  );
  const pinned = checkRecord(value.pinned, names, (side) => wordOf(side, pinnedSides, null));
  const density = wordOf(value.density, viewDensities, null);
  const fit = wordOf(value.fit, columnFits, null);

  return {
    ...(order && { order }),
    ...(widths && { widths }),
    ...(pinned && { pinned }),
    ...(density !== null && { density }),
    ...(fit !== null && { fit }),
  };
}

function checkOrder(value: unknown, columns: readonly InitColumn[]): string[] | null {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
    ? knownOrder(value, columns)
    : null;
}

/** The order of all drawable columns as `order` says; empty if that is the template's. */
export function knownOrder(order: readonly string[], columns: readonly InitColumn[]): string[] {
  const drawable = columns.filter(({ meta }) => !meta.rogue);
  const names = new Set(drawable.map(({ name }) => name));
  const known = new Set(order.filter((name) => names.has(name)));
  const ordered = inOrder(drawable, [...known]);

  return ordered.every((column, index) => column === drawable[index]) ? [] : ordered.map(({ name }) => name);
}

function checkRecord<Value>(
  value: unknown,
  names: ReadonlySet<string>,
  check: (entry: unknown) => Value | null,
): Record<string, Value> | null {
  if (!isRecord(value)) {
    return null;
  }

  const entries = Object.entries(value).flatMap(([name, entry]) => {
    const checked = names.has(name) ? check(entry) : null;

    return checked === null ? [] : [[name, checked] as const];
  });

  return Object.fromEntries(entries);
}

/** Columns in the user's order; those that `order` does not name follow their predecessor in the template. */
export function inOrder<Column extends { readonly name: string }>(
  columns: readonly Column[],
  order: readonly string[],
): Column[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const arranged = order.flatMap((name) => byName.get(name) ?? []);
  const listed = new Set(order);
  let before: Column | null = null;

  for (const column of columns) {
    if (!listed.has(column.name)) {
      arranged.splice(before === null ? 0 : arranged.indexOf(before) + 1, 0, column);
    }
    before = column;
  }

  return arranged;
}

const sideRank = (side: PinnedSide | null | undefined): number => {
  if (side === 'left') return 0;
  return side === 'right' ? 2 : 1;
};

/** Columns as they are drawn: pinned ones at their side, each group in the user's order. */
export function arranged<Column extends { readonly name: string }>(
  columns: readonly Column[],
  { order, pinned }: Pick<ColumnLayout, 'order' | 'pinned'>,
): Column[] {
  return inOrder(columns, order).toSorted(
    (one, other) => sideRank(ownValue(pinned, one.name)) - sideRank(ownValue(pinned, other.name)),
  );
}

/** Data about a column for moving it. */
interface MovableColumn {
  readonly name: string;
  readonly visible: boolean;
  /** The column has no room. */
  readonly hidden: boolean;
  readonly pinned: PinnedSide | null;
}

/**
 * The order after a column was moved by `steps` visible columns within its group (pinned at the same side, or not
 * pinned); negative steps move it towards the start. `columns` are those of the template, `drawn` the same as drawn.
 */
export function movedOrder(
  columns: readonly InitColumn[],
  order: readonly string[],
  drawn: readonly MovableColumn[],
  { name, steps }: { readonly name: string; readonly steps: number },
): string[] {
  const moved = drawn.find((column) => column.name === name);
  const group = drawn.filter(({ visible, hidden, pinned }) => visible && !hidden && pinned === moved?.pinned);
  const from = group.findIndex((column) => column.name === name);
  const to = Math.min(Math.max(from + Math.trunc(steps), 0), group.length - 1);
  const target = group[to];

  if (from === -1 || target === undefined || to === from) {
    return [...order];
  }

  const others = inOrder(columns, order)
    .map((column) => column.name)
    .filter((other) => other !== name);
  const place = others.indexOf(target.name) + Number(to > from);

  return knownOrder(others.toSpliced(place, 0, name), columns);
}
