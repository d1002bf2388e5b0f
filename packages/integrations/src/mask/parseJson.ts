declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** More digits than a double has. Every database takes a number of the longest. */
const manyDigits = /\d{16}/;
const longestNumber = 40;

/** Reads a JSON object, list or string; null for anything else. Numbers with more digits than a double has become raw JSON. */
export function parseJson(text: string): { readonly value: unknown } | null {
  if (!/^\s*[[{"]/.test(text)) return null;
  try {
    return { value: manyDigits.test(text) ? JSON.parse(text, withAllDigits) : JSON.parse(text) };
  } catch {
    return null;
  }
}

function withAllDigits(_key: string, value: unknown, { source }: { readonly source: string }): unknown {
  const isExact = typeof value !== 'number' || String(value) === source;

  return isExact || source.length > longestNumber || /e/i.test(source) ? value : JSON.rawJSON(source);
}
