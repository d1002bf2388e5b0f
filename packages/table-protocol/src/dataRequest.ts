import { rowId, type ShownRow, shownRow } from './changes.ts';
import { mostRowIds, searchModes, sortDirections } from './constants.ts';
import { mostFacets } from './facets.ts';
import { filterNode } from './filterGroups.ts';
import { filterValue, type InternalFilter, type Interval, internalFilter, interval } from './filters.ts';
import { type GroupLevel, type GroupSort, groupKey, groupLevel, groupSort, mostGroups } from './groups.ts';
import { type JobView, jobView } from './job.ts';
import { type LinkedRows, linkedRows } from './linked.ts';
import { type NamesRequest, namesRequest } from './names.ts';
import {
  anyOf,
  anything,
  boolean,
  count,
  type Infer,
  integer,
  list,
  object,
  oneOf,
  optional,
  orNothing,
  record,
  ref,
  text,
} from './shape/Shape.ts';

const rowIds = list(rowId, { maxItems: mostRowIds });

export const dataPayload = object({
  /** The page and the search. */
  meta: optional(
    object({
      /** Zero-based index of the first row. Defaults to 0. */
      start: optional(count({ default: 0 })),
      /** Rows per page, from 1 to the maximum of the length menu. Defaults to its first. */
      length: optional(integer({ minimum: 1 })),
      /** Row identifier: returns only this row, regardless of search and filters, with its `position` in their result. */
      row: optional(rowId),
      /** Searched in all searchable columns. Mode `full` splits it into words, each of which must match a column. */
      search: optional(text()),
      /** One of the table's search modes. Defaults to the template's `searchMode`. */
      searchMode: optional(oneOf(searchModes)),
      /** False disables the default sort, if no column is sorted. */
      sort: optional(boolean()),
      /** Requests counts and totals although the table exceeds its limit. */
      forceInfo: optional(boolean()),
      /** `table.column` of up to 10 filters whose values are requested with their counts, instead of rows. */
      facets: optional(list(text(), { maxItems: mostFacets })),
      /** A column whose statistics are requested, instead of rows. */
      statistics: optional(text()),
      /** Up to 3 levels of grouping: the groups of the next level are returned instead of rows. */
      groups: optional(list(ref<GroupLevel>(groupLevel), { maxItems: mostGroups })),
      /** Keys of the opened groups, from the first level on. As long as `groups`, it returns the rows of that group. */
      groupPath: optional(list(groupKey)),
      /** Order of the groups; by label by default. */
      groupSort: optional(ref<GroupSort>(groupSort)),
      /** Shown rows of a `live` table, at most as many as a page: the changed ones are returned instead of a page. */
      changes: optional(list(ref<ShownRow>(shownRow))),
      /** The names of rows are returned instead of a page, as options for a reference to one of them. */
      names: optional(ref<NamesRequest>(namesRequest)),
      /** Row identifier: the tables with rows that refer to this one are returned instead of a page. */
      related: optional(rowId),
    }),
  ),
  /** The sorted columns in sort order; for an export all columns, with `visible`. */
  columns: optional(
    list(
      object({
        /** A column of the template. */
        name: text(),
        meta: optional(
          object({
            /** Direction; columns are sorted in the order of this list. */
            sort: orNothing(oneOf(sortDirections)),
            /** For an export: whether the column is in the file; by default as in the template. */
            visible: optional(boolean()),
          }),
        ),
      }),
    ),
  ),
  /** table → column → value, or list of values of which one must match. */
  filters: orNothing(record(record(anyOf(filterValue, list(filterValue))))),
  /** table → column → bounds; for number and date filters. */
  intervals: orNothing(record(record(ref<Interval>(interval)))),
  /** Filters that a user has composed; rows must match all. */
  internalFilters: orNothing(list(ref<InternalFilter>(internalFilter))),
  /** A condition, or conditions combined by `all`, `any` and `not`; rows must match it and all filters above. */
  where: orNothing(filterNode),
  /** Only rows that the rows of a join table link to a record, as `linked` of a response to `meta.related` says. */
  linked: orNothing(ref<LinkedRows>(linkedRows)),
  /** Free values for the application's query. Those in `filterParams` of the definition count as filters. */
  params: orNothing(record(anything())),
  /** Identifiers of up to 1,000 rows: only these, as far as they match the rest. For selectable tables. */
  only: orNothing(rowIds),
  /** Identifiers of up to 1,000 rows that are left out. For selectable tables. */
  except: orNothing(rowIds),
  /** Only for actions: the number of rows that the user has confirmed. Another number of rows is refused with 409. */
  confirmed: orNothing(count()),
  /** Only for actions that have an input: field → value, as `EditValue`. Fields that are missing have their default. */
  input: orNothing(record(anything())),
  /** For an export: the names of its columns, in their order. Defaults to those that are `visible`, as in the template. */
  exported: orNothing(list(text())),
  /** For an export: in the groups of `meta.groups`, as a screen shows them. Defaults to false. */
  grouped: orNothing(boolean()),
  /**
   * BCP 47 tag of the language in whose manner dates, numbers and money are written where neither the template nor the
   * configuration sets their format. Defaults to `d-m-Y` and `1,234.50`. The same as for init.
   */
  locale: orNothing(text()),
  /** For an export: the saved view that is open. Lists of exports name it; the rows do not depend on it. */
  view: orNothing(ref<JobView>(jobView)),
});
/** Payload of a table's data, export and action routes. All members are optional. */
export interface DataPayload extends Infer<typeof dataPayload> {}
