import type { Client } from '../Client.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import { buildRequest } from '../request/buildRequest.ts';
import type { TransportResponse } from '../Transport.ts';
import { bearerToken } from '../tokens/bearerToken.ts';
import { sendRequest } from '../transport/sendRequest.ts';
import type { Exchange } from './Exchange.ts';

/** An attempt over HTTP. */
export function httpExchange(endpoint: AnyEndpoint, client: Client): Exchange<TransportResponse> {
  return async ({ deadline, preparing, sending }) => {
    const provider = endpoint.tokenProvider?.();
    const { request, address, token, shownBody } = await buildRequest(endpoint, {
      takeToken: provider ? () => bearerToken(provider) : null,
      deadline,
      userAgent: client.userAgent,
      onAddress: (url) => preparing({ method: endpoint.method(), url, headers: {}, body: null, token: null }),
    });
    const { method, headers } = request;
    sending({ method, url: address, headers, body: shownBody, token });

    return sendRequest(client.transport, request);
  };
}
