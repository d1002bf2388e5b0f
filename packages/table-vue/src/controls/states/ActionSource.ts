import type { TableController } from '@rowhouse/table-client';

/** What confirmations and results of actions are drawn from: a table, or a single row. */
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
>;
