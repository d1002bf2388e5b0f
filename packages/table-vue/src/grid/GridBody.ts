import type { TableController } from '@rowhouse/table-client';
import { computed, defineComponent, h, type PropType, type Slots, type VNode } from 'vue';
import { GridRow } from './GridRow.ts';
import type { GridColumns } from './gridColumns.ts';
import RowDetails from './RowDetails.vue';
import type { DrawnRows, RowGap } from './rowWindow.ts';

/** The rows of the page, each followed by its details while they are open. */
export const GridBody = defineComponent({
  name: 'GridBody',
  props: {
    table: { type: Object as PropType<TableController>, required: true },
    columns: { type: Object as PropType<GridColumns>, required: true },
    /** Prefix of the ids of the details. */
    gridId: { type: String, required: true },
    /** The rows of a long page that are drawn; null for all. */
    drawnRows: { type: Array as PropType<DrawnRows | null>, default: null },
  },
  setup(props, { slots }) {
    const ids = computed(() => props.table.rows.map((row) => props.table.rowId(row)));
    const isDistinct = computed(() => new Set(ids.value).size === ids.value.length);

    return () => {
      const { table, columns, gridId, drawnRows } = props;
      const { rows, expanded, highlighted, changedRows, goneRows, selectedOnPage: selected } = table;
      const own = rowSlots(table, slots);
      // Slots of the host may have state that belongs to the row; everything else is drawn fastest into existing
      // elements.
      const keyed = own !== undefined && isDistinct.value;

      return h(
        'tbody',
        { role: columns.cards ? 'rowgroup' : null },
        (drawnRows ?? [...rows.keys()]).flatMap((index) => {
          if (typeof index !== 'number') return gapRows(index, columns);
          const row = rows[index];
          const id = ids.value[index];
          // The rows have been replaced by fewer, and the window is updated later.
          if (row === undefined || id === undefined) return [];
          const key = keyed ? id : index;
          const detailsId = `${gridId}-details-${index}`;
          const isExpanded = columns.expandable && expanded.has(id);
          const line = h(
            GridRow,
            {
              key: `row ${key}`,
              table,
              columns,
              row,
              index,
              detailsId,
              selected: selected.has(id),
              highlighted: highlighted.has(id),
              expanded: isExpanded,
              changed: changedRows.has(id),
              gone: goneRows.has(id),
            },
            own,
          );

          return isExpanded
            ? [line, h(RowDetails, { key: `details ${key}`, id: detailsId, table, columns, row, index }, own)]
            : [line];
        }),
      );
    };
  },
});

/**
 * Has the height of the rows that are not drawn. One element for an odd number of them and two for an even one, so that
 * the stripes of the others stay.
 */
export function gapRows({ first, end, height }: RowGap, columns: GridColumns): VNode[] {
  const gap = (name: string, cells: VNode[]) =>
    h('tr', { key: `${name} ${first}`, class: 'rh-gap', 'aria-hidden': 'true' }, cells);
  const cell = h('td', { colspan: columns.drawn, style: { height: `${height}px` } });

  return (end - first) % 2 === 1 ? [gap('gap', [cell])] : [gap('gap', [cell]), gap('stripe', [])];
}

/** The host's slots that are drawn in rows; undefined if there are none. */
export function rowSlots({ template, columns }: TableController, slots: Slots): Slots | undefined {
  const names = [
    ...columns.filter(({ meta }) => meta.slot).map(({ name }) => name),
    ...(template?.buttons.row ?? []).map(({ slot }) => slot),
    template?.preview ? 'preview' : undefined,
  ].filter((name) => name !== undefined && slots[name] !== undefined);

  return names.length === 0 ? undefined : slots;
}
