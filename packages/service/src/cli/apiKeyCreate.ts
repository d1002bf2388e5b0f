import { defineCommand } from 'citty';
import { createApiKey } from '../modules/users/apiKeys/apiKeys.ts';
import { report } from './report.ts';
import { wholeNumber } from './wholeNumber.ts';
import { withContext } from './withContext.ts';

/** Creates an API key of a user and prints it once. */
export const apiKeyCreate = defineCommand({
  meta: { name: 'api-key:create', description: 'Create an API key for a user.' },
  args: {
    email: { type: 'string', description: 'E-mail address of the user.', required: true },
    name: { type: 'string', description: 'Purpose of the key.', default: 'command line' },
    days: {
      type: 'string',
      description: 'Days until it expires. Without it, the key never expires.',
      valueHint: 'number',
    },
  },
  run: ({ args }) =>
    report(() =>
      withContext(async ({ db, auth, hooks }) => {
        const { email, name, days } = args;
        const key = await createApiKey(
          db,
          auth,
          { email, name, ...(days !== undefined && { days: wholeNumber('--days', days, 1, 365) }) },
          hooks,
        );
        console.log(`API key, shown only once; send it as x-api-key: ${key}`);
      }),
    ),
});
