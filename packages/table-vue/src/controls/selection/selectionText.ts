import type { TableController } from '@rowhouse/table-client';
import { describeMatching, describeSelection } from '@rowhouse/table-client/internal';
import { type FunctionalComponent, h } from 'vue';

/** The number of selected rows as text; empty for none. */
export function selectionText(table: TableController): string {
  const { allMatching, excepted, selected, selectedCount, selectedElsewhere, translate } = table;
  if (allMatching) return describeMatching(selectedCount, excepted.length, translate);

  return selected.length === 0 ? '' : describeSelection(selected.length, selectedElsewhere, translate);
}

/** The same for screen readers, after each change. */
export const SelectionStatus: FunctionalComponent<{ table: TableController }> = ({ table }) =>
  h('p', { class: 'is-sr-only', 'aria-live': 'polite' }, selectionText(table));
SelectionStatus.props = ['table'];

/** Whether rows are selected, so that the bar is shown. */
export function hasSelection({ allMatching, selected }: TableController): boolean {
  return allMatching || selected.length > 0;
}
