/** IANA name of the time zone that the browser is in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Tells the service with every request, links and streams included, which zone that is. */
export function sendBrowserTimeZone(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `rowhouse_time_zone=${browserTimeZone()}; path=/; max-age=31536000; samesite=lax${secure}`;
}
