import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { unzip } from '../src/export/writers/writers.fixture.ts';
import type { ExportRun, TableDefinition, Tables } from '../src/index.ts';
import { createShop, fillShop, type Shop, type ShopOrder } from './shop.ts';
import { distinctTable, summariesOf, summariesTable, summariesTemplate } from './summaries.ts';
import { expectRefused, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 1_400;
const levels = [{ column: 'status' }, { column: 'placed_at', step: 'quarter' }];

describe.each(dialects)('an export in groups on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;
  let orders: ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    orders = await fillShop(database.db, dialect, size);
    tables = tablesOf(database.db, summariesTable());
  });

  afterAll(() => database.destroy());

  async function exported(payload: object, run: Partial<ExportRun> = {}, some = tables) {
    const output = new PassThrough();
    const [file, result] = await Promise.all([
      buffer(output),
      some.exportRows('orders', { grouped: true, ...payload }, null, { output, ...run }),
    ]);

    return { file, ...result };
  }

  /** The lines of a spreadsheet with their outline levels; a line with a number of rows is that of a group. */
  async function outlined(payload: object, run: Partial<ExportRun> = {}, some = tables) {
    const { file, ...result } = await exported(payload, run, some);
    const [header = [], ...cells] = (await readSheet(file)) as unknown[][];
    const xml = unzip(file)['xl/worksheets/sheet1.xml'] ?? '';
    const depths = [...xml.matchAll(/<row r="\d+"(?: outlineLevel="(\d)")?>/g)].map(([, level]) =>
      Number(level ?? 0),
    );
    const countAt = header.indexOf('Rows');
    const lines = cells.map((values, index) => ({
      ...{ values, depth: depths[index + 1] ?? 0 },
      group: values[countAt] === null || values[countAt] === undefined ? null : Number(values[countAt]),
      of: (name: string) => values[header.indexOf(name)],
    }));

    return { header, lines, xml, ...result };
  }

  async function csv(payload: object, some = tables) {
    const { file } = await exported(payload, { format: 'csv' }, some);
    const [header = '', ...lines] = file.toString('utf8').slice(1).trimEnd().split('\r\n');

    return { header: header.split(','), lines: lines.map((line) => line.split(',')) };
  }

  const hundredths = (value: unknown) => Math.round(Number(value) * 100);
  const numbersBySql = async (order: string, where = '1 = 1') => {
    const { rows } = await sql<{ number: string }>`
      select orders.number from orders left join customers on customers.id = orders.customer_id
      where ${sql.raw(where)} order by ${sql.raw(order)}`.execute(database.db);

    return rows.map(({ number }) => number);
  };
  const quarter = (column: string) =>
    ({
      postgres: `date_trunc('quarter', ${column} at time zone 'UTC')`,
      mysql: `year(${column}) * 4 + quarter(${column})`,
      sqlite: `strftime('%Y', ${column}) * 4 + (strftime('%m', ${column}) - 1) / 3`,
    })[dialect];

  it('has each group above its rows, a level higher, as a spreadsheet folds them', async () => {
    const { lines, xml, header, rows } = await outlined({ meta: { groups: levels } });
    const heads = lines.filter(({ group }) => group !== null);

    expect(rows).toBe(size);
    expect(header.slice(0, 4)).toEqual(['Status', 'Placed (quarter)', 'Rows', 'Number']);
    expect(xml).toContain('<sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews>');
    expect(xml).toContain('</sheetViews><sheetFormatPr defaultRowHeight="15" outlineLevelRow="2"/><cols>');
    expect(new Set(heads.map(({ depth }) => depth))).toEqual(new Set([0, 1]));
    expect(lines.filter(({ group }) => group === null).every(({ depth }) => depth === 2)).toBe(true);
    expect(heads.filter(({ depth }) => depth === 0).map(({ of }) => of('Status'))).toEqual([
      'DONE',
      'LOST',
      'NEW',
      'PACKED',
      'PAID',
      'SENT',
    ]);
    expect(heads.find(({ depth }) => depth === 1)?.of('Placed (quarter)')).toMatch(/^2026-Q\d$/);

    for (const [index, { depth, group }] of lines.entries()) {
      if (group === null) continue;
      const end = lines.findIndex((other, place) => place > index && other.depth <= depth);
      const inside = lines.slice(index + 1, end === -1 ? undefined : end);
      expect(inside.filter((line) => line.group === null)).toHaveLength(group);
    }
  });

  it('has the counts and totals that SQL has', async () => {
    const { lines } = await outlined({ meta: { groups: [{ column: 'status' }] } });
    const { rows } = await sql<Record<string, unknown>>`
      select status, count(*) as n, sum(total) as total, sum(cents) as cents, avg(quantity) as average
      from orders group by status order by status`.execute(database.db);
    const heads = lines.filter(({ group }) => group !== null);

    expect(heads.map(({ group }) => group)).toEqual(rows.map(({ n }) => Number(n)));
    expect(heads.map(({ of }) => hundredths(of('Total')))).toEqual(
      rows.map(({ total }) => hundredths(total)),
    );
    expect(heads.map(({ of }) => hundredths(of('Fee')))).toEqual(rows.map(({ cents }) => Number(cents)));
    expect(heads.map(({ of }) => Number(of('Quantity')).toFixed(4))).toEqual(
      rows.map(({ average }) => Number(average).toFixed(4)),
    );
  });

  it.each([
    [{}, `status, ${'{quarter}'}, total, id`],
    [{ direction: 'DESC' }, `status desc, ${'{quarter}'} desc, total, id`],
  ])('has its rows in the order of the screen: %j', async (groupSort, order) => {
    const wanted = await numbersBySql(
      order
        .replace('{quarter}', quarter('placed_at'))
        .replace('{quarter}', quarter('placed_at'))
        .replaceAll(/\b(status|total|id)\b/g, 'orders.$1'),
    );
    const payload = {
      meta: { groups: levels, groupSort },
      columns: [{ name: 'total', meta: { sort: 'ASC' } }],
    };
    const { lines } = await outlined(payload);
    const inCsv = await csv(payload);

    expect(lines.filter(({ group }) => group === null).map(({ of }) => of('Number'))).toEqual(wanted);
    expect(inCsv.lines.map((line) => line[inCsv.header.indexOf('Number')])).toEqual(wanted);
  });

  it.each([
    { by: 'count', direction: 'DESC' },
    { by: 'count' },
    { by: 'total', direction: 'DESC' },
    { by: 'quantity' },
    { by: 'label', direction: 'DESC' },
  ])(
    'has the groups that the screen shows, and the rows that it shows in them, sorted: %j',
    async (groupSort) => {
      const groups = [{ column: 'customer' }, { column: 'paid' }];
      const meta = { groups, groupSort, forceInfo: true, search: 'R-0' };
      const { lines } = await outlined({ meta });
      const wanted: unknown[][] = [];

      const first = await summariesOf(tables).groups(groups, meta);
      for (const outer of first.groups) {
        wanted.push([
          outer.ambiguous ? `${outer.label} (${outer.value})` : (outer.label ?? 'empty'),
          undefined,
          outer.count,
          hundredths(String(outer.total.total).replaceAll(',', '')),
        ]);
        const second = await summariesOf(tables).groups(groups, { ...meta, groupPath: [outer.value] });
        for (const inner of second.groups) {
          wanted.push([
            undefined,
            inner.value ?? 'empty',
            inner.count,
            hundredths(String(inner.total.total).replaceAll(',', '')),
          ]);
          const path = [outer.value, inner.value];
          const { data } = await tables.data('orders', { meta: { ...meta, groupPath: path, length: 1000 } });
          wanted.push(...data.map((row) => [row.number]));
        }
      }

      expect(
        lines.map(({ group, of, values }) =>
          group === null
            ? [of('Number')]
            : [values[0] ?? undefined, values[1] ?? undefined, group, hundredths(of('Total'))],
        ),
      ).toEqual(wanted);
      expect(first.groups.at(-1)?.count).toBeGreaterThan(0);
    },
  );

  it('has in CSV the labels of its groups in each row, and no further lines', async () => {
    const { header, lines } = await csv({ meta: { groups: levels }, exported: ['number', 'total'] });

    expect(header).toEqual(['Status', 'Placed (quarter)', 'Number', 'Total']);
    expect(lines).toHaveLength(size);
    for (const [status, label, number] of lines) {
      const order = orders.find((candidate) => candidate.number === number) as ShopOrder;
      const month = (order.placed_at as Date).getUTCMonth();
      expect([status, label]).toEqual([order.status.toUpperCase(), `2026-Q${Math.floor(month / 3) + 1}`]);
    }
  });

  it('has the groups within an opened one, of the rows that are named, with the columns that are requested', async () => {
    const named = orders.filter(({ status }) => status === 'new').slice(0, 40);
    const { lines, header } = await outlined(
      {
        meta: { groups: levels, groupPath: ['new'] },
        only: [...named.map(({ id }) => id), orders.find(({ status }) => status === 'sent')?.id],
        exported: ['cents', 'number'],
      },
      {},
      tablesOf(database.db, summariesTable({ template: { ...summariesTemplate, selectable: true } })),
    );
    const rows = lines.filter(({ group }) => group === null);

    expect(header).toEqual(['Placed (quarter)', 'Rows', 'Fee', 'Number']);
    expect(rows.map(({ of }) => of('Number')).sort()).toEqual(named.map(({ number }) => number).sort());
    expect(lines.filter(({ group }) => group !== null).every(({ depth }) => depth === 0)).toBe(true);
    const sums = lines.filter(({ group }) => group !== null).map(({ of }) => hundredths(of('Fee')));
    expect(sums.reduce((a, b) => a + b, 0)).toBe(named.reduce((sum, { cents }) => sum + cents, 0));
  });

  it('has groups of computed columns with parameters, and totals in SQL of the definition', async () => {
    const template = {
      ...summariesTemplate,
      columns: [
        ...summariesTemplate.columns.map((column) =>
          column.name === 'total' ? { ...column, meta: ['rawTotal' as const] } : column,
        ),
        { label: 'Size', name: 'size', meta: ['groupable'] },
      ],
    } as typeof summariesTemplate;
    const expression = sql`case when orders.cents > ${500} then ${'large'} else ${'small'} end`;
    const more: Partial<TableDefinition> = {
      template,
      expressions: { size: expression },
      totals: { total: sql`max(orders.cents)` },
    };
    const computed = tablesOf(database.db, summariesTable(more));
    const { lines } = await outlined(
      { meta: { groups: [{ column: 'size' }, { column: 'status' }] }, exported: ['number', 'total'] },
      {},
      computed,
    );
    const heads = lines.filter(({ group, depth }) => group !== null && depth === 0);
    const large = orders.filter(({ cents }) => cents > 500);

    expect(heads.map(({ values, group }) => [values[0], group])).toEqual([
      ['large', large.length],
      ['small', size - large.length],
    ]);
    expect(heads.map(({ of }) => of('Total'))[0]).toBe(Math.max(...large.map(({ cents }) => cents)));
  });

  it('reports the number of written rows, and ends when it is aborted', async () => {
    const reported: (string | number)[] = [];
    await exported(
      { meta: { groups: levels } },
      { onStart: (total) => reported.push(`of ${total}`), onProgress: (entries) => reported.push(entries) },
    );
    expect(reported).toEqual([`of ${size}`, 1000, size]);

    const stop = new AbortController();
    const reason = new Error('cancelled by the user');
    const output = new PassThrough();
    output.resume();
    const run = tables.exportRows('orders', { grouped: true, meta: { groups: levels } }, null, {
      output,
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    });
    await expect(run).rejects.toBe(reason);
    expect(output.destroyed).toBe(true);
  });

  it('shows row functions and resources rows as they are without groups', async () => {
    const seen = new Set<string>();
    const look = (some: Tables, payload: object) => {
      seen.clear();
      return exported(payload, {}, some).then(() => [...seen].sort());
    };
    const methods = {
      loud: (row: object) => {
        for (const name of Object.keys(row)) seen.add(name);
      },
    };
    const template = {
      ...summariesTemplate,
      columns: [...summariesTemplate.columns, { label: 'Loud', name: 'loud', meta: ['method'] }],
    } as unknown as typeof summariesTemplate;
    const some = tablesOf(database.db, summariesTable({ template, methods }));

    expect(await look(some, { meta: { groups: levels } })).toEqual(await look(some, { grouped: false }));
  });

  it('refuses undeclared columns and columns that may not be exported', async () => {
    const request = (payload: object, some = tables) => some.request('orders', { grouped: true, ...payload });
    const secret = tablesOf(
      database.db,
      summariesTable({
        template: {
          ...summariesTemplate,
          columns: summariesTemplate.columns.map((column) =>
            column.name === 'customer'
              ? { ...column, meta: [...(column.meta ?? []), 'notExportable' as const] }
              : column,
          ),
        },
      }),
    );

    await expectRefused(request({}), 'grouped');
    await expectRefused(request({ meta: { groups: [{ column: 'note' }] } }), 'meta.groups.0.column');
    await expectRefused(request({ meta: { groups: [{ column: 'password' }] } }), 'meta.groups.0.column');
    await expectRefused(
      request({ meta: { groups: [{ column: 'customer' }] } }, secret),
      'meta.groups.0.column',
    );
    await expectRefused(request({ grouped: 'maybe' }), 'grouped');
    await expectRefused(
      request({ meta: { groups: [{ column: 'status' }] } }, tablesOf(database.db, distinctTable())),
      'meta.groups.0.column',
    );
    expect((await secret.request('orders', { meta: { groups: [{ column: 'customer' }] } })).grouped).toBe(
      false,
    );
  });
});
