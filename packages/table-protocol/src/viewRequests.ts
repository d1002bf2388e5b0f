import { boolean, type Infer, integer, nullable, object, oneOf, optional, ref, text } from './shape/Shape.ts';
import { type ViewState, viewState } from './viewState.ts';
import { accountId, viewAudience, viewDefaultScopes, viewDefaults } from './views.ts';

const viewedTable = text({ minLength: 1, maxLength: 200 });
/** Longer than a stored name, which is without surrounding spaces. */
const viewName = text({ minLength: 1, maxLength: 200 });

/** Query of `GET /api/views`. */
export const tableViewsQuery = object({ table: optional(viewedTable), pinned: optional(boolean()) });

export const newTableView = object({
  /** `routePrefix` of the table. */
  table: viewedTable,
  /** 1 to 100 characters; surrounding spaces are removed. */
  name: viewName,
  /** At most 64 kB of JSON. */
  state: ref<ViewState>(viewState),
  /** With nobody by default. */
  sharedWith: optional(viewAudience),
});
/** Body of `POST /api/views`. */
export interface NewTableView extends Infer<typeof newTableView> {}

export const tableViewChange = object({
  /** As in a new view, like the next two. */
  name: optional(viewName),
  /** Replaces the whole state. */
  state: optional(ref<ViewState>(viewState)),
  /** Replaces all roles. */
  sharedWith: optional(viewAudience),
  /** The revision that was read: 409 if the view has changed since. */
  revision: optional(integer({ minimum: 1, maximum: 2_147_483_647 })),
});
/** Body of `PATCH /api/views/{id}`. Missing members stay unchanged. */
export interface TableViewChange extends Infer<typeof tableViewChange> {}

/** Body of `POST /api/views/{id}/copy`. */
export const tableViewCopy = object({ name: optional(viewName) });

export const defaultTableView = object({
  /** `routePrefix` of the table. */
  table: viewedTable,
  /** Id of the view; null for none. */
  view: nullable(text({ maxLength: 36 })),
  /** Others than `me` require the permission `views.share`. */
  for: oneOf(viewDefaultScopes),
  /** With `for: 'role'`: another role than the caller's. */
  role: optional(accountId),
});
/** Body of `PUT /api/views/default`. */
export interface DefaultTableView extends Infer<typeof defaultTableView> {}

/** Response of `PUT /api/views/default`. */
export const tableViewDefaults = object({ defaults: viewDefaults });
