import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { createService } from '../../definition/createService.ts';
import { configurationTable } from './configKeys.ts';
import { defineSection } from './defineSection.ts';
import { list, text, whole } from './keys.ts';

it('lists every variable in the configuration reference', () => {
  const file = new URL('../../../../../docs/reference/configuration.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toContain(configurationTable(createService().sections));
});

it('documents default, unit, range and meaning of each key', () => {
  const shop = defineSection('shop', {
    returnDays: whole('Days to return.', { range: [0, 365, 'days'], default: 14 }),
    countries: list('Where to.', Type.String(), { default: ['DE', 'AT'] }),
    mark: text('Drawn.', { expected: 'a mark such as <b>|</b>' }),
  });
  expect(configurationTable([shop]).split('\n').slice(3)).toEqual([
    '| `ROWHOUSE_SHOP_RETURN_DAYS` | `shop.returnDays` | `14` | a whole number of days from 0 to 365 | Days to return. |',
    '| `ROWHOUSE_SHOP_COUNTRIES` | `shop.countries` | `DE, AT` | a list, each a text | Where to. |',
    '| `ROWHOUSE_SHOP_MARK` | `shop.mark` | not set | a mark such as \\<b>\\|\\</b> | Drawn. |',
  ]);
});
