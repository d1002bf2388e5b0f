import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../../testing/startSmtpServer.ts';
import { startTestService, type TestService, testPassword } from '../../../testing/startTestService.ts';
import { createApiKey } from '../apiKeys/apiKeys.ts';

const newPassword = 'a completely new one';

let smtp: TestSmtpServer;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await startTestService({
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    ROWHOUSE_MAIL_FROM: 'desk@example.com',
    ROWHOUSE_BASE_URL: 'https://office.example.com',
    ROWHOUSE_LANGUAGES: 'en,de',
  });
});
afterAll(async () => {
  await service?.destroy();
  await smtp?.stop();
});
beforeEach(() => service.database.db.deleteFrom('sign_in_attempts').execute());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  service.call(`/api/auth/${path}`, { method: 'POST', body, headers });
const requestLink = (email: string, headers?: Record<string, string>) =>
  post('request-password-reset', { email }, headers);
const choose = (token: string, password = newPassword) =>
  post('reset-password', { token, newPassword: password });
const signIn = (email: string, password: string) => post('sign-in/email', { email, password });
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
/** The mails with a link. */
const linksTo = (email: string) =>
  mailsTo(email).flatMap(({ parsed }) => /https?:\S+\/set-password#(\S+)/.exec(parsed.text ?? '')?.[1] ?? []);

/** Requests a link, and returns its token when the mail has arrived. */
async function tokenFor(email: string): Promise<string> {
  const before = linksTo(email).length;
  expect((await requestLink(email)).status).toBe(200);
  await expect.poll(() => linksTo(email).length).toBe(before + 1);

  return linksTo(email).at(-1) as string;
}

/** Resolves when every mail requested before has been sent: the queue starts jobs in order. */
async function sentAll(): Promise<void> {
  const email = `last-${crypto.randomUUID()}@example.com`;
  await service.addUser(email);
  await tokenFor(email);
}

const setUser = (email: string, changes: object) =>
  service.database.db.updateTable('users').set(changes).where('email', '=', email).execute();

describe('A lost password', () => {
  it('is replaced by a link that works once, ends all sessions, and does not sign in', async () => {
    const id = await service.addUser('ada@example.com');
    const { token: session } = await service.signIn('ada@example.com');
    const key = await createApiKey(service.database.db, {
      email: 'ada@example.com',
      name: 'kept',
    });
    const token = await tokenFor('ada@example.com');
    const link = await post('password-link', { token });
    expect(link.body).toEqual({ purpose: 'reset', name: 'ada@example.com', email: 'ada@example.com' });

    const chosen = await choose(token);
    expect([chosen.status, chosen.body]).toEqual([200, { status: true }]);
    expect(chosen.headers.getSetCookie()).toEqual([]);
    const me = (headers: Record<string, string>) => service.call('/api/core/me', { headers });
    expect((await me({ authorization: `Bearer ${session}` })).status).toBe(401);
    expect((await me({ 'x-api-key': key })).status).toBe(200);
    expect((await signIn('ada@example.com', testPassword)).status).toBe(401);
    expect((await signIn('ada@example.com', newPassword)).status).toBe(200);

    for (const again of [await choose(token, testPassword), await post('password-link', { token })]) {
      expect([again.status, again.body.type]).toEqual([410, 'service.password_link_invalid']);
    }
    await expect
      .poll(() => mailsTo('ada@example.com').map(({ parsed }) => parsed.subject))
      .toEqual(['Choose a new password', 'Your password was changed']);
    expect(id).toBeGreaterThan(0);
  });

  it('is chosen by one of two requests with the same link at the same time', async () => {
    await service.addUser('twice@example.com');
    const token = await tokenFor('twice@example.com');
    const passwords = ['the first of the two', 'the second of the two'];
    const responses = await Promise.all(passwords.map((password) => choose(token, password)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410]);
    const [winner, loser] = responses[0]?.status === 200 ? passwords : passwords.toReversed();
    expect((await signIn('twice@example.com', winner as string)).status).toBe(200);
    expect((await signIn('twice@example.com', loser as string)).status).toBe(401);
  });

  it('is requested with a mail in the language of the user, else of the browser, as text and HTML', async () => {
    await service.addUser('gerda@example.com');
    await setUser('gerda@example.com', { language: 'de', name: 'Gerda <b>Müller</b>' });
    const token = await tokenFor('gerda@example.com');
    const [mail] = mailsTo('gerda@example.com');
    expect(mail?.parsed.subject).toBe('Neues Passwort wählen');
    expect(mail?.parsed.text).toContain('innerhalb von 30 Minuten');
    expect(mail?.parsed.html).toContain(`href="https://office.example.com/set-password#${token}"`);
    expect(mail?.parsed.html).toContain('Gerda &lt;b&gt;Müller&lt;/b&gt;');

    await service.addUser('browser@example.com');
    await requestLink('browser@example.com', { 'accept-language': 'de-AT' });
    await expect
      .poll(() => mailsTo('browser@example.com').map(({ parsed }) => parsed.subject))
      .toEqual(['Neues Passwort wählen']);
  });
});

describe('A link for a new password', () => {
  it('has the configured address, regardless of the host of the request', async () => {
    await service.addUser('host@example.com');
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    expect((await requestLink('host@example.com', headers)).status).toBe(200);
    await expect.poll(() => mailsTo('host@example.com')).toHaveLength(1);
    // Without the line breaks of quoted-printable.
    const raw = (mailsTo('host@example.com')[0]?.raw ?? '').replaceAll(/=\r?\n/g, '');
    expect(raw).toContain('https://office.example.com/set-password#');
    expect(raw).not.toContain('evil.example');
  });

  it('is invalidated by the next link, a new password, another address and a deactivation', async () => {
    await service.addUser('root@example.com', 'administrator');
    const { token: root } = await service.signIn('root@example.com');
    const headers = { authorization: `Bearer ${root}` };
    const id = await service.addUser('ends@example.com');
    const patch = (body: object) => service.call(`/api/users/${id}`, { method: 'PATCH', body, headers });
    const open = async (token: string) => (await post('password-link', { token })).status === 200;

    const first = await tokenFor('ends@example.com');
    expect(await open(first)).toBe(true);
    const second = await tokenFor('ends@example.com');
    expect([await open(first), await open(second)]).toEqual([false, true]);

    await patch({ password: 'given by someone else' });
    expect(await open(second)).toBe(false);

    await service.database.db.deleteFrom('sign_in_attempts').execute();
    const third = await tokenFor('ends@example.com');
    const { body } = await signIn('ends@example.com', 'given by someone else');
    await post(
      'change-password',
      { currentPassword: 'given by someone else', newPassword: testPassword },
      { authorization: `Bearer ${body.token}` },
    );
    expect(await open(third)).toBe(false);

    const fourth = await tokenFor('ends@example.com');
    await patch({ isActive: false });
    expect([await open(fourth), (await choose(fourth)).status]).toEqual([false, 410]);
    await patch({ isActive: true, email: 'moved@example.com' });
    expect([await open(fourth), (await choose(fourth)).status]).toEqual([false, 410]);
  });

  it('does not work again after the account was active or had its address again', async () => {
    const boss = `back-boss-${crypto.randomUUID()}@example.com`;
    await service.addUser(boss, 'administrator');
    const { body } = await signIn(boss, testPassword);
    const id = await service.addUser('back@example.com');
    const headers = { authorization: `Bearer ${body.token}` };
    for (const [before, after] of [
      [{ isActive: false }, { isActive: true }],
      [{ email: 'away@example.com' }, { email: 'back@example.com' }],
    ]) {
      const token = await tokenFor('back@example.com');
      for (const change of [before, after]) {
        const changed = await service.call(`/api/users/${id}`, { method: 'PATCH', body: change, headers });
        expect(changed.status).toBe(200);
      }
      expect((await post('password-link', { token })).status).toBe(410);
      expect((await choose(token)).status).toBe(410);
    }
  });

  it('is refused after 30 minutes', async () => {
    await service.addUser('late@example.com');
    const token = await tokenFor('late@example.com');
    const { db } = service.database;
    const { left } = await db
      .selectFrom('password_links')
      .select(sql<number>`extract(epoch from expires_at - now())::integer`.as('left'))
      .where('email', '=', 'late@example.com')
      .executeTakeFirstOrThrow();
    expect(left).toBeGreaterThan(25 * 60);
    expect(left).toBeLessThanOrEqual(30 * 60);
    await db
      .updateTable('password_links')
      .set({ expires_at: sql`now()` })
      .where('email', '=', 'late@example.com')
      .execute();
    expect((await choose(token)).status).toBe(410);
    expect((await signIn('late@example.com', testPassword)).status).toBe(200);
  });

  it('is neither in the database, nor in the queue, nor in the log', async () => {
    await service.addUser('secret@example.com');
    const token = await tokenFor('secret@example.com');
    await choose(token);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(job)::text as text from jobs.job
      union all select row_to_json(password_links)::text from password_links
      union all select row_to_json(verifications)::text from verifications`.execute(service.database.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
    const log = service.log.join('');
    expect(log).not.toContain(token);
    expect(log).not.toContain(newPassword);
    expect(log).toContain('Password chosen by a link');
  });

  it('does not accept a password that is too short, and stays valid', async () => {
    await service.addUser('short@example.com');
    const token = await tokenFor('short@example.com');
    const refused = await choose(token, 'short');
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors as object)).toEqual(['newPassword']);
    expect((await choose(token)).status).toBe(200);
  });
});

describe('A request for a link', () => {
  it('has the same response for an unknown address and an inactive account, without a mail', async () => {
    await service.addUser('known@example.com');
    await service.addUser('inactive@example.com');
    await setUser('inactive@example.com', { is_active: false });
    const responses = [];
    for (const name of ['known', 'inactive', 'unknown']) {
      const { status, text } = await requestLink(`${name}@example.com`);
      responses.push({ status, text });
    }
    expect(responses).toEqual(Array(3).fill({ status: 200, text: '{"status":true}' }));
    await sentAll();
    expect(linksTo('known@example.com')).toHaveLength(1);
    expect([...mailsTo('inactive@example.com'), ...mailsTo('unknown@example.com')]).toEqual([]);
  });

  it('does not find the account before it responds: with the queue alone, the response is the same', async () => {
    await service.addUser('queue@example.com');
    const known = async (email: string) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from jobs.job
        where data->>'kind' = 'account.mail' and data->'data'->>'email' = ${email}`.execute(
        service.database.db,
      );

      return rows[0]?.n;
    };
    for (const email of ['queue@example.com', 'nobody@example.com']) {
      await requestLink(email);
      expect(await known(email)).toBe(1);
    }
  });

  it('is refused after three for an account, known or not, and an address, with the seconds to wait', async () => {
    await service.addUser('often@example.com');
    for (const email of ['often@example.com', 'nobody-often@example.com']) {
      await service.database.db.deleteFrom('sign_in_attempts').execute();
      const responses = [];
      for (let n = 0; n < 4; n += 1) responses.push(await requestLink(email));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(Number(responses[3]?.headers.get('retry-after'))).toBeGreaterThan(60);
    }
  });

  it('is refused after ten for an address, and so are guessed links', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await requestLink(`nobody${n}@example.com`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    const guesses = [];
    for (let n = 0; n < 11; n += 1) guesses.push((await choose(`guess ${n}`)).status);
    expect(guesses).toEqual([...Array(10).fill(410), 429]);
  });

  it('is refused from a page of another origin', async () => {
    const headers = { origin: 'https://evil.example' };
    for (const response of [
      await requestLink('ada@example.com', headers),
      await post('reset-password', { token: 'x', newPassword }, headers),
      await post('password-link', { token: 'x' }, headers),
    ]) {
      expect([response.status, response.body.type]).toEqual([403, 'service.foreign_origin']);
    }
  });
});

it('reports whether passwords can be reset by mail; without a mail server the request is refused', async () => {
  expect((await service.call('/api/auth/options')).body).toEqual({ passwordReset: true, signUp: false });
  const without = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  try {
    expect((await without.call('/api/auth/options')).body).toEqual({ passwordReset: false, signUp: false });
    const body = { email: 'ada@example.com' };
    const response = await without.call('/api/auth/request-password-reset', { method: 'POST', body });
    expect([response.status, response.body.message]).toEqual([409, expect.stringMatching(/sends no mail/)]);
  } finally {
    await without.destroy();
  }
});
