import { describe, expect, test } from 'vitest';
import { focused } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;

describe('the pages', () => {
  test('are opened by number, one by one, and at both ends', async () => {
    const { page, queries, row } = await open();
    const go = (name: string) =>
      page.getByRole('navigation', { name: 'Pages' }).locator(`[data-page="${name}"]`);
    const pages = () => page.locator('.pagination-list').textContent();
    const shows = (text: string) => page.getByText(text, { exact: true }).waitFor();
    expect(await pages()).toBe('1234…26');
    await expect.poll(() => go('previous').getAttribute('aria-disabled')).toBe('true');
    await go('next').click();
    await shows('Showing 11 to 20 of 260');
    await go('last').click();
    await shows('Showing 251 to 260 of 260');
    expect(await pages()).toBe('1…23242526');
    await expect.poll(() => go('last').getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => page.locator('[aria-current=page]').textContent()).toContain('26');
    await go('next').click({ force: true });
    await go('previous').click();
    await shows('Showing 241 to 250 of 260');
    await go('first').click();
    await shows('Showing 1 to 10 of 260');
    expect(queries.map((query) => query.get('meta[start]'))).toEqual(['0', '10', '250', '240', '0']);
    await expect.poll(() => row(0).textContent()).toContain('N-00001');
  });

  test('keep the focus on the pressed button, also at the end', async () => {
    const { page } = await open();
    await page.locator('[data-page="last"]').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Showing 251 to 260 of 260').waitFor();
    await expect.poll(() => focused(page)).toBe('Last page');
    await page.locator('[data-page="24"]').press('Enter');
    await page.getByText('Showing 231 to 240 of 260').waitFor();
    await expect.poll(() => focused(page)).toBe('Page 24');
    await expect.poll(() => page.locator('.pagination-list').textContent()).toBe('1…23242526');
  });

  test('can be opened by number, and an invalid one is reported', async () => {
    const { page } = await open();
    const field = page.getByLabel('Go to page');
    await field.fill('17');
    await field.press('Enter');
    await page.getByText('Showing 161 to 170 of 260').waitFor();
    await expect.poll(() => page.locator('.pagination-list').textContent()).toBe('1…161718…26');
    await expect.poll(() => field.inputValue()).toBe('');

    for (const wrong of ['0', '27', '-3', '2.5', 'abc', '99999999999999999999']) {
      await field.fill(wrong);
      await field.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'Pages go from 1 to 26.' }).waitFor();
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    }

    await field.fill('2');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('are omitted for a single page', async () => {
    const { page } = await open({ table: 'single' });
    await page.getByText('Showing 1 to 1 of 1', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
  });

  test('are short on a phone', async () => {
    const { page } = await open({ width: 390, height: 844 });
    await page.getByText('Page 1 of 26', { exact: true }).waitFor();
    await expect.poll(() => page.locator('.pagination-list').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2 of 26', { exact: true }).waitFor();
  });
});

describe('a table above its limit', () => {
  test('has its last page, and its totals on demand', async () => {
    const { page } = await open({ table: 'large' });
    await page.getByRole('button', { name: 'Last page' }).click();
    await page.getByText('Showing 251 to 260 of 260', { exact: true }).waitFor();
    await expect.poll(() => page.locator('tfoot').count()).toBe(0);
    await page.getByRole('button', { name: 'Show totals' }).click();
    await page.locator('tfoot').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Show totals' }).count()).toBe(0);
  });

  test('has found pages without an end, until they are counted on demand', async () => {
    const { page } = await open({ table: 'large' });
    await page.getByRole('searchbox').fill('N-0001');
    await page.getByText('Showing 1 to 10 (filtered from 260)', { exact: true }).waitFor();
    await expect.poll(() => page.locator('tfoot').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Last page' }).count()).toBe(0);

    const [request] = await Promise.all([
      page.waitForRequest('**/api/large/tableData'),
      page.getByRole('button', { name: 'Count exactly' }).click(),
    ]);
    expect(request.method()).toBe('POST');
    expect(request.postDataJSON()).toMatchObject({ meta: { forceInfo: true, search: 'N-0001' } });
    await page.getByText('Showing 1 to 10 of 10 (filtered from 260)', { exact: true }).waitFor();
    await expect.poll(() => page.locator('tfoot').count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: 'Count exactly' }).count()).toBe(0);
  });

  test('marks an estimate, with numbers in the language of the page', async () => {
    const { page } = await open({ table: 'large', rows: false });
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('lang', 'de')),
    );
    await page.route('**/api/large/tableData', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({
        response,
        json: {
          ...answer,
          count: 1_234_567,
          filtered: 1_234_567,
          formattedCount: '1,234,567',
          formattedFiltered: '1,234,567',
          estimated: true,
        },
      });
    });
    await page.reload();
    await page.getByText('Showing 1 to 10 of about 1.234.567', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('N');
    await page.getByText('Showing 1 to 10 (filtered from about 1.234.567)', { exact: true }).waitFor();
  });
});

describe('a table without a row', () => {
  test('shows that there are no rows yet', async () => {
    const { page } = await open({ table: 'nothing', rows: false });
    await page.getByText('Nothing here yet').waitFor();
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    await expect.poll(() => page.locator('.rh-empty button').count()).toBe(0);
  });

  test('shows that nothing was found, with a way back', async () => {
    const { page, control } = await open();
    await control('search').fill('<b>no such</b>');
    await page.getByText('No results for “<b>no such</b>”').waitFor();
    await page.getByText('Showing none of 260').waitFor();
    await page.locator('.rh-empty').getByRole('button', { name: 'Clear search' }).click();
    await page.getByText('Showing 1 to 10 of 260').waitFor();
    await expect
      .poll(() => control('search').evaluate((input) => input === document.activeElement))
      .toBe(true);
  });

  test('shows that no row matches the filters, and clears them', async () => {
    const { page, control } = await open();
    await control('filter').click();
    await page.getByRole('menuitem', { name: 'Price' }).click();
    await page.locator('[name=min]').fill('99999');
    await page.keyboard.press('Enter');
    await page.getByText('No results with these filters').waitFor();
    await page.locator('.rh-empty').getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByText('Showing 1 to 10 of 260').waitFor();
    await expect.poll(() => page.locator('.rh-chip').count()).toBe(0);
  });
});
