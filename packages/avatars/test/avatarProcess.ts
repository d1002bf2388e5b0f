import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { type AvatarFiles, createAvatars } from '../src/index.ts';
import { folderFiles } from './folderFiles.ts';
import { square } from './images.ts';
import { selectUsers, type UsersDatabase } from './users.ts';

/*
 * A process that is killed by avatars.kill.slow.test.ts, or measured by avatars.scale.test.ts. Its arguments: the database,
 * the folder of the files, and what to do.
 */

const [, , url = '', folder = '', task = ''] = process.argv;
const db = new Kysely<UsersDatabase>({
  dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
});
const files = folderFiles(folder);
const avatars = createAvatars({
  db,
  users: selectUsers,
  files: task === 'backfill' ? files : stopping(task),
});

if (task === 'backfill') {
  const { generated } = await avatars.generateMissing();
  process.send?.({ generated, maxRSS: process.resourceUsage().maxRSS });
  await db.destroy();
} else {
  await avatars.store(1, await square('#ff0000'));
}

/** Stops for good at a moment of a change, and says so. */
function stopping(moment: string): AvatarFiles {
  const stop = async (): Promise<never> => {
    process.stdout.write('stopped\n');
    await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
    throw new Error('This process was to be killed.');
  };

  return {
    ...files,
    write: async (key, bytes, mediaType) => {
      if (moment === 'before storing') await stop();
      if (moment === 'while storing') {
        await files.write(key, bytes.subarray(0, 50), mediaType);
        await stop();
      }
      await files.write(key, bytes, mediaType);
      if (moment === 'between storing and recording') await stop();
    },
    delete: async (key) => {
      if (moment === 'between recording and deleting') await stop();
      await files.delete(key);
      if (moment === 'after deleting') await stop();
    },
  };
}
