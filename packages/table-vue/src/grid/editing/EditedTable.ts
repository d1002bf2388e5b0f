import type { TableController } from '@rowhouse/table-client';

/** The part of a table, or of a single row, that an editor needs. */
export type EditedTable = Pick<
  TableController,
  'columns' | 'template' | 'translate' | 'filterOptions' | 'commitEdit' | 'cancelEdit' | 'resolveConflict'
>;
