import type { EditedCell } from '@rowhouse/tables/internal';
import type { Actor } from '../kernel/hooks/Hooks.ts';

declare module '../kernel/hooks/Hooks.ts' {
  interface HookEvents {
    /** Changes of single cells of tables. */
    readonly edit: { readonly before: CellChanging; readonly after: CellChange };
  }
}

export interface CellChange extends Actor {
  /** Id of the table. */
  readonly table: string;
  /** Identifier of the row. */
  readonly row: string;
  /** Name of the column. */
  readonly column: string;
  /** The value before, as the database driver gives it. */
  readonly from: unknown;
  /** The value that is written: decimals and dates as text. */
  readonly to: EditedCell['value'];
  /** UUID of the change, the same when the client repeats it; null if it sent none. */
  readonly requestId: string | null;
}

export interface CellChanging extends CellChange {
  /** The transaction of the change, in the table's own database. */
  readonly db: EditedCell['db'];
}
