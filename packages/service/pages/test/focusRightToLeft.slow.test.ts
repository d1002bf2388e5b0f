import { expect, it } from 'vitest';
import { takesMinutes } from '../../../../test/takesMinutes.ts';
import { walkByKeyboard } from './focus.fixture.ts';
import { startPages, takeFaults } from './startPages.ts';

// Every control, menu and dialog by keyboard, each checked by axe.
takesMinutes(5);

it('never loses the focus in the table of orders, by keyboard alone, from right to left and in the dark', async () => {
  const pages = await startPages({ orders: 300, environment: { ROWHOUSE_LANGUAGES: 'en,ar' } });
  try {
    const walk = await walkByKeyboard(pages, { name: 'arabic-dark', locale: 'ar', dark: true });
    expect(walk).toEqual({ faults: [], missed: [] });
    expect(takeFaults()).toEqual([]);
  } finally {
    await pages.stop();
  }
});
