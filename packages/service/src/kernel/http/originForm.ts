import type { IncomingMessage } from 'node:http';

/**
 * The address of a request as a path. Every server has to accept the absolute form, as proxies receive it
 * (`GET http://host/path`); whatever compares addresses knows the path only.
 */
export function originForm({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [scheme] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (scheme === undefined) return url;
  const rest = url.slice(scheme.length);

  return rest.startsWith('/') ? rest : `/${rest}`;
}
