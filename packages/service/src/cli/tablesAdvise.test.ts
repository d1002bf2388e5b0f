import { PassThrough } from 'node:stream';
import type { IndexProposal } from '@rowhouse/tables-dev/internal';
import { expect, it } from 'vitest';
import { adviceText, confirmBuild, sizeText } from './tablesAdvise.ts';

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

it('returns advice that can be run as SQL: everything else is a comment', () => {
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

it('reports whether a gain was measured or is unknown', () => {
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

it('names an index that becomes superfluous in a comment, so that running the advice drops none', () => {
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
])('formats %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

const build = { tables: ['customers', 'orders'], indexes: 18 };

function terminal(isTTY: boolean) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (text) => {
    shown += text;
  });

  return {
    input: Object.assign(input, { isTTY }),
    output: Object.assign(output, { isTTY }),
    shown: () => shown,
  };
}

it.each([
  ['y', true],
  ['YES', true],
  ['n', false],
  ['', false],
])('asks for confirmation on a terminal, and reads "%s" as %s', async (typed, expected) => {
  const { input, output, shown } = terminal(true);
  input.write(`${typed}\n`);
  expect(await confirmBuild(false, { input, output })(build)).toBe(expected);
  expect(shown()).toContain(
    '--measure builds each of 18 indexes in a transaction that is rolled back; it blocks writes to customers, orders meanwhile.\n' +
      'Continue? [y/N] ',
  );
});

it('requires --yes without a terminal', async () => {
  const { input, output } = terminal(false);
  await expect(confirmBuild(false, { input, output })(build)).rejects.toMatchObject({
    name: 'StartError',
    status: 2,
    message: expect.stringContaining('Add --yes'),
  });
  expect(await confirmBuild(true, { input, output })(build)).toBe(true);
});

it('treats the end of the input as no', async () => {
  const { input, output } = terminal(true);
  input.end();
  expect(await confirmBuild(false, { input, output })(build)).toBe(false);
});
