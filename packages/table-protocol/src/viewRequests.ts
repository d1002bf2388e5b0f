import { boolean, type Infer, integer, nullable, object, oneOf, optional, ref, text } from './shape/Shape.ts';
import { type ViewState, viewState } from './viewState.ts';
import { accountId, type ViewAudience, viewAudience, viewDefaultScopes, viewDefaults } from './views.ts';

const table = text({ minLength: 1, maxLength: 200 });
/** Longer than a stored name, which is without surrounding spaces. */
const name = text({ minLength: 1, maxLength: 200 });

/** Query of `GET /api/views`. */
export const tableViewsQuery = object({ table: optional(table), pinned: optional(boolean()) });

export const newTableView = object({
  /** `routePrefix` of the table. */
  table,
  /** 1 to 100 characters; surrounding spaces are removed. */
  name,
  /** At most 64 kB of JSON. */
  state: ref<ViewState>(viewState),
  /** With nobody by default. */
  sharedWith: optional(ref<ViewAudience>(viewAudience)),
});
/** Body of `POST /api/views`. */
export interface NewTableView extends Infer<typeof newTableView> {}

export const tableViewChange = object({
  /** As in a new view, like the next two. */
  name: optional(name),
  /** Replaces the whole state. */
  state: optional(ref<ViewState>(viewState)),
  /** Replaces all roles. */
  sharedWith: optional(ref<ViewAudience>(viewAudience)),
  /** The revision that was read: 409 if the view has changed since. */
  revision: optional(integer({ minimum: 1, maximum: 2_147_483_647 })),
});
/** Body of `PATCH /api/views/{id}`. Missing members stay unchanged. */
export interface TableViewChange extends Infer<typeof tableViewChange> {}

/** Body of `POST /api/views/{id}/copy`. */
export const tableViewCopy = object({ name: optional(name) });

export const defaultTableView = object({
  /** `routePrefix` of the table. */
  table,
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
