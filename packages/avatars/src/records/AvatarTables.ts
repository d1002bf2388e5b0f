import type { Generated } from 'kysely';
import type { AvatarSource, UserId } from '../Avatar.ts';

/** What `installAvatars` creates. */
export interface AvatarTables {
  avatars: {
    id: Generated<number>;
    user_id: UserId;
    file_id: number;
    url: string;
    source: AvatarSource;
    created_at: Generated<Date | string>;
    updated_at: Generated<Date | string>;
  };
  avatar_files: {
    id: Generated<number>;
    key: string;
    media_type: string;
    size: number;
    /** 1 while an avatar has it, or a deleted user had: 0 tells quickly what changes have left behind. */
    used: Generated<0 | 1>;
    created_at: Generated<Date | string>;
  };
}
