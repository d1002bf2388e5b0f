import type { TableColumn, TableRow } from '@rowhouse/table-client';
import type { InitButton } from '@rowhouse/table-protocol';

/**
 * Props of a slot: `column`, `row` and `loading` in a cell; `total` and `column` below a column; `row` in the details of a
 * row; `button`, its label and icon, and `row` for a button.
 */
export interface TableSlotProps {
  readonly row?: TableRow;
  readonly column?: TableColumn;
  readonly loading?: boolean;
  readonly button?: InitButton;
  readonly [name: string]: unknown;
}
