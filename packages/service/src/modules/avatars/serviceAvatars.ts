import { type Avatars, createAvatars } from '@rowhouse/avatars';
import type { AvatarSource } from '@rowhouse/avatars/internal';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { ServiceLogger } from '../../base/ServiceLogger.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { FileStore } from '../../kernel/files/FileStore.ts';
import type { UserAvatar } from './messages.ts';

declare module '../../kernel/database/Database.ts' {
  interface Database {
    avatars: AvatarsTable;
    avatar_files: AvatarFilesTable;
  }
}

/** The tables of avatars, as part of `Database`; the avatars package creates and fills them. */
interface AvatarsTable {
  id: Generated<number>;
  /** Unique. */
  user_id: number;
  file_id: number;
  /** URL of the image; changes with every image. */
  url: string;
  source: AvatarSource;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, never>;
}

/** Files that are stored or about to be stored; those without an avatar are removed. */
interface AvatarFilesTable {
  id: Generated<number>;
  key: string;
  media_type: string;
  size: number;
  created_at: ColumnType<Date, never, never>;
}

interface AvatarDependencies {
  readonly db: Kysely<Database>;
  readonly files: FileStore;
  readonly config: Pick<Config, 'avatars'>;
  readonly logger: Pick<ServiceLogger, 'warn'>;
}

/** The avatars of the service's users, for web processes, workers and commands. */
export function serviceAvatars({ db, files, config, logger }: AvatarDependencies): Avatars {
  const { maxBytes, external } = config.avatars;

  return createAvatars({
    db,
    users: (host) => host.selectFrom('users').select(['id', 'name', 'email']),
    files,
    limits: { bytes: maxBytes },
    ...(external.baseUrl !== null && {
      external: { baseUrl: external.baseUrl, timeout: external.timeout },
    }),
    onBackgroundError: (error) => logger.warn(`Avatars: ${textOf(error)}`),
  });
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);

  return error.cause instanceof Error ? `${error.message} ${textOf(error.cause)}` : error.message;
}

export async function avatarOf(avatars: Avatars, userId: number): Promise<UserAvatar | null> {
  const avatar = await avatars.ofUser(userId);

  return avatar && { id: avatar.id, url: avatar.url };
}
