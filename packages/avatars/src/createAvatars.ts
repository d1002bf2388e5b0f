import { isUnavailable, withSafeTexts } from '@rowhouse/drivers';
import type { EnglishText } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { Avatars, AvatarsOptions, AvatarUser } from './Avatars.ts';
import { type Avatar, type AvatarSource, avatarSources, type UserId } from './Avatars.ts';
import { AvatarError } from './errors.ts';
import { imageFormats } from './image/imageFormats.ts';
import { drawImage } from './image/process/drawImage.ts';
import { type DefaultImage, defaultImages } from './operations/defaultImages.ts';
import { generateMissing } from './operations/generateMissing.ts';
import { shownImages } from './operations/shownImages.ts';
import type { AvatarStore, AvatarTables } from './records/AvatarStore.ts';
import { findAvatar, findFile } from './records/AvatarStore.ts';
import { avatarUsers } from './records/avatarUsers.ts';
import { changeAvatar, unknownUser } from './records/changeAvatar.ts';
import { dialectOf } from './records/dialects.ts';
import { removeOrphans } from './records/removeOrphans.ts';

/** Orphans removed after each change of an avatar. */
const orphansPerChange = 5;

/** The avatars of an application's users, in the tables of `installAvatars`. */
export function createAvatars<DB>(options: AvatarsOptions<DB>): Avatars {
  const { db: host, size = 256, sizes = [32, 64, 128], onBackgroundError = console.error } = options;
  const limits = { bytes: 5 * 1024 * 1024, pixels: 40_000_000, ...options.limits };
  const db = withSafeTexts(host as unknown as Kysely<AvatarTables>);
  const store: AvatarStore = {
    db,
    dialect: dialectOf(db),
    files: options.files,
    url: options.url ?? (({ id, version }) => `/api/core/avatars/${id}?v=${version}`),
    onBackgroundError,
  };
  const users = avatarUsers(withSafeTexts(host), options.users);
  const { external } = options;
  const makeDefault = defaultImages({ size, pixels: limits.pixels, external, onBackgroundError });
  const shown = shownImages({
    size,
    sizes,
    file: (id) => findFile(db, id),
    read: (key) => readFile(key),
    user: ({ user_id }) => users.find(user_id),
    onBackgroundError,
  });

  return {
    find: (id) => guarded(() => findAvatar(db, { id })),
    ofUser: (userId) => guarded(() => avatarOf(userId)),
    user: ({ user_id }) => guarded(() => users.find(user_id)),
    file: ({ file_id }) => guarded(() => findFile(db, file_id)),
    store: (userId, upload) =>
      guarded(async () => {
        const user = await existing(userId);
        const bytes = await drawImage(upload, { user: user.id, size, limits, square: true });

        return change(user, { bytes, mediaType: 'image/webp', source: 'upload' });
      }),
    generate: (userId, { keep = [], signal } = {}) =>
      guarded(async () => {
        const user = await existing(userId);
        const present = keep.length > 0 ? await findAvatar(db, { userId: user.id }) : null;
        if (present !== null && keep.includes(present.source)) return present;

        return change(user, await makeDefault(user, signal), keep);
      }),
    image: (avatar, imageOptions) => guarded(() => shown.image(avatar, imageOptions)),
    version: shown.version,
    generateMissing: (backfill) =>
      guarded(() =>
        generateMissing(
          users,
          (user) => guarded(async () => record(user, await makeDefault(user), avatarSources)),
          backfill,
        ),
      ),
    removeOrphans: () => guarded(() => removeOrphans(store)),
    extensions: () => Object.values(imageFormats).flatMap(({ extensions }) => extensions),
    mimeTypes: () => Object.values(imageFormats).flatMap(({ mimeTypes }) => mimeTypes),
    limits: () => limits,
    imageWidth: () => size,
    imageHeight: () => size,
  };

  /** The id of the result has the type of the application's key, as foreign keys need. */
  async function existing(userId: UserId): Promise<AvatarUser> {
    const user = await users.find(userId);
    if (user === null) throw unknownUser(userId);

    return user;
  }

  async function avatarOf(userId: UserId): Promise<Avatar | null> {
    const user = await users.find(userId);

    return user && findAvatar(db, { userId: user.id });
  }

  function record({ id }: AvatarUser, image: DefaultImage, keep: readonly AvatarSource[]): Promise<Avatar> {
    return changeAvatar(store, { userId: id, keep, ...image });
  }

  /** Also removes a few orphans of killed processes, sooner than the next full sweep. */
  async function change(
    user: AvatarUser,
    image: DefaultImage,
    keep: readonly AvatarSource[] = [],
  ): Promise<Avatar> {
    const avatar = await record(user, image, keep);
    await removeOrphans(store, { of: 'changes', limit: orphansPerChange }).catch(onBackgroundError);

    return avatar;
  }

  async function readFile(key: string): Promise<Buffer | null> {
    try {
      return await options.files.read(key);
    } catch (cause) {
      throw unavailable('The image is temporarily unavailable. Try again in a few seconds.', cause);
    }
  }
}

/** Reports an unavailable database as `avatars.unavailable`; other errors pass unchanged. */
async function guarded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isUnavailable(error)
      ? unavailable('The database is unavailable. Try again in a few seconds.', error)
      : error;
  }
}

function unavailable(message: EnglishText, cause: unknown): AvatarError {
  return new AvatarError('avatars.unavailable', message, { cause });
}
