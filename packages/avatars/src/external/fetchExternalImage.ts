import { createHash } from 'node:crypto';
import type { ExternalService } from '../Avatars.ts';
import { ExternalServiceError } from './ExternalServiceError.ts';

const defaultTimeout = 3000;
/** Largest answer of a service. */
export const mostBytes = 1024 * 1024;

/**
 * The image that an external service has for an e-mail address, as sent; null when it has none (404).
 *
 * @throws ExternalServiceError for any other answer, and for none in time. Redirects are not followed: they could lead
 * to addresses that only this server can reach.
 */
export async function fetchExternalImage(
  email: string,
  service: ExternalService,
  options: { readonly size: number; readonly signal?: AbortSignal },
): Promise<Buffer | null> {
  const { timeout = defaultTimeout } = service;
  const inTime = AbortSignal.timeout(timeout);
  const signal = options.signal ? AbortSignal.any([inTime, options.signal]) : inTime;

  try {
    const response = await fetch(addressOf(email, service.baseUrl, options.size), {
      redirect: 'manual',
      headers: { accept: 'image/webp,image/png,image/jpeg,image/*;q=0.8' },
      signal,
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    return await readImage(response);
  } catch (error) {
    if (error instanceof ExternalServiceError) throw error;
    options.signal?.throwIfAborted();
    if (inTime.aborted) throw failure(service, `did not respond within ${timeout} ms`);
    // The outer error may name the whole address.
    const { cause, name } = error as { cause?: { code?: string; message?: string }; name: string };
    throw failure(service, `cannot be reached (${cause?.code ?? cause?.message ?? name})`, cause);
  }

  async function readImage(response: Response): Promise<Buffer> {
    const fault = faultOf(response);
    if (fault !== null) {
      await response.body?.cancel();
      throw failure(service, fault);
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      // Leaving the loop closes the connection.
      if (length > mostBytes) throw failure(service, `sends more than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

function addressOf(email: string, baseUrl: string, size: number): URL {
  const address = new URL(baseUrl);
  const key = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${key}`;
  address.searchParams.set('s', String(size));
  address.searchParams.set('d', '404');
  return address;
}

function faultOf({ status, headers }: Response): string | null {
  if (status >= 300 && status < 400) return `responds with a redirect (${status}), which is not followed`;
  if (status !== 200) return `responds with status ${status}`;
  const type = headers.get('content-type');
  return type?.toLowerCase().startsWith('image/')
    ? null
    : `responds with ${type ?? 'no Content-Type'}, not with an image`;
}

function failure({ baseUrl }: ExternalService, what: string, cause?: unknown): ExternalServiceError {
  return new ExternalServiceError(
    `The external avatar service ${baseUrl} ${what}.`,
    cause === undefined ? undefined : { cause },
  );
}
