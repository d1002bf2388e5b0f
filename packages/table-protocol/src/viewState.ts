import { pinnedSides, searchModes, sortDirections, viewDensities, viewModes } from './constants.ts';
import { filterNode } from './filterGroups.ts';
import { type InternalFilter, internalFilter } from './filters.ts';
import { mostGroups } from './groups.ts';
import {
  anything,
  extended,
  type Infer,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  orNothing,
  record,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

const viewedColumn = text({ minLength: 1, maxLength: 200 });
const viewedColumns = list(viewedColumn, { maxItems: 1000 });

const viewFilter = extended(internalFilter, {
  // Checked with each data request, like the mode.
  value: anything<InternalFilter['value']>(),
  mode: orNothing(scalar<NonNullable<InternalFilter['mode']>>('string')),
  /** Labels of a select filter's values, in the same order. */
  valueLabels: optional(list(text(), { maxItems: 1000 })),
});
/** A filter of a view, with the labels of its selected values. */
export interface ViewFilter extends Infer<typeof viewFilter> {}

export const viewState = object({
  /** Columns from left to right; others follow in template order. */
  order: optional(viewedColumns),
  /** Column → width in CSS pixels, 1 to 10,000. */
  widths: optional(record(number({ minimum: 1, maximum: 10_000 }))),
  /** Column → side. */
  pinned: optional(record(oneOf(pinnedSides))),
  /** The visible columns. */
  visible: optional(viewedColumns),
  /** Height of the rows. */
  density: optional(oneOf(viewDensities)),
  /** The sorted columns in sort order. */
  sort: optional(
    list(
      object({
        /** The column. */
        name: viewedColumn,
        /** Direction. */
        direction: oneOf(sortDirections),
      }),
      { maxItems: 100 },
    ),
  ),
  /** Filter groups, as `where` of the data request. */
  where: optional(filterNode),
  /** As `internalFilters` of the data request. */
  filters: optional(list(ref<ViewFilter>(viewFilter), { maxItems: 100 })),
  /** The grouped columns, from the outermost. */
  groups: optional(
    list(
      object({
        /** The column. */
        column: viewedColumn,
        /** For dates: `day`, `week`, `month`, `quarter` or `year`. */
        step: optional(text()),
      }),
      { maxItems: mostGroups },
    ),
  ),
  /** Order of the groups. */
  groupSort: optional(
    object({
      /** `label`, `count`, or the name of a column with a total. */
      by: viewedColumn,
      /** Direction. */
      direction: oneOf(sortDirections),
    }),
  ),
  /** Searched text, at most 1,000 characters. */
  search: optional(text({ maxLength: 1000 })),
  /** Mode of the search. */
  searchMode: optional(oneOf(searchModes)),
  /** Rows per page. */
  length: optional(integer({ minimum: 1, maximum: 100_000 })),
  /** Styles of the table. */
  viewModes: optional(list(oneOf(viewModes), { maxItems: viewModes.length })),
});
/** What a view remembers of a table. A missing member is as in the template. Columns are named as in the template. */
export interface ViewState extends Infer<typeof viewState> {}
