import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../Transport.ts';

/** Sends it over a transport of anybody's: whatever that throws is a TransportError, and may have arrived. */
export async function sendRequest(
  transport: Transport,
  request: TransportRequest,
): Promise<TransportResponse> {
  try {
    return await transport.send(request);
  } catch (error) {
    if (error instanceof TransportError) throw error;

    throw new TransportError('other', error instanceof Error ? error.message : String(error), {
      mayHaveArrived: true,
      cause: error,
    });
  }
}
