import { expect, test } from 'vitest';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();

test('a column tagged nullLast has its empty cells on the last page, in both directions', async () => {
  const { page } = await open({ width: 1900 });
  const header = page.locator('thead th[data-column="quantity"]');
  const quantities = () =>
    page.locator('[role=grid]').evaluate((grid) => {
      const place = [...grid.querySelectorAll('thead th')].findIndex(
        (cell) => cell.getAttribute('data-column') === 'quantity',
      );
      return [...grid.querySelectorAll('.rh-row')].map((row) => row.children[place]?.textContent?.trim());
    });
  for (const direction of ['ascending', 'descending']) {
    await header.getByRole('button').first().click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe(direction);
    await expect.poll(quantities).not.toContain('–');
    await page.getByRole('button', { name: 'Last page' }).click();
    await expect.poll(async () => new Set(await quantities())).toEqual(new Set(['–']));
    await page.getByRole('button', { name: 'First page' }).click();
  }
});
