import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type CallFailure, type CallRecord, createClient } from '@rowhouse/integrations';
import { fakeClock } from '@rowhouse/integrations/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkVat } from './CheckVat.ts';
import { startVatServer, type VatServer } from './startVatServer.ts';

let server: VatServer;
let records: CallRecord[];
let failures: CallFailure[];
let client: ReturnType<typeof createClient>;

beforeEach(async () => {
  server = await startVatServer();
  records = [];
  failures = [];
  client = createClient({
    clock: fakeClock(),
    log: { add: (record) => records.push(record) },
    failures: { report: (failure) => failures.push(failure) },
  });
});
afterEach(async () => {
  await client.close();
  await server.stop();
});

test('Retries when the service is busy once', async () => {
  const number = { country: 'RO', number: '14399840' };

  expect(await checkVat(server.wsdl, number, client)).toEqual({ valid: true, name: 'Rowhouse SRL' });
  expect(server.asked).toEqual(['RO14399840', 'RO14399840']);
  expect(records.map(({ status }) => status)).toEqual([500, 200]);
  expect(failures).toEqual([]);
});

test('Returns false for an unassigned number', async () => {
  expect(await checkVat(server.wsdl, { country: 'DE', number: '0' }, client)).toEqual({ valid: false });
});

test('Throws a permanent fault with its detail, and reports it once', async () => {
  await expect(checkVat(server.wsdl, { country: 'XX', number: '1' }, client)).rejects.toThrow(
    /INVALID_INPUT.*"country":"XX"/,
  );
  expect(failures).toEqual([expect.objectContaining({ endpoint: 'VatEndpoint', status: 500, tries: 2 })]);
});

test('Prints with npm start what the README shows', async () => {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--conditions=@rowhouse/source',
    main,
  ]);
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, shown] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];

  expect(stderr).toBe('');
  expect(stdout).toBe(shown);
});
