import type { RecordForm } from '@rowhouse/table-protocol';
import { FakeServer } from '../tableClient.fixture.ts';
import { createRecordForm, type RecordFormClient } from './createRecordForm.ts';

export const formResponse = (changes: Partial<RecordForm> = {}): RecordForm => ({
  path: '/orders/update',
  row: 7,
  name: 'Order A',
  version: 3,
  fields: [
    { name: 'number', label: 'Number', type: 'string', maxLength: 5, required: true },
    { name: 'total', label: 'Total', type: 'number', decimals: 2, min: '0', max: '1000' },
    { name: 'state', label: 'State', type: 'enum', enum: { new: 'New', sent: 'Sent' } },
    { name: 'sent_on', label: 'Sent on', type: 'date', when: { state: ['sent'] } },
    { name: 'twice', label: 'Twice', type: 'number', readOnly: true },
  ],
  values: { number: 'A', total: '1.5', state: 'sent', sent_on: '2026-05-01', twice: '3' },
  ...changes,
});

export interface OpenForm {
  readonly form: RecordFormClient;
  readonly server: FakeServer;
}

/** The form of a record, which has been read. */
export async function openForm(changes: Partial<RecordForm> = {}): Promise<OpenForm> {
  const server = new FakeServer();
  const form = createRecordForm({ path: '/orders/edit', row: 7, http: server.http, browser: null });
  await server.last.respond(formResponse(changes));

  return { form, server };
}

/** The form of a new record, which has been read. */
export async function openNew(): Promise<OpenForm> {
  const server = new FakeServer();
  const form = createRecordForm({ path: '/orders/create', row: null, http: server.http, browser: null });
  const { row: _row, name: _name, version: _version, ...response } = formResponse();
  await server.last.respond({ ...response, path: '/orders/store', values: { state: 'new' } });

  return { form, server };
}

export const conflictOf = (current: object, version = 4) => ({
  code: 'tables.row_changed',
  message: 'The record has changed.',
  current,
  version,
});
