import { expect, test } from 'vitest';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();

test('shows a button that reloads the page if a part cannot be loaded, as after another deployment', async () => {
  const { page, control } = await open();
  await page.route('**/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await control('filter').click();
  await page
    .getByRole('alert')
    .getByText('A part of this page could not be loaded. Reload the page.')
    .waitFor();
  await page.unroute('**/*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByText('Showing 1 to 10 of 260').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await control('filter').click();
  await page.getByRole('menuitem').first().waitFor();
});
