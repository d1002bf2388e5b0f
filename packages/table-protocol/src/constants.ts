/** Values allowed in requests and responses, each with its type. */

export const searchModes = ['full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain'] as const;
export type SearchMode = (typeof searchModes)[number];

export const comparisonOperators = ['LIKE', 'ILIKE'] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

export const sortDirections = ['ASC', 'DESC'] as const;
export type SortDirection = (typeof sortDirections)[number];

export const alignments = ['left', 'center', 'right'] as const;
export type Alignment = (typeof alignments)[number];

/** HTTP methods of data requests. */
export const readMethods = ['GET', 'POST'] as const;
export type ReadMethod = (typeof readMethods)[number];

export const buttonMethods = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'] as const;
export type ButtonMethod = (typeof buttonMethods)[number];

export const buttonActions = ['router', 'href', 'export', 'ajax'] as const;
export type ButtonAction = (typeof buttonActions)[number];

export const buttonTypes = ['global', 'row', 'dropdown'] as const;
export type ButtonType = (typeof buttonTypes)[number];

/** View modes that users can switch on and off. */
export const viewModes = ['compact', 'striped', 'bordered', 'hover'] as const;
export type ViewMode = (typeof viewModes)[number];

export const tableControls = ['length', 'columns', 'style', 'reload', 'reset'] as const;
export type TableControl = (typeof tableControls)[number];

export const filterTypes = ['boolean', 'enum', 'select', 'date', 'number', 'string'] as const;
export type FilterType = (typeof filterTypes)[number];

/** Column tags sent as one boolean each; `sort:ASC`, `sort:DESC` and `notVisible` are sent as `sort` and `visible`. */
export const columnFlags = [
  'searchable',
  'sortable',
  'nullLast',
  'translatable',
  'boolean',
  'slot',
  'rogue',
  'total',
  'rawTotal',
  'average',
  'customTotal',
  'date',
  'datetime',
  'icon',
  'clickable',
  'notExportable',
  'filterable',
  'facet',
  'groupable',
  'cents',
  'method',
  'editable',
  'important',
] as const;
export type ColumnFlag = (typeof columnFlags)[number];

/** All tags allowed in a column's `meta` list. */
export const metaTags = [...columnFlags, 'sort:ASC', 'sort:DESC', 'notVisible'] as const;
export type MetaTag = (typeof metaTags)[number];

/** Characters of a number, a text or a row identifier that is compared as a whole. */
export const longestValue = 1000;

/** Row identifiers in `only`, and in `except`. */
export const mostRowIds = 1000;

/** Changes when responses change so that clients must discard stored state. */
export const apiVersion = '1.0';

/** The language whose manner the default formats are: English without a region. A request need not name it. */
export const defaultLocale = 'en';

/** Heights of rows. */
export const viewDensities = ['compact', 'normal', 'roomy'] as const;
export type ViewDensity = (typeof viewDensities)[number];

/** The sides to which a column is pinned. */
export const pinnedSides = ['left', 'right'] as const;
export type PinnedSide = (typeof pinnedSides)[number];
