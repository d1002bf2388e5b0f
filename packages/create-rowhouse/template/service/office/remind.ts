import { defineJob, type JobKind, type Module, type WorkContext } from '@rowhouse/service';
import { sql } from 'kysely';

interface Reminder {
  readonly userId: number;
  readonly day: string;
}

const remind = defineJob<Reminder>({ name: 'office.remind', queue: 'notifications' });

/** The button "Remind me": responds immediately, and leaves the work to a job. */
export const remindRoute: Module['routes'] = (app, { jobs }) => {
  app.post('/api/invoices/remind', { config: { name: 'invoices.remind' } }, async ({ user }) => {
    if (user !== null)
      await jobs.send(remind, { userId: user.id, day: new Date().toISOString().slice(0, 10) });

    return { message: 'You will be told which invoices are overdue.' };
  });
};

/** Tells the user of the invoices that are overdue: in the pages, and by mail. Once a day, however often it runs. */
export function remindJob({ db, notifier }: WorkContext): JobKind<Reminder> {
  return remind.handledBy({
    run: async ({ userId, day }) => {
      const overdue = await db
        .selectFrom('invoices')
        .select('number')
        .where('paid', '=', false)
        .where('due', '<', sql<string>`${day}::date`)
        .orderBy('due')
        .execute();
      await notifier.notify(
        userId,
        {
          type: 'invoices.overdue',
          key: `invoices.overdue.${userId}.${day}`,
          title: 'Overdue invoices: {count}',
          body: overdue.map(({ number }) => number).join(', ') || 'Everything is paid.',
          parameters: { count: overdue.length },
          link: { path: '/tables/invoices', label: 'Show the invoices' },
        },
        { channels: ['mail', 'database', 'broadcast'] },
      );
    },
  });
}
