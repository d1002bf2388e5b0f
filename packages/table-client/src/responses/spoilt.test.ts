import type { InitTemplate } from '@rowhouse/table-protocol';
import { expect, it } from 'vitest';
import { readGroups } from '../grouping/readGroups.ts';
import { readFacets, readStatistics } from '../summaries/readSummaries.ts';
import { readView, readViewList } from '../views/readViews.ts';
import { view } from '../views/views.fixture.ts';
import { jobInResponse, readFailures, readJob } from './readAction.ts';
import { readData } from './readData.ts';
import { readInit } from './readInit.ts';
import { dataResponse, initResponse } from './responses.fixture.ts';
import { ShapeFault } from './shape.ts';

const pagination = { page: 1, pages: 2, atStart: true, atEnd: false, atMiddle: false, middlePages: [2] };
const job = { id: 1, kind: 'action', table: 't', name: 'n', status: 'waiting', path: '/jobs/1' };
const counts = { count: 2, filtered: 3, total: { a: 1 }, fullRecordInfo: true, pagination };
const figures = { count: 1, empty: 0, distinct: 1, min: 1, max: '2', sum: null, average: null };
const button = {
  ...{
    name: 'b',
    label: 'B',
    icon: 'i',
    class: 'c',
    action: 'ajax',
    method: 'POST',
    event: 'e',
    postEvent: 'p',
  },
  confirmation: true,
  message: 'm',
  tooltip: 't',
  params: { a: 1 },
  slot: 's',
  selection: true,
  matching: true,
  path: '/b',
  route: 'r',
};
const number = {
  symbol: '€',
  decimal: ',',
  thousand: '.',
  precision: 2,
  template: '%v',
  negative: '-',
  locale: 'de',
};
/** With every member of the protocol. */
const template = {
  ...{
    rowName: ['name'],
    live: true,
    actions: true,
    timeZone: 'Europe/Berlin',
    facets: ['a.b'],
    statistics: ['a'],
  },
  edit: { path: '/edit', version: 'v' },
  buttons: { global: [button], row: [button], dropdown: [] },
  filters: [
    {
      label: 'F',
      data: 'a.f',
      name: 'f',
      type: 'enum',
      enum: { x: 'X' },
      path: '/f',
      multiple: true,
      translated: true,
    },
  ],
  columns: [
    {
      ...{
        name: 'name',
        label: 'N',
        data: 'a.n',
        align: 'left',
        class: 'c',
        tooltip: 't',
        enum: { x: 'X' },
        number,
      },
      type: 'date',
      dateFormat: 'Y',
      money: { symbol: '€' },
      resource: true,
      edit: { type: 'select', path: '/o', names: 'id', maxLength: 5, required: true },
      meta: { sortable: true, visible: true, sort: 'ASC' },
    },
  ],
} as unknown as Partial<InitTemplate>;
const saved = view('a', { order: ['a'] }, { sharedWith: [3], defaultFor: [3, 'everyone'] });
/** A complete response for each reader; every member of it is replaced by every odd value. */
const whole: readonly (readonly [read: (response: unknown) => unknown, response: object])[] = [
  [readInit, initResponse(template)],
  [readData, { ...dataResponse(), versions: ['a'], estimated: true, position: 3 }],
  [readGroups, { ...counts, groups: [{ value: 'a', label: 'A', count: 1, total: {}, ambiguous: true }] }],
  [
    readFacets,
    { facets: { 'a.b': { values: [{ value: 1, label: 'x', count: 2 }], more: 1 } }, fullRecordInfo: true },
  ],
  [readStatistics, { statistics: figures, fullRecordInfo: true }],
  [
    readJob,
    {
      ...job,
      total: 5,
      entries: 2,
      failed: 1,
      download: null,
      message: null,
      rows: 'all',
      view: { name: 'v', changed: true },
      failures: [{ dtRowId: 1, name: 'x', message: 'y' }],
    },
  ],
  [readFailures, { failed: [{ dtRowId: 'a', message: 'y' }], failedCount: 7 }],
  [readView, saved],
  [
    readViewList,
    { views: [saved], defaults: { me: 'a', role: null, everyone: null }, roles: [{ id: 3, label: 'r' }] },
  ],
  [jobInResponse, { export: job, job: { ...job, id: 'b' } }],
];
const odd = [undefined, null, '', 'odd', -1, 7, 1.5, true, [], [null], ['odd'], [{}], {}, { odd: 1 }];

it('reads spoilt responses as before', async () => {
  const lines = whole.flatMap(([read, response]) => {
    const expected = read(response);
    const bodies: Spoilt[] = [
      ...odd.map((value): Spoilt => ['the body', value, value]),
      ...spoilt(JSON.parse(JSON.stringify(response))),
    ];
    const results = bodies.map(
      ([path, value, body]) => [`${path} → ${resultOf(read, body, expected)}`, shown(value)] as const,
    );
    const equal = Map.groupBy(results, ([result]) => result);

    return [
      `# ${read.name}`,
      ...[...equal].map(([result, entries]) => `${result}  ← ${entries.map(([, value]) => value).join(' ')}`),
    ];
  });

  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('spoilt.golden.txt');
});

type Spoilt = readonly [path: string, value: unknown, body: unknown];

function spoilt(value: unknown, path = ''): Spoilt[] {
  const here = path === '' ? [] : odd.map((one): Spoilt => [path, one, one]);
  if (typeof value !== 'object' || value === null) return here;
  const names = Object.keys(value)
    .filter((name) => !Array.isArray(value) || name === '0')
    .toSorted();

  return [
    ...here,
    ...names.flatMap((name) =>
      spoilt((value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`).map(
        ([at, one, member]): Spoilt => [
          at,
          one,
          Array.isArray(value) ? [member, ...value.slice(1)] : { ...value, [name]: member },
        ],
      ),
    ),
  ];
}

/** The fault, or what differs from the reading of the whole response. */
function resultOf(read: (response: unknown) => unknown, response: unknown, expected: unknown): string {
  try {
    return differences(read(response), expected).join(', ') || 'the same';
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;

    return `fault at ${error.path}: ${error.message}`;
  }
}

function differences(value: unknown, expected: unknown, path = ''): string[] {
  if (shown(value) === shown(expected)) return [];
  if (!isNested(value) || !isNested(expected) || lengthOf(value) !== lengthOf(expected)) {
    return [`${path}${path && ' '}${shown(value)}`];
  }

  return [...new Set([...Object.keys(expected), ...Object.keys(value)])]
    .toSorted()
    .flatMap((name) => differences(value[name], expected[name], path === '' ? name : `${path}.${name}`));
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function lengthOf(value: object): number | null {
  return Array.isArray(value) ? value.length : null;
}

/** JSON with the names of objects in order. */
function shown(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'missing'
  );
}
