import type { RecordForm } from '@rowhouse/table-protocol';
import { describe, expect, test } from 'vitest';
import type { FileRequest } from '../http/sendFile.ts';
import { FakeServer, settle } from '../tableClient.fixture.ts';
import { createRecordForm } from './createRecordForm.ts';

const stored = '6f1c2b1e-6d0f-4c55-9d6e-000000000001/Old.pdf';
const value = '6f1c2b1e-6d0f-4c55-9d6e-000000000002/New.pdf';
const file = { maxBytes: 2_000_000, upload: '/deeds/update/file?field=scan' };
const response: RecordForm = {
  path: '/deeds/update',
  row: 7,
  fields: [
    { name: 'title', label: 'Title', type: 'string' },
    { name: 'scan', label: 'Scan', type: 'string', required: true, file },
  ],
  values: { title: 'One', scan: stored },
};

/** The form of a record whose requests with a file wait for the test. */
async function open({ row = 7 as number | null, values = {} } = {}) {
  const server = new FakeServer();
  const sent: (FileRequest & { reply(body: object, status?: number): Promise<void> })[] = [];
  const form = createRecordForm({
    ...{ path: '/deeds/edit', row, values, http: server.http, browser: null },
    sendFile: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
      const reply = async (body: object, status = 201) => {
        resolve(Response.json(body, { status }));
        await settle();
      };
      sent.push({ ...request, reply });

      return promise;
    },
  });
  const { row: _row, ...fresh } = response;
  await server.last.respond(row === null ? { ...fresh, path: '/deeds/store', values: {} } : response);

  return { form, server, sent, shown: () => form.getSnapshot() };
}

const pdf = (name = 'New.pdf') => new File(['%PDF'], name, { type: 'application/pdf' });

describe('a file', () => {
  test('is sent with its name and type, and its value is saved', async () => {
    const { form, server, sent, shown } = await open();
    const sending = form.sendFile('scan', pdf());
    expect(sent[0]).toMatchObject({
      path: '/deeds/update/file?field=scan&name=New.pdf',
      headers: { 'content-type': 'application/pdf', accept: 'application/json' },
    });
    expect(shown()).toMatchObject({ uploads: { scan: { name: 'New.pdf', sent: 0 } }, isDirty: true });
    sent[0]?.onProgress(0.5);
    expect(shown().uploads.scan?.sent).toBe(0.5);
    await sent[0]?.reply({ value, name: 'New.pdf', size: 4 });
    expect(await sending).toBe(true);
    expect(shown()).toMatchObject({ uploads: {}, values: { scan: value }, fileSizes: { [value]: 4 } });
    void form.save();
    await settle();
    expect(server.last).toMatchObject({ payload: { values: { scan: value }, expected: { scan: stored } } });
  });

  test('is awaited by what saves the record', async () => {
    const { form, server, sent, shown } = await open();
    void form.sendFile('scan', pdf());
    const saving = form.save();
    expect(shown().saving).toBe(true);
    await settle();
    expect(server.last.method).toBe('GET');
    await sent[0]?.reply({ value, name: 'New.pdf', size: 4 });
    expect(server.last).toMatchObject({ method: 'PATCH', payload: { values: { scan: value } } });
    await server.last.respond({ dtRowId: 7, row: null });
    expect(await saving).toBe(true);
    expect(shown().saving).toBe(false);
  });

  test('that is refused is a fault of the field, with which nothing is saved', async () => {
    const { form, server, sent, shown } = await open();
    const sending = form.sendFile('scan', pdf());
    const saving = form.save();
    await sent[0]?.reply({ message: 'file: No.', errors: { file: ['No.'] } }, 422);
    expect([await sending, await saving]).toEqual([false, false]);
    expect(shown()).toMatchObject({ faults: { scan: ['No.'] }, values: { scan: stored } });
    expect([await form.save(), server.last.method]).toEqual([false, 'GET']);
    form.cancelFile('scan');
    expect(shown()).toMatchObject({ faults: {}, isDirty: false });
    void form.sendFile('scan', pdf());
    await sent[1]?.reply({ message: 'Too large here.' }, 413);
    expect(shown().faults).toEqual({ scan: ['Too large here.'] });
  });

  test('that is too large is not sent', async () => {
    const { form, sent, shown } = await open();
    const large = new File([new Uint8Array(2_000_001)], 'a.pdf');
    expect(await form.sendFile('scan', large)).toBe(false);
    expect([sent, shown().faults]).toEqual([
      [],
      { scan: ['The file is too large. Choose one of at most 2 MB.'] },
    ]);
  });

  test('replaces one that is being sent, and is cancelled', async () => {
    const { form, sent, shown } = await open();
    const first = form.sendFile('scan', pdf('a.pdf'));
    const second = form.sendFile('scan', pdf('b.pdf'));
    expect([await first, sent[0]?.signal.aborted, shown().uploads.scan?.name]).toEqual([
      false,
      true,
      'b.pdf',
    ]);
    form.cancelFile('scan');
    expect([await second, shown().uploads, shown().faults]).toEqual([false, {}, {}]);
    void form.sendFile('scan', pdf('c.pdf'));
    form.discard();
    await settle();
    expect(shown()).toMatchObject({ uploads: {}, values: { scan: stored }, isDirty: false });
  });

  test('is part of a draft, and of no new record that has the values of another', async () => {
    const { form, sent, shown } = await open({ row: null, values: { title: 'Copy', scan: stored } });
    expect(shown().values).toEqual({ title: 'Copy' });
    expect([form.validate('scan'), shown().faults.scan]).toEqual([false, ['Choose a file.']]);
    void form.sendFile('scan', pdf());
    await sent[0]?.reply({ value, name: 'New.pdf', size: 4 });
    const draft = form.draft();
    const later = await open({ row: null });
    expect(later.form.restore(draft)).toBe(true);
    expect(later.shown().values).toMatchObject({ scan: value });
  });

  test('is sent for a field that takes one only', async () => {
    const { form, sent } = await open();
    expect([await form.sendFile('title', pdf()), sent]).toEqual([false, []]);
  });
});
