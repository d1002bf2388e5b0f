import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineJob, defineModule } from '../index.ts';
import { startTestService, type TestService } from '../testing.ts';

const names = [
  'db',
  'config',
  'jobs',
  'files',
  'mail',
  'notifier',
  'calls',
  'translate',
  'logger',
  'events',
  'users',
];
const seen = new Map<string, string[]>();
const present = (context: object) => names.filter((name) => Reflect.get(context, name) !== undefined);

const parcel = defineJob<{ user: number | undefined }>({ name: 'parcel', queue: 'heavy' });
const post = defineModule({
  name: 'post',
  notifications: { 'post.sent': { label: 'A parcel was sent' } },
  routes: (app, context) => {
    const { jobs, logger } = context;
    seen.set('routes', present(context));
    app.post('/api/parcels', { config: { access: 'signed-in' } }, async ({ user }) => {
      logger.info('A parcel is required.');

      return { job: await jobs.send(parcel, { user: user?.id }) };
    });
  },
  jobs: (context) => {
    const { mail, notifier, calls, db, logger } = context;
    seen.set('jobs', present(context));

    return [
      parcel.handledBy({
        run: async ({ user: id = 0 }) => {
          const user = await db
            .selectFrom('users')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          const content = { type: 'post.sent', key: 'parcel.1', title: 'Sent', body: 'It is on its way.' };
          await notifier.notify(id, content, { channels: ['database'] });
          await mail.send({
            to: { name: user.name, address: user.email },
            subject: 'Your parcel',
            text: 'It is on its way.',
          });
          logger.warn(`Calls are made with ${typeof calls.client}.`);
        },
      }),
    ];
  },
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ modules: [post] });
});
afterAll(() => service?.stop());

describe('The context', () => {
  it('is the same for routes and jobs', () => {
    expect(Object.fromEntries(seen)).toEqual({ routes: names, jobs: names });
  });

  it('notifies, sends mails and writes the log', async () => {
    const user = await service.signIn();
    expect((await user.post('/api/parcels')).status).toBe(200);
    expect(await service.runJobs()).toEqual([]);
    expect(await user.notifications()).toMatchObject([{ type: 'post.sent', title: 'Sent' }]);
    expect(user.mails()).toMatchObject([{ subject: 'Your parcel' }]);
    expect(service.log.join('')).toContain('A parcel is required.');
    expect(service.log.join('')).toMatch(/Calls are made with (object|function)\./);
  });
});
