import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEventStream } from '../../testing/openEventStream.ts';
import { startSmtpServer } from '../../testing/startSmtpServer.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { mailJobAddress } from './createMailJob.ts';
import { createNotifier } from './createNotifier.ts';
import type { Notification } from './messages.ts';

let service: TestService;
let port: number;
beforeAll(async () => {
  const free = await startSmtpServer();
  port = free.port;
  await free.stop();
  service = await startTestService({
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${port}`,
    ROWHOUSE_MAIL_FROM: 'desk@example.com',
    ROWHOUSE_QUEUES: '{"notifications": {"attempts": 2, "retryDelaySeconds": 1, "retryDelayMaxSeconds": 1}}',
  });
});
afterAll(() => service?.destroy());

async function person(email: string) {
  const id = await service.addUser(email);
  const headers = { authorization: `Bearer ${(await service.signIn(email)).token}` };
  const stream = await openEventStream(`${service.address}/api/core/notifications/stream`, headers);
  const list = async () => {
    const { body } = await service.call('/api/core/notifications', { headers });

    return body.data as Notification[];
  };
  const notify = () =>
    createNotifier({
      notificationTypes: service.context.notificationTypes,
      db: service.database.db,
      events: service.events,
      jobs: service.jobs,
      mailJob: mailJobAddress(service.config),
    }).notify(
      id,
      {
        type: 'export.finalized',
        key: 'export.1',
        title: 'The export of {name} is ready',
        body: '',
        parameters: { name: 'Orders' },
        link: { path: '/api/exports/1/download', label: 'Download the file' },
      },
      { channels: ['database', 'broadcast'] },
    );

  return { list, notify, stream };
}

// The queue checks for retries every few seconds.
const time = 60_000;

it(
  'sends a mail from the queue when the mail server becomes available',
  async () => {
    const { list, notify, stream } = await person('ada@example.com');
    await notify();
    await expect
      .poll(async () => (await list())[0]?.mail)
      .toEqual({
        status: 'waiting',
        error: 'The mail server cannot be reached. Delivery will be retried.',
      });
    const smtp = await startSmtpServer({ port });
    try {
      await expect.poll(() => smtp.mails.map(({ to }) => to)).toEqual([['ada@example.com']]);
      await expect.poll(async () => (await list())[0]?.mail).toEqual({ status: 'sent', error: null });
      expect(smtp.mails[0]?.parsed.subject).toBe('The export of Orders is ready');
      expect(stream.events).toHaveLength(1);
    } finally {
      stream.close();
      await smtp.stop();
    }
  },
  time,
);

it(
  'reports an undeliverable mail in the list and to open pages, with its link',
  async () => {
    const { list, notify, stream } = await person('ben@example.com');
    await notify();
    const failed = {
      title: 'The export of Orders is ready',
      link: { path: '/api/exports/1/download', label: 'Download the file' },
      mail: { status: 'failed', error: 'The e-mail was not sent: the mail server could not be reached.' },
    };
    await expect.poll(list, { interval: 200 }).toMatchObject([failed]);
    await expect.poll(() => stream.events).toHaveLength(2);
    expect(stream.events[1]).toMatchObject({ event: 'notification', data: failed });
    stream.close();
  },
  time,
);
