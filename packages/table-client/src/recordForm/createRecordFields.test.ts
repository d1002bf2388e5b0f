import { describe, expect, test } from 'vitest';
import { FakeServer } from '../tableClient.fixture.ts';
import { createRecordFields } from './createRecordFields.ts';
import { formResponse } from './recordForm.fixture.ts';

function open(isNew = false) {
  const server = new FakeServer();
  const { fields, values } = formResponse();
  const form = createRecordFields({
    fields,
    values: isNew ? { state: 'new' } : values,
    isNew,
    http: server.http,
  });
  const names = () => form.getSnapshot().fields.map(({ name }) => name);

  return { form, server, names };
}

describe('fields in a form of the application', () => {
  test('are those that apply, with what was entered', () => {
    const { form, names } = open();
    expect(form.entered()).toEqual({});
    form.set('total', '2.25');
    form.set('state', 'new');
    form.set('twice', '9');
    expect(names()).toEqual(['number', 'total', 'state', 'twice']);
    expect(form.getSnapshot().isDirty).toBe(true);
    expect(form.entered()).toEqual({ total: '2.25', state: 'new', sent_on: null });
  });

  test('of a new record have all values that it is created with', () => {
    const { form } = open(true);
    form.set('number', 'B');
    expect(form.entered()).toEqual({ number: 'B', state: 'new' });
  });

  test('are checked before they are sent, and show what the server refuses', () => {
    const { form } = open();
    form.set('total', '1001');
    expect(form.validate()).toBe(false);
    expect(Object.keys(form.getSnapshot().faults)).toEqual(['total']);
    form.set('total', '10');
    expect(form.validate()).toBe(true);
    form.refuse({ number: ['It is taken.'] });
    expect(form.getSnapshot().faults).toEqual({ number: ['It is taken.'] });
    form.set('number', 'C');
    expect(form.getSnapshot().faults).toEqual({});
  });

  test('send no request but for the options of a field', async () => {
    const { form, server } = open();
    expect(server.requests).toHaveLength(0);
    void form
      .filterOptions({ path: '/customers/tableData', names: 'id' } as never, 'a')
      .catch(() => undefined);
    await expect.poll(() => server.requests.length).toBe(1);
    form.stop();
  });
});
