import { expect, it } from 'vitest';
import { readInit } from './readInit.ts';

function readTableEdit(edit: unknown) {
  return readInit({ template: { readPath: '/rows', columns: [], edit } }).template.edit;
}

function readColumnEdit(edit: unknown) {
  return readInit({ template: { readPath: '/rows', columns: [{ name: 'a', edit }] } }).template.columns[0]
    ?.edit;
}

it('reads how the cells of a table are edited', () => {
  expect(readTableEdit({ path: '/api/orders/edit', version: 'version', more: 1 })).toEqual({
    path: '/api/orders/edit',
    version: 'version',
  });
  for (const value of [undefined, null, 'x', [], {}, { path: 5 }, { version: 'v' }]) {
    expect(readTableEdit(value)).toBeUndefined();
  }
});

it('reads how the cells of a column are edited', () => {
  const select = { type: 'select', path: '/api/options' };
  expect(readColumnEdit(select)).toEqual(select);
  expect(readColumnEdit({ type: 'string', maxLength: 200 })).toEqual({ type: 'string', maxLength: 200 });
  expect(readColumnEdit({ type: 'colour', path: null, maxLength: -1 })).toEqual({ type: 'string' });
  expect(readColumnEdit({ type: 'enum', required: true })).toEqual({ type: 'enum', required: true });
  expect(readColumnEdit({ type: 'enum', required: 'false' })).toEqual({ type: 'enum' });
  expect(readColumnEdit(null)).toBeUndefined();
});
