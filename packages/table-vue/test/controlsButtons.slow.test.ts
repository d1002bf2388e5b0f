import { describe, expect, test } from 'vitest';
import { focused, read, setProps, startExport } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;
const called = () => table.harness.called;

describe('the buttons of the whole table', () => {
  test('are placed above the search, with label, icon and class as the template says', async () => {
    const { page, button, control } = await open();
    const create = button('create');
    await expect.poll(async () => (await create.textContent())?.trim()).toBe('Create');
    await expect.poll(() => create.getAttribute('class')).toContain('is-success');
    await expect.poll(() => create.locator('.fa-plus').count()).toBe(1);
    await expect.poll(async () => (await control('export').textContent())?.trim()).toBe('Export');
    const [above, below] = [await create.boundingBox(), await control('search').boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    // The one for a selection appears with it.
    expect(await page.locator('.rh-global-buttons [data-button]').evaluateAll((all) => all.length)).toBe(5);
  });

  test('are the choices of one button if several export', async () => {
    const { page, control, button } = await open({
      init: ({ template: { buttons } }) => {
        const excel = buttons.global.find(({ name }) => name === 'excel');
        if (excel) buttons.dropdown.push({ ...excel, name: 'csv', label: 'CSV' });
      },
    });
    await expect.poll(() => button('excel').count()).toBe(0);
    await control('export').click();
    await page.getByRole('menuitem').first().waitFor();
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Excel', 'CSV', 'Export options…']);
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await page.getByText('everything.exportExcel is done.').waitFor();
    await control('more').click();
    await expect.poll(() => page.getByRole('menuitem', { name: 'CSV' }).count()).toBe(0);
  });

  test('keep their text if the page does not have their icon', async () => {
    const { button } = await open();
    await expect.poll(async () => (await button('manual').textContent())?.trim()).toBe('Manual');
    await expect.poll(() => button('manual').locator('.icon').count()).toBe(0);
  });

  test('with action router follow their route, with its params, and emit their event', async () => {
    const { page, button } = await open({ listenTo: ['create'] });
    await button('create').click();
    await button('elsewhere').click();
    expect(await read(page, 'tableEvents')).toEqual([
      { name: 'create', payload: undefined },
      { name: 'navigate', payload: { name: 'everything.create', params: {} } },
      { name: 'navigate', payload: { name: 'somewhere.else', params: { tab: 'notes' } } },
    ]);
  });

  test('use the router of the app with action router by default', async () => {
    const { page, button } = await open({ router: true });
    await button('elsewhere').click();
    await expect
      .poll(() => read(page, 'routed'))
      .toEqual([{ name: 'somewhere.else', params: { tab: 'notes' } }]);
  });

  test('with action href are links, which a browser can open in another tab, and emit their event', async () => {
    const { page, button } = await open({ listenTo: ['manual'] });
    const link = button('manual');
    expect(await link.evaluate(({ tagName }) => tagName)).toBe('A');
    await expect.poll(() => link.getAttribute('href')).toBe('/api/everything/manual');
    // The server sees the new tab; a busy Playwright sometimes does not.
    await link.click({ modifiers: ['ControlOrMeta'] });
    await expect.poll(() => called().map(({ name }) => name)).toEqual(['everything.manual']);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await read(page, 'tableEvents')).toEqual([{ name: 'manual', payload: undefined }]);
    await Promise.all([page.waitForURL('**/api/everything/manual'), link.click()]);
  });

  test('with action export start it with all columns, as they are sorted and shown', async () => {
    const { page } = await open({ listenTo: ['export-excel'] });
    await startExport(page);
    await page.getByText('everything.exportExcel is done.').waitFor();
    const [call] = called();
    const query = new URL(call?.url ?? '', table.harness.address).searchParams;
    expect(call).toMatchObject({ name: 'everything.exportExcel', method: 'GET' });
    expect(query.get('columns[0][name]')).toBe('number');
    expect(query.get('columns[0][meta][sort]')).toBe('ASC');
    expect(query.get('columns[13][name]')).toBe('secret');
    expect(query.get('columns[11][meta][visible]')).toBe('false');
    expect(await read(page, 'tableEvents')).toEqual([{ name: 'export-excel', payload: undefined }]);
  });

  test.each(['custom-action', 'customAction'])(
    'with action ajax send the payload of the table, and emit event and postEvent to listeners spelled like %s',
    async (spelling) => {
      const done = spelling === 'customAction' ? 'customActionDone' : 'custom-action-done';
      const { page, button, control } = await open({ listenTo: [spelling, done] });
      await control('search').fill('Ada');
      await page.getByText('filtered from 260').waitFor();
      await button('action').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Action' }).click();
      await page.getByText('everything.action is done.').waitFor();
      expect(called()).toEqual([
        {
          name: 'everything.action',
          method: 'PATCH',
          url: '/api/everything/action',
          body: expect.objectContaining({
            internalFilters: [],
            columns: [{ name: 'number', meta: { sort: 'ASC' } }],
            meta: expect.objectContaining({ search: 'Ada', searchMode: 'full' }),
          }),
        },
      ]);
      await expect
        .poll(() => read(page, 'tableEvents'))
        .toEqual([
          { name: spelling, payload: undefined },
          { name: done, payload: { message: 'everything.action is done.' } },
        ]);
    },
  );

  test('with action ajax and method GET send the payload in the query', async () => {
    const { page, button } = await open({ listenTo: ['pinged'] });
    await button('ping').click();
    await page.getByText('everything.ping is done.').waitFor();
    expect(called()).toMatchObject([{ name: 'everything.ping', method: 'GET' }]);
    expect(called()[0]?.url).toContain('start');
    await expect.poll(() => read(page, 'tableEvents')).toMatchObject([{ name: 'pinged' }]);
  });

  test('for a selection appear with one, and send nothing else', async () => {
    const { page, button } = await open({ listenTo: ['update:selected', 'touch', 'touched'] });
    await expect.poll(() => button('touch').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select row 1' }).first().check();
    await page.getByRole('checkbox', { name: 'Select row 3' }).check();
    await button('touch').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Touch' }).click();
    await page.getByText('everything.touch is done.').waitFor();
    expect(called()).toMatchObject([{ method: 'POST', body: { selection: [1, 3] } }]);
    await expect.poll(() => button('touch').count()).toBe(0);
    const events = (await read(page, 'tableEvents')).map(({ name }) => name);
    expect(events).toEqual(['update:selected', 'update:selected', 'touch', 'touched', 'update:selected']);
  });

  test('show that they are running, and cannot be pressed twice meanwhile', async () => {
    const { page, button } = await open();
    const gate = Promise.withResolvers<void>();
    table.harness.interfere({ path: 'ping', until: gate.promise });
    await button('ping').click();
    await page.locator('[data-button=ping][aria-disabled=true]').waitFor();
    await button('ping').click({ force: true });
    gate.resolve();
    await page.getByText('everything.ping is done.').waitFor();
    await expect.poll(() => button('ping').getAttribute('aria-disabled')).toBeNull();
    expect(called()).toHaveLength(1);
  });

  test('show the reason if they fail, and the notice stays until it is dismissed', async () => {
    const { page, button } = await open({ listenTo: ['pinged'] });
    table.harness.interfere({ path: 'ping', status: 409, body: '{"message":"The <b>bell</b> is broken."}' });
    await button('ping').click();
    const notice = page.getByRole('alert').filter({ hasText: 'The <b>bell</b> is broken.' });
    await notice.waitFor();
    expect(await read(page, 'tableEvents')).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notice.count()).toBe(0);
  });

  test('can be drawn by the host', async () => {
    const { page } = await open();
    const drawn = page.locator('.rh-global-buttons .drawn');
    await expect.poll(() => drawn.textContent()).toBe('Drawn');
    await expect.poll(() => drawn.getAttribute('data-props')).toBe('button,cssClass,event,icon,label,route');
  });
});

describe('the menu of further buttons', () => {
  test('is opened, moved through and left with keys alone', async () => {
    const { page, control } = await open();
    await control('more').press('ArrowDown');
    await page.getByRole('menu').waitFor();
    await expect.poll(() => focused(page)).toBe('Archive');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe('Leaflet');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe('Archive');
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Leaflet');
    await page.keyboard.press('Home');
    await expect.poll(() => focused(page)).toBe('Archive');
    await expect.poll(() => control('more').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('More actions');
    await expect.poll(() => control('more').getAttribute('aria-expanded')).toBe('false');
  });

  test('presses its buttons, and returns the focus', async () => {
    const { page, control } = await open({ listenTo: ['archive', 'archived'] });
    await control('more').click();
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('everything.archive is done.').waitFor();
    expect(called()).toMatchObject([{ name: 'everything.archive', method: 'PUT' }]);
    await expect
      .poll(async () => (await read(page, 'tableEvents')).map(({ name }) => name))
      .toEqual(['archive', 'archived']);
    await expect.poll(() => focused(page)).toBe('More actions');
  });

  test('shows the confirmation of a link before following it', async () => {
    const { page, control } = await open();
    await control('more').click();
    await page.getByRole('menuitem', { name: 'Leaflet' }).click();
    await page.getByRole('alertdialog').getByText('The <b>leaflet</b> is long. Open it?').waitFor();
    expect(called()).toEqual([]);
    await Promise.all([
      page.waitForURL('**/api/everything/manual'),
      page.getByRole('alertdialog').getByRole('button', { name: 'Leaflet' }).click(),
    ]);
  });

  test('closes when another menu opens, and by a click elsewhere', async () => {
    const { page, control } = await open();
    await control('more').click();
    await control('columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Number' }).waitFor();
    await expect.poll(() => page.getByRole('menu').count()).toBe(1);
    await page.mouse.click(640, 5);
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });
});

describe('the confirmation', () => {
  test('focuses cancel, keeps the focus inside, and returns it', async () => {
    const { page, button } = await open();
    await button('action').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Please confirm' });
    await dialog.waitFor();
    await expect.poll(() => focused(page)).toBe('Cancel');
    const seen = new Set<string>();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      seen.add(await focused(page));
      expect(
        await page.evaluate(() => document.querySelector('[role=grid]')?.contains(document.activeElement)),
      ).toBe(false);
    }
    expect([...seen].filter((name) => ['Cancel', 'Action'].includes(name)).sort()).toEqual([
      'Action',
      'Cancel',
    ]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Action');
    expect(called()).toEqual([]);
  });

  test('looks dangerous where the button does, says the message as text, and acts on the row', async () => {
    const { page, row } = await open({ listenTo: ['destroy', 'destroyed'] });
    await row(0).locator('[data-rh=button].is-danger').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('The selected record is about to be deleted. Are you sure?').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete' });
    await expect.poll(() => confirm.getAttribute('class')).toContain('is-danger');
    await confirm.click();
    await page.getByText('everything.destroy is done.').waitFor();
    expect(called()).toMatchObject([{ method: 'DELETE', url: '/api/everything/1' }]);
    await expect
      .poll(async () => (await read(page, 'tableEvents')).map(({ name }) => name))
      .toEqual(['destroy', 'destroyed']);
  });

  test('focuses the grid when the pressed button was removed', async () => {
    const { page, row } = await open();
    await row(0).locator('[data-rh=button].is-danger').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.evaluate(() => document.querySelector('.rh-row .is-danger[data-rh=button]')?.remove());
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null))
      .toBe(true);
  });

  test('is cancelled by a click outside', async () => {
    const { page, button } = await open();
    await button('action').click();
    await page.getByRole('alertdialog').waitFor();
    await page.mouse.click(5, 5);
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    expect(called()).toEqual([]);
  });
});

describe('the host', () => {
  test('chooses the selection, too', async () => {
    const { page } = await open({ props: { selected: [2] } });
    const box = (number: number) => page.getByRole('checkbox', { name: `Select row ${number}`, exact: true });
    await expect.poll(() => box(2).isChecked()).toBe(true);
    await setProps(page, { selected: [1, 3] });
    await expect
      .poll(() => Promise.all([1, 2, 3].map((number) => box(number).isChecked())))
      .toEqual([true, false, true]);
  });
});
