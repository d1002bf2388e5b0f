import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExamplePage, openExample } from '../../../test/openExample.ts';

let example: ExamplePage;

beforeAll(async () => {
  example = await openExample('tanstack-table');
});
afterAll(() => example?.close());

/** The texts of the first row's cells. */
const firstRow = () => example.page.locator('tbody tr:first-child td').allTextContents();

it('draws the first page of a million rows, and the last one', async () => {
  const { page } = example;
  await page.getByText('Page 1 of 100000, 1,000,000 rows').waitFor();
  expect(await firstRow()).toEqual(['1', 's1', '0.01']);
  await page.getByRole('button', { name: 'Last' }).click();
  await expect.poll(firstRow).toEqual(['999991', 's991', '9,999.91']);
  await expect.poll(() => page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
});

it('is sorted by the server, from the header', async () => {
  const { page } = example;
  const header = page.getByRole('columnheader', { name: 'Value' });
  while ((await header.getAttribute('aria-sort')) !== 'descending') await header.getByRole('button').click();
  await expect.poll(firstRow).toContain('1000000');
  expect(new URL(page.url()).searchParams.get('readings.sort')).toBe('-value');
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Number' }).getAttribute('aria-sort'))
    .toBe('none');
});

it('is searched while a user types, and keeps the view when the page is loaded again', async () => {
  const { page } = example;
  await page.getByRole('searchbox').pressSequentially('s77');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('s77');
  await expect.poll(firstRow).toContain('999779');
  await page.reload();
  await expect.poll(firstRow).toContain('999779');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('s77');
});

it('reports the error, and keeps the rows', async () => {
  const { page } = example;
  await page.route('**/api/readings/tableData*', (route) => route.abort());
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  expect(await firstRow()).toContain('999779');
});
