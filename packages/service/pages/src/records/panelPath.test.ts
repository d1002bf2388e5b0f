import { expect, it } from 'vitest';
import { isWithoutPanel, panelForm, panelQuery, readPanel, withoutPanel } from './panelPath.ts';

const forms = { id: 'rooms', create: '/api/rooms/create', edit: '/api/rooms/edit' };
const read = (search: string) => readPanel(Object.fromEntries(new URLSearchParams(search)), forms);

it('adds a form to the address of a table, which keeps its page', () => {
  const search = '?rooms.q=at+tic&rooms.page=3';

  expect(panelQuery({ row: null }, null, search)).toBe('?rooms.q=at+tic&rooms.page=3&form=new');
  expect(panelQuery({ row: '7' }, 20, search)).toBe('?rooms.q=at+tic&rooms.page=3&form=7%2Fedit&at=21');
  expect(panelQuery({ row: '8' }, null, '?form=7%2Fedit&at=21')).toBe('?form=8%2Fedit');
});

it('reads the form of any row, also of one that is named like a form', () => {
  for (const row of [null, '7', 'new', 'a/b?c', '7/edit', '', 'é,~1']) {
    expect(read(panelQuery({ row }, 3, '?rooms.q=x'))).toEqual({ row });
  }
  for (const wrong of ['', '?form=', '?form=7', '?form=edit']) expect(read(wrong)).toBeNull();
  expect(readPanel({ form: ['new', 'new'] }, forms)).toBeNull();
});

it('has no form for what a user may not use, nor for another button', () => {
  expect(panelForm(forms, 'rooms.create', null)).toEqual({ row: null });
  expect(panelForm(forms, 'rooms.edit', '7')).toEqual({ row: '7' });
  expect(panelForm(forms, 'rooms.edit', null)).toBeNull();
  expect(panelForm(forms, 'rooms.show', '7')).toBeNull();
  expect(panelForm({ id: 'rooms' }, 'rooms.create', null)).toBeNull();
  expect(panelForm({ id: 'rooms' }, 'rooms.edit', '7')).toBeNull();
  expect(readPanel({ form: 'new' }, {})).toBeNull();
  expect(readPanel({ form: '7/edit' }, {})).toBeNull();
});

it('knows the page of the table before the form was opened, however it is encoded', () => {
  const page = withoutPanel('/tables/rooms?rooms.q=at+tic&form=7%2Fedit&at=21');

  expect(page).toBe('/tables/rooms?rooms.q=at+tic');
  expect(withoutPanel('/tables/rooms?form=new')).toBe('/tables/rooms');
  expect(isWithoutPanel('/tables/rooms?rooms.q=at%20tic', page)).toBe(true);
  expect(isWithoutPanel('/tables/rooms?rooms.q=at+tic&form=new', page)).toBe(false);
  expect(isWithoutPanel('/tables/rooms?rooms.q=at+tic&rooms.page=2', page)).toBe(false);
  expect(isWithoutPanel('/tables/halls?rooms.q=at+tic', page)).toBe(false);
});
