import { type FunctionalComponent, h } from 'vue';
import type { GridColumns } from './gridColumns.ts';

/** A placeholder of the same height for the totals while they are loading. */
export const TotalsPlaceholder: FunctionalComponent<{ columns: GridColumns }> = ({ columns }) =>
  h('tfoot', { 'aria-hidden': 'true' }, h('tr', h('td', { colspan: columns.drawn }, '\u00a0')));
TotalsPlaceholder.props = ['columns'];
TotalsPlaceholder.inheritAttrs = false;
