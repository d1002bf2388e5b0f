import { defineCommand } from 'citty';
import { createApiKey } from '../modules/users/createApiKey.ts';
import { report } from './report.ts';
import { wholeNumber } from './wholeNumber.ts';
import { withDatabase } from './withDatabase.ts';

/** Creates an API key of a user and prints it once. */
export const apiKeyCreate = defineCommand({
  meta: { name: 'api-key:create', description: 'Create an API key of a user.' },
  args: {
    email: { type: 'string', description: 'E-mail address of the user.', required: true },
    name: { type: 'string', description: 'What the key is for.', default: 'command line' },
    days: { type: 'string', description: 'Days until it expires; never when left out.', valueHint: 'number' },
  },
  run: ({ args }) =>
    report(() =>
      withDatabase(async ({ db, auth }) => {
        const key = await createApiKey(db, auth, {
          email: args.email,
          name: args.name,
          ...(args.days !== undefined && { days: wholeNumber('--days', args.days, 1, 365) }),
        });
        console.log(`API key, shown this once; send it as x-api-key: ${key}`);
      }),
    ),
});
