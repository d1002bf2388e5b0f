import { TransportError, type TransportRequest } from '../Transport.ts';

const redirects = new Set([301, 302, 303, 307, 308]);
/** What may go to another origin: nothing that the endpoint itself said. */
const harmless = new Set(['accept', 'user-agent']);

/**
 * The request that a redirect asks for; null when the response is no redirect. As browsers do, 303, and 301 and 302 after
 * POST, become GET. Another origin gets neither the endpoint's headers nor a body. Throws TransportError when it cannot be
 * followed.
 */
export function followRedirect(
  request: TransportRequest,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, unknown>> },
): TransportRequest | null {
  if (!redirects.has(status) || typeof headers.location !== 'string') return null;

  const url = URL.parse(headers.location, request.url.href);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw refused('to what is no address');
  url.username = '';
  url.password = '';
  url.hash = '';

  const becomesGet =
    (status === 303 && request.method !== 'HEAD') || (status < 303 && request.method === 'POST');
  const body = becomesGet ? null : request.body;
  const isSameOrigin = url.origin === request.url.origin;

  if (body !== null && !isSameOrigin) throw refused('to another origin, and would take the body there');
  if (body !== null && typeof body === 'object' && 'pipe' in body) throw refused('after its stream was sent');

  const kept = Object.entries(request.headers).filter(
    ([name]) => (isSameOrigin || harmless.has(name)) && !(becomesGet && name.startsWith('content-')),
  );
  return {
    ...request,
    url,
    method: becomesGet ? 'GET' : request.method,
    headers: Object.fromEntries(kept),
    body,
  };
}

function refused(how: string): TransportError {
  return new TransportError('redirect', `The answer redirects ${how}.`, { mayHaveArrived: true });
}
