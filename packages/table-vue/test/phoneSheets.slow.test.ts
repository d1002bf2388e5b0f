import { expect, it } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { focused } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();
const phone = { width: 390, height: 844 };

it.each([
  ['columns', 'ltr'],
  ['view', 'rtl'],
  ['filter', 'ltr'],
] as const)(
  'the panel of %s rises from the lower edge of a phone (%s), and gives the focus back',
  async (name, dir) => {
    const { page, control } = await open(phone);
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), dir);
    await control(name).click();
    const panel = page.locator('.rh-popover:popover-open');
    await panel.waitFor();
    const { x, y, width, height } = (await panel.boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 };

    expect([x, width, Math.round(y + height)]).toEqual([0, 390, 844]);
    expect(height).toBeLessThanOrEqual(844 * 0.8 + 1);
    const items = await panel.locator('[role^=menuitem], [role=option]').all();
    for (const item of items.slice(0, 3)) {
      expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    const faults = await accessibilityFaults(page);
    expect(faults.filter((fault) => !/^(region|landmark|page-has)/.test(fault))).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await control(name).evaluate((button) => button === document.activeElement)).toBe(true);
  },
);

it('the same panel stays at its button in a wide window', async () => {
  const { page, control } = await open();
  await control('columns').click();
  const button = await control('columns').boundingBox();
  const panel = page.locator('.rh-popover:popover-open');
  await expect.poll(async () => (await panel.boundingBox())?.x).toBe(button?.x);
  expect((await panel.boundingBox())?.y).toBe((button?.y ?? 0) + (button?.height ?? 0) + 4);
  expect(await focused(page)).not.toBe('');
});
