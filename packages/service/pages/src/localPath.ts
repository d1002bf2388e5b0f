/**
 * The path to go to after signing in: `wanted` when it is one of this site, otherwise the start page. An address of
 * another site in a link to the sign-in page must lead nobody away.
 */
export function localPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  try {
    const url = new URL(wanted, origin);
    const path = `${url.pathname}${url.search}${url.hash}`;
    // What the resolved path would mean as an address counts too: `/.//other.example` resolves to `//other.example`.
    if (url.origin !== origin || path.startsWith('//') || url.pathname === '/sign-in') return '/';
    return path;
  } catch {
    return '/';
  }
}
