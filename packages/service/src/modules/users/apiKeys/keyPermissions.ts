/** Under which the sign-in library stores the names of a key's permissions. */
const resource = 'routes';

/** As the sign-in library takes it. */
export function toKeyPermissions(names: readonly string[]): Record<string, string[]> {
  return { [resource]: [...names] };
}

/**
 * Names of the permissions that a key is limited to; null for all of its user. What cannot be read permits nothing.
 */
export function readKeyPermissions(stored: string | null): readonly string[] | null {
  if (stored === null) return null;
  try {
    const names = (JSON.parse(stored) as Record<string, unknown> | null)?.[resource];

    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
