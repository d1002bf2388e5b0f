import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../src/testing/startSmtpServer.ts';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

let smtp: TestSmtpServer;
let pages: Pages;
beforeAll(async () => {
  smtp = await startSmtpServer();
  pages = await startPages({
    environment: {
      ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      ROWHOUSE_MAIL_FROM: 'desk@example.com',
    },
  });
});
afterAll(async () => {
  await pages?.stop();
  await smtp?.stop();
});
afterEach(() => expect(takeFaults()).toEqual([]));

type Page = Awaited<ReturnType<Pages['open']>>;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** The path of the link in the last mail to an address, when it is there. */
async function linkIn(email: string, count: number): Promise<string> {
  const links = () =>
    smtp.mails
      .filter(({ to }) => to.includes(email))
      .flatMap(({ parsed }) => /https?:\/\/[^/]+(\/set-password#\S+)/.exec(parsed.text ?? '')?.[1] ?? []);
  await expect.poll(links).toHaveLength(count);

  return links().at(-1) as string;
}

it('replaces a lost password by a link that is mailed, and works once', async () => {
  const page = await pages.open('/sign-in', { locale: 'de-DE' });
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await heading(page, 'Passwort vergessen?');
  await expectAccessible(page);
  await keepScreenshot(page, 'passwords/forgot');
  await page.getByRole('button', { name: 'Link senden' }).click();
  await page.getByText('E-Mail ist erforderlich.').waitFor();
  await page.getByLabel('E-Mail').fill(people.clerk);
  await page.getByRole('button', { name: 'Link senden' }).click();
  await page.getByText(`ist eine E-Mail mit einem Link an ${people.clerk} unterwegs`).waitFor();
  await keepScreenshot(page, 'passwords/sent');

  const link = await linkIn(people.clerk, 1);
  await page.goto(link);
  await heading(page, 'Neues Passwort wählen');
  await page.waitForURL((url) => url.hash === '');
  await expectAccessible(page);
  await keepScreenshot(page, 'passwords/choose');
  await page.getByLabel('Neues Passwort', { exact: true }).fill('kurz');
  await page.getByRole('button', { name: 'Passwort festlegen' }).click();
  await page.getByText('Neues Passwort muss mindestens 10 Zeichen haben.').waitFor();
  await page.getByLabel('Neues Passwort', { exact: true }).fill('ein ganz neues Passwort');
  await page.getByLabel('Neues Passwort noch einmal', { exact: true }).fill('ein ganz neues Passwort');
  await page.getByRole('button', { name: 'Passwort festlegen' }).click();
  await heading(page, 'Anmelden');
  await page.getByText('Ihr Passwort ist festgelegt.').waitFor();
  await page.getByLabel('E-Mail').fill(people.clerk);
  await page.getByLabel('Passwort', { exact: true }).fill('ein ganz neues Passwort');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await heading(page, 'Willkommen, Carl Weiß');

  const again = await pages.open(link, { phone: true, dark: true });
  await heading(again, 'This link cannot be used');
  await expectAccessible(again);
  await keepScreenshot(again, 'passwords/invalid-phone-dark');
  await again.getByRole('link', { name: 'Request another link' }).click();
  await heading(again, 'Forgot your password?');
  await keepScreenshot(again, 'passwords/forgot-phone-dark');
});

it("keeps the session for the link of another person, and ends it for the user's own link", async () => {
  await pages.service.addUser('own@example.com');
  const own = await pages.open('/profile', { as: 'own@example.com' });
  const other = await pages.open('/profile', { as: people.administrator });
  await pages.service.call('/api/auth/request-password-reset', {
    method: 'POST',
    body: { email: 'own@example.com' },
  });
  const link = await linkIn('own@example.com', 1);
  await other.goto(link);
  await heading(other, 'Choose a new password');
  await own.goto(link);
  await heading(own, 'Choose a new password');
  for (const page of [own, other]) {
    await page.getByLabel('New password', { exact: true }).fill('a completely new one');
    await page.getByLabel('New password again', { exact: true }).fill('a completely new one');
  }
  await own.getByRole('button', { name: 'Set the password' }).click();
  await heading(own, 'Sign in');
  await other.getByRole('button', { name: 'Set the password' }).click();
  await heading(other, 'This link cannot be used');
  await other.goto('/profile');
  await heading(other, 'Your profile');
});

it('marks an invited user in the list, invites again, and lets the user choose a password', async () => {
  const page = await pages.open('/users/create', { as: people.administrator });
  await heading(page, 'New user');
  await expect.poll(() => page.locator('input[autocomplete=new-password]').count()).toBe(0);
  await page.getByLabel('Name').fill('Grace Hopper');
  await page.getByLabel('E-mail', { exact: true }).fill('grace@example.com');
  await expectAccessible(page);
  await keepScreenshot(page, 'passwords/invite');
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await page.getByText('Grace Hopper is invited by e-mail.').waitFor();
  const row = page.getByRole('row', { name: /Grace Hopper/ });
  await row.getByText('Invited', { exact: true }).waitFor();
  await keepScreenshot(page, 'passwords/invited');
  const first = await linkIn('grace@example.com', 1);

  const { id } = await pages.service.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'grace@example.com')
    .executeTakeFirstOrThrow();
  await page.goto(`/users/${id}/edit`);
  await page.getByRole('heading', { name: 'Not accepted yet' }).waitFor();
  await expectAccessible(page);
  await keepScreenshot(page, 'passwords/not-accepted');
  await page.getByRole('button', { name: 'Send the invitation again' }).click();
  await page.getByText('An invitation is being sent to grace@example.com.').waitFor();
  const second = await linkIn('grace@example.com', 2);

  const invited = await pages.open(first, { phone: true });
  await heading(invited, 'This link cannot be used');
  await invited.goto('about:blank');
  await invited.goto(`${pages.address}${second}`);
  await heading(invited, 'Welcome, Grace Hopper');
  await keepScreenshot(invited, 'passwords/welcome-phone');
  await invited.getByLabel('New password', { exact: true }).fill('a completely new one');
  await invited.getByLabel('New password again', { exact: true }).fill('a completely new one');
  await invited.getByRole('button', { name: 'Set the password' }).click();
  await heading(invited, 'Sign in');
  await page.goto('/users');
  await row.waitFor();
  await expect.poll(() => row.getByText('Invited', { exact: true }).count()).toBe(0);
});
