import type {
  TableView,
  TableViewChange,
  TableViewsResponse,
  ViewAudience,
  ViewState,
} from '@rowhouse/table-protocol';

/**
 * The saved views of one table on a server: the option `views`. `httpTableViews` uses the routes of the service, or
 * over equal routes of an application with a `ViewStore`. All functions reject with an Error whose message is for the
 * user.
 */
export interface TableViews {
  /** The views that the user sees, the defaults, and the roles to share with: none if the user may not share. */
  list(): Promise<TableViewsResponse>;
  /** Rejects for a view that the user does not see. */
  read(id: string): Promise<TableView>;
  /** Saves a view of the user. */
  save(view: { readonly name: string; readonly state: ViewState }): Promise<TableView>;
  /** Renames, changes or shares a view. Rejects with status 409 if the view no longer has this `revision`. */
  change(id: string, change: TableViewChange): Promise<TableView>;
  /** Copies a view into one of the user. Without a name, the server chooses one. */
  copy(id: string, name?: string): Promise<TableView>;
  remove(id: string): Promise<void>;
  /**
   * Sets the view with which the table opens for the user; null for that of the role or of everyone. With an audience,
   * that of `everyone` or of a role, for users who may share.
   */
  setDefault(id: string | null, audience?: string | number): Promise<void>;
  /** Pins a view to the user's home page, or removes it from there. */
  pin(id: string, isPinned: boolean): Promise<void>;
}

/** The views of a table, as part of its state. */
export interface ViewSnapshot {
  /** The views that the user sees: the user's own, then shared ones, each by name. Null without the option `views`. */
  readonly views: readonly TableView[] | null;
  /** The open view; null for none. */
  readonly view: TableView | null;
  /** The state differs from the open view, also because the table lacks a part of it. */
  readonly viewChanged: boolean;
  /** The user's own default view, not that of the role or of everyone; null for none. */
  readonly ownDefaultView: string | null;
  /** The roles with which the user may share; empty if the user may not share. */
  readonly viewRoles: TableViewsResponse['roles'];
}

/**
 * The functions on views. Those of the first group show a failure as a notice; those of the second reject with an Error whose
 * message is for the user, for a dialog. All do nothing without the option `views`.
 */
export interface ViewFunctions {
  /** Opens a view as it is saved; null for the table as its template says. Shows the first page. */
  openView(id: string | null): Promise<void>;
  /** Saves the table's state in the open view, which has to be the user's own. */
  saveView(): Promise<void>;
  /** Copies a view into one of the user, and opens that. Defaults to the open one. */
  copyView(id?: string): Promise<void>;
  /** Sets the view with which the table opens for the user; null for that of the role or of everyone. */
  setDefaultView(id: string | null): Promise<void>;
  pinView(id: string, isPinned: boolean): Promise<void>;
  /** Reads the list again, for example before it is shown. */
  reloadViews(): Promise<void>;

  /** Saves the table's state as a view of the user, and opens it. */
  saveViewAs(name: string): Promise<void>;
  /** Renames a view. Defaults to the open one. */
  renameView(name: string, id?: string): Promise<void>;
  /**
   * Replaces those with whom a view is shared: ids of roles, or everyone. Defaults to the open view. `defaultFor` are
   * the roles among them, by id, and `everyone`, for whom the view is the default; unchanged if missing.
   */
  shareView(audience: ViewAudience, id?: string, defaultFor?: readonly (string | number)[]): Promise<void>;
  /** Deletes a view, the open one by default. The table stays as it is. */
  deleteView(id?: string): Promise<void>;

  /** The address of the page with a view open; null unless the table keeps its state in the address. */
  viewLink(id: string): string | null;
}
