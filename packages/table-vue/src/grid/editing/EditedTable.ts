import type { TableController } from '@rowhouse/table-client';

/** What an editor needs of a table, or of a single row. */
export type EditedTable = Pick<
  TableController,
  'columns' | 'template' | 'translate' | 'filterOptions' | 'commitEdit' | 'cancelEdit' | 'resolveConflict'
>;
