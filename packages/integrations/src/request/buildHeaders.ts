import type { AnyEndpoint } from '../Endpoint.ts';
import { isPromise } from '../Endpoint.ts';
import { invalidEndpoint } from '../errors.ts';
import type { EncodedBody } from './EncodedBody.ts';

/** Computed from the body; endpoints must not set them. */
const computed = new Set(['content-length', 'transfer-encoding', 'connection']);

/** All headers of a request, in lower case: defaults, those of the body, the endpoint's own, and credentials. */
export function buildHeaders(
  endpoint: AnyEndpoint,
  {
    token,
    userAgent,
    body,
    accept = 'application/json, */*;q=0.8',
  }: { token: string | null; userAgent: string; body: EncodedBody; accept?: string },
): Record<string, string> | Promise<Record<string, string>> {
  const headers: Record<string, string> = {
    accept,
    'user-agent': userAgent,
  };
  if (body.contentType !== null) headers['content-type'] = body.contentType;
  if (typeof body.length === 'number') headers['content-length'] = String(body.length);

  const endpointHeaders = endpoint.headers?.();
  if (isPromise(endpointHeaders) || endpoint.username)
    return withCredentials(endpoint, { headers, endpointHeaders, token, body });
  add(headers, endpointHeaders, { endpoint, body });
  if (token !== null) headers.authorization = `Bearer ${token}`;

  return headers;
}

async function withCredentials(
  endpoint: AnyEndpoint,
  {
    headers,
    endpointHeaders,
    token,
    body,
  }: {
    headers: Record<string, string>;
    endpointHeaders: ReturnType<NonNullable<AnyEndpoint['headers']>> | undefined;
    token: string | null;
    body: EncodedBody;
  },
): Promise<Record<string, string>> {
  add(headers, await endpointHeaders, { endpoint, body });
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (endpoint.username) headers.authorization = await basic(endpoint, endpoint.username, endpoint.password);

  return headers;
}

function add(
  headers: Record<string, string>,
  endpointHeaders: Readonly<Record<string, string>> | undefined,
  { endpoint, body }: { endpoint: AnyEndpoint; body: EncodedBody },
): void {
  for (const [name, value] of Object.entries(endpointHeaders ?? {})) {
    const key = name.toLowerCase();
    check(endpoint, name, value);
    // It contains the generated boundary.
    if (key === 'content-type' && body.fixedType) continue;
    headers[key] = value;
  }
}

function check(endpoint: AnyEndpoint, name: string, value: unknown): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw invalidEndpoint(
      endpoint,
      '.headers() has a name that is not allowed in HTTP; use letters, digits and "-".',
    );
  }
  if (computed.has(name.toLowerCase())) {
    throw invalidEndpoint(endpoint, `.headers() has ${name}, which is computed from the body; remove it.`);
  }
  if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw invalidEndpoint(
      endpoint,
      `.headers(): the value of ${name} cannot be sent; use one line of Latin-1 text.`,
    );
  }
}

async function basic(
  endpoint: AnyEndpoint,
  username: () => string | Promise<string>,
  password: () => string | Promise<string>,
): Promise<string> {
  if (endpoint.tokenProvider) {
    throw invalidEndpoint(endpoint, ' has both a token and basic authentication; remove one.');
  }
  const name = await username.call(endpoint);
  if (name.includes(':')) {
    throw invalidEndpoint(
      endpoint,
      '.username() has a colon, which separates user name and password in basic authentication; remove it.',
    );
  }
  return `Basic ${Buffer.from(`${name}:${await password.call(endpoint)}`).toString('base64')}`;
}
