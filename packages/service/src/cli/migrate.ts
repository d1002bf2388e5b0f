import { defineCommand } from 'citty';
import { report } from './report.ts';
import { withDatabase } from './withDatabase.ts';

/** Brings the tables up to date without starting the service. */
export const migrate = defineCommand({
  meta: { name: 'migrate', description: 'Bring the database tables up to date.' },
  run: () =>
    report(() =>
      withDatabase(async ({ migrated }) => {
        console.log(
          migrated.length === 0 ? 'The tables are up to date.' : `Migrated: ${migrated.join(', ')}.`,
        );
      }),
    ),
});
