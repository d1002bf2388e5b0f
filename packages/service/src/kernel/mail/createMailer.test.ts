import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpOptions, type TestSmtpServer } from '../../testing/startSmtpServer.ts';
import type { SmtpConfig } from '../config/Config.ts';
import { composeMail, createMailer } from './createMailer.ts';
import { completeMail, escapeHtml, type Mail, MailError, type Mailer } from './Mailer.ts';

const mail: Mail = {
  id: 'notification-12-1767323045678',
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  language: 'de',
  to: { name: 'Ada Lovelace', address: 'ada@example.com' },
  subject: 'Export von „Bestellungen“ ist fertig 👋',
  text: 'Grüße\nhttps://tables.example.com/x\n',
  html: '<p>Grüße</p>',
};

let folder: string;
let closings: (() => void | Promise<void>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-mail-'));
});
afterEach(async () => {
  for (const close of closings.reverse()) await close();
  closings = [];
  await rm(folder, { recursive: true, force: true });
});

function mailer(smtp: Partial<SmtpConfig> | null): Mailer {
  const made = createMailer({
    baseUrl: 'https://tables.example.com',
    dataDir: folder,
    mail: {
      from: 'Rowhouse <desk@example.com>',
      smtp: smtp && { host: '127.0.0.1', port: 1, secure: false, ...smtp },
    },
  });
  closings.push(() => made.close());

  return made;
}

async function server(options?: TestSmtpOptions): Promise<TestSmtpServer> {
  const started = await startSmtpServer(options);
  closings.push(() => started.stop());

  return started;
}

async function failure(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MailError);

  return error as MailError;
}

describe('With a mail server, a mail', () => {
  it('arrives as text and HTML, with an id and headers against automatic replies', async () => {
    const { port, mails } = await server({ credentials: { user: 'desk', password: 'a b:c@d' } });
    await mailer({ port, user: 'desk', password: 'a b:c@d' }).send(mail);
    expect(mails).toHaveLength(1);
    const { from, to, user, parsed } = mails[0] as (typeof mails)[0];
    expect([from, to, user]).toEqual(['desk@example.com', ['ada@example.com'], 'desk']);
    expect(parsed).toMatchObject({
      from: { name: 'Rowhouse', address: 'desk@example.com' },
      to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
      subject: mail.subject,
      messageId: '<notification-12-1767323045678@tables.example.com>',
      text: `${mail.text}\n`,
    });
    expect(parsed.html).toContain('<p>Grüße</p>');
    expect(parsed.html).toContain('<html lang="de">');
    expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it('has the same id when delivered again', async () => {
    const { port, mails } = await server();
    const sender = mailer({ port });
    await sender.send(mail);
    await sender.send(mail);
    expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
    expect(mails).toHaveLength(2);
  });

  it('is sent only to its recipient and has only its own headers, for any names and subject', async () => {
    const { port, mails } = await server();
    const sender = mailer({ port });
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'\r\n\t\0:,;<>"@\\ =?\u2028'),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
      maxLength: 80,
    });
    const injection = 'x\r\nBcc: eve@example.com\r\n\r\nhello';
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (name, subject) => {
        const sent = mails.length;
        await sender.send({ ...mail, to: { name, address: 'ada@example.com' }, subject: `S${subject}` });
        const { to, parsed } = mails[sent] as (typeof mails)[0];
        expect(to).toEqual(['ada@example.com']);
        expect(parsed.to).toEqual([{ name: expect.any(String), address: 'ada@example.com' }]);
        expect([parsed.bcc, parsed.cc]).toEqual([undefined, undefined]);
        expect(parsed.messageId).toBe('<notification-12-1767323045678@tables.example.com>');
        expect(parsed.text?.trim()).toBe(mail.text.trim());
        expect(parsed.headers.map(({ key }) => key).sort()).toEqual([
          'auto-submitted',
          'content-type',
          'date',
          'from',
          'message-id',
          'mime-version',
          'subject',
          'to',
          'x-auto-response-suppress',
        ]);
      }),
      { numRuns: 60, examples: [[injection, injection]] },
    );
  });
});

describe('A mail that cannot be sent', () => {
  it.each([
    ['recipient', 550, 'recipient', true],
    ['recipient', 450, 'recipient', false],
    ['message', 554, 'message', true],
    ['message', 451, 'message', false],
    ['recipient', 421, 'deferred', false],
  ] as const)(
    'is a permanent failure at the %s with %i, of the %s: %s',
    async (at, code, reason, isPermanent) => {
      const smtp = await server();
      const sender = mailer({ port: smtp.port });
      smtp.refuse(at, code);
      expect(await failure(sender.send(mail))).toMatchObject({ reason, isPermanent });
      smtp.refuse(at, null);
      await sender.send(mail);
      expect(smtp.mails).toHaveLength(1);
    },
  );

  it('fails permanently if its address is invalid', async () => {
    const { port, mails } = await server();
    for (const address of [
      '',
      'ada',
      'ada@x.example, eve@x.example',
      'a@b.example\r\nRCPT TO:<eve@example.com>',
    ]) {
      for (const sender of [mailer({ port }), mailer(null)]) {
        const sending = sender.send({ ...mail, to: { name: 'x', address } });
        expect(await failure(sending)).toMatchObject({ reason: 'recipient', isPermanent: true });
      }
    }
    expect(mails).toEqual([]);
  });

  it('may be retried after refused credentials; the password is not shown', async () => {
    const { port } = await server({ credentials: { user: 'desk', password: 'right' } });
    for (const smtp of [{ user: 'desk', password: 'hunter2-hunter2' }, {}]) {
      const error = await failure(mailer({ port, ...smtp }).send(mail));
      expect(error).toMatchObject({ reason: 'credentials', isPermanent: false });
      expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toMatch(
        /hunter2|aHVudGVyMi|ZGVza/,
      );
    }
  });

  it('may be retried while the server is unavailable, and is sent when it is available again', async () => {
    const first = await server();
    const { port } = first;
    const sender = mailer({ port });
    await sender.send(mail);
    await first.stop();
    expect(await failure(sender.send(mail))).toMatchObject({ reason: 'unreachable', isPermanent: false });
    const second = await server({ port });
    await sender.send(mail);
    expect(second.mails).toHaveLength(1);
  });

  it('may be retried if the host is unknown or not an SMTP server', async () => {
    const sockets = new Set<Socket>();
    const other: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    closings.push(() => new Promise((resolve) => other.close(() => resolve())));
    const { port } = other.address() as { port: number };
    expect(await failure(mailer({ port }).send(mail))).toMatchObject({ isPermanent: false });
    expect(await failure(mailer({ host: 'mail.invalid', port: 25 }).send(mail))).toMatchObject({
      reason: 'unreachable',
      isPermanent: false,
    });
  });

  it('rejects with the reason of the signal when the process stops', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closings.push(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const stopped = new AbortController();
    const sending = mailer({ port: (silent.address() as { port: number }).port }).send(mail, stopped.signal);
    await expect.poll(() => sockets.size).toBe(1);
    stopped.abort(new Error('The process stops'));
    await expect(sending).rejects.toThrow('The process stops');
  });
});

describe('Without a mail server, a mail', () => {
  const outbox = () => join(folder, 'outbox');

  it('is written to a file that mail programs open, readable by its owner only', async () => {
    await mailer(null).send(mail);
    const [name = '', ...others] = await readdir(outbox());
    expect([name, others]).toEqual(['2026-01-02T03-04-05.678Z-notification-12-1767323045678.eml', []]);
    const file = join(outbox(), name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const content = await readFile(file);
    expect(await PostalMime.parse(content)).toMatchObject({
      subject: mail.subject,
      to: [mail.to],
      text: `${mail.text}\n`,
      messageId: '<notification-12-1767323045678@tables.example.com>',
    });
    expect(content.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('sorts by time, and is replaced when delivered again', async () => {
    const sender = mailer(null);
    const later = { ...mail, id: 'notification-9-1', createdAt: new Date('2026-01-02T10:00:00Z') };
    await Promise.all([sender.send(later), sender.send(mail), sender.send(mail)]);
    const names = (await readdir(outbox())).sort();
    expect(names).toHaveLength(2);
    expect(names[1]).toContain('notification-9-1');
  });

  it('may be retried if the folder cannot be written', async () => {
    await writeFile(outbox(), 'a file where the folder should be');
    const sender = mailer(null);
    expect(await failure(sender.send(mail))).toMatchObject({ reason: 'outbox', isPermanent: false });
    await rm(outbox());
    await sender.send(mail);
    expect(await readdir(outbox())).toHaveLength(1);
    await chmod(outbox(), 0o700);
  });
});

it('escapes text for HTML', () => {
  expect(escapeHtml(`<a href="x" b='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

const sender = { from: 'desk@example.com', host: 'example.com' };

describe('A mail of a module', () => {
  it('needs an address, a subject and a text', () => {
    const mail = completeMail(
      { to: 'ada@example.com', subject: 'Rooms', text: 'One.\nTwo.\n\nThree.' },
      'de',
    );
    expect(mail).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.any(Date),
      language: 'de',
      to: { name: '', address: 'ada@example.com' },
      subject: 'Rooms',
      text: 'One.\nTwo.\n\nThree.',
      html: '<p>One.<br>Two.</p>\n<p>Three.</p>',
    });
    expect(composeMail(mail, sender).html).toContain('<html lang="de">');
  });

  it('has a random id by default', () => {
    const mail = { to: 'ada@example.com', subject: 'Rooms', text: 'One.' };
    expect(completeMail(mail, 'en').id).not.toBe(completeMail(mail, 'en').id);
    expect(completeMail({ ...mail, id: 'rooms-1' }, 'en').id).toBe('rooms-1');
    expect(completeMail({ ...mail, id: 'rooms 1>\r\nBcc: x' }, 'en').id).toBe('rooms-1---Bcc--x');
  });

  it('has its text escaped for HTML', () => {
    const text = `<script>alert("1")</script> & <a href='x'>`;
    const { html, text: plain } = completeMail({ to: 'ada@example.com', subject: '<b>', text }, 'en');
    expect(html).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;a href=&#39;x&#39;&gt;</p>',
    );
    expect(plain).toBe(text);
  });

  it('may be HTML alone, or text and HTML unchanged', () => {
    const html = '<p>One.</p>';
    const to = { name: 'Ada', address: 'ada@example.com' };
    const alone = completeMail({ to, subject: 'Rooms', html }, 'en');
    expect([alone.html, alone.text, alone.to]).toEqual([html, '', to]);
    expect(composeMail(alone, sender)).not.toHaveProperty('text');
    expect(completeMail({ to, subject: 'Rooms', html, text: 'One.' }, 'en')).toMatchObject({
      html,
      text: 'One.',
    });
  });

  it('has a subject of one line', () => {
    const subject = 'Rooms\r\nBcc: eve@example.com';
    expect(completeMail({ to: 'ada@example.com', subject, text: '' }, 'en').subject).toBe(
      'Rooms Bcc: eve@example.com',
    );
  });
});
