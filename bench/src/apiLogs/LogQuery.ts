/** Conditions of a query of the log, combined with and. */
export interface LogQuery {
  readonly user?: number;
  readonly route?: string;
  readonly method?: string;
  readonly direction?: string;
  /** ISO 8601, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** Whether the number of matching calls is requested, as by a click on the table's button for it. */
  readonly counted?: true;
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The SQL of a query by hand, without `where`. */
export function conditionOf(query: LogQuery): Condition {
  const values: unknown[] = [];
  const parts = (
    [
      ['user_id =', query.user],
      ['route =', query.route],
      ['method =', query.method],
      ['direction =', query.direction],
      ['api_logs.created_at >=', query.from],
      ['api_logs.created_at <=', query.to],
    ] as const
  ).flatMap(([comparison, value]) => (value === undefined ? [] : [`${comparison} $${values.push(value)}`]));

  return { sql: parts.length === 0 ? 'true' : parts.join(' and '), values };
}
