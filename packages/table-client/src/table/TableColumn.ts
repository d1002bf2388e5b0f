import type { InitColumn, SortDirection } from '@rowhouse/table-protocol';
import type { PinnedSide } from './TableState.ts';

/** A drawable column (never a rogue one) with the user's settings. */
export interface TableColumn extends InitColumn {
  /** Not hidden by the user. */
  readonly visible: boolean;
  /** Visible, but without room on this screen: its values are in the row's details. */
  readonly hidden: boolean;
  readonly sort: SortDirection | null;
  /** One-based position in the sort order; null if it is not sorted. */
  readonly sortPosition: number | null;
  /** The user can sort by it. While rows are grouped, also by a total or a label of the groups. */
  readonly canSort: boolean;
  /** Its sort can be removed: not the order of groups by their label, which is the usual one. */
  readonly canUnsort: boolean;
  /** Width that the user has set, in CSS pixels; null if it follows the content. */
  readonly width: number | null;
  /** The side where it is pinned while the others scroll; null if it scrolls. */
  readonly pinned: PinnedSide | null;
}
