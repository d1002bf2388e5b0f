import type { AnyRow } from '../definition/TableContext.ts';

/**
 * Parses texts of JSON in place, as drivers do, so that functions of a definition get objects. The returned function
 * restores the texts, which show what is stored, where a function has not replaced the value.
 */
export function parseJson(rows: readonly AnyRow[], names: readonly string[]): () => void {
  if (names.length === 0) return () => undefined;
  const kept = (rows as readonly Record<string, unknown>[]).flatMap((row) =>
    names.flatMap((name) => {
      const text = row[name];
      if (typeof text !== 'string') return [];
      const value: unknown = JSON.parse(text);
      row[name] = value;

      return [{ row, name, text, value }];
    }),
  );

  return () => {
    for (const { row, name, text, value } of kept) if (row[name] === value) row[name] = text;
  };
}
