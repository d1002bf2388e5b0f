import type { Router } from 'vue-router';

/**
 * Opens a link to another page without loading the application again, unless the click opens another tab, saves a file, or
 * the address is not one of the pages. For links that are drawn without a RouterLink, as those of tables.
 */
export function followLink(event: MouseEvent, router: Router): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!isPlain || event.defaultPrevented || !link?.href || link.download || link.target) return;
  const { origin, pathname, search, hash } = new URL(link.href);
  const path = pathname + search + hash;
  if (origin !== location.origin || router.resolve(path).name === 'not-found') return;
  event.preventDefault();
  void router.push(path);
}
