import { expect, test } from 'vitest';
import { initResponse } from '../responses/responses.fixture.ts';
import { openTable, settle, startTable } from '../tableClient.fixture.ts';

test('shows rows as cards while the table is narrow, unless the user wants a table; that is stored, but not in the address', async () => {
  const { table, storage } = await openTable({ responsive: true });
  expect(table).toMatchObject({ phoneRows: 'cards', narrow: false, cards: false });
  table.setNarrow(true);
  expect(table).toMatchObject({ narrow: true, cards: true });
  expect(storage.entries.size).toBe(0);
  table.setPhoneRows('table');
  expect(table).toMatchObject({ phoneRows: 'table', cards: false, viewChanged: false });
  await settle();

  const again = startTable({ storage });
  await again.server.last.respond(initResponse({ responsive: true }));
  again.table.setNarrow(true);
  expect(again.table).toMatchObject({ phoneRows: 'table', cards: false });
  again.table.setPhoneRows('cards');
  expect(again.table.cards).toBe(true);
  expect(storage.entries.size).toBe(0);
});

test('shows no cards in a table that scrolls sideways until the user wants them', async () => {
  const { table } = await openTable({ responsive: true });
  table.setNarrow(true);
  table.setFit('scroll');
  expect(table.cards).toBe(false);
  table.setPhoneRows('cards');
  expect(table).toMatchObject({ cards: true, fit: 'hide' });
});
