import { isUnavailable, withSafeTexts } from '@rowhouse/drivers';
import type { Kysely } from 'kysely';
import { type Avatar, type AvatarSource, avatarSources, type UserId } from './Avatar.ts';
import type { Avatars, AvatarsOptions, AvatarUser } from './Avatars.ts';
import { AvatarError } from './errors.ts';
import { imageFormats } from './image/imageFormats.ts';
import { drawImage } from './image/process/drawImage.ts';
import { type DefaultImage, defaultImages } from './operations/defaultImages.ts';
import { generateMissing } from './operations/generateMissing.ts';
import { shownImages } from './operations/shownImages.ts';
import type { AvatarStore } from './records/AvatarStore.ts';
import type { AvatarTables } from './records/AvatarTables.ts';
import { avatarUsers } from './records/avatarUsers.ts';
import { changeAvatar } from './records/changeAvatar.ts';
import { dialectOf } from './records/dialects/dialectOf.ts';
import { findAvatar, findFile } from './records/findAvatar.ts';
import { removeOrphans } from './records/removeOrphans.ts';
import { unknownUser } from './records/unknownUser.ts';

/** Orphans that are removed with each change of an avatar. */
const orphansByTheWay = 5;

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
    image: (avatar, asked) => guarded(() => shown.image(avatar, asked)),
    version: shown.version,
    generateMissing: (asked) =>
      guarded(() =>
        generateMissing(
          users,
          (user) => guarded(async () => record(user, await makeDefault(user), avatarSources)),
          asked,
        ),
      ),
    removeOrphans: () => guarded(() => removeOrphans(store)),
    extensions: () => Object.values(imageFormats).flatMap(({ extensions }) => extensions),
    mimeTypes: () => Object.values(imageFormats).flatMap(({ mimeTypes }) => mimeTypes),
    limits: () => limits,
    imageWidth: () => size,
    imageHeight: () => size,
  };

  /** In the type of the host's key, in which other rows refer to it. */
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

  /** By the way, what killed processes have left is removed: sooner than by the next sweep of all. */
  async function change(
    user: AvatarUser,
    image: DefaultImage,
    keep: readonly AvatarSource[] = [],
  ): Promise<Avatar> {
    const avatar = await record(user, image, keep);
    await removeOrphans(store, { of: 'changes', limit: orphansByTheWay }).catch(onBackgroundError);

    return avatar;
  }

  async function readFile(key: string): Promise<Buffer | null> {
    try {
      return await options.files.read(key);
    } catch (cause) {
      throw unavailable('The image is temporarily unavailable.', cause);
    }
  }
}

/** The database may be away for a while; other errors are thrown as they are. */
async function guarded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isUnavailable(error) ? unavailable('The database is unavailable.', error) : error;
  }
}

function unavailable(what: string, cause: unknown): AvatarError {
  return new AvatarError('avatars.unavailable', `${what} Try again in a few seconds.`, { cause });
}
