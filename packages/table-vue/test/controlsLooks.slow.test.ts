import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { OpenedTable, OpenOptions } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;

/** Broken rules with the elements that break them. */
async function violations(page: Page, only?: string): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    // Colours in transition are not checked.
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
    const { violations: found } = await run(document, only ? { runOnly: [only] } : { rules });
    return found.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
  }, only);
}

type State = readonly [name: string, options: OpenOptions, act: (opened: OpenedTable) => Promise<unknown>];

const phone = { width: 390, height: 844 };
const openFilter =
  (label: string) =>
  async ({ page, control }: OpenedTable) => {
    await control('filter').click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
    await page.locator('.rh-filter-form').waitFor();
  };
const failing =
  (status: number, body: string) =>
  async ({ page, control }: OpenedTable) => {
    table.harness.interfere({ path: 'tableData', status, body });
    await control('reload').click();
    await page.locator('.rh-problem').waitFor();
  };

const states: readonly State[] = [
  ['with rows', {}, async () => {}],
  ['on a phone', phone, async () => {}],
  [
    'with the menu of columns open',
    {},
    ({ page, control }) =>
      control('columns')
        .click()
        .then(() => page.getByRole('menu').waitFor()),
  ],
  [
    'with the menu of columns open on a phone',
    phone,
    ({ page, control }) =>
      control('columns')
        .click()
        .then(() => page.getByRole('menu').waitFor()),
  ],
  [
    'with the search modes open',
    {},
    ({ page, control }) =>
      control('search-mode')
        .click()
        .then(() => page.getByRole('menu').waitFor()),
  ],
  [
    'with further actions open',
    {},
    ({ page, control }) =>
      control('more')
        .click()
        .then(() => page.getByRole('menu').waitFor()),
  ],
  [
    'choosing what to filter',
    {},
    ({ page, control }) =>
      control('filter')
        .click()
        .then(() => page.getByRole('menu').waitFor()),
  ],
  ...['Paid', 'Status', 'Kind', 'Price', 'Number', 'Placed'].map(
    (label): State => [`filtering by ${label}`, {}, openFilter(label)],
  ),
  [
    'with bad input',
    {},
    async (opened) => {
      await openFilter('Price')(opened);
      await opened.page.locator('[name=min]').fill('x');
      await opened.page.keyboard.press('Enter');
      await opened.page.locator('[aria-invalid=true]').waitFor();
    },
  ],
  [
    'with a filter in force',
    {},
    async (opened) => {
      await openFilter('Paid')(opened);
      await opened.page.getByRole('radio', { name: 'Yes' }).check();
      await opened.page.keyboard.press('Enter');
      await opened.page.getByText('filtered from 260').waitFor();
    },
  ],
  [
    'asking before it acts',
    {},
    ({ page, button }) =>
      button('action')
        .click()
        .then(() => page.getByRole('alertdialog').waitFor()),
  ],
  [
    'with notices and selected rows',
    {},
    async ({ page, button }) => {
      await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).check();
      table.harness.interfere({ path: 'ping', status: 500, body: '{"message":"It broke."}' });
      await button('ping').click();
      await page.locator('.rh-notice.is-danger').waitFor();
      table.harness.interfere(null);
      await button('ping').click();
      await page.locator('.rh-notice.is-success').waitFor();
    },
  ],
  [
    'with nothing found',
    {},
    ({ page, control }) =>
      control('search')
        .fill('zzz')
        .then(() => page.locator('.rh-empty').waitFor()),
  ],
  ['empty', { table: 'nothing', rows: false }, ({ page }) => page.getByText('Nothing here yet').waitFor()],
  ['above its limit', { table: 'large' }, async () => {}],
  ['with sixty columns', { table: 'wide' }, async () => {}],
  ['failing', {}, failing(500, '{"message":"It broke."}')],
  ['waiting for a server', {}, failing(503, '{"message":"Not now."}')],
  [
    'with refused fields',
    {},
    failing(422, '{"message":"Wrong.","errors":{"meta.length":["Is not offered."]}}'),
  ],
  [
    'that could not start',
    {},
    async ({ page }) => {
      table.harness.interfere({ status: 403, body: '{"message":"Not yours."}' });
      await page.reload();
      await page.locator('.rh-problem').waitFor();
    },
  ],
];

describe('light and dark colours', () => {
  test.each(states)('a table %s breaks no rule of accessibility', async (_name, options, act) => {
    const opened = await open(options);
    await act(opened);

    await opened.page.emulateMedia({ colorScheme: 'light' });
    expect(await violations(opened.page)).toEqual([]);
    // The colours are all that is different.
    await opened.page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(opened.page, 'color-contrast'), 'dark').toEqual([]);
  });
});

describe('from right to left', () => {
  test('a table fits its page, and its menus stay on the screen', async () => {
    const { page, control } = await open(phone);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await control('columns').click();
    await page.getByRole('menu').waitFor();
    const box = await page.locator('.rh-popover:popover-open').boundingBox();
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
