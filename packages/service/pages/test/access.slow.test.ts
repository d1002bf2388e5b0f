import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testPassword } from '../../src/testing/startTestService.ts';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 40 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const signInButton = { name: 'Sign in', exact: true };

async function signIn(page: Awaited<ReturnType<Pages['open']>>, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', signInButton).click();
}

const heading = (page: Awaited<ReturnType<Pages['open']>>, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe('Signing in', () => {
  it('returns to the requested page, with its query', async () => {
    const page = await pages.open('/orders?kept=1');
    await heading(page, 'Sign in');
    expect(await page.title()).toBe('Sign in · Rowhouse');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email');
    await signIn(page, people.administrator, testPassword);
    await heading(page, 'Orders');
    expect(new URL(page.url()).pathname).toBe('/orders');
    expect(new URL(page.url()).searchParams.get('kept')).toBe('1');
  });

  it('redirects to the page that the URL of the sign-in page names', async () => {
    const page = await pages.open('/sign-in?to=%2Froles%2F2');
    await signIn(page, people.administrator, testPassword);
    await heading(page, 'Role: Supervisor');
  });

  it('does not redirect to other sites', async () => {
    const page = await pages.open('/sign-in?to=//evil.example/orders');
    await signIn(page, people.administrator, testPassword);
    await heading(page, 'Welcome, Ada Lovelace');
    expect(page.url()).toBe(`${pages.address}/`);
  });

  it('shows missing and wrong values, and shows the password on request', async () => {
    const page = await pages.open('/sign-in');
    await page.getByRole('button', signInButton).click();
    await page.getByText('E-mail is required.').waitFor();
    await expect.poll(() => page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
    await page.locator('input[type=email]:focus').waitFor();
    await signIn(page, people.administrator, 'not the password');
    await page.getByRole('alert').getByText('E-mail address or password is wrong.').waitFor();
    const password = page.getByLabel('Password', { exact: true });
    await expect.poll(() => password.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show: Password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    await expect.poll(() => password.inputValue()).toBe('not the password');
  });

  it('shows a message to inactive users', async () => {
    await pages.service.addUser('gone@example.com');
    const { db } = pages.service.database;
    await db.updateTable('users').set({ is_active: false }).where('email', '=', 'gone@example.com').execute();
    const page = await pages.open('/sign-in');
    await signIn(page, 'gone@example.com', testPassword);
    await page.getByRole('alert').getByText('This account is not active.').waitFor();
  });

  it('shows the waiting time after too many attempts, and a missing connection', async () => {
    const page = await pages.open('/sign-in');
    await page.route('**/api/auth/sign-in/email', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '42' }, body: '{"message":"Wait."}' }),
    );
    await signIn(page, people.clerk, testPassword);
    await page.getByText('Too many attempts. Wait 42 seconds, then try again.').waitFor();
    await page.unroute('**/api/auth/sign-in/email');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('button', signInButton).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await page.getByRole('button', signInButton).click();
    await heading(page, 'Welcome, Carl Weiß');
  });
});

describe('The navigation', () => {
  const menuOf = (page: Awaited<ReturnType<Pages['open']>>) => page.getByRole('navigation', { name: 'Main' });
  const linksOf = (page: Awaited<ReturnType<Pages['open']>>) =>
    menuOf(page).getByRole('link').allInnerTexts();

  it('shows only what the user may open', async () => {
    const administrator = await pages.open('/', { as: people.administrator });
    await heading(administrator, 'Welcome, Ada Lovelace');
    expect(await linksOf(administrator)).toEqual([
      'Orders',
      'Order lines',
      'Customers',
      'Products',
      'Cities',
    ]);
    await menuOf(administrator).getByRole('button', { name: 'System' }).click();
    expect(await linksOf(administrator)).toEqual([
      'Orders',
      'Order lines',
      'Customers',
      'Products',
      'Cities',
      'Users',
      'Roles',
      'API logs',
    ]);
    const clerk = await pages.open('/', { as: people.clerk });
    await heading(clerk, 'Welcome, Carl Weiß');
    expect(await linksOf(clerk)).toEqual(['Orders']);
    await expect.poll(() => menuOf(clerk).getByRole('button', { name: 'System' }).count()).toBe(0);
  });

  it('names the page in the tab, moves the focus to its heading, and marks its link', async () => {
    const page = await pages.open('/', { as: people.administrator });
    await menuOf(page).getByRole('button', { name: 'System' }).click();
    await menuOf(page).getByRole('link', { name: 'Roles' }).click();
    await heading(page, 'Roles');
    await expect.poll(() => menuOf(page).getByRole('link').count()).toBe(5);
    expect(await page.title()).toBe('Roles · Rowhouse');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await expect.poll(() => page.locator('nav [aria-current=page]').textContent()).toBe('Roles');
    await page.getByRole('link', { name: 'Supervisor' }).click();
    await heading(page, 'Role: Supervisor');
    await expect.poll(() => page.locator('nav [aria-current=true]').textContent()).toBe('Roles');
  });

  it('can be skipped by keyboard', async () => {
    const page = await pages.open('/roles', { as: people.administrator });
    await heading(page, 'Roles');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    expect(new URL(page.url()).hash).toBe('');
  });

  it('opens and closes on a phone', async () => {
    const page = await pages.open('/', { as: people.administrator, phone: true });
    const menu = page.getByRole('button', { name: 'Menu' });
    const cities = menuOf(page).getByRole('link', { name: 'Cities', exact: true });
    await expect.poll(() => cities.count()).toBe(0);
    await menu.click();
    await cities.waitFor();
    await menuOf(page).getByRole('button', { name: 'System' }).click();
    await menuOf(page).getByRole('link', { name: 'API logs' }).click();
    await heading(page, 'API logs');
    await cities.waitFor({ state: 'hidden' });
    await menu.click();
    await page.getByRole('link', { name: 'Cities', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await cities.waitFor({ state: 'hidden' });
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('A missing page', () => {
  it('shows a message with a link, also for a missing permission', async () => {
    const page = await pages.open('/no/such/page', { as: people.clerk });
    await heading(page, 'Page not found');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await heading(page, 'Welcome, Carl Weiß');
    await page.goto('/users');
    await heading(page, 'Not permitted');
    await page.getByText('Your role (User) does not permit this page.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Users' }).count()).toBe(0);
  });

  it('shows a message for a deleted record', async () => {
    const page = await pages.open('/orders/999999999', { as: people.clerk });
    await page.getByText('This row does not exist', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Open the table' }).click();
    await heading(page, 'Orders');
  });
});

describe('A session that ended', () => {
  it('redirects to the sign-in page from tables and pages, and back afterwards', async () => {
    const page = await pages.open('/', { as: people.clerk });
    await heading(page, 'Welcome, Carl Weiß');
    // The bell would be the first to find out, before the link is followed.
    const bellRequests = /\/api\/(core\/notifications|exports|actions)/;
    await page.route(bellRequests, (route) => route.fulfill({ status: 503 }));
    await page.context().clearCookies();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await heading(page, 'Sign in');
    expect(new URL(page.url()).searchParams.get('to')).toMatch(/^\/orders/);
    await page.getByText('Your session has ended. Sign in to continue where you were.').waitFor();
    await page.unroute(bellRequests);
    await signIn(page, people.clerk, testPassword);
    await heading(page, 'Orders');
    await page
      .getByRole('grid')
      .getByRole('button', { name: /^R-/ })
      .or(page.getByRole('link', { name: /^R-/ }))
      .first()
      .click();
    await heading(page, 'Order R-');
    const { pathname, search } = new URL(page.url());
    await page.context().clearCookies();
    await page.reload();
    await heading(page, 'Sign in');
    expect(new URL(page.url()).searchParams.get('to')).toBe(pathname + search);
    await signIn(page, people.clerk, testPassword);
    await heading(page, 'Order R-');
  });

  it('is ended by the user, who then has to sign in', async () => {
    const page = await pages.open('/profile', { as: people.clerk });
    await page.getByRole('button', { name: 'Carl Weiß' }).click();
    await page.locator('#app-user-panel').getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await expect.poll(() => page.getByText('Your session has ended.').count()).toBe(0);
    await page.goto('/orders');
    await heading(page, 'Sign in');
  });
});

describe('While the service is unavailable', () => {
  it('shows that it does not respond, and continues when it does', async () => {
    const page = await pages.open('/sign-in');
    await page.route('**/api/core/me', (route) =>
      route.fulfill({ status: 503, body: '<h1>Bad gateway</h1>' }),
    );
    await page.goto('/');
    await heading(page, 'Rowhouse does not respond');
    await page.getByText('The service is not available at the moment.').waitFor();
    await page.unroute('**/api/core/me');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Sign in');
  });

  it('shows in a bar that the browser is offline', async () => {
    const page = await pages.open('/', { as: people.clerk });
    await heading(page, 'Welcome, Carl Weiß');
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });
});

describe('Impersonation', () => {
  it('is always in view, changes what can be opened, and can be ended', async () => {
    const page = await pages.open('/users', { as: people.administrator });
    const row = page.getByRole('row').filter({ hasText: people.clerk });
    await row.getByRole('button', { name: /impersonate|act as/i }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Act as this user' }).click();
    const bar = page.getByRole('complementary', { name: 'Impersonation' });
    await bar.getByText('You act as Carl Weiß.').waitFor();
    await heading(page, 'Welcome, Carl Weiß');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect.poll(() => links.allInnerTexts()).toEqual(['Orders']);
    await page.goto('/profile');
    await page.getByText('that user’s profile, password and notifications cannot be changed').waitFor();
    await bar.getByRole('button', { name: 'Stop' }).click();
    await heading(page, 'Welcome, Ada Lovelace');
    await expect.poll(() => bar.count()).toBe(0);
    await expect.poll(() => links.count()).toBe(5);
  });
});
