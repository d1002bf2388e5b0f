/** Columns of the library's own administration. The service's roles are others, and stand in /api/core/me. */
const libraryOnly = new Set(['role', 'banned', 'banReason', 'banExpires']);

/** A response of the sign-in library without what it says of `user` that does not hold in the service. */
export function withoutLibraryRole(text: string): string {
  const content: unknown = JSON.parse(text === '' ? 'null' : text);
  if (!isObject(content) || !isObject(content.user)) return text;
  const user = Object.entries(content.user).filter(([name]) => !libraryOnly.has(name));

  return JSON.stringify({ ...content, user: Object.fromEntries(user) });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
