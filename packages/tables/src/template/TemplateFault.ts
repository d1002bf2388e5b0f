/** What kind of fault it is. */
export type TemplateFaultCode =
  /** A required option is missing. */
  | 'missing'
  /** No option has that name. */
  | 'unknown_key'
  /** The value has another JSON type. */
  | 'wrong_type'
  /** The word is not one of those that are allowed there. */
  | 'unknown_word'
  /** Too small, too large, too short or empty. */
  | 'out_of_range'
  /** The text has the wrong format. */
  | 'malformed'
  | 'duplicate'
  /** Two options, or two tags, exclude each other. */
  | 'conflict'
  /** The option has an effect only beside another one, which is not there. */
  | 'no_effect'
  /** A nested property is used where only a column of the query will do. */
  | 'nested'
  /** The name is not among the columns, enumerations or resources. */
  | 'unknown_name'
  | 'unknown_route'
  /** The route is declared with other methods. */
  | 'route_method'
  /** The path of the route has too many parameters, or too few. */
  | 'route_parameters'
  /** The query cannot be built, or not be used. */
  | 'query'
  /** The query does not know the column, or does not select it. */
  | 'unknown_column'
  /** The column cannot be summed. */
  | 'not_numeric'
  /** The database lacks what `installRowCounts` or `installActionRuns` makes. */
  | 'not_installed'
  /** The kept count depends on what nothing records. */
  | 'not_followed';

/** One mistake in a template, for the developer who wrote it. */
export interface TemplateFault {
  /** Where: `columns[2].meta[0]`; empty for the template itself. */
  readonly path: string;
  readonly code: TemplateFaultCode;
  /** What is wrong, with the value. A sentence. */
  readonly problem: string;
  /** How to fix it. A sentence. */
  readonly remedy: string;
  /** The word that was probably meant. */
  readonly suggestion?: string;
}

/**
 * The faults of a template as a developer reads them: numbered, each with file, path, problem and remedy.
 * `source`: the file of the template, for example `orders.json`.
 */
export function formatTemplateFaults(source: string, faults: readonly TemplateFault[]): string {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  const items = faults.map(
    ({ path, problem, remedy }, index) =>
      `${index + 1}. ${source}${path === '' ? '' : `: ${path}`}\n   ${problem}\n   ${remedy}`,
  );
  return [`The template ${source} has ${count}.`, ...items].join('\n');
}

/** A longer text is cut: a message shows enough of it to find it. */
const longestText = 60;

/** A JSON value as messages show it: texts quoted, what has members by its kind. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'A list';
  if (typeof value === 'object' && value !== null) return 'An object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > longestText ? `${value.slice(0, longestText)}…` : value);
}
