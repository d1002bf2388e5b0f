import type { ImportHeader, ImportReport } from '@rowhouse/table-protocol';
import { decodeQuery } from '@rowhouse/tables/internal';
import { describe, expect, test } from 'vitest';
import type { FileRequest } from '../http/sendFile.ts';
import { FakeServer, fakeStorage, settle } from '../tableClient.fixture.ts';
import { createImport, type ImportOptions } from './createImport.ts';

const header: ImportHeader = {
  headers: ['Art.', 'Name', 'Price [EUR]', 'Note'],
  fields: [
    { name: 'sku', label: 'SKU', required: true },
    { name: 'name', label: 'Name', required: true },
    { name: 'price', label: 'Price' },
  ],
  columns: { Name: 'name' },
  keys: ['sku'],
  sheets: [],
};
const report: ImportReport = { message: 'Ok', total: 2, created: 1, updated: 0, failed: 1, faults: [] };
const job = { id: '5', kind: 'import', path: '/imports/5', status: 'processing', total: 2, entries: 0 };

/** An import whose requests with a file wait for the test. */
function open(options: Partial<ImportOptions> = {}) {
  const sent: (FileRequest & {
    query: Record<string, unknown>;
    reply(body: object, status?: number): void;
  })[] = [];
  const server = new FakeServer();
  const client = createImport({
    path: '/products/import',
    id: 'products',
    storage: fakeStorage(),
    http: server.http,
    sendFile: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
      const query = decodeQuery(request.path.split('?')[1] ?? '');
      sent.push({
        ...request,
        query,
        reply: (body, status = 200) => resolve(Response.json(body, { status })),
      });

      return promise;
    },
    ...options,
  });
  const reply = async (body: object, status?: number) => {
    sent.at(-1)?.reply(body, status);
    await settle();
  };
  const choose = async (file = new File(['Art.,Name\n'], 'products.csv')) => {
    void client.choose(file);
    await settle();
    await reply(header);
  };
  const fields = () => client.getSnapshot().columns.map(({ field }) => field);

  return { client, server, sent, reply, choose, fields };
}

describe('a file', () => {
  test('is inspected, matched and checked, with headers of any spelling', async () => {
    const { client, sent, reply, choose, fields } = open({ locale: 'de' });
    await choose();
    expect([sent[0]?.query, fields()]).toEqual([{ locale: 'de', inspect: 'true' }, ['', 'name', '', '']]);
    expect(client.getSnapshot().missing.map(({ name }) => name)).toEqual(['sku']);
    await client.check();
    expect(sent).toHaveLength(1);
    client.match('Art.', 'sku');
    client.match('Price [EUR]', 'price');
    void client.check();
    expect(client.getSnapshot()).toMatchObject({ running: 'check', sent: 0, report: null });
    sent.at(-1)?.onProgress(0.5);
    expect(client.getSnapshot().sent).toBe(0.5);
    await settle();
    await reply(report);
    expect(sent.at(-1)?.query).toEqual({
      locale: 'de',
      dryRun: 'true',
      columns: { 'Art.': 'sku', Name: 'name', 'Price [EUR]': 'price', Note: '' },
    });
    expect(client.getSnapshot()).toMatchObject({ running: null, sent: null, report });
  });

  test('needs only the key if there is one, and a field has one column', async () => {
    const { client, choose, fields } = open();
    await choose();
    await client.set({ key: 'sku' });
    client.match('Note', 'name');
    expect(fields()).toEqual(['', '', '', 'name']);
    expect(client.getSnapshot().missing.map(({ name }) => name)).toEqual(['sku']);
    client.match('Note', '');
    client.match('Art.', 'sku');
    expect(client.getSnapshot().missing).toEqual([]);
  });

  test('is matched as the user has matched the one before, as far as the fields exist', async () => {
    const storage = fakeStorage();
    const first = open({ storage });
    await first.choose();
    first.client.match('Art.', 'sku');
    first.client.match('Name', '');
    first.client.match('Note', 'name');
    await first.client.set({ key: 'sku', locale: 'fr' });
    void first.client.check();
    const second = open({ storage });
    await second.choose();
    expect(second.fields()).toEqual(['sku', '', '', 'name']);
    expect(second.client.getSnapshot().choices).toEqual({ key: 'sku', sheet: null, locale: 'fr' });
    const third = open({
      storage: fakeStorage({ 'rowhouse-import:products': '{"columns":{"Art.":"gone"}}' }),
    });
    await third.choose();
    expect(third.fields()).toEqual(['', 'name', '', '']);
  });

  test('is inspected by its first lines, except an XLSX file', async () => {
    const { client, sent } = open();
    const long = `a,b\n${'1,ü\n'.repeat(600_000)}`;
    void client.choose(new File([long], 'long.csv'));
    await expect.poll(() => sent.length).toBe(1);
    const text = await sent[0]?.file.text();
    expect([text !== undefined && text.length < long.length, text?.endsWith('1,ü\n')]).toEqual([true, true]);
    void client.choose(new File([`PK${long}`], 'long.xlsx'));
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.file.size).toBe(2 + new Blob([long]).size);
  });

  test('is refused with the faults of its columns, and as a whole', async () => {
    const { client, choose, reply } = open();
    await choose();
    await client.set({ key: 'sku' });
    client.match('Art.', 'sku');
    void client.check();
    await settle();
    await reply({ message: 'No.', errors: { 'columns.Art.': ['Twice.'], file: ['Unclosed.'] } }, 422);
    expect(client.getSnapshot()).toMatchObject({
      report: null,
      columnFaults: { 'Art.': ['Twice.'] },
      problem: { kind: 'refused', message: 'No.', errors: { file: ['Unclosed.'] } },
    });
  });
});

describe('an import', () => {
  const checked = async (options: Partial<ImportOptions> = {}) => {
    const opened = open(options);
    await opened.choose();
    opened.client.match('Art.', 'sku');
    void opened.client.check();
    await settle();
    await opened.reply(report);

    return opened;
  };

  test('needs a check with the same choices', async () => {
    const { client, sent } = await checked();
    await client.set({ locale: 'en' });
    await client.start();
    expect([sent.length, client.getSnapshot().report]).toEqual([2, null]);
  });

  test('is followed as a job, and found again by its path', async () => {
    const { client, sent, reply } = await checked();
    void client.start();
    await settle();
    expect(sent.at(-1)?.query).not.toHaveProperty('dryRun');
    await reply({ message: 'Started', import: job }, 202);
    expect(client.getSnapshot().job).toMatchObject({ id: '5', status: 'processing' });
    client.stop();
    const later = open();
    const following = later.client.follow('/imports/5');
    const undo = { id: 'u1', path: '/products/import/undo' };
    await later.server.last.respond({ ...job, status: 'finalized', undo });
    await following;
    expect(later.client.getSnapshot()).toMatchObject({ job: { status: 'finalized' }, undo });
    const undoing = later.client.undoImport();
    await settle();
    expect(later.server.last.path).toBe(undo.path);
    await later.server.last.respond({ message: 'Started', import: { ...job, id: '6' } });
    expect(await undoing).toBe(null);
    expect(later.client.getSnapshot()).toMatchObject({ job: { id: '6' }, undo: null });
    later.client.reset();
    expect(later.client.getSnapshot()).toMatchObject({ job: null, undo: null });
  });

  test('shows its result if it ran within the request', async () => {
    const { client, reply } = await checked();
    void client.start();
    await settle();
    await reply(report);
    expect(client.getSnapshot()).toMatchObject({ result: report, job: null, undo: null });
  });

  test('may have started when the connection is lost; one that was aborted shows nothing', async () => {
    const { client, sent } = await checked({ i18n: (text) => text });
    void client.start();
    await settle();
    client.abort();
    await settle();
    expect(client.getSnapshot()).toMatchObject({ running: null, problem: null });
    const lost = await checked({
      sendFile: async ({ path }) => {
        if (path.includes('dryRun')) return Response.json(report);
        if (path.includes('inspect')) return Response.json(header);
        throw new TypeError('Failed to fetch');
      },
    });
    await lost.client.start();
    expect(lost.client.getSnapshot().problem?.message).toMatch(/may have started/);
    expect(sent).toHaveLength(3);
  });
});
