/**
 * Columns that an action sets, by one statement per chunk of rows. Plain JSON, which the template may also contain.
 *
 * ```json
 * {
 *   "set": { "status": 4, "delivered_on": { "ifEmpty": { "now": true } } },
 *   "refuse": [{ "when": { "status": [5, 6] }, "message": "{number} is cancelled or returned." }],
 *   "skip": { "status": 4 }
 * }
 * ```
 *
 * ```sql
 * update orders set status = $1, delivered_on = coalesce(delivered_on, $2)
 * where id = any($3) and (case when status in ($4, $5) then 0 when status = $6 then -1 end) is null
 * ```
 *
 * Columns are those of the row identifier's table, as `column` or `table.column`.
 */
export interface ActionUpdate {
  /** Column → its new value. Neither the row identifier nor the version of rows, which is incremented automatically. */
  readonly set: Readonly<Record<string, UpdateValue>>;
  /** Rows that are not written but reported as failed, each with the message of the first matching entry. */
  readonly refuse?: readonly UpdateRefusal[];
  /** Rows that stay unchanged and count as processed. */
  readonly skip?: UpdateCondition;
}

export type UpdateScalar = string | number | boolean | null;

/**
 * A constant in the type of the column: a day as `YYYY-MM-DD`, an instant as ISO 8601 with its zone. `{ now: true }` is
 * when the run started, the same for all its rows: an instant, or that day in the time zone of the request. `{ ifEmpty: … }`
 * keeps the value that a row has, and replaces null. `{ input: 'status' }` is the value of that field of the action's input; a
 * column whose field has no value stays as it is.
 */
export type UpdateValue =
  | UpdateScalar
  | { readonly now: true }
  | InputValue
  | { readonly ifEmpty: Exclude<UpdateScalar, null> | { readonly now: true } | InputValue };

export interface InputValue {
  /** Name of a field of the action's `input`. */
  readonly input: string;
}

/** Column → the value, or one of a list of values; all columns must match. */
export type UpdateCondition = Readonly<
  Record<
    string,
    UpdateScalar | readonly UpdateScalar[] | { readonly not: UpdateScalar | readonly UpdateScalar[] }
  >
>;

export interface UpdateRefusal {
  readonly when: UpdateCondition;
  /** For users. `{column}` is replaced by the row's value of a column of the template. */
  readonly message: string;
}
