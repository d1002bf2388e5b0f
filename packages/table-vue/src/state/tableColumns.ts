import type { InitColumn } from '@rowhouse/table-protocol';
import type { TableColumn } from '../TableController.ts';
import type { TableState } from './TableState.ts';

/** The drawable columns with what the user has made of them; `hidden` names those without room on the screen. */
export function tableColumns(
  columns: readonly InitColumn[],
  { visible, sort }: Pick<TableState, 'visible' | 'sort'>,
  hidden: readonly string[],
): TableColumn[] {
  const isVisible = new Set(visible);
  const isHidden = new Set(hidden);

  return columns
    .filter(({ meta }) => !meta.rogue)
    .map((column) => {
      const place = sort.findIndex(({ name }) => name === column.name);

      return {
        ...column,
        visible: isVisible.has(column.name),
        hidden: isVisible.has(column.name) && isHidden.has(column.name),
        sort: sort[place]?.direction ?? null,
        sortPlace: place === -1 ? null : place + 1,
      };
    });
}
