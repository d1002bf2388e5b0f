import { filterTypes } from './constants.ts';
import { type LinkedRows, linkedRows } from './linked.ts';
import {
  exactly,
  type Infer,
  integer,
  list,
  object,
  oneOf,
  optional,
  record,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

export const deletionRules = ['cascade', 'restrict', 'setNull', 'setDefault'] as const;
/** What a deletion does with rows that refer to the deleted record: deletes them, is refused, or changes their reference. */
export type DeletionRule = (typeof deletionRules)[number];

const relatedFilter = object({
  /** `table.column` of a filter of the table. */
  data: text({ minLength: 1 }),
  /** Type of the filter. */
  type: oneOf(filterTypes),
  /** The value that the rows have. */
  value: scalar<string | number>('string', 'number'),
});
/** A condition of rows that refer to a record; rows match all of them. */
export interface RelatedFilter extends Infer<typeof relatedFilter> {}

export const relatedTable = object({
  /** Id of the table that has the rows: its routePrefix. */
  table: text({ minLength: 1 }),
  /** Name of the table; not translated by the server. */
  name: text(),
  /** Names the reference, as the table does; not translated. Empty for one that has no name. */
  as: text(),
  /** Filters of that table that select the rows; empty if it has none for them. */
  filters: list(ref<RelatedFilter>(relatedFilter)),
  /** Field → value of a new record that refers to this one; missing if the user may not create it there. */
  create: optional(record(scalar<string | number>('string', 'number'))),
});
/** A table that the user may read, with rows that may refer to a record. */
export interface RelatedTable extends Infer<typeof relatedTable> {}

const addedLink = object({
  /** Path that a new record of the join table is sent to by POST, as `{ values }`. DELETE with its `undo` removes it again. */
  path: text({ minLength: 1 }),
  /** Its values that name the record. */
  values: record(scalar<string | number>('string', 'number')),
  /** Its field with the identifier of the row that is added. */
  field: text({ minLength: 1 }),
});
/** How a row is linked to a record. */
export interface AddedLink extends Infer<typeof addedLink> {}

const removedLink = object({
  /** Path for DELETE of a record of the join table, with `dtRowId` for its identifier. POST with its `undo` restores it. */
  path: text({ minLength: 1 }),
  /** Path of the data route of the join table: GET with `meta.names` and the filters of both sides finds the record. */
  rows: text({ minLength: 1 }),
});
/** How the link of a row to a record is removed. */
export interface RemovedLink extends Infer<typeof removedLink> {}

export const linkedTable = object({
  /** Id of the table that has the linked rows: its routePrefix. */
  table: text({ minLength: 1 }),
  /** Name of the table; not translated by the server. */
  name: text(),
  /** Distinguishes it from others with the same rows; not translated. Empty if there are none. */
  as: text(),
  /** Index among all tables of the record, with those of `related`. */
  position: integer({ minimum: 0 }),
  /** Selects the rows, as `linked` of a request of the table. */
  linked: ref<LinkedRows>(linkedRows),
  /** Missing if the user may not create records of the join table. */
  add: optional(ref<AddedLink>(addedLink)),
  /** Missing if the user may not delete records of the join table. */
  remove: optional(ref<RemovedLink>(removedLink)),
});
/** A table that the user may read, with rows that a join table links to a record: many to many. */
export interface LinkedTable extends Infer<typeof linkedTable> {}

export const relatedResponse = object({
  /** In the order of the definition; without one, in that of the tables. */
  related: list(ref<RelatedTable>(relatedTable)),
  /** In the same order; missing without any. */
  linked: optional(list(ref<LinkedTable>(linkedTable))),
});
/** Response of a table's data route to `meta.related`. */
export interface RelatedResponse extends Infer<typeof relatedResponse> {}

export const dependents = object({
  /** As for a related table. */
  table: text({ minLength: 1 }),
  /** As for a related table. */
  name: text(),
  /** As for a related table. */
  as: text(),
  /** As for a related table; empty, too, for rows that refer to another record, which is deleted with this one. */
  filters: list(ref<RelatedFilter>(relatedFilter)),
  /** Number of the user's rows of the table that refer to the record, or to a record that is deleted with it. */
  count: integer({ minimum: 1 }),
  /** There are more: they are not counted further. */
  isMore: optional(exactly(true)),
  /** What the deletion does with them. */
  onDelete: oneOf(deletionRules),
});
/** Rows of a table that a deletion affects. */
export interface Dependents extends Infer<typeof dependents> {}

export const recordDeletion = object({
  /** Those that the user may read. */
  dependents: list(ref<Dependents>(dependents)),
  /** Rows that the user may not read refer to the record, which the database therefore does not delete. */
  others: optional(exactly(true)),
  /** The database would refuse the deletion. */
  refused: optional(exactly(true)),
  /** The record is only marked as deleted, so that nothing depends on that. */
  soft: optional(exactly(true)),
});
/** Response of a table's `destroy` route to GET: what a deletion of the record would do. */
export interface RecordDeletion extends Infer<typeof recordDeletion> {}
