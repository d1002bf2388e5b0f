import type { Client } from '../Client.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import { buildRequest } from '../request/buildRequest.ts';
import { TransportError, type TransportResponse } from '../Transport.ts';
import { bearerToken } from '../tokens/bearerToken.ts';
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

    try {
      return await client.transport.send(request);
    } catch (error) {
      if (error instanceof TransportError) throw error;

      throw new TransportError('other', error instanceof Error ? error.message : String(error), {
        mayHaveArrived: true,
        cause: error,
      });
    }
  };
}
