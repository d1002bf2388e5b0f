/** Kind of fault. */
export type TemplateFaultCode =
  /** A required option is missing. */
  | 'missing'
  /** The option does not exist. */
  | 'unknown_key'
  /** The value has another JSON type. */
  | 'wrong_type'
  /** The word is not allowed there. */
  | 'unknown_word'
  /** Too small, too large, too short or empty. */
  | 'out_of_range'
  /** The text has the wrong format. */
  | 'malformed'
  | 'duplicate'
  /** Two options, or two tags, exclude each other. */
  | 'conflict'
  /** The option has an effect only together with another one, which is missing. */
  | 'no_effect'
  /** A nested property is used where a column of the query is required. */
  | 'nested'
  /** The name is not one of the columns, enumerations or resources. */
  | 'unknown_name'
  | 'unknown_route'
  /** The route does not support the method. */
  | 'route_method'
  /** The path of the route has too many parameters, or too few. */
  | 'route_parameters'
  /** The query cannot be built or used. */
  | 'query'
  /** The query does not know the column, or does not select it. */
  | 'unknown_column'
  /** The column cannot be summed. */
  | 'not_numeric'
  /** The database lacks what `installRowCounts` or `installActionRuns` creates. */
  | 'not_installed'
  /** The cached count depends on changes that are not recorded. */
  | 'not_followed';

/** One mistake in a template, for the developer who wrote it. */
export interface TemplateFault {
  /** Where: `columns[2].meta[0]`; empty for the template itself. */
  readonly path: string;
  readonly code: TemplateFaultCode;
  /** The fault, with the value. A sentence. */
  readonly problem: string;
  /** How to fix it. A sentence. */
  readonly remedy: string;
  /** The word that was probably intended. */
  readonly suggestion?: string;
}

/**
 * Formats the faults of a template for a developer: numbered, each with file, path, problem and remedy. `source`: the
 * file of the template, for example `orders.json`.
 */
export function formatTemplateFaults(source: string, faults: readonly TemplateFault[]): string {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  const items = faults.map(
    ({ path, problem, remedy }, index) =>
      `${index + 1}. ${source}${path === '' ? '' : `: ${path}`}\n   ${problem}\n   ${remedy}`,
  );
  return [`The template ${source} has ${count}.`, ...items].join('\n');
}

/** A longer text is truncated; the rest is enough to find it. */
const longestText = 60;

/** A JSON value for messages: texts quoted, objects and lists by their kind. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'A list';
  if (typeof value === 'object' && value !== null) return 'An object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > longestText ? `${value.slice(0, longestText)}…` : value);
}
