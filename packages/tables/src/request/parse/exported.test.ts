import { expect, it } from 'vitest';
import { expectFaults, parse } from '../parseRequest.fixture.ts';

const groups = [{ column: 'number' }];

it('reads whether an export is in groups, however it is spelt', () => {
  expect(parse({ meta: { groups } }).grouped).toBe(false);
  for (const grouped of [true, 'true', '1', 1])
    expect(parse({ grouped, meta: { groups } }).grouped).toBe(true);
  for (const grouped of [false, 'false', '', null]) expect(parse({ grouped }).grouped).toBe(false);
});

it('refuses groups of an export without groups, or not as a boolean', () => {
  expectFaults({ grouped: true }, { grouped: 'no meaning without meta.groups' });
  expectFaults({ grouped: true, meta: { facets: ['orders.status'] } }, { grouped: 'without meta.groups' });
  expectFaults({ grouped: 'perhaps', meta: { groups } }, { grouped: 'perhaps' });
  expectFaults({ Grouped: true, meta: { groups } }, { Grouped: 'did you mean grouped?' });
});

it('refuses groups for formats whose files cannot contain them', () => {
  expectFaults(
    { grouped: true, meta: { groups: [{ column: 'status' }] } },
    { 'meta.groups.0.column': '"status" is not a column of exports' },
  );
  expect(parse({ meta: { groups: [{ column: 'status' }] } }).grouped).toBe(false);
});
