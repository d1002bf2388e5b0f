import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { partnersModule } from './partners.fixture.ts';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ definition: { modules: [partnersModule] } });
});
afterAll(() => pages?.stop());
beforeEach(async () => {
  await partners()
    .updateTable('partners' as never)
    .set({ email: 'office@alder.example', note: 'Note' } as never)
    .where('id' as never, '=', 1 as never)
    .execute();
});
afterEach(() => expect(takeFaults()).toEqual([]));

const partners = () => pages.service.database.db;
const named = (name: string) =>
  partners()
    .selectFrom('partners' as never)
    .selectAll()
    .where('name' as never, '=', name as never)
    .execute() as Promise<Record<string, unknown>[]>;
const open = (path: string) => pages.open(path, { as: people.administrator });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const field = (page: Page, label: string) =>
  page.locator('.rh-record-form').getByLabel(label, { exact: false });
const saved = (page: Page) => page.locator('.app-notice').getByText('The record was saved.').waitFor();

describe('Two people who save one record at the same moment', () => {
  const both = async () => {
    const [one, other] = await Promise.all(['1', '1'].map((id) => open(`/tables/partners/${id}/edit`)));
    if (!one || !other) throw new Error('A page was not opened.');
    await Promise.all([one, other].map((page) => field(page, 'Name').waitFor()));

    return [one, other] as const;
  };

  it('keep what both have changed in different fields', async () => {
    const [one, other] = await both();
    await field(one, 'E-mail').fill('one@example.com');
    await field(other, 'Note').fill('The other');
    await Promise.all([save(one).click(), save(other).click()]);
    await Promise.all([saved(one), saved(other)]);
    expect(await named('Alder')).toMatchObject([{ email: 'one@example.com', note: 'The other' }]);
  });

  it('are told of a conflict in the same field, and nothing of either is lost', async () => {
    const [one, other] = await both();
    await field(one, 'Note').fill('One');
    await field(other, 'Note').fill('The other');
    await Promise.all([save(one).click(), save(other).click()]);
    const told = (page: Page) => page.getByText('Another user has changed this record.');
    const [loser, text] = await Promise.race([
      told(one)
        .waitFor()
        .then(() => [one, 'One'] as const),
      told(other)
        .waitFor()
        .then(() => [other, 'The other'] as const),
    ]);
    await saved(loser === one ? other : one);
    expect(await named('Alder')).toMatchObject([{ note: text === 'One' ? 'The other' : 'One' }]);
    await loser.getByRole('button', { name: 'Write mine' }).click();
    expect(await field(loser, 'Note').inputValue()).toBe(text);
    await save(loser).click();
    await saved(loser);
    expect(await named('Alder')).toMatchObject([{ note: text }]);
  });
});

describe('A new record', () => {
  const typed = async (name: string) => {
    const page = await open('/tables/partners/new');
    await field(page, 'Name').fill(name);
    await field(page, 'Note').fill('As typed');

    return page;
  };
  const created = (page: Page) => page.locator('.app-notice').getByText('The record was created.').waitFor();

  it('is created once by ten clicks', async () => {
    const page = await typed('Elm');
    await save(page).evaluate((button: HTMLElement) => {
      for (let click = 0; click < 10; click += 1) button.click();
    });
    await created(page);
    await page.waitForLoadState('networkidle');
    expect(await named('Elm')).toMatchObject([{ note: 'As typed' }]);
  });

  it('is created once if its response is lost and it is saved again', async () => {
    const page = await typed('Fir');
    await page.route(
      '**/partners/store',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await save(page).click();
    await page.locator('[data-problem]').waitFor();
    expect(await named('Fir')).toHaveLength(1);
    expect(await field(page, 'Name').inputValue()).toBe('Fir');
    await save(page).click();
    await created(page);
    expect(await named('Fir')).toMatchObject([{ note: 'As typed' }]);
  });

  it('keeps what is typed while the network is gone', async () => {
    const page = await typed('Ginkgo');
    await page.context().setOffline(true);
    await field(page, 'Note').fill('As typed, and more');
    await save(page).click();
    await page.locator('[data-problem]').waitFor();
    expect(await named('Ginkgo')).toEqual([]);
    await page.context().setOffline(false);
    await save(page).click();
    await created(page);
    expect(await named('Ginkgo')).toMatchObject([{ note: 'As typed, and more' }]);
  });
});
