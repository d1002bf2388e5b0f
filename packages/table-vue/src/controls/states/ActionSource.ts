import type { TableController } from '@rowhouse/table-client';

/** The source of confirmations and results of actions: a table, or a single row. */
export type ActionSource = Pick<
  TableController,
  | 'translate'
  | 'confirmation'
  | 'confirm'
  | 'cancelConfirmation'
  | 'notices'
  | 'dismissNotice'
  | 'jobs'
  | 'cancelJob'
  | 'dismissJob'
  | 'failedRow'
> &
  // Of a table only.
  Partial<Pick<TableController, 'rowLink' | 'select' | 'template' | 'undo' | 'busyButtons'>>;
