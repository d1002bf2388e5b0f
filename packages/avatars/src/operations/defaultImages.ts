import { createHash } from 'node:crypto';
import type { AvatarSource, AvatarUser, ExternalService } from '../Avatars.ts';
import { drawImage } from '../image/process/drawImage.ts';
import { initialsImage } from '../initials/initialsImage.ts';

interface DefaultImagesOptions {
  readonly size: number;
  /** Maximum pixels of a decoded image. */
  readonly pixels: number;
  readonly external: ExternalService | undefined;
  readonly onBackgroundError: (error: unknown) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export interface DefaultImage {
  readonly bytes: Buffer;
  readonly mediaType: 'image/webp' | 'image/svg+xml';
  readonly source: AvatarSource;
}

/** Circuit breaker: opens after 5 consecutive failures for 60 s; one failure re-opens it. */
const maxFailures = 5;
const pause = 60_000;

/**
 * Makes default images: the external service's if it has one, otherwise initials. After five consecutive failures the
 * service is not called for a minute, so that users do not wait for it.
 */
export function defaultImages({
  size,
  pixels,
  external,
  onBackgroundError,
  now = () => performance.now(),
}: DefaultImagesOptions): (user: AvatarUser, signal?: AbortSignal) => Promise<DefaultImage> {
  let failures = 0;
  let retryAt = 0;

  return async (user, signal) => {
    signal?.throwIfAborted();
    const image = await externalImage(user, signal);

    return image === null
      ? { bytes: initialsImage(user, size), mediaType: 'image/svg+xml', source: 'initials' }
      : { bytes: image, mediaType: 'image/webp', source: 'external' };
  };

  async function externalImage({ id, email }: AvatarUser, signal?: AbortSignal): Promise<Buffer | null> {
    if (external === undefined || email.trim() === '' || now() < retryAt) return null;
    try {
      const found = await fetchExternalImage(email, external, { size, signal });
      failures = 0;
      if (found === null) return null;

      const limits = { bytes: maxBytes, pixels };

      return await drawImage(found, { user: id, size, limits, square: false });
    } catch (error) {
      signal?.throwIfAborted();
      onBackgroundError(error);
      if (error instanceof ExternalServiceError) countFailure(external);

      return null;
    }
  }

  function countFailure({ baseUrl }: ExternalService): void {
    failures++;
    if (failures < maxFailures || now() < retryAt) return;
    retryAt = now() + pause;
    onBackgroundError(
      new ExternalServiceError(
        `The external avatar service ${baseUrl} has failed ${failures} times in a row, and is not called for ` +
          `${pause / 1000} seconds. Meanwhile all users get initials.`,
      ),
    );
  }
}

/** A failure of the external service. Its message contains neither the e-mail address nor its hash. */
export class ExternalServiceError extends Error {
  override readonly name = 'ExternalServiceError';
}

const defaultTimeout = 3000;
/** Maximum bytes of a response. */
export const maxBytes = 1024 * 1024;

/**
 * The external service's image for an e-mail address, unchanged; null if it has none (404).
 *
 * @throws ExternalServiceError for any other response, and after the time limit. Redirects are not followed: they could
 *   lead to addresses that only this server can reach.
 */
export async function fetchExternalImage(
  email: string,
  service: ExternalService,
  options: { readonly size: number; readonly signal?: AbortSignal },
): Promise<Buffer | null> {
  const { timeout = defaultTimeout } = service;
  const timeLimit = AbortSignal.timeout(timeout);
  const signal = options.signal ? AbortSignal.any([timeLimit, options.signal]) : timeLimit;

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
    if (timeLimit.aborted) throw failure(service, `did not respond within ${timeout} ms`);
    // The outer error may contain the full URL.
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
      if (length > maxBytes) throw failure(service, `sends more than ${maxBytes} bytes`);
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
