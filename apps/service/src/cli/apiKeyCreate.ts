import { defineCommand } from 'citty';
import { StartError } from '../StartError.ts';
import { createApiKey } from '../users/createApiKey.ts';
import { report } from './report.ts';
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
          days: toDays(args.days),
        });
        console.log(`API key, shown this once; send it as x-api-key: ${key}`);
      }),
    ),
});

function toDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 365) {
    throw new StartError(`--days is "${text}", but must be a whole number from 1 to 365.`);
  }
  return days;
}
