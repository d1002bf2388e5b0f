import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type CallRecord, createClient } from '@rowhouse/integrations';
import { fakeClock, fakeTransport } from '@rowhouse/integrations/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCourier } from './createCourier.ts';

const base = 'https://courier.example';
const shipment = { recipient: 'Ana Pop', city: 'Cluj', weight: 2.5 };
let transport = fakeTransport();
let clock = fakeClock();
let logged: CallRecord[] = [];
let folder = '';

beforeEach(async () => {
  transport = fakeTransport();
  clock = fakeClock();
  logged = [];
  folder = await mkdtemp(join(tmpdir(), 'courier-test-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  transport.verify();
});

const courier = () =>
  createCourier(
    { base, clientId: 'shop-7', clientSecret: 'the secret' },
    createClient({ transport, clock, random: () => 0, log: { add: (record) => logged.push(record) } }),
  );
const tokens = (...values: string[]) =>
  transport
    .when('POST', `${base}/oauth/token`)
    .answers(...values.map((value) => ({ body: { access_token: value } })));
const keys = () => transport.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);

test('Requests a booking again under the same key if its response was lost', async () => {
  tokens('token-1');
  transport
    .when('POST', `${base}/shipments`)
    .answers({ fails: 'reset' }, { status: 503 }, { status: 201, body: { awb: 'RO-1', status: 'booked' } });

  expect(await courier().book(shipment)).toEqual({ awb: 'RO-1', status: 'booked' });
  expect(keys()).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
  expect(clock.waits).toEqual([200, 400]);
});

test('Throws an error for a refused booking, and does not book its shipment again', async () => {
  tokens('token-1');
  transport.when('POST', `${base}/shipments`).answers({ status: 422, body: { error: 'No such city.' } });

  await expect(courier().book(shipment)).rejects.toMatchObject({ code: 'integrations.call_failed' });
});

test('Shares one token and one refresh between concurrent calls', async () => {
  tokens('token-1', 'token-2');
  transport
    .when('GET', /\/tracking/)
    .alwaysAnswers(({ headers }) =>
      headers.authorization === 'Bearer token-2'
        ? { body: { awb: 'RO-1', status: 'booked' } }
        : { status: 401 },
    );
  const { track } = courier();

  await Promise.all(Array.from({ length: 20 }, () => track('RO-1')));
  expect(transport.requests.filter(({ url }) => url.pathname === '/oauth/token')).toHaveLength(2);
});

test('Requests an unavailable token again with the next call', async () => {
  transport
    .when('POST', `${base}/oauth/token`)
    .answers({ status: 500 }, { body: { access_token: 'token-1' } });
  transport.when('GET', /\/tracking/).answers({ body: { awb: 'RO-1', status: 'booked' } });
  const { track } = courier();

  await expect(track('RO-1')).rejects.toMatchObject({ code: 'integrations.token_unavailable' });
  expect(await track('RO-1')).toMatchObject({ status: 'booked' });
});

test('Sends an invoice with its field', async () => {
  const file = join(folder, 'invoice.pdf');
  await writeFile(file, '%PDF the invoice');
  tokens('token-1');
  transport.when('POST', `${base}/shipments/RO-1/documents`).answers(async ({ body }) => {
    const sent = (await buffer(body as NodeJS.ReadableStream)).toString();
    expect(sent).toMatch(/name="kind"\s+invoice/);
    expect(sent).toMatch(/name="file"; filename="invoice.pdf"[^%]*%PDF the invoice/);
    return { status: 201 };
  });

  await courier().uploadInvoice('RO-1', file);
});

test('Writes a label to its file', async () => {
  const file = join(folder, 'label.pdf');
  tokens('token-1');
  transport.when('GET', `${base}/shipments/RO-1/label`).answers({});

  await courier().downloadLabel('RO-1', file);
  expect(transport.requests.at(-1)?.options.sink).toBe(file);
});

test('Logs neither the secret nor a token', async () => {
  tokens('token-of-today');
  transport.when('GET', /\/tracking/).answers({ body: { awb: 'RO-1', status: 'booked' } });
  await courier().track('RO-1');

  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).toContain('shop-7');
  expect(JSON.stringify(logged)).not.toMatch(/the secret|token-of-today/);
});

test('Prints with npm start what the README shows', async () => {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@rowhouse/source', main],
    { env: { ...process.env, TMPDIR: folder } },
  );
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, shown] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];

  expect(stderr).toBe('');
  expect(stdout).toBe(shown);
  expect(await readdir(folder)).toEqual([]);
});
