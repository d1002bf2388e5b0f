import type { LinkedTable } from '@rowhouse/table-protocol';
import type { RouteTarget } from './actions/Actions.ts';
import type { TableHttp } from './http/TableHttp.ts';
import type { Translate } from './language/translator.ts';
import type { LiveSource } from './live/LiveRows.ts';
import type { HostConditions } from './requests/connection.ts';
import type { RowLocation } from './rows/Rows.ts';
import type { TableStorage } from './state/storedState.ts';
import type { Browser } from './table/Browser.ts';
import type { TableRow } from './table/TableRow.ts';
import type { TableViews } from './views/TableViews.ts';

/** Initial values of `filters`, `intervals` and `params`; `setHost` changes them. */
export interface TableClientOptions extends HostConditions {
  /** Key of the table in the storage; unique in the application. */
  readonly id: string;
  /** Path of the init route. */
  readonly path: string;
  /** A function like `fetch`, or an Axios instance. Defaults to `globalThis.fetch`. */
  readonly http?: TableHttp;
  /** Translates the texts of the template and of the component; `{…}` parameters may remain in its result. Defaults to English. */
  readonly i18n?: Translate;
  /** Keeps the state in the page's address, too. Its parameters have the prefix given here; `true` uses the id. */
  readonly url?: boolean | string;
  /** Keeps the state between visits. Defaults to `localStorage`; null for none. */
  readonly storage?: TableStorage | null;
  /** Opens a route of the application; without it, router buttons do nothing. */
  readonly navigate?: (target: RouteTarget) => unknown;
  /**
   * The address of a row's own page. Its name, the first column that is drawn as text, links to it, and so does a row button
   * unless the template has one named `show`.
   */
  readonly rowPage?: (place: RowLocation) => string;
  /** The address that a column's value in a row links to, such as the page of another row; null for none. */
  readonly linkOf?: (column: string, row: TableRow) => string | null;
  /**
   * Called for every event: a button's `event` (with the row of a row button), a `postEvent` with the body of the response
   * (after the end of a background action, with the job), `clicked` with `{column, row}`, `ready`, `fetched` and `exported`
   * with the body of the response, and `reset`.
   */
  readonly onEvent?: (name: string, payload?: unknown) => void;
  /**
   * Shows only the rows that a join table links to a record, as `related` of a `RecordClient` returns them, with buttons that add
   * and remove some for who may do so.
   */
  readonly linked?: LinkedTable | null;
  /** Saved views of the table on a server, such as `httpTableViews`. Defaults to none. */
  readonly views?: TableViews | null;
  /** False draws the cells of `clickable` columns as text. Defaults to true. */
  readonly clickable?: boolean;
  /** Notifies a live table when its rows may have changed, so that it need not wait for its next poll. */
  readonly liveSource?: LiveSource;
  /** Defaults to `window`; null for none. */
  readonly browser?: Browser | null;
}
