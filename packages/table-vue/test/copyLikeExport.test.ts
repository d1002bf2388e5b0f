import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createTableClient, type FetchLike } from '@rowhouse/table-client';
import { copyCells } from '@rowhouse/table-client/internal';
import { createTables } from '@rowhouse/tables';
import { namedRoutes, tables } from '@rowhouse/tables/fastify';
import fastify from 'fastify';
import { readSheet } from 'read-excel-file/node';
import { expect, it, onTestFinished } from 'vitest';
import { editable } from './harness/editable.ts';
import { createStock } from './harness/stock.ts';

it('copies cells with the values of the export, as text in CSV and with the types of XLSX', async () => {
  const db = await createStock();
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  // What spreadsheets would run, take for numbers or split.
  for (const [id, customer] of [
    [1, '=1+1'],
    [2, 'a "quoted"\ttab\nand line'],
    [3, '00123'],
    [4, null],
  ] as const) {
    await db
      .updateTable('goods')
      .set({ customer: customer as string })
      .where('id', '=', id)
      .execute();
  }
  await app.register(namedRoutes);
  app.get('/kinds/options', { config: { name: 'kinds.options' } }, () => []);
  await app.register(tables, { prefix: '/api', db, tables: [editable], development: true });
  const http: FetchLike = async (input) => {
    const { body, statusCode } = await app.inject({ method: 'GET', url: String(input) });
    return new Response(body, { status: statusCode });
  };
  const client = createTableClient({
    id: 'editable',
    path: '/api/editable/init',
    http,
    browser: null,
    storage: null,
  });
  onTestFinished(() => client.stop());
  await expect.poll(() => client.getSnapshot().rows.length).toBe(10);
  const { rows, columns } = client.getSnapshot();
  const copied = copyCells(rows, columns, { translate: client.translate, headers: true });

  const exported = async <Content>(
    format: 'csv' | 'xlsx',
    read: (output: PassThrough) => Promise<Content>,
  ) => {
    const output = new PassThrough();
    const content = read(output);
    await createTables({ db, definitions: [editable] }).exportRows('editable', {}, null, { output, format });
    return content;
  };
  const csv = fieldsOf((await exported('csv', text)).replace('\ufeff', ''), ',').slice(0, 11);
  const sheet = (await readSheet(await exported('xlsx', buffer))).slice(0, 11);

  // Dates are as on the screen in CSV, and in ISO 8601 on the clipboard.
  const iso = (field: string) => field.replace(/^(\d\d)-(\d\d)-(\d{4})/, '$3-$2-$1');
  // An export shows the decimals of the column, and CSV those of the number.
  const plain = (field: string) => (/^-?\d+\.\d+$/.test(field) ? String(Number(field)) : field);
  expect(fieldsOf(copied.text, '\t').map((line) => line.map(plain))).toEqual(
    csv.map((line) => line.map(iso).map(plain)),
  );

  expect(csv).toHaveLength(11);
  const cells = [...copied.html.matchAll(/<td([^>]*)>/g)].map(([, type = '']) => type);
  const kinds = sheet.flat().map((value) => {
    if (value === null || value instanceof Date) return '';
    return { number: 'x:num', boolean: 'x:bool', string: 'x:str' }[typeof value as string];
  });
  expect(cells.map((type) => /x:\w+/.exec(type)?.[0] ?? '')).toEqual(kinds);
});

/** Lines of quoted and plain fields, as spreadsheets read them. */
function fieldsOf(source: string, separator: string): string[][] {
  const lines: string[][] = [[]];
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'gy');
  for (const [, quoted, bare = '', end] of source.matchAll(field)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '') break;
    if (end !== separator) lines.push([]);
  }
  return lines;
}
