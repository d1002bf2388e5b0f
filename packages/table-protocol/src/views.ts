import {
  anyOf,
  boolean,
  exactly,
  fallback,
  type Infer,
  integer,
  list,
  nullable,
  object,
  open,
  optional,
  recordOf,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';
import type { ViewState } from './viewState.ts';

/** Of a user or a role. */
export const accountId = scalar<string | number>('string', 'number');
export const viewAudience = anyOf(exactly('everyone'), list(accountId));
/** Ids of roles, or all users of the table. */
export type ViewAudience = Infer<typeof viewAudience>;

/** For whom a default is set. */
export const viewDefaultScopes = ['me', 'role', 'everyone'] as const;
export type ViewDefaultScope = (typeof viewDefaultScopes)[number];

const flag = fallback(boolean(), false);

export const tableView = object({
  /** Identifies the view in paths and links. */
  id: text({ minLength: 1 }),
  /** `routePrefix` of the table. */
  table: fallback(text(), ''),
  /** Unique for its owner and table. */
  name: text({ minLength: 1 }),
  /** The user who has saved it. */
  owner: fallback(
    object({
      /** Of the user. */
      id: fallback(accountId, ''),
      /** Null if unknown. */
      name: fallback(nullable(text()), null),
    }),
    {},
  ),
  /** Roles with which it is shared: for its owner all of them, for others only their own. */
  sharedWith: fallback(viewAudience, []),
  /** Whether the reader is the owner. */
  isOwn: flag,
  /** Whether the table opens with it for the reader. */
  isDefault: flag,
  /** For its owner, who may share: ids of the roles of which it is the default, and `everyone`. */
  defaultFor: optional(list(accountId)),
  /** Whether the reader has pinned it, to the home page for example. */
  isPinned: flag,
  /** Whether the reader may change, share and delete it. */
  mayChange: flag,
  /** What the view remembers. A client checks it when the view is opened. */
  state: fallback(ref<ViewState>(open<ViewState>()), {}),
  /** Number of changes, from 1. Sent with a change, it refuses to overwrite a newer one. */
  revision: fallback(integer(), 0),
});
/** A saved view of a table, as its reader sees it. */
export interface TableView extends Infer<typeof tableView> {}

export const viewDefaults = fallback(recordOf(viewDefaultScopes, fallback(nullable(text()), null)), {});

export const tableViewsResponse = object({
  /** The reader's own, then shared ones, each by name. Pinned ones by name. */
  views: list(ref<TableView>(tableView)),
  /** Ids of the default views that the reader sees. The table opens with the first that is set: `me`, `role`, `everyone`. Null with `pinned`. */
  defaults: viewDefaults,
  /** Roles with which the reader may share; empty without the permission. */
  roles: fallback(
    list(
      object({
        /** Of the role. */
        id: accountId,
        /** Display name. */
        label: text(),
      }),
    ),
    [],
  ),
});
/**
 * Response of `GET /api/views`: the views of `table`, or with `pinned=true` those of all tables that the reader has pinned.
 */
export interface TableViewsResponse extends Infer<typeof tableViewsResponse> {}
