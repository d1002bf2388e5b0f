/** A value of a result, as mysql2 passes it to `typeCast`. */
interface MysqlField {
  readonly type: string;
  string(): string | null;
}

/**
 * Options for a pool or a connection of mysql2 by which values arrive as they are stored: large integers and JSON as
 * text, dates in UTC. A date that no calendar has, such as `0000-00-00` or `2024-05-00`, is its text, where mysql2 would
 * count on to another day. For sessions whose `time_zone` is UTC.
 *
 * ```ts
 * const pool = createPool({ uri, ...storedMysqlValues });
 * ```
 */
export const storedMysqlValues = {
  supportBigNumbers: true,
  jsonStrings: true,
  timezone: 'Z',
  typeCast: (field: MysqlField, next: () => unknown): unknown => {
    switch (field.type) {
      case 'DATE':
      case 'NEWDATE':
        return dateOrText(field.string(), '');
      case 'DATETIME':
      case 'TIMESTAMP':
        return dateOrText(field.string(), 'Z');
      case 'YEAR':
        return yearOrText(field.string());
      default:
        return next();
    }
  },
};

function dateOrText(text: string | null, zone: '' | 'Z'): Date | string | null {
  if (text === null) return null;
  const date = new Date(text.replace(' ', 'T') + zone);

  return isNamedDay(text, date) ? date : text;
}

/** Whether the Date has the day of the text: some days that do not exist are counted on to another. */
function isNamedDay(text: string, date: Date): boolean {
  return (
    !text.startsWith('0000') &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text.slice(0, 10))
  );
}

/** The year 0000 is no number that people would recognise. */
function yearOrText(text: string | null): number | string | null {
  return text === null || text === '0000' ? text : Number(text);
}
