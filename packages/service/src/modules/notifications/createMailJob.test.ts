import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MailError } from '../../kernel/mail/Mailer.ts';
import type { NotificationContent } from '../../kernel/module/Notifier.ts';
import {
  type NotificationFixture,
  notificationFixture,
  type OpenNotifications,
} from '../../testing/notificationFixture.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/startSmtpServer.ts';
import type { MailJobData } from './createMailJob.ts';

let fixture: NotificationFixture;
let smtp: TestSmtpServer;
let bySmtp: OpenNotifications;
beforeAll(async () => {
  fixture = await notificationFixture({ ROWHOUSE_LANGUAGES: 'en,de' });
  smtp = await startSmtpServer();
  bySmtp = await fixture.reopen({
    ROWHOUSE_LANGUAGES: 'en,de',
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    ROWHOUSE_MAIL_FROM: 'Rowhouse <desk@example.com>',
  });
});
afterEach(() => {
  smtp.refuse('recipient', null);
  smtp.refuse('message', null);
});
afterAll(async () => {
  await fixture?.destroy();
  await smtp?.stop();
});

/** Notifies a user, and returns the job of the mail. */
async function notified(userId: number, rest: Partial<NotificationContent> = {}): Promise<MailJobData> {
  await fixture.notifier.notify(
    userId,
    {
      type: 'export.finalized',
      key: 'export.1',
      title: 'Ready: {name}',
      body: 'It has {count} rows.',
      parameters: { name: 'Orders', count: 12_000 },
      link: { path: '/api/files/abc?token=1&more=2', label: 'Download the file' },
      ...rest,
    },
    { channels: ['mail', 'database', 'broadcast'] },
  );

  return (await fixture.jobs()).at(-1) as MailJobData;
}

const attempt = (number: number) => ({
  id: 'job',
  attempt: number,
  signal: new AbortController().signal,
  fence: async () => undefined,
});

async function stateOf({ notification }: MailJobData) {
  const { mail_status, mail_reason, in_list } = await fixture.db
    .selectFrom('notifications')
    .select(['mail_status', 'mail_reason', 'in_list'])
    .where('id', '=', `${notification}`)
    .executeTakeFirstOrThrow();

  return { status: mail_status, reason: mail_reason, inList: in_list };
}

describe('The mail of a notification', () => {
  it('arrives once, with an absolute link', async () => {
    const data = await notified(await fixture.addUser({ name: 'Ada Lovelace', email: 'ada@example.com' }));
    await bySmtp.mailJob.run(data, attempt(1));
    await bySmtp.mailJob.run(data, attempt(2));
    const [mail, ...more] = smtp.mails.filter(({ to }) => to.includes('ada@example.com'));
    expect(more).toEqual([]);
    expect(mail?.parsed).toMatchObject({
      subject: 'Ready: Orders',
      to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
      messageId: expect.stringMatching(
        new RegExp(`^<notification-${data.notification}-\\d+@tables\\.example\\.com>$`),
      ),
    });
    const address = 'https://tables.example.com/api/files/abc?token=1&more=2';
    expect(mail?.parsed.text).toContain(`It has 12,000 rows.\n\nDownload the file:\n${address}\n`);
    expect(mail?.parsed.html).toContain(`<a href="${address.replace('&', '&amp;')}">Download the file</a>`);
    expect(await stateOf(data)).toEqual({ status: 'sent', reason: null, inList: true });
  });

  it('is in the language of its reader', async () => {
    const user = await fixture.addUser({ email: 'dora@example.com', language: 'de' });
    await bySmtp.mailJob.run(await notified(user, { title: 'An export is ready', body: '' }), attempt(1));
    const mail = smtp.mails.find(({ to }) => to.includes('dora@example.com'));
    expect(mail?.parsed.subject).toBe('Ein Export ist fertig');
    expect(mail?.parsed.html).toContain('<html lang="de">');
    expect(mail?.parsed.html).toContain('>Datei herunterladen</a>');
  });

  it('has values as text: on one line in the subject, and escaped in HTML', async () => {
    const user = await fixture.addUser({ name: 'A\r\nBcc: eve@example.com', email: 'lin@example.com' });
    const name = 'x\r\nBcc: eve@example.com\r\n\r\n<script>alert("1")</script> {count} 数据 👋';
    await bySmtp.mailJob.run(
      await notified(user, { body: 'Of {name}', parameters: { name, count: 1 } }),
      attempt(1),
    );
    const mail = smtp.mails.find(({ to }) => to.includes('lin@example.com'));
    expect(mail?.to).toEqual(['lin@example.com']);
    expect(mail?.parsed.bcc).toBeUndefined();
    const line = 'x Bcc: eve@example.com <script>alert("1")</script> {count} 数据 👋';
    expect(mail?.parsed.subject).toBe(`Ready: ${line}`);
    expect(mail?.parsed.html).not.toMatch(/<script/i);
    expect(mail?.parsed.html).toContain(
      '<br>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; {count} 数据 👋',
    );
  });

  it('becomes a file without a mail server', async () => {
    const data = await notified(await fixture.addUser({ email: 'file@example.com' }));
    await fixture.notifications.mailJob.run(data, attempt(1));
    const outbox = join(fixture.folder, 'outbox');
    const names = (await readdir(outbox)).filter((name) =>
      name.includes(`-notification-${data.notification}-`),
    );
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d.-]+Z-notification-\d+-\d+\.eml$/)]);
    const mail = await PostalMime.parse(await readFile(join(outbox, names[0] as string)));
    expect(mail).toMatchObject({ subject: 'Ready: Orders', to: [{ address: 'file@example.com' }] });
    expect(await stateOf(data)).toMatchObject({ status: 'sent' });
  });

  it('is not sent to an inactive or deleted account', async () => {
    const [closed, deleted] = [
      await fixture.addUser({ email: 'closed@example.com' }),
      await fixture.addUser(),
    ];
    const [ofClosed, ofDeleted] = [await notified(closed), await notified(deleted)];
    await fixture.db.updateTable('users').set({ is_active: false }).where('id', '=', closed).execute();
    await fixture.db.deleteFrom('users').where('id', '=', deleted).execute();
    const sent = smtp.mails.length;
    await bySmtp.mailJob.run(ofClosed, attempt(1));
    await bySmtp.mailJob.run(ofDeleted, attempt(1));
    await bySmtp.mailJob.failed?.(ofDeleted, new Error('x'));
    expect(smtp.mails).toHaveLength(sent);
    expect(await stateOf(ofClosed)).toMatchObject({
      status: 'failed',
      reason: 'inactive',
    });
  });
});

describe('A mail that cannot be sent', () => {
  it('is retried while the server is unavailable, and reports that', async () => {
    const down = await fixture.reopen({
      ROWHOUSE_SMTP_URL: 'smtp://desk:hunter2@127.0.0.1:1',
      ROWHOUSE_MAIL_FROM: 'desk@example.com',
    });
    const user = await fixture.addUser({ email: 'late@example.com' });
    const events = fixture.hear(user);
    const data = await notified(user);
    const failed = await down.mailJob.run(data, attempt(1)).catch((error: Error) => error);
    expect(failed).toBeInstanceOf(MailError);
    expect(String(failed)).not.toContain('hunter2');
    expect(await stateOf(data)).toEqual({
      status: 'waiting',
      reason: 'unreachable',
      inList: true,
    });
    await bySmtp.mailJob.run(data, attempt(2));
    expect(smtp.mails.filter(({ to }) => to.includes('late@example.com'))).toHaveLength(1);
    expect(await stateOf(data)).toEqual({ status: 'sent', reason: null, inList: true });
    await expect.poll(() => events).toHaveLength(1);
  });

  it('fails after the last attempt, and open pages get the reason', async () => {
    const down = await fixture.reopen({
      ROWHOUSE_SMTP_URL: 'smtp://127.0.0.1:1',
      ROWHOUSE_MAIL_FROM: 'desk@example.com',
    });
    const user = await fixture.addUser();
    const events = fixture.hear(user);
    const data = await notified(user);
    const error = await down.mailJob.run(data, attempt(5)).catch((reason: Error) => reason);
    await down.mailJob.failed?.(data, error as Error);
    await down.mailJob.failed?.(data, error as Error);
    expect(await stateOf(data)).toEqual({ status: 'failed', reason: 'unreachable', inList: true });
    await expect.poll(() => events).toHaveLength(2);
    expect(events[1]?.data).toMatchObject({
      id: data.notification,
      link: { path: '/api/files/abc?token=1&more=2' },
      mail: { status: 'failed', reason: 'unreachable' },
    });
    // Later attempts change nothing.
    await bySmtp.mailJob.run(data, attempt(6));
    expect(await stateOf(data)).toMatchObject({ status: 'failed' });
  });

  it('fails immediately if the server refuses it permanently', async () => {
    for (const at of ['recipient', 'message'] as const) {
      smtp.refuse(at, 550);
      const data = await notified(await fixture.addUser());
      await bySmtp.mailJob.run(data, attempt(1));
      expect(await stateOf(data)).toMatchObject({ status: 'failed', reason: at });
      smtp.refuse(at, null);
    }
  });

  it('is retried if the server refuses it temporarily', async () => {
    smtp.refuse('recipient', 450);
    const data = await notified(await fixture.addUser({ email: 'grey@example.com' }));
    await expect(bySmtp.mailJob.run(data, attempt(1))).rejects.toThrow(MailError);
    smtp.refuse('recipient', null);
    await bySmtp.mailJob.run(data, attempt(2));
    expect(await stateOf(data)).toMatchObject({ status: 'sent' });
  });

  it('adds its notification to a list that is switched off, unless the user removed it', async () => {
    const [quiet, tidy] = [await fixture.addUser(), await fixture.addUser()];
    const off = { mail: true, database: false, broadcast: false, type: 'export.finalized' };
    await fixture.db
      .insertInto('notification_preferences')
      .values({ ...off, user_id: quiet })
      .execute();
    const [ofQuiet, ofTidy] = [await notified(quiet), await notified(tidy)];
    expect(await stateOf(ofQuiet)).toMatchObject({ inList: false });
    await fixture.db
      .updateTable('notifications')
      .set({ in_list: false, read_at: new Date() })
      .where('user_id', '=', tidy)
      .execute();
    smtp.refuse('recipient', 550);
    for (const data of [ofQuiet, ofTidy]) await bySmtp.mailJob.run(data, attempt(1));
    expect(await stateOf(ofQuiet)).toMatchObject({ status: 'failed', inList: true });
    expect(await stateOf(ofTidy)).toMatchObject({ status: 'failed', inList: false });
  });
});
