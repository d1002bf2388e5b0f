import type { NewTableView, TableView, TableViewChange } from '@rowhouse/table-protocol';
import type { ViewDefaultScope } from '@rowhouse/table-protocol/internal';

/** Id of a user or a role. Ids are compared as texts: 5 equals `'5'`. */
export type AccountId = string | number;

/** The user who reads or changes views. The application checks whether the user may use the table. */
export interface ViewCaller {
  readonly id: AccountId;
  /** Null in applications without roles. */
  readonly role: AccountId | null;
  /** Whether the caller may share views, and set defaults for others. */
  readonly mayShare: boolean;
}

/** A view as the caller sees it. */
export interface SavedView extends Omit<TableView, 'owner'> {
  readonly owner: AccountId;
}

/** The views of a table that a caller sees. */
export interface SavedViews {
  /** The caller's own, then shared ones, each by name. At most 200 of both kinds. */
  readonly views: readonly SavedView[];
  /** Ids of the defaults among them. The first one set wins: `me`, `role`, `everyone`. */
  readonly defaults: Readonly<Record<ViewDefaultScope, string | null>>;
}

/** A default view of a table. */
export interface DefaultView {
  readonly table: string;
  /** Id of the view; null for none. */
  readonly view: string | null;
  readonly for: ViewDefaultScope;
  /** With `for: 'role'`: the caller's role by default. */
  readonly role?: AccountId | undefined;
}

/** A user has at most this number of views of a table. */
export const viewLimit = 200;

/**
 * Saved views of tables. A caller sees their own views, those shared with their role, and those shared with everyone.
 * Only the owner changes, shares and deletes a view. `viewStoreContract` of `@rowhouse/tables/testing` tests an
 * implementation.
 *
 * All functions reject with a TableError: `tables.view_not_found` for a view that the caller does not see, `tables.forbidden`
 * for what only the owner or a caller with `mayShare` may do, `tables.invalid_request` with the fields of invalid values.
 */
export interface ViewStore {
  list(caller: ViewCaller, table: string): Promise<SavedViews>;
  find(caller: ViewCaller, id: string): Promise<SavedView>;
  /** Sharing requires `mayShare`. */
  create(caller: ViewCaller, view: NewTableView): Promise<SavedView>;
  /**
   * Changes the given members. Sharing with further roles requires `mayShare`; withdrawing does not. Rejects with
   * `tables.view_changed` if `revision` is given and the view has another one.
   */
  change(caller: ViewCaller, id: string, change: TableViewChange): Promise<SavedView>;
  remove(caller: ViewCaller, id: string): Promise<void>;
  /**
   * Copies a view that the caller sees. The copy belongs to the caller and is not shared. Without a name, a free one is
   * chosen.
   */
  copy(caller: ViewCaller, id: string, name?: string): Promise<SavedView>;
  /**
   * Sets or removes a default. For a role or everyone it requires `mayShare`, and a view that is shared with that role or
   * with everyone.
   */
  setDefault(caller: ViewCaller, choice: DefaultView): Promise<void>;
  /** The views of all tables that the caller has pinned and can still see, by name; at most 200. */
  pinned(caller: ViewCaller): Promise<readonly SavedView[]>;
  /** Pins a view that the caller sees, or removes the pin. Repeating it changes nothing. */
  pin(caller: ViewCaller, id: string, isPinned: boolean): Promise<void>;
}
