import type { TableColumn, TableController } from '@rowhouse/table-client';
import { type FunctionalComponent, h, type VNode } from 'vue';
import type { GridColumns } from './gridColumns.ts';

interface SkeletonRowsProps {
  rows: number;
  /** Without these, the columns are not known yet. */
  columns?: GridColumns;
  table?: TableController;
}

/** Drawn until the first rows are read, with the columns that will probably have room. */
export const SkeletonRows: FunctionalComponent<SkeletonRowsProps> = ({ rows, columns, table }) => {
  const cells = columns ? columnCells(columns, table) : Array.from({ length: 4 }, () => cell('100%'));

  return h(
    'tbody',
    { 'aria-hidden': 'true' },
    Array.from({ length: rows }, () =>
      h(
        'tr',
        { class: 'rh-skeleton' },
        cells.map((draw) => draw()),
      ),
    ),
  );
};
SkeletonRows.props = ['rows', 'columns', 'table'];

function columnCells({ leading, shown, actions }: GridColumns, table?: TableController): (() => VNode)[] {
  const buttons = table?.template?.buttons.row.length ?? 0;

  return [
    ...Array.from({ length: leading }, () => cell('1em')),
    ...shown.map(({ column }) => cell(`${usualLength(column)}ch`)),
    ...(actions ? [cell(`${buttons * 2}rem`)] : []),
  ];
}

const cell = (width: string) => (): VNode =>
  h('td', h('div', { class: 'is-skeleton', style: { minWidth: width } }, '\u00a0'));

/** Usual length of a column's texts, in characters. */
function usualLength({ meta, number, enum: labels }: TableColumn): number {
  if (meta.boolean || meta.icon) return 3;
  if (labels) return Math.max(...Object.values(labels).map((label) => label.length), 6);
  if (meta.date || meta.datetime) return meta.datetime ? 16 : 10;

  return number ? 9 : 14;
}
