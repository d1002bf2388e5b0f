import { expect, it } from 'vitest';
import { validateTemplate } from '../validateTemplate.ts';

const column = (name: string, ...meta: string[]) => ({ label: name, name, data: `orders.${name}`, meta });
const faults = (columns: readonly object[], edits?: readonly string[]) =>
  validateTemplate({ routePrefix: 'orders', columns }, edits ? { edits } : {});

it('takes tags and entries that belong together', () => {
  expect(faults([column('paid', 'editable'), column('note')], ['paid'])).toEqual([]);
  // Without the definition, only the template is validated.
  expect(faults([column('paid', 'editable')])).toEqual([]);
});

it('refuses a tag without an entry', () => {
  expect(faults([column('note'), column('paid', 'boolean', 'editable')], ['piad'])).toEqual([
    expect.objectContaining({
      path: 'columns[1].meta[1]',
      code: 'missing',
      suggestion: 'piad',
      remedy:
        'If "piad" means this column, write "paid". Give the definition `edit: { columns: { paid: true } }`, or remove the tag.',
    }),
    expect.objectContaining({
      path: 'columns',
      code: 'unknown_name',
      suggestion: 'paid',
      remedy: 'Write "paid".',
    }),
  ]);
});

it('refuses an entry whose column is not tagged, or does not exist', () => {
  expect(faults([column('paid')], ['paid', 'quite_another'])).toMatchObject([
    { path: 'columns[0].meta', code: 'missing', remedy: expect.stringContaining('Add "editable"') },
    { path: 'columns', code: 'unknown_name', remedy: 'Use one of: paid.' },
  ]);
});

it('refuses the tag where no cell is drawn, or the value is nested', () => {
  const nested = { label: 'City', name: 'city.name', meta: ['editable'] };
  expect(faults([column('paid', 'rogue', 'editable'), nested], ['paid', 'city.name'])).toMatchObject([
    { path: 'columns[0].meta[1]', code: 'conflict' },
    { path: 'columns[1].meta[0]', code: 'nested' },
  ]);
});
