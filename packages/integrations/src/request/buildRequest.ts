import { Readable } from 'node:stream';
import { type Deadline, withDeadline } from '../Deadline.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import { isPromise } from '../isPromise.ts';
import type { TransportRequest } from '../Transport.ts';
import { bodyAsQuery, hasQueryBody, type QueryFields } from './bodyAsQuery.ts';
import { buildHeaders } from './buildHeaders.ts';
import { buildUrl } from './buildUrl.ts';
import { encodeBody, none } from './encodeBody.ts';

export interface BuildContext {
  /** Null for a request without one. */
  readonly takeToken: (() => Promise<string>) | null;
  readonly deadline: Deadline;
  readonly userAgent: string;
  /** Told the address as soon as it is known, for the log of a request that cannot be built. */
  readonly onAddress?: (url: string) => void;
}

export interface BuiltRequest {
  readonly request: TransportRequest;
  /** The request's url as text. */
  readonly address: string;
  readonly token: string | null;
  /** The body as the log shows it before masking. */
  readonly shownBody: unknown;
}

/** The request of one attempt, everything in it asked anew. */
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
    // Nobody will read it any more.
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

/** The address is told without the body that is refused. */
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
