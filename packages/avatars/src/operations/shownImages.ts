import { type EnglishText, say, type Text, Turns } from '@rowhouse/problems';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Avatar, AvatarFile, AvatarImage, AvatarUser, ImageOptions } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';
import { webpOptions } from '../image/imageFormats.ts';
import { initialsImage } from '../initials/initialsImage.ts';

/** Leaves the other threads of the pool to the application's file access and password hashing. */
const turns = new Turns({ atOnce: 2 });

/** Resizes a stored webp, or initials drawn here, to a square. */
export function resizeImage(
  image: Buffer,
  options: { readonly size: number; readonly format: 'webp' | 'png' },
): Promise<Buffer> {
  const { size, format } = options;
  const resized = sharp(image).resize(size, size, { fit: 'cover' });
  const encoded = format === 'png' ? resized.png({ compressionLevel: 9 }) : resized.webp(webpOptions);

  return turns.run(Symbol(), () => encoded.toBuffer());
}

interface ShownImagesOptions {
  /** Pixels of stored images. */
  readonly size: number;
  /** Other sizes that can be requested. */
  readonly sizes: readonly number[];
  readonly file: (id: number) => Promise<AvatarFile | null>;
  readonly read: (key: string) => Promise<Buffer | null>;
  readonly user: (avatar: Avatar) => Promise<AvatarUser | null>;
  readonly onBackgroundError: (error: unknown) => void;
}

interface ShownImages {
  version(avatar: Avatar, options?: ImageOptions): string;
  image(avatar: Avatar, options?: ImageOptions): Promise<AvatarImage>;
}

interface Shown {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

/** Bytes of the cache, and of one image in it. */
const maxCacheBytes = 32 * 1024 * 1024;
const maxCachedImage = 1024 * 1024;

/** Images as they are sent, with an LRU cache. */
export function shownImages(options: ShownImagesOptions): ShownImages {
  const { size: storedSize, sizes, file, read, user, onBackgroundError } = options;
  const cache = new LRUCache<string, Shown, { avatar: Avatar; chosen: Chosen }>({
    maxSize: maxCacheBytes,
    maxEntrySize: maxCachedImage,
    sizeCalculation: ({ bytes }) => Math.max(bytes.length, 1),
    // Concurrent requests for the same image share one read.
    fetchMethod: (_version, _stale, { context: { avatar, chosen } }) => make(avatar, chosen),
    ignoreFetchAbort: true,
  });

  return {
    version: (avatar, requested) => versionOf(avatar, choose(requested)),
    image: async (avatar, requested) => {
      const chosen = choose(requested);
      const version = versionOf(avatar, chosen);
      try {
        const shown = await cache.forceFetch(version, { context: { avatar, chosen } });

        return { ...shown, version };
      } catch (error) {
        if (!(error instanceof LostFileError)) throw error;
        onBackgroundError(error);

        return standIn(avatar, chosen, version);
      }
    },
  };

  function choose({ size = storedSize, format }: ImageOptions = {}): Chosen {
    if (size !== storedSize && !sizes.includes(size)) {
      const all = [...new Set([...sizes, storedSize])].sort((a, b) => a - b);
      throw invalidRequest('size', say`size is ${size}, which is not offered. Use one of ${all.join(', ')}.`);
    }
    if (format !== undefined && format !== 'png') {
      throw invalidRequest(
        'format',
        say`format is "${format}", which is not offered. Use "png", or leave it out.`,
      );
    }

    return { size, isPng: format === 'png' };
  }

  async function make(avatar: Avatar, chosen: Chosen): Promise<Shown> {
    const record = await file(avatar.file_id);
    const bytes = record && (await read(record.key));
    if (record === null || bytes === null) throw new LostFileError(avatar, record);

    return shape({ bytes, mediaType: record.media_type }, chosen);
  }

  /** SVG initials scale by themselves. */
  async function shape({ bytes, mediaType }: Shown, { size, isPng }: Chosen): Promise<Shown> {
    if (isPng) return { bytes: await resizeImage(bytes, { size, format: 'png' }), mediaType: 'image/png' };
    if (size === storedSize || mediaType === 'image/svg+xml') return { bytes, mediaType };

    return { bytes: await resizeImage(bytes, { size, format: 'webp' }), mediaType: 'image/webp' };
  }

  /** Not recorded: the store may be unavailable only temporarily, and the upload must be back with it. */
  async function standIn(avatar: Avatar, chosen: Chosen, version: string): Promise<AvatarImage> {
    const owner = await user(avatar);
    if (owner === null) {
      throw new AvatarError('avatars.not_found', say`The user of avatar ${avatar.id} no longer exists.`);
    }
    const drawn = { bytes: initialsImage(owner, storedSize), mediaType: 'image/svg+xml' };

    return { ...(await shape(drawn, chosen)), version: `${version}-lost` };
  }
}

interface Chosen {
  readonly size: number;
  readonly isPng: boolean;
}

function versionOf({ file_id }: Avatar, { size, isPng }: Chosen): string {
  return `${file_id}-${size}${isPng ? '-png' : ''}`;
}

class LostFileError extends Error {
  constructor({ id, file_id }: Avatar, record: AvatarFile | null) {
    super(
      `The file of avatar ${id} is missing from the store: ${record?.key ?? `file ${file_id}`}. Its initials are shown ` +
        'instead. Restore the file, or generate the avatar again.',
    );
  }
}

function invalidRequest(field: string, message: EnglishText | Text): AvatarError {
  return new AvatarError('avatars.invalid_request', message, { fields: { [field]: [message] } });
}
