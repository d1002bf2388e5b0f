import { describe, expect, test } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { focused } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();

describe('the keys of a table', () => {
  test('focus the search, open the filters and go to the field of the page, from the page and from a cell', async () => {
    const { page, control } = await open();
    await page.keyboard.press('/');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-control')))
      .toBe('search');
    await page.keyboard.type('f?g/');
    await expect.poll(() => control('search').inputValue()).toBe('f?g/');
    await control('search').press('Escape');
    await page.getByText('Showing 1 to 10 of 260').waitFor();
    await page
      .locator('.rh-row td')
      .first()
      .click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('g');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-control')))
      .toBe('page');
    await page.locator('[role=grid] [tabindex="0"]').first().focus();
    await page.keyboard.press('f');
    await page.getByRole('dialog', { name: 'Add a filter' }).waitFor();
    // Letters belong to what is open.
    await page.keyboard.press('/');
    await expect.poll(() => page.getByRole('dialog', { name: 'Add a filter' }).isVisible()).toBe(true);
  });

  test('clear the filters by Ctrl+Shift+L, also from a field', async () => {
    const { page, control } = await open();
    await page.evaluate(() => {
      const { table } = (window as unknown as HostWindow).table.value;
      table.setWhere({ data: 'goods.paid', operator: 'isEmpty' });
    });
    await page.getByText(/filtered from 260/).waitFor();
    await control('search').focus();
    await page.keyboard.press('Control+Shift+L');
    await page.getByText('Showing 1 to 10 of 260').waitFor();
  });

  test('are listed under ?, in a dialog that returns the focus', async () => {
    const { page, control } = await open();
    await page.locator('[role=grid] [tabindex="0"]').first().focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const listed = await dialog.locator('dl > div').allInnerTexts();
    expect(listed.map((text) => text.replace(/\s+/g, ' '))).toEqual(
      expect.arrayContaining([
        '/ Search in the table',
        'Ctrl+Home or Ctrl+End First or last cell of the table',
      ]),
    );
    // This table has no saved views.
    expect(listed.join()).not.toContain('Saved views');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Keys');
    await control('keys').click();
    await dialog.waitFor();
  });

  test('can be switched off for single characters, which is stored', async () => {
    const { page, control } = await open();
    await control('keys').click();
    await page.getByRole('checkbox', { name: 'Use single keys, such as / and f' }).uncheck();
    await control('close-keys').click();
    await page.keyboard.press('/');
    await expect.poll(() => focused(page)).toBe('Keys');
    await page.reload();
    await page.locator('.rh-row').first().waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });

  test('do nothing while a field of the page has the focus', async () => {
    const { page } = await open();
    await page.evaluate(() => document.body.prepend(document.createElement('textarea')));
    await page.locator('textarea').focus();
    await page.keyboard.type('/f?g');
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('/f?g');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

test('contain the available commands, and run them', async () => {
  const { page } = await open();
  await page
    .locator('.rh-row td')
    .first()
    .click({ position: { x: 2, y: 2 } });
  const names = await page.evaluate(() =>
    (window as unknown as HostWindow).table.value.commands().map(({ name }) => name),
  );
  expect(names).toEqual(expect.arrayContaining(['Search in the table', 'Filter', 'Reload', 'Next page']));
  expect(names).not.toContain('Previous page');
  await page.evaluate(() =>
    (window as unknown as HostWindow).table.value
      .commands()
      .find(({ name }) => name === 'Next page')
      ?.run(),
  );
  await page.getByText('Showing 11 to 20 of 260').waitFor();
});

interface HostWindow {
  readonly table: {
    readonly value: {
      readonly table: { setWhere(where: object): void };
      commands(): { name: string; run(): void }[];
    };
  };
}
