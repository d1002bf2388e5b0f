import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createService } from '../../../definition/createService.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-mail-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const from = { ROWHOUSE_MAIL_FROM: 'Rowhouse <desk@example.com>' };
const mailOf = (environment: NodeJS.ProcessEnv) =>
  createService().readConfig({ ...from, ...environment }, folder).mail;

function faults(environment: NodeJS.ProcessEnv, file?: unknown): string {
  if (file !== undefined) writeFileSync(join(folder, 'rowhouse.config.json'), JSON.stringify(file));
  try {
    createService().readConfig(environment, folder);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

it.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false }],
  ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, secure: true }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false }],
  [
    'smtp://desk%40example.com:a%3Ab%2F%25@mail.example.com:2587',
    { host: 'mail.example.com', port: 2587, secure: false, user: 'desk@example.com', password: 'a:b/%' },
  ],
])('accepts the mail server as a URL: %s', (url, smtp) => {
  expect(mailOf({ ROWHOUSE_SMTP_URL: url })).toEqual({ from: from.ROWHOUSE_MAIL_FROM, smtp });
});

it('accepts the mail server as separate keys, in variables and in the file', () => {
  const parts = { ROWHOUSE_SMTP_HOST: 'mail.example.com', ROWHOUSE_SMTP_SECURE: 'true' };
  expect(mailOf(parts).smtp).toEqual({ host: 'mail.example.com', port: 465, secure: true });
  writeFileSync(
    join(folder, 'rowhouse.config.json'),
    '{"mail": {"smtp": {"host": "mail.example.com", "port": 26, "user": "desk"}}}',
  );
  expect(mailOf({ ROWHOUSE_SMTP_PASSWORD: 'hush' }).smtp).toEqual({
    host: 'mail.example.com',
    port: 26,
    secure: false,
    user: 'desk',
    password: 'hush',
  });
});

it.each([
  [{ ROWHOUSE_SMTP_URL: 'smtp://a.example' }, 'ROWHOUSE_MAIL_FROM is not set, but a mail server is.'],
  [{ ...from, ROWHOUSE_SMTP_PORT: '25' }, 'mail.smtp has no host.'],
  [{ ...from, ROWHOUSE_SMTP_HOST: 'a', ROWHOUSE_SMTP_USER: 'desk' }, 'only one of user and password'],
  [{ ...from, ROWHOUSE_SMTP_HOST: 'a', ROWHOUSE_SMTP_URL: 'smtp://b' }, 'Both mail.smtp.url'],
  [{ ...from, ROWHOUSE_SMTP_HOST: 'a', ROWHOUSE_SMTP_PORT: '70000' }, 'a whole number from 1 to 65535'],
  [{ ROWHOUSE_MAIL_FROM: 'nobody' }, 'ROWHOUSE_MAIL_FROM is "nobody", but must be a sender such as'],
  [{ ROWHOUSE_MAIL_FROM: 'A <a@b.c>, B <b@b.c>' }, 'but must be a sender such as'],
  [{ ROWHOUSE_MAIL_FROM: 'A\nBcc: x <a@b.c>' }, 'but must be a sender such as'],
  [{ ROWHOUSE_NOTIFICATIONS_KEEP_READ_DAYS: '0' }, 'a whole number of days from 1 to 3650'],
])('reports invalid mail settings: %j', (environment, message) => {
  expect(faults(environment)).toContain(message);
});

it('reports faults of mail settings without password and user', () => {
  const secret = 'hunter2';
  const user = 'deskuser';
  const url = `smtp://${user}:${secret}@mail.example.com`;
  for (const message of [
    faults({ ...from, ROWHOUSE_SMTP_URL: `http://${user}:${secret}@mail.example.com` }),
    faults({ ...from, ROWHOUSE_SMTP_URL: `smtp://${user}:${secret}%@mail.example.com` }),
    faults({ ...from, ROWHOUSE_SMTP_URL: `smtp://${user}:${secret}@mail.example.com:99999` }),
    faults({ ...from, ROWHOUSE_SMTP_URL: url, ROWHOUSE_SMTP_PASSWORD: secret }),
    faults({}, { mail: url }),
    faults({}, { mail: { smtp: url } }),
    faults({}, { mail: { smtp: [url] } }),
    faults({}, { mail: { smtp: { url: { url } } } }),
    faults({}, { mail: { smtp: { host: 'a', password: [secret], user: [user] } } }),
    faults({}, { mail: { smtp: { host: 'a', pass: secret } } }),
  ]) {
    expect(message).toMatch(/mail|SMTP/);
    expect(message).not.toMatch(/hunter2|deskuser/);
  }
});
