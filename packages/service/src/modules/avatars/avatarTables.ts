import type { AvatarSource } from '@rowhouse/avatars';
import type { ColumnType, Generated } from 'kysely';

declare module '../../kernel/database/Database.ts' {
  interface Database {
    avatars: AvatarsTable;
    avatar_files: AvatarFilesTable;
  }
}

/** The tables of avatars, as part of `Database`; the avatars package creates and fills them. */
export interface AvatarsTable {
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

/** What is stored, or is about to be; without an avatar that names it, it is removed. */
export interface AvatarFilesTable {
  id: Generated<number>;
  key: string;
  media_type: string;
  size: number;
  created_at: ColumnType<Date, never, never>;
}
