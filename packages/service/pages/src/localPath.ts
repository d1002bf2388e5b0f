/**
 * The path to open after signing in: `wanted` if it is a path of this site, otherwise the start page. Prevents open
 * redirects by links to the sign-in page.
 */
export function localPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  try {
    const url = new URL(wanted, origin);
    const path = `${url.pathname}${url.search}${url.hash}`;
    // The resolved path must not be an address either: `/.//other.example` resolves to `//other.example`.
    if (url.origin !== origin || path.startsWith('//') || url.pathname === '/sign-in') return '/';
    return path;
  } catch {
    return '/';
  }
}
