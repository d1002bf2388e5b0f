/** A longer text is cut: a message shows enough of it to find it. */
const longestText = 60;

/** A JSON value as messages show it: texts quoted, what has members by its kind. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'A list';
  if (typeof value === 'object' && value !== null) return 'An object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > longestText ? `${value.slice(0, longestText)}…` : value);
}
