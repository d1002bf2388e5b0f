import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { usersLifecycle } from './start.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.destroy());

it('shows secrets once, at the first start', async () => {
  const { first } = await service.startNotes(true);
  const { email, password } = service.started.firstAdministrator ?? {};
  expect(first).toEqual([
    ['Sign in', `${email} with password ${password}`],
    ['API key', expect.stringMatching(/^\S{20,} \(send it as x-api-key\)$/)],
    ['', expect.stringContaining('shown only once')],
  ]);
  const withoutDemo = await service.startNotes(false);
  expect(withoutDemo.first.map(([label]) => label)).toEqual(['Sign in', '']);
  expect(service.started.shownOnce).toEqual([`Sign in as ${email} with password ${password}`]);
});

it('shows who can sign in later, or how to create an administrator', async () => {
  const { context, database } = service;
  const later = { isFirst: false, shownOnce: [], firstAdministrator: null };
  const notes = () => usersLifecycle({}).startNotes?.(context, { started: later, isDemo: true });
  expect(await notes()).toMatchObject({
    first: [
      ['Sign in', 'admin@example.com'],
      ['', expect.stringContaining('user:password --email admin@example.com')],
    ],
    next: [['New user', expect.stringContaining('user:create --email ada@example.com --role ')]],
  });
  await database.db.deleteFrom('users').execute();
  expect((await notes())?.first).toEqual([
    [
      'Sign in',
      expect.stringMatching(
        /^no active administrator; create one: rowhouse user:create .+ --role administrator$/,
      ),
    ],
  ]);
});
