import { describe, expect, test } from 'vitest';
import { FakeBrowser, FakeServer, settle } from '../tableClient.fixture.ts';
import { createRecordForm } from './createRecordForm.ts';
import { formResponse, openForm, openNew } from './recordForm.fixture.ts';

const response = (row: object = { dtRowId: 7 }) => ({ dtRowId: 7, row });

describe('a form', () => {
  test('is read by one request, and shows the fields that apply', async () => {
    const { form, server } = await openForm();
    expect(server.last).toMatchObject({ method: 'GET', path: '/orders/edit', payload: { row: '7' } });
    expect(form.getSnapshot()).toMatchObject({
      loading: false,
      ready: true,
      name: 'Order A',
      isDirty: false,
      values: { number: 'A' },
    });
    const names = () => form.getSnapshot().fields.map(({ name }) => name);
    expect(names()).toEqual(['number', 'total', 'state', 'sent_on', 'twice']);
    form.set('state', 'new');
    expect(names()).toEqual(['number', 'total', 'state', 'twice']);
  });

  test('keeps the section of a field whose first one does not apply', async () => {
    const { form } = await openForm({
      fields: [
        { name: 'state', label: 'State', type: 'string' },
        { name: 'sent_on', label: 'Sent on', type: 'date', section: 'Dates', when: { state: ['sent'] } },
        { name: 'seen_on', label: 'Seen on', type: 'date' },
      ],
      values: { state: 'new' },
    });
    expect(form.getSnapshot().fields.map(({ name, section }) => [name, section])).toEqual([
      ['state', undefined],
      ['seen_on', 'Dates'],
    ]);
  });

  test('says why it cannot be read, and is read again when the browser is online', async () => {
    const server = new FakeServer();
    const browser = new FakeBrowser();
    const form = createRecordForm({ path: '/orders/edit', row: 7, http: server.http, browser });
    await server.last.drop();
    expect(form.getSnapshot()).toMatchObject({ ready: false, problem: { kind: 'offline' } });
    browser.emit('online');
    await server.last.respond(formResponse());
    expect(form.getSnapshot()).toMatchObject({ ready: true, problem: null });
    form.stop();
    expect(browser.listeners).toBe(0);
  });

  test('returns to the values of the server', async () => {
    const { form } = await openForm();
    form.set('number', 'B');
    form.set('total', 'abc');
    expect([form.getSnapshot().isDirty, form.validate()]).toEqual([true, false]);
    form.discard();
    expect(form.getSnapshot()).toMatchObject({
      isDirty: false,
      faults: {},
      values: { number: 'A', total: '1.5' },
    });
  });

  test('ignores fields that cannot be written, and equal numbers', async () => {
    const { form } = await openForm();
    form.set('twice', '4');
    form.set('unknown', 'x');
    form.set('total', '1.50');
    expect(form.getSnapshot().isDirty).toBe(false);
  });
});

describe('the checks', () => {
  test.each([
    ['number', '', 'Type a text.'],
    ['number', 'ABCDEF', 'The text has 6 characters. Shorten it to 5.'],
    ['total', '-0.01', 'Type a number from 0 to 1,000.'],
    ['total', '1000.01', 'Type a number from 0 to 1,000.'],
    ['total', '1.005', 'Too many digits after the point. The most is 2.'],
    ['total', 'abc', 'This is not a number.'],
    ['state', 'lost', 'Choose something from the list.'],
  ])('refuse %s %j', async (name, value, fault) => {
    const { form, server } = await openForm();
    server.takePaths();
    form.set(name, value);
    expect(await form.save()).toBe(false);
    expect(form.getSnapshot().faults).toEqual({ [name]: [fault] });
    expect(server.requests).toEqual([]);
    form.set(name, name === 'number' ? 'B' : null);
    expect(form.getSnapshot().faults).toEqual({});
  });

  test.each([
    ['total', '1e2'],
    ['total', '1000.00'],
    ['state', null],
    ['sent_on', null],
  ])('accept %s %j', async (name, value) => {
    const { form } = await openForm();
    form.set(name, value);
    expect(form.validate()).toBe(true);
  });

  test('leave alone what the record has already', async () => {
    const { form } = await openForm({ values: { number: '', total: '-5', state: 'lost' } });
    form.set('total', '1');
    expect(form.validate()).toBe(true);
  });

  test('refuse an input that is no value until it is entered again', async () => {
    const { form } = await openForm();
    form.set('sent_on', null, 'This is not a complete date.');
    expect(form.getSnapshot().isDirty).toBe(true);
    expect(await form.save()).toBe(false);
    expect(form.getSnapshot().faults).toEqual({ sent_on: ['This is not a complete date.'] });
    form.set('sent_on', '2026-06-01');
    expect(form.validate()).toBe(true);
  });

  test('of one field keep the faults of the others', async () => {
    const { form } = await openNew();
    expect(form.validate()).toBe(false);
    form.set('total', '-1');
    form.validate('total');
    expect(Object.keys(form.getSnapshot().faults)).toEqual(['number', 'total']);
  });
});

describe('saving a record', () => {
  test('sends the changed fields with the received values and the version', async () => {
    const { form, server } = await openForm();
    form.set('number', 'B');
    const saved = form.save();
    expect(form.getSnapshot().saving).toBe(true);
    expect(server.last).toMatchObject({ method: 'PATCH', path: '/orders/update' });
    expect(server.last.payload).toEqual({
      row: 7,
      values: { number: 'B' },
      expected: { number: 'A' },
      version: 3,
      requestId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/),
    });
    await server.last.respond(response());
    expect(await saved).toBe(true);
    expect(form.getSnapshot()).toMatchObject({ saving: false, isDirty: false, saved: { dtRowId: 7 } });
  });

  test('sends nothing if nothing has changed', async () => {
    const { form, server } = await openForm();
    server.takePaths();
    expect(await form.save()).toBe(true);
    expect(server.requests).toEqual([]);
  });

  test('sends null for a field that no longer applies, and leaves one alone that never did', async () => {
    const { form, server } = await openForm();
    form.set('state', 'new');
    void form.save();
    expect(server.last.payload.values).toEqual({ state: 'new', sent_on: null });
    const other = await openForm({ values: { number: 'A', state: 'new', sent_on: '2026-01-01' } });
    other.form.set('number', 'B');
    void other.form.save();
    expect(other.server.last.payload.values).toEqual({ number: 'B' });
  });

  test('sends one request, however often it is called', async () => {
    const { form, server } = await openForm();
    server.takePaths();
    form.set('number', 'B');
    const all = Array.from({ length: 10 }, () => form.save());
    await settle();
    expect(server.requests).toHaveLength(1);
    await server.last.respond(response());
    expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
  });

  test('keeps everything after a lost response, and repeats it with the same identifier', async () => {
    const { form, server } = await openForm();
    form.set('number', 'B');
    const lost = form.save();
    const { payload } = server.last;
    await server.last.drop();
    expect(await lost).toBe(false);
    expect(form.getSnapshot()).toMatchObject({
      problem: { kind: 'offline' },
      values: { number: 'B' },
      isDirty: true,
    });
    void form.save();
    expect(server.last.payload).toEqual(payload);
    await server.last.drop();
    form.set('number', 'C');
    void form.save();
    expect(server.last.payload.requestId).not.toBe(payload.requestId);
  });

  test('shows the faults of the server next to the fields, and the record that has the value', async () => {
    const { form, server } = await openForm();
    form.set('number', 'B');
    void form.save();
    const errors = { 'values.number': ['"B" is in use.'], 'values.hidden': ['is wrong.'] };
    await server.last.respond({ message: 'Invalid', errors, existing: { dtRowId: '12' } }, 422);
    expect(form.getSnapshot()).toMatchObject({
      faults: { number: ['"B" is in use.'], '': ['is wrong.'] },
      existing: '12',
      problem: null,
    });
    form.set('number', 'C');
    expect(form.getSnapshot().faults).toEqual({});
  });

  test('shows a refusal without fields as a problem', async () => {
    const { form, server } = await openForm();
    form.set('number', 'B');
    void form.save();
    await server.last.respond({ message: 'You may not do this.' }, 403);
    expect(form.getSnapshot().problem).toMatchObject({ kind: 'forbidden', message: 'You may not do this.' });
  });
});

describe('a new record', () => {
  test('is sent with its defaults and what was entered', async () => {
    const { form, server } = await openNew();
    expect(form.getSnapshot().isDirty).toBe(false);
    form.set('number', 'N');
    void form.save();
    expect(server.last).toMatchObject({ method: 'POST', path: '/orders/store' });
    expect(server.last.payload.values).toEqual({ number: 'N', state: 'new' });
    await server.last.respond({ dtRowId: 8, row: null }, 201);
    expect(form.getSnapshot()).toMatchObject({ saved: { dtRowId: 8 }, isDirty: false });
  });

  test('has the values that it is opened with, and sends them', async () => {
    const server = new FakeServer();
    const values = { number: 'G' };
    const form = createRecordForm({
      ...{ path: '/orders/create', row: null, values, http: server.http, browser: null },
    });
    await server.last.respond(formResponse({ path: '/orders/store', values: { state: 'new' } }));
    expect(form.getSnapshot()).toMatchObject({ values: { number: 'G', state: 'new' }, isDirty: false });
    void form.save();
    expect(server.last.payload.values).toEqual({ number: 'G', state: 'new' });
  });

  test('is another one after the form has been read again', async () => {
    const { form, server } = await openNew();
    const send = async () => {
      form.set('number', 'N');
      void form.save();
      const { requestId } = server.last.payload;
      await server.last.respond({ dtRowId: 8, row: null }, 201);
      return requestId;
    };
    const first = await send();
    expect(await send()).toBe(first);
    const loaded = form.load();
    await server.last.respond({ ...formResponse(), path: '/orders/store', values: {} });
    await loaded;
    expect(form.getSnapshot()).toMatchObject({ values: {}, saved: null });
    expect(await send()).not.toBe(first);
  });

  test('sends null for a default that does not apply or was removed', async () => {
    const server = new FakeServer();
    const form = createRecordForm({ path: '/orders/create', row: null, http: server.http, browser: null });
    await server.last.respond(
      formResponse({ values: { number: 'N', total: '5', state: 'new', sent_on: '2026-01-01' } }),
    );
    form.set('total', '');
    void form.save();
    expect(server.last.payload.values).toEqual({ number: 'N', total: null, state: 'new', sent_on: null });
  });
});
