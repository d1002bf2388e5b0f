/** A body as text to read: JSON indented, also where it came as text; null where there is none. */
export function bodyText(body: unknown): string | null {
  if (body === null || body === undefined || body === '') return null;
  if (typeof body !== 'string') return JSON.stringify(body, null, 2);
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
