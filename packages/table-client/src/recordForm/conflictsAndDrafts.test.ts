import { describe, expect, test } from 'vitest';
import { conflictOf, formResponse, openForm } from './recordForm.fixture.ts';

describe('a conflict', () => {
  const inConflict = async () => {
    const opened = await openForm();
    opened.form.set('number', 'B');
    opened.form.set('total', '2');
    void opened.form.save();
    await opened.server.last.respond(
      conflictOf({ number: 'X', total: '1.5', state: 'new', sent_on: null }),
      409,
    );

    return opened;
  };
  const shown = (form: Awaited<ReturnType<typeof inConflict>>['form']) => {
    const { conflict } = form.getSnapshot();

    return (
      conflict && {
        fields: conflict.fields.map(({ field, theirs, mine }) => [field.name, theirs, mine]),
        others: conflict.others.map(({ name }) => name),
      }
    );
  };

  test('shows both values of a field, and takes what only another user has changed', async () => {
    const { form, server } = await inConflict();
    expect(shown(form)).toEqual({ fields: [['number', 'X', 'B']], others: ['state', 'sent_on'] });
    expect(form.getSnapshot().values).toMatchObject({ number: 'B', total: '2', state: 'new' });
    server.takePaths();
    expect(await form.save()).toBe(false);
    expect(server.requests).toEqual([]);
  });

  test('is written with the own value and the new version', async () => {
    const { form, server } = await inConflict();
    const { requestId } = server.last.payload;
    form.decide('number', 'mine');
    expect(shown(form)).toBeNull();
    void form.save();
    expect(server.last.payload).toMatchObject({
      values: { number: 'B', total: '2' },
      expected: { number: 'X', total: '1.5' },
      version: 4,
    });
    expect(server.last.payload.requestId).not.toBe(requestId);
  });

  test('leaves the other value', async () => {
    const { form, server } = await inConflict();
    form.takeTheirs();
    expect(form.getSnapshot().values.number).toBe('X');
    void form.save();
    expect(server.last.payload.values).toEqual({ total: '2' });
  });

  test('keeps all own values, or gives up all of them', async () => {
    const { form } = await inConflict();
    form.keepMine();
    expect(form.getSnapshot()).toMatchObject({ values: { number: 'B' }, conflict: null });
    const other = await inConflict();
    other.form.discard();
    expect(other.form.getSnapshot()).toMatchObject({ values: { number: 'X', total: '1.5' }, isDirty: false });
  });

  test('of other fields alone needs no decision', async () => {
    const { form, server } = await openForm();
    form.set('number', 'B');
    void form.save();
    await server.last.respond(conflictOf({ number: 'A', total: '9' }), 409);
    expect(shown(form)).toEqual({ fields: [], others: ['total'] });
    void form.save();
    expect(server.last.payload).toMatchObject({ values: { number: 'B' }, version: 4 });
  });

  test('does not exist if both have entered the same', async () => {
    const { form, server } = await openForm();
    form.set('number', 'B');
    form.set('total', '2');
    void form.save();
    await server.last.respond(conflictOf({ number: 'B', total: '1.5' }), 409);
    void form.save();
    expect(server.last.payload.values).toEqual({ total: '2' });
  });
});

describe('a draft', () => {
  test('is entered again, with the identifier of a lost request', async () => {
    const { form, server } = await openForm();
    expect(form.draft()).toBeNull();
    form.set('number', 'B');
    void form.save();
    const { payload } = server.last;
    await server.last.drop();
    const draft: unknown = JSON.parse(JSON.stringify(form.draft()));
    const later = await openForm();
    expect(later.form.restore(draft)).toBe(true);
    void later.form.save();
    expect(later.server.last.payload).toEqual(payload);
  });

  test('of a record that has changed since then is in conflict with it', async () => {
    const { form } = await openForm();
    form.set('number', 'B');
    const later = await openForm({ version: 4, values: { number: 'X', total: '1.5' } });
    expect(later.form.restore(form.draft())).toBe(true);
    expect(later.form.getSnapshot().conflict?.fields).toMatchObject([{ theirs: 'X', mine: 'B' }]);
    later.form.keepMine();
    void later.form.save();
    expect(later.server.last.payload).toMatchObject({
      values: { number: 'B' },
      expected: { number: 'X' },
      version: 4,
    });
  });

  test('that the record has already is none', async () => {
    const { form } = await openForm();
    form.set('number', 'B');
    const later = await openForm({ values: { number: 'B', total: '1.5' } });
    expect(later.form.restore(form.draft())).toBe(false);
    expect(later.form.getSnapshot()).toMatchObject({ isDirty: false, conflict: null });
  });

  test.each([
    null,
    'text',
    7,
    [],
    {},
    { values: { twice: '9', unknown: 1, number: {} }, expected: 5, request: [] },
  ])('from a storage that holds %j is none', async (draft) => {
    const { form } = await openForm();
    expect(form.restore(draft)).toBe(false);
    expect(form.getSnapshot().values).toEqual(formResponse().values);
  });
});
