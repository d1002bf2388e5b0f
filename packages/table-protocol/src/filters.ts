import { filterTypes, searchModes } from './constants.ts';
import {
  anyOf,
  type Infer,
  list,
  object,
  oneOf,
  optional,
  orNothing,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

export type FilterValue = string | number | boolean | null;
export const filterValue = scalar<FilterValue>('string', 'number', 'boolean', 'null');

export const interval = object({
  /** Minimum number or date. */
  min: orNothing(scalar<string | number>('string', 'number')),
  /** Maximum number or date; a date without a time includes its whole day, a time its whole second. */
  max: orNothing(scalar<string | number>('string', 'number')),
});
/** Both bounds are inclusive; a missing or empty bound is open. */
export interface Interval extends Infer<typeof interval> {}

export const internalFilter = object({
  /** For the client; ignored by the server. */
  label: optional(text()),
  /** `table.column` of the query. */
  data: text(),
  /** Must equal the type of the filter in the table. */
  type: oneOf(filterTypes),
  /** Null, an empty text or list, or missing bounds do not filter. */
  value: anyOf(filterValue, list(filterValue), ref<Interval>(interval)),
  /** `string` filters: a search mode. `number` and `date` filters: `interval` for an interval, otherwise `value` or `date`. */
  mode: orNothing(anyOf(oneOf(searchModes), oneOf(['interval', 'value', 'date']))),
});
export interface InternalFilter extends Infer<typeof internalFilter> {}
