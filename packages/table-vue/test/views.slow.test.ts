import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { viewUsers } from './harness/viewRoutes.ts';
import { focused, type OpenedTable, type OpenOptions } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const harness = useHarness();
const open = (options: OpenOptions = {}) => harness.open({ views: true, ...options, props: { url: true } });
const table = 'everything';
const save = (user: keyof typeof viewUsers, name: string, state = {}, sharedWith: number[] = []) =>
  harness.harness.views.store.create(viewUsers[user], { table, name, state, sharedWith });

beforeEach(() => harness.harness.views.clear());

const faults = async ({ page }: OpenedTable) => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run('.rh-table')");

  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};

/** Chooses an item of the menu. */
async function choose({ page, control }: OpenedTable, name: string) {
  await control('views').click();
  await page.locator('[role^=menuitem]', { hasText: name }).click();
}

const label = ({ control }: OpenedTable) => control('views').getAttribute('aria-label');

describe('The menu of views', () => {
  test('is part of the toolbar with the option only', async () => {
    const { control } = await harness.open();
    await expect.poll(() => control('views').count()).toBe(0);
  });

  test('opens by the key v, and its views are commands', async () => {
    await save('ada', 'Mine', { search: '1' });
    const opened = await open();
    await opened.page.keyboard.press('v');
    await opened.page.getByRole('menuitemradio', { name: 'Mine' }).waitFor();
    await opened.page.keyboard.press('Escape');
    await opened.page.evaluate(() => {
      const { value } = (window as unknown as { table: { value: Commands } }).table;
      value
        .commands()
        .find(({ name }) => name === 'Open the view: Mine')
        ?.run();
    });
    await expect.poll(() => label(opened)).toBe('Views: Mine');
  });

  test('lists own and shared views, and opens one by keyboard', async () => {
    await save('ada', 'Mine', { search: '1' });
    await save('ben', 'Team', { length: 25 }, [1]);
    await save('ben', 'Secret');
    const opened = await open();
    const { page, control } = opened;
    await control('views').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe('Standard view');
    expect(
      await page
        .locator('[role=menu] [role=group]')
        .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label'))),
    ).toEqual(['My views', 'Shared']);
    await expect
      .poll(() => page.locator('[role=menuitemradio]').allTextContents())
      .toEqual(['Standard view', 'Mine', 'Team']);
    expect(await faults(opened)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => label(opened)).toBe('Views: Mine');
    await expect.poll(() => focused(page)).toBe('Views: Mine');
    expect(new URL(page.url()).searchParams.get('everything.q')).toBe('1');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.locator('[role=menuitemradio][aria-checked=true]').textContent())
      .toBe('Mine');
  });

  test('saves a view, marks its changes, and saves or discards them', async () => {
    const opened = await open();
    const { page, control } = opened;
    await control('search').fill('2');
    await choose(opened, 'Save as a new view…');
    const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
    await expect.poll(() => focused(page)).toBe('');
    await control('apply-view').click();
    await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('Enter a name.');
    expect(await faults(opened)).toEqual([]);
    await control('view-name').fill('Twos');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await label(opened)).toBe('Views: Twos');
    await expect.poll(() => focused(page)).toBe('Views: Twos');

    await control('search').fill('3');
    await expect.poll(() => label(opened)).toBe('Views: Twos, changed');
    await expect.poll(() => page.locator('.rh-changed').count()).toBe(1);
    await choose(opened, 'Discard changes');
    await expect.poll(() => label(opened)).toBe('Views: Twos');
    await expect.poll(() => control('search').inputValue()).toBe('2');
    await control('search').fill('4');
    await choose(opened, 'Save changes');
    await expect.poll(() => label(opened)).toBe('Views: Twos');
    const [saved] = (await harness.harness.views.store.list(viewUsers.ada, table)).views;
    expect([saved?.name, saved?.state, saved?.revision]).toEqual(['Twos', { search: '4' }, 2]);
  });

  test('renames, shares, copies, sets as default and deletes', async () => {
    const { id } = await save('ada', 'Old', { search: '1' });
    await save('ada', 'Taken');
    const opened = await open({ at: `/?everything.view=${id}` });
    const { page, control } = opened;
    await choose(opened, 'Rename…');
    await control('view-name').fill('Taken');
    await control('apply-view').click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('You already have a view "Taken"');
    await control('view-name').fill('New');
    await control('apply-view').click();
    await expect.poll(() => label(opened)).toBe('Views: New');

    await choose(opened, 'Share…');
    await page.getByRole('checkbox', { name: 'Support' }).check();
    const forWhom = page.getByRole('group', { name: /^The table opens with this view/ });
    await forWhom.getByRole('checkbox', { name: 'Support' }).check();
    expect(await faults(opened)).toEqual([]);
    await control('apply-view').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Views: New');
    const { views } = await harness.harness.views.store.list(viewUsers.ben, table);
    expect(views.map(({ name }) => name)).toEqual(['New']);
    expect(views.map(({ isDefault }) => isDefault)).toEqual([true]);
    await choose(opened, 'Share…');
    await expect.poll(() => forWhom.getByRole('checkbox', { name: 'Support' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');

    await choose(opened, 'Set as my default');
    await choose(opened, 'Make a copy');
    await expect.poll(() => label(opened)).toBe('Views: New (2)');
    await choose(opened, 'Delete…');
    const dialog = page.getByRole('alertdialog', { name: 'Delete the view?' });
    await expect.poll(() => focused(page)).toBe('Cancel');
    expect(await faults(opened)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => label(opened)).toBe('Views: Standard view');
    await expect.poll(() => focused(page)).toBe('Views: Standard view');
    await page.evaluate(() => localStorage.clear());
    await page.goto(new URL('/', page.url()).href);
    await expect.poll(() => label(opened)).toBe('Views: New');
  });

  test('opens a link, and names removed parts of the table', async () => {
    const { id } = await save(
      'ben',
      'Shared',
      { sort: [{ name: 'gone', direction: 'ASC' }], search: '1' },
      [1],
    );
    const opened = await open({ at: `/?everything.view=${id}`, width: 390, colorScheme: 'dark' });
    const { page, control } = opened;
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('The view “Shared” was opened without what the table no longer has: gone.');
    await expect.poll(() => control('search').inputValue()).toBe('1');
    await control('views').click();
    await expect
      .poll(() => page.locator('[role=menuitem]').allTextContents())
      .toEqual([
        'Discard changes',
        'Save as a new view…',
        'Copy to my views',
        'Set as my default',
        'Pin to the home page',
        'Copy link',
      ]);
    expect(await faults(opened)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('shows no rows by a link to a view that is not shared, and opens the table without the view', async () => {
    const { id } = await save('ben', 'Secret', { search: '1' });
    const opened = await open({ at: `/?everything.view=${id}`, rows: false });
    const { page } = opened;
    const problem = page.locator('[data-problem=unshared-view]');
    await problem.getByText('This view is not shared with you').waitFor();
    await expect.poll(() => page.locator('.rh-row').count()).toBe(0);
    expect(await problem.textContent()).not.toContain(id);
    expect(await faults(opened)).toEqual([]);
    await page.getByRole('button', { name: 'Open the table without the view' }).click();
    await opened.row(0).waitFor();
    await expect.poll(() => problem.count()).toBe(0);
    expect(await label(opened)).toBe('Views: Standard view');
    expect(new URL(page.url()).searchParams.has('everything.view')).toBe(false);
  });

  test('copies the link of a shared view, and confirms it visibly', async () => {
    const { id } = await save('ada', 'Team', { search: '1' }, [1]);
    const opened = await open({ at: `/?everything.view=${id}` });
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await choose(opened, 'Copy link');
    await page.locator('.rh-notice').getByText('The link was copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`everything.view=${id}`);
  });

  test('asks before it copies the link of a private view, and offers to share it', async () => {
    const { id } = await save('ada', 'Mine', { search: '1' });
    const opened = await open({ at: `/?everything.view=${id}` });
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await choose(opened, 'Copy link');
    const dialog = page.getByRole('dialog', { name: 'Link to the view' });
    await dialog.getByText('Only you can open the view “Mine”.').waitFor();
    expect(await faults(opened)).toEqual([]);
    await dialog.getByRole('button', { name: 'Share…' }).click();
    await page.getByRole('dialog', { name: 'Share the view' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toContain('Views: Mine');
    await choose(opened, 'Copy link');
    await dialog.getByRole('button', { name: 'Copy anyway' }).click();
    await page.locator('.rh-notice').getByText('The link was copied.').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  test('shows the link in a field where there is no clipboard', async () => {
    const { id } = await save('ada', 'Team', {}, [1]);
    const opened = await open({ at: `/?everything.view=${id}` });
    const { page, control } = opened;
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await choose(opened, 'Copy link');
    await expect.poll(() => control('view-link').inputValue()).toContain(`everything.view=${id}`);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('The browser does not allow this. Copy the link from the field.');
    expect(await page.evaluate(() => getSelection()?.toString() ?? '')).toContain(id);
  });
});

interface Commands {
  commands(): { readonly name: string; run(): void }[];
}
