import type { TableController } from '@rowhouse/table-client';
import { defineComponent, h, type PropType, type Slots } from 'vue';
import { GridRow } from './GridRow.ts';
import type { GridColumns } from './gridColumns.ts';
import RowDetails from './RowDetails.vue';

/** The rows of the page, each followed by its details while they are open. */
export const GridBody = defineComponent({
  name: 'GridBody',
  props: {
    table: { type: Object as PropType<TableController>, required: true },
    columns: { type: Object as PropType<GridColumns>, required: true },
    /** Prefix of the ids of the details. */
    gridId: { type: String, required: true },
  },
  setup(props, { slots }) {
    return () => {
      const { table, columns, gridId } = props;
      const { rows, expanded, highlighted } = table;
      const selected = new Set(table.selected);
      const ids = rows.map((row) => table.rowId(row));
      const own = rowSlots(table, slots);
      // A host's slots may keep state, which belongs to the row; everything else is fastest to draw into the existing
      // elements.
      const keyed = own !== undefined && new Set(ids).size === ids.length;

      return h(
        'tbody',
        rows.flatMap((row, index) => {
          const id = ids[index] as (typeof ids)[number];
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

/** The host's slots that are drawn in rows; undefined if there are none. */
function rowSlots({ template, columns }: TableController, slots: Slots): Slots | undefined {
  const names = [
    ...columns.filter(({ meta }) => meta.slot).map(({ name }) => name),
    ...(template?.buttons.row ?? []).map(({ slot }) => slot),
    template?.preview ? 'preview' : undefined,
  ].filter((name) => name !== undefined && slots[name] !== undefined);

  return names.length === 0 ? undefined : slots;
}
