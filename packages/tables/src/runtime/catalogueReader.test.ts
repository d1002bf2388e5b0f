import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { catalogueOf } from '../query/readCatalogue.ts';
import { catalogueReader } from './catalogueReader.ts';

it('never returns a catalogue without the named schemas, not even while they are being read', async () => {
  const { get } = catalogueReader({
    read: async (schemas) => {
      await setImmediate();

      return catalogueOf([], schemas.includes('archive'));
    },
    maxAge: 60_000,
    onBackgroundError: () => undefined,
  });
  expect((await get()).datesAreUtc).toBe(false);

  const both = await Promise.all([get(['archive']), get(['archive'])]);
  expect(both.map(({ datesAreUtc }) => datesAreUtc)).toEqual([true, true]);
});
