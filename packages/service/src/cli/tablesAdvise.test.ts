import type { IndexProposal } from '@rowhouse/tables/dev';
import { expect, it } from 'vitest';
import { adviceText, sizeText } from './tablesAdvise.ts';

const trigram = (column: string): IndexProposal => ({
  table: 'orders',
  columns: [column],
  kind: 'text',
  name: `orders_${column}_trgm`,
  statements: ['CREATE EXTENSION IF NOT EXISTS pg_trgm', `CREATE INDEX "orders_${column}_trgm" ON "orders"`],
  reasons: [{ template: 'orders', feature: 'search', plan: 'reads all of orders (1,000,000 rows)' }],
  superfluous: [],
  rows: 1_000_000,
  gain: { feature: 'search', before: 24_000, after: 400, basis: 'estimated' },
  size: { bytes: 35_600_000, basis: 'estimated' },
});

it('Advice can be run as SQL: all that is no statement is a comment', () => {
  const lines = adviceText(
    { proposals: [trigram('number'), trigram('note')], notes: ['Something.'] },
    'rowhouse',
  ).split('\n');
  expect(lines.filter((line) => !line.startsWith('--') && line !== '')).toEqual([
    'SET search_path TO rowhouse, public;',
    'CREATE EXTENSION IF NOT EXISTS pg_trgm;',
    'CREATE INDEX "orders_number_trgm" ON "orders";',
    'CREATE INDEX "orders_note_trgm" ON "orders";',
  ]);
  expect(lines).toContain('--   for orders, search: now reads all of orders (1,000,000 rows)');
  expect(lines).toContain(
    '--   cost of the search: 24,000 → 400, estimated by a formula; --measure uses the planner',
  );
  expect(lines).toContain('--   size: about 35.6 MB, estimated');
  expect(lines.at(-1)).toBe('-- Something.');
});

it('Says whether a gain was measured, or is not known', () => {
  const gain = { feature: 'search', before: 24_000, after: 400, basis: 'measured' as const };
  expect(adviceText({ proposals: [{ ...trigram('a'), gain }], notes: [] }, 'rowhouse')).toContain(
    '24,000 → 400, measured by the planner with all of these indexes',
  );
  const hypothetical = { ...gain, basis: 'hypothetical' as const };
  expect(
    adviceText({ proposals: [{ ...trigram('a'), gain: hypothetical }], notes: [] }, 'rowhouse'),
  ).toContain('24,000 → 400, measured by the planner with all of these as hypothetical indexes (hypopg)');
  expect(
    adviceText({ proposals: [{ ...trigram('a'), gain: null, size: null }], notes: [] }, 'rowhouse'),
  ).toContain('the gain is unknown');
  expect(adviceText({ proposals: [], notes: [] }, 'rowhouse')).toBe('-- No index is proposed.');
});

it('Names an index that becomes superfluous in a comment, so that running the advice drops none', () => {
  const superfluous = [{ name: 'by_number', statement: 'DROP INDEX CONCURRENTLY "by_number"' }];
  const lines = adviceText(
    { proposals: [{ ...trigram('number'), superfluous }], notes: [] },
    'rowhouse',
  ).split('\n');
  expect(lines).toContain(
    '--   by_number becomes superfluous; drop it after this index is built and used: DROP INDEX CONCURRENTLY "by_number";',
  );
  expect(lines.filter((line) => line.startsWith('DROP'))).toEqual([]);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.00 kB'],
  [35_600_000, '35.6 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
