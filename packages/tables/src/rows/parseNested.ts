import type { AnyRow } from '../definition/TableContext.ts';

/**
 * Parses texts of JSON in place, where columns name parts of them: drivers return JSON as text, or an object. Numbers that
 * JavaScript would change stay texts of their digits.
 */
export function parseNested(rows: AnyRow[], names: readonly string[]): void {
  for (const name of names) {
    for (const row of rows as Record<string, unknown>[]) {
      const value = row[name];
      if (typeof value === 'string') row[name] = parsed(value);
    }
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, keepDigits);

    return typeof value === 'object' ? value : text;
  } catch {
    return text;
  }
}

/** The source is a parameter that TypeScript's library lacks. */
function keepDigits(_key: string, value: unknown, ...[context]: unknown[]): unknown {
  const { source } = context as { readonly source?: string };

  return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value;
}
