import { describe, expect, it } from 'vitest';
import { createTranslate } from '../../packages/service/src/kernel/language/translate.ts';
import { streamMessage } from '../../packages/service/src/modules/notifications/streamRoutes.ts';
import { streamTables } from '../../packages/service/src/modules/notifications/streamTables.ts';
import { read } from './markdown.ts';

/** The first column of the tables under a heading, without code marks. */
function firstColumn(page: string, heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split(/^##+ /m)[0] ?? '';

  return [...section.matchAll(/^\| `?([^`|]+?)`? +\|/gm)].map(([, text = '']) => text).slice(2);
}

describe('docs/lifecycles.md', () => {
  const known = new Map(
    [...read('docs/errors.md').matchAll(/^\| `(\w+\.\w+)` +\| (\d+) +\|/gm)].map(([, code, status]) => [
      code,
      status,
    ]),
  );
  const page = read('docs/lifecycles.md');

  it('lists errors with their statuses', () => {
    const reported = [
      ...page.matchAll(/`(\w+\.[a-z_]+)` \((\d{3})\)/g),
      ...page.matchAll(/\b((?:integrations)\.[a-z_]+) (\d{3})\b/g),
    ];
    const wrong = reported
      .filter(([, code = '', status]) => known.get(code) !== status)
      .map(([text]) => text);

    expect(reported.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  });

  it('lists every error of a request', () => {
    // Requested by code, of a library alone, or reported at the start.
    const elsewhere = ['tables.not_found', 'integrations.invalid_resource', 'integrations.unsupported_keys'];
    const missing = [...known.keys()].filter(
      (code = '') => !page.includes(code) && !elsewhere.includes(code),
    );

    expect(missing).toEqual([]);
  });
});

describe('docs/reference/events.md', () => {
  const page = read('docs/reference/events.md');

  it('has the events that the component declares', () => {
    const declared =
      /defineEmits<\{(.*?)\}>\(\)/s.exec(read('packages/table-vue/src/VueTable.vue'))?.[1] ?? '';
    const names = [...declared.matchAll(/^ {2}'?([\w-]+)'?: \[/gm)].map(([, name]) => name);
    const own = ["a button's `event`", "a button's `postEvent`", 'update:selected'];
    const reported = [...page.matchAll(/^\| (`[\w:-]+`|a button's `\w+`) +\| [^|]+\| [^|]*\|$/gm)]
      .map(([, name = '']) => (name.startsWith('`') ? name.slice(1, -1) : name))
      .filter((name) => names.includes(name) || own.includes(name));

    expect(names).toEqual(expect.arrayContaining(['ready', 'clicked', 'signed-out']));
    expect([...new Set(reported)].sort()).toEqual([...names, ...own].sort());
  });

  it('has the events of the stream', async () => {
    const stored = { id: 1, title: 'A', body: 'B', parameters: {}, link: null, mail: null };
    const reader = { language: 'en', timeZone: 'UTC', datetimeFormat: 'c', translate: createTranslate({}) };
    const sent = [
      streamMessage({ event: 'notification', data: stored }, reader),
      streamMessage({ event: 'notification', data: { id: 1 } }, reader),
      streamMessage({ event: 'job', data: {} as never, by: {} as never }, reader),
    ].map(({ name }) => name);

    const ofTables: string[] = [];
    const tables = [{ route: 'orders.tableData', path: '/api/orders/tableData' }];
    const end = streamTables({
      app: {
        mayCall: () => true,
        tableEvents: {
          announced: async () => tables,
          onChange: (listener) => {
            listener(tables);
            return () => {};
          },
        },
      },
      events: { onAccessChange: () => () => {} },
      user: {} as never,
      readUser: async () => null,
      send: (event) => ofTables.push(event),
      onError: (error) => {
        throw error;
      },
    });
    await expect.poll(() => ofTables.length).toBe(2);
    end();

    expect(firstColumn(page, 'Events of the stream')).toEqual([...sent, ...ofTables.toSorted(), 'closed']);
  });
});

describe('starter templates', () => {
  it.each([
    'docs/guides/adding-to-your-app.md',
    'docs/guides/defining-a-table.md',
    'examples/fastify-app/src/books.ts',
    'packages/create-rowhouse/template/api/src/orders.ts',
    'packages/tables/README.md',
  ])('ignore case in searches: %s', (file) => {
    const templates = read(file)
      .split(/(?=routePrefix"?: ['"])/)
      .slice(1)
      .filter((text) => /['"]searchable['"]/.test(text));

    expect(templates.length).toBeGreaterThan(0);
    for (const text of templates) {
      expect(text.split('columns')[0]).toMatch(/comparisonOperator"?: ['"]ILIKE['"]/);
    }
  });
});
