import { rowId } from './changes.ts';
import { type Infer, integer, list, object, optional, ref, text } from './shape/Shape.ts';

/** Names in one response, at most. */
export const mostNames = 1000;
/** Names in a response by default. */
export const fewNames = 100;

export const namesRequest = object({
  /** Each word has to occur in a name, or equal the identifier; empty for all rows. */
  query: optional(text()),
  /** Names to return, from 1 to 1,000. Defaults to 100. */
  limit: optional(integer({ minimum: 1, maximum: mostNames, default: fewNames })),
  /** Identifier of a row whose name comes first, while `query` is empty. */
  row: optional(rowId),
});
/** `meta.names`: which rows' names are requested. */
export interface NamesRequest extends Infer<typeof namesRequest> {}

const namedRow = object({
  /** Row identifier. */
  id: rowId,
  /** Display name; the identifier for a row without one. */
  name: text(),
});
export interface NamedRow extends Infer<typeof namedRow> {}

export const namesResponse = object({
  /** In the order of the names. As many as requested, if there are more. */
  names: list(ref<NamedRow>(namedRow)),
});
/** Response of a table's data route to `meta.names`. */
export interface NamesResponse extends Infer<typeof namesResponse> {}
