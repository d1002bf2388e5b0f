import type { AnyEndpoint } from '../Endpoint.ts';
import type { TransportRequest } from '../Transport.ts';
import { buildHeaders } from './buildHeaders.ts';
import { buildUrl } from './buildUrl.ts';
import { encodeBody } from './encodeBody.ts';

export interface BuildContext {
  readonly token: string | null;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  /** Told the address as soon as it is known, for the log of a request that cannot be built. */
  readonly onAddress?: (url: URL) => void;
}

/** The request of one attempt, everything in it asked anew, and its body as the log shows it before masking. */
export async function buildRequest(
  endpoint: AnyEndpoint,
  { token, signal, userAgent, onAddress }: BuildContext,
): Promise<{ readonly request: TransportRequest; readonly shownBody: unknown }> {
  const url = await buildUrl(endpoint);
  onAddress?.(url);
  const options = (await endpoint.options?.()) ?? {};
  const body = await encodeBody(endpoint);
  const headers = await buildHeaders(endpoint, { token, userAgent, body });

  return {
    request: { method: endpoint.method(), url, headers, body: body.body, signal, options },
    shownBody: body.shown,
  };
}
