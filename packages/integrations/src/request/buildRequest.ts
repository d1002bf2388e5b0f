import { Readable } from 'node:stream';
import { type Deadline, withDeadline } from '../Deadline.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import { isPromise } from '../Endpoint.ts';
import type { TransportRequest } from '../Transport.ts';
import { buildHeaders } from './buildHeaders.ts';
import { bodyAsQuery, buildUrl, hasQueryBody, type QueryFields } from './buildUrl.ts';
import { encodeBody, none } from './encodeBody.ts';

interface BuildContext {
  /** Null for a request without a token. */
  readonly takeToken: (() => Promise<string>) | null;
  readonly deadline: Deadline;
  readonly userAgent: string;
  /** Receives the URL when it is known, to log a request that cannot be built. */
  readonly onAddress?: (url: string) => void;
}

interface BuiltRequest {
  readonly request: TransportRequest;
  /** The URL as text. */
  readonly address: string;
  readonly token: string | null;
  /** The body for the log, unmasked. */
  readonly shownBody: unknown;
}

/** Builds the request of one attempt. */
export async function buildRequest(
  endpoint: AnyEndpoint,
  { takeToken, deadline, userAgent, onAddress }: BuildContext,
): Promise<BuiltRequest> {
  const fields = hasQueryBody(endpoint) ? await queryOf(endpoint, onAddress) : null;
  const built = buildUrl(endpoint, fields);
  const url = isPromise(built) ? await built : built;
  const address = url.href;
  onAddress?.(address);
  const token = takeToken === null ? null : await takeToken();
  const given = endpoint.options?.();
  const options = (isPromise(given) ? await given : given) ?? {};
  const encoded = hasQueryBody(endpoint) ? { ...none, shown: fields } : encodeBody(endpoint);
  const body = isPromise(encoded) ? await encoded : encoded;
  let headers: Record<string, string>;
  try {
    const all = buildHeaders(endpoint, { token, userAgent, body });
    headers = isPromise(all) ? await all : all;
  } catch (error) {
    // It will not be read.
    if (body.body instanceof Readable) body.body.destroy();
    throw error;
  }

  return {
    request: withDeadline({ method: endpoint.method(), url, headers, body: body.body, options }, deadline),
    address,
    token,
    shownBody: body.shown,
  };
}

/** Reports the URL without the query if the body is refused. */
async function queryOf(
  endpoint: AnyEndpoint,
  onAddress: BuildContext['onAddress'],
): Promise<QueryFields | null> {
  try {
    return await bodyAsQuery(endpoint);
  } catch (error) {
    onAddress?.((await buildUrl(endpoint)).href);
    throw error;
  }
}
