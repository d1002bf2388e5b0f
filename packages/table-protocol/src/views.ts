import type { SearchMode, SortDirection, ViewMode } from './constants.ts';
import type { FilterNode } from './filterGroups.ts';
import type { InternalFilter } from './filters.ts';

/** Heights of rows. */
export const viewDensities = ['compact', 'normal', 'roomy'] as const;
export type ViewDensity = (typeof viewDensities)[number];

/** The sides to which a column is pinned. */
export const pinnedSides = ['left', 'right'] as const;
export type PinnedSide = (typeof pinnedSides)[number];

/** What a view remembers of a table. A missing member is as in the template. Columns are named as in the template. */
export interface ViewState {
  /** Columns from left to right; others follow in template order. */
  order?: string[];
  /** Column → width in CSS pixels, 1 to 10,000. */
  widths?: Record<string, number>;
  /** Column → side. */
  pinned?: Record<string, PinnedSide>;
  /** The visible columns. */
  visible?: string[];
  /** Height of the rows. */
  density?: ViewDensity;
  /** The sorted columns in sort order. */
  sort?: {
    /** The column. */
    name: string;
    /** Direction. */
    direction: SortDirection;
  }[];
  /** Filter groups, as `where` of the data request. */
  where?: FilterNode;
  /** As `internalFilters` of the data request. */
  filters?: ViewFilter[];
  /** The grouped columns, from the outermost. */
  groups?: {
    /** The column. */
    column: string;
    /** For dates: `day`, `week`, `month`, `quarter` or `year`. */
    step?: string;
  }[];
  /** Order of the groups. */
  groupSort?: {
    /** `label`, `count`, or the name of a column with a total. */
    by: string;
    /** Direction. */
    direction: SortDirection;
  };
  /** Searched text, at most 1,000 characters. */
  search?: string;
  /** Mode of the search. */
  searchMode?: SearchMode;
  /** Rows per page. */
  length?: number;
  /** Styles of the table. */
  viewModes?: ViewMode[];
}

/** A filter of a view, with the labels of its selected values. */
export interface ViewFilter extends InternalFilter {
  /** Labels of a select filter's values, in the same order. */
  valueLabels?: string[];
}

/** A saved view of a table, as its reader sees it. */
export interface TableView {
  /** Identifies the view in paths and links. */
  id: string;
  /** `routePrefix` of the table. */
  table: string;
  /** Unique for its owner and table. */
  name: string;
  /** The user who has saved it. */
  owner: {
    /** Of the user. */
    id: string | number;
    /** Null if unknown. */
    name: string | null;
  };
  /** Roles with which it is shared: for its owner all of them, for others only their own. */
  sharedWith: ViewAudience;
  /** Whether the reader is the owner. */
  isOwn: boolean;
  /** Whether the table opens with it for the reader. */
  isDefault: boolean;
  /** For its owner, who may share: ids of the roles of which it is the default, and `everyone`. */
  defaultFor?: (string | number)[];
  /** Whether the reader has pinned it, to the home page for example. */
  isPinned: boolean;
  /** Whether the reader may change, share and delete it. */
  mayChange: boolean;
  /** What the view remembers. */
  state: ViewState;
  /** Number of changes, from 1. Sent with a change, it refuses to overwrite a newer one. */
  revision: number;
}

/** Ids of roles, or all users of the table. */
export type ViewAudience = 'everyone' | (string | number)[];

/** For whom a default is set. */
export const viewDefaultScopes = ['me', 'role', 'everyone'] as const;
export type ViewDefaultScope = (typeof viewDefaultScopes)[number];

/**
 * Response of `GET /api/views`: the views of `table`, or with `pinned=true` those of all tables that the reader has pinned.
 */
export interface TableViewsResponse {
  /** The reader's own, then shared ones, each by name. Pinned ones by name. */
  views: TableView[];
  /** Ids of the default views that the reader sees. The table opens with the first that is set: `me`, `role`, `everyone`. Null with `pinned`. */
  defaults: Record<ViewDefaultScope, string | null>;
  /** Roles with which the reader may share; empty without the permission. */
  roles: {
    /** Of the role. */
    id: number;
    /** Display name. */
    label: string;
  }[];
}

/** Body of `POST /api/views`. */
export interface NewTableView {
  /** `routePrefix` of the table. */
  table: string;
  /** 1 to 100 characters; surrounding spaces are removed. */
  name: string;
  /** At most 64 kB of JSON. */
  state: ViewState;
  /** With nobody by default. */
  sharedWith?: ViewAudience;
}

/** Body of `PATCH /api/views/{id}`. Missing members stay unchanged. */
export interface TableViewChange {
  /** As in a new view, like the next two. */
  name?: string;
  /** Replaces the whole state. */
  state?: ViewState;
  /** Replaces all roles. */
  sharedWith?: ViewAudience;
  /** The revision that was read: 409 if the view has changed since. */
  revision?: number;
}

/** Body of `PUT /api/views/default`. */
export interface DefaultTableView {
  /** `routePrefix` of the table. */
  table: string;
  /** Id of the view; null for none. */
  view: string | null;
  /** Others than `me` require the permission `views.share`. */
  for: ViewDefaultScope;
  /** With `for: 'role'`: another role than the caller's. */
  role?: string | number;
}
