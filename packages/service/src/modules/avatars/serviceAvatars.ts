import { type Avatars, createAvatars } from '@rowhouse/avatars';
import type { Kysely } from 'kysely';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { FileStore } from '../../kernel/files/FileStore.ts';

export interface AvatarParts {
  readonly db: Kysely<Database>;
  readonly files: FileStore;
  readonly config: Pick<Config, 'avatars'>;
  readonly log: (level: 'warn', text: string) => void;
}

/** The avatars of the service's users: the same for processes that serve them, that work on jobs, and for commands. */
export function serviceAvatars({ db, files, config, log }: AvatarParts): Avatars {
  const { maxBytes, external } = config.avatars;

  return createAvatars({
    db,
    users: (host) => host.selectFrom('users').select(['id', 'name', 'email']),
    files,
    limits: { bytes: maxBytes },
    ...(external.baseUrl !== null && {
      external: { baseUrl: external.baseUrl, timeout: external.timeout },
    }),
    onBackgroundError: (error) => log('warn', `Avatars: ${textOf(error)}`),
  });
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);

  return error.cause instanceof Error ? `${error.message} ${textOf(error.cause)}` : error.message;
}
