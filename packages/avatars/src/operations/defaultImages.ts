import type { AvatarSource } from '../Avatar.ts';
import type { AvatarUser, ExternalService } from '../Avatars.ts';
import { ExternalServiceError } from '../external/ExternalServiceError.ts';
import { fetchExternalImage, mostBytes } from '../external/fetchExternalImage.ts';
import { drawImage } from '../image/process/drawImage.ts';
import { initialsImage } from '../initials/initialsImage.ts';

export interface DefaultImagesOptions {
  readonly size: number;
  /** Most pixels of an image that is decoded. */
  readonly pixels: number;
  readonly external: ExternalService | undefined;
  readonly onBackgroundError: (error: unknown) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

export interface DefaultImage {
  readonly bytes: Buffer;
  readonly mediaType: 'image/webp' | 'image/svg+xml';
  readonly source: AvatarSource;
}

/** After so many failures in a row the service is left alone for so long (milliseconds), and one more begins it anew. */
const mostFailures = 5;
const pause = 60_000;

/**
 * Makes default images: the external service's where it has one, otherwise initials. A service that does not answer
 * costs a user the time limit; after five failures in a row nobody waits for it for a minute, and all get initials.
 */
export function defaultImages({
  size,
  pixels,
  external,
  onBackgroundError,
  now = () => performance.now(),
}: DefaultImagesOptions): (user: AvatarUser, signal?: AbortSignal) => Promise<DefaultImage> {
  let failures = 0;
  let askedAgainAt = 0;

  return async (user, signal) => {
    signal?.throwIfAborted();
    const image = await externalImage(user, signal);

    return image === null
      ? { bytes: initialsImage(user, size), mediaType: 'image/svg+xml', source: 'initials' }
      : { bytes: image, mediaType: 'image/webp', source: 'external' };
  };

  async function externalImage({ id, email }: AvatarUser, signal?: AbortSignal): Promise<Buffer | null> {
    if (external === undefined || email.trim() === '' || now() < askedAgainAt) return null;
    try {
      const found = await fetchExternalImage(email, external, { size, signal });
      failures = 0;
      if (found === null) return null;

      const limits = { bytes: mostBytes, pixels };

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
    if (failures < mostFailures || now() < askedAgainAt) return;
    askedAgainAt = now() + pause;
    onBackgroundError(
      new ExternalServiceError(
        `The external avatar service ${baseUrl} has failed ${failures} times in a row, and is not called for ` +
          `${pause / 1000} seconds. Meanwhile all users get initials.`,
      ),
    );
  }
}
