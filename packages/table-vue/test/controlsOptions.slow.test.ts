import { describe, expect, test } from 'vitest';
import { apply, chips, choose, filtered, sent } from './filterParts.ts';
import type { OpenedTable } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;

describe('a filter', () => {
  test('filters by several options of a select, searched on the server', async () => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, 'Kind');
    await page.getByRole('checkbox', { name: 'Delta' }).waitFor();
    const applyButton = page.getByRole('button', { name: 'Apply' });
    const before = await applyButton.boundingBox();
    await page.getByRole('searchbox', { name: 'Search the options' }).fill('alp');
    await expect.poll(() => page.locator('.rh-option bdi').allInnerTexts()).toEqual(['Alpha']);
    // A click elsewhere closes the form, so the button must not move away from the pointer.
    expect(await applyButton.boundingBox()).toEqual(before);
    await page.getByRole('checkbox', { name: 'Alpha' }).check();
    await page.getByRole('searchbox', { name: 'Search the options' }).fill('bet');
    await expect.poll(() => page.locator('.rh-option bdi').allInnerTexts()).toEqual(['Alpha', 'Beta']);
    await page.getByRole('checkbox', { name: 'Beta' }).check();
    await apply(opened);
    await filtered(opened, 130);
    await expect.poll(() => chips(opened)).toEqual(['Kind: Alpha, Beta']);
    expect(sent(opened)).toMatchObject({ '[type]': 'select', '[value][0]': '1', '[value][1]': '2' });
  });

  test('shows for a select that no option was found, or that reading failed, and reads again', async () => {
    const opened = await open();
    const { page } = opened;
    table.harness.interfere({ path: 'kinds', status: 500, body: '{"message":"It broke."}' });
    await choose(opened, 'Kind');
    await page.getByText('The options could not be read.').waitFor();
    table.harness.interfere(null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('checkbox', { name: 'Delta' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search the options' }).fill('none such');
    await page.getByText('Nothing found.').waitFor();
  });

  describe('with more options than one request reads', () => {
    const names = Array.from({ length: 250 }, (_, index) => `Country ${String(index + 1).padStart(3, '0')}`);

    async function openCountries(): Promise<OpenedTable & { readonly limits: string[] }> {
      const opened = await open();
      const limits: string[] = [];
      await opened.page.route('**/kinds/options*', (route) => {
        const { searchParams } = new URL(route.request().url());
        const limit = searchParams.get('paginate') ?? '';
        const wanted = (searchParams.get('query') ?? '').toLowerCase();
        limits.push(limit);
        const found = names
          .map((name, index) => ({ id: 1000 + index, name }))
          .filter(({ name }) => name.toLowerCase().includes(wanted));

        return route.fulfill({ json: found.slice(0, Number(limit)) });
      });
      await choose(opened, 'Kind');
      await opened.page.getByRole('checkbox', { name: 'Country 100' }).waitFor();

      return { ...opened, limits };
    }

    test('reads on at the end of the list', async () => {
      const { page, limits } = await openCountries();
      await expect.poll(() => page.getByRole('checkbox', { name: 'Country 101' }).count()).toBe(0);
      await page.locator('.rh-options').evaluate((list) => list.scrollTo(0, list.scrollHeight));
      await page.getByRole('checkbox', { name: 'Country 200' }).waitFor();
      await page.locator('.rh-options').evaluate((list) => list.scrollTo(0, list.scrollHeight));
      await page.getByRole('checkbox', { name: 'Country 250' }).waitFor();
      expect(limits).toEqual(['100', '200', '400']);
      await expect.poll(() => page.locator('[data-control=more-options]').count()).toBe(0);
    });

    test('reads on by a button, with the focus on the first new option', async () => {
      const { page, control } = await openCountries();
      await control('more-options').evaluate((button) => (button as HTMLButtonElement).click());
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('label')?.textContent?.trim()))
        .toMatch(/^Country 101/);
    });

    test('keeps the button in sight under the focus, whatever arrives meanwhile', async () => {
      const { page, control, limits } = await openCountries();
      let arrive = () => {};
      const arrival = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.route('**/kinds/options*', async (route) => {
        await arrival;
        await route.fallback();
      });
      const asked = page.waitForRequest('**/kinds/options*');
      // Its focus scrolls to the end of the list, as does that of the button.
      await page.getByRole('checkbox', { name: 'Country 100' }).focus();
      await asked;
      await page.keyboard.press('Tab');
      const more = control('more-options');
      const isFocused = () => more.evaluate((button) => button === document.activeElement);
      await expect.poll(isFocused).toBe(true);
      arrive();
      await page.getByRole('checkbox', { name: 'Country 200' }).waitFor();
      await expect
        .poll(() =>
          more.evaluate((button) => {
            const [own, list] = [button, button.closest('.rh-options')].map((part) =>
              part?.getBoundingClientRect(),
            );
            return own && list && own.top >= list.top && own.bottom <= list.bottom;
          }),
        )
        .toBe(true);
      expect([await isFocused(), limits]).toEqual([true, ['100', '200']]);
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('label')?.textContent?.trim()))
        .toMatch(/^Country 201/);
      expect(limits).toEqual(['100', '200', '400']);
    });

    test('takes the only option that is found by Enter, and applies it by the next', async () => {
      const opened = await openCountries();
      const { page } = opened;
      await page.getByRole('searchbox', { name: 'Search the options' }).fill('country 24');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
      await page.getByRole('searchbox', { name: 'Search the options' }).fill('country 249');
      await page.keyboard.press('Enter');
      await page.getByRole('checkbox', { name: 'Country 249', checked: true }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => chips(opened)).toEqual(['Kind: Country 249']);
    });
  });
});
