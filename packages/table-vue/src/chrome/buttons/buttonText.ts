import type { InitButton } from '@rowhouse/table-protocol';
import type { TableController } from '../../TableController.ts';

/** What a button of the whole table is called. */
export function buttonText(table: Pick<TableController, 'translate'>, button: InitButton): string {
  return table.translate(button.label || button.tooltip || button.name);
}
