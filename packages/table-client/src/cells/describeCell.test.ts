import type { InitColumn } from '@rowhouse/table-protocol';
import { columnFlags } from '@rowhouse/table-protocol/internal';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { TableColumn } from '../table/TableColumn.ts';
import { booleanOf, type CellDescription, describeCell, rowName, totalText } from './describeCell.ts';

type Options = Partial<Omit<InitColumn, 'meta'>> & { meta?: Partial<InitColumn['meta']> };

const column = ({ meta, ...options }: Options = {}): TableColumn => ({
  name: 'name',
  label: 'Name',
  visible: true,
  hidden: false,
  sort: null,
  sortPosition: null,
  canSort: false,
  canUnsort: false,
  width: null,
  pinned: null,
  ...options,
  meta: {
    ...(Object.fromEntries(columnFlags.map((flag) => [flag, false])) as unknown as TableColumn['meta']),
    visible: true,
    hidden: false,
    sort: null,
    ...meta,
  },
});
const number = { symbol: '€', decimal: '.', thousand: ',', precision: 2, template: '%s %v' };
const words: Record<string, string> = { Open: 'Offen', glad: 'froh' };
const cell = (options?: Options) =>
  describeCell(column(options), {
    translate: (text) => words[text] ?? text,
    align: ['has-text-centered', 'own'],
    aligns: { left: 'L', center: 'C', right: 'R' },
  });
const shown = (options: Options, row: Record<string, unknown>) => {
  const described = cell(options);
  return described.text(described.value(row));
};

describe('the text of a cell', () => {
  it('is the value, and empty without one', () => {
    for (const [value, text] of [
      ['a', 'a'],
      [0, '0'],
      [false, 'false'],
      ['', ''],
      [null, ''],
      [undefined, ''],
      [Symbol('s'), ''],
      [['a', 1, null], '["a",1,null]'],
      [['a', 1], 'a, 1'],
      [{ a: [1] }, '{"a":[1]}'],
      ['<b>', '<b>'],
    ]) {
      expect(shown({}, { name: value })).toBe(text);
    }
  });

  it('is empty for a column that is missing in the row, or has the name of an inherited property', () => {
    expect(shown({}, {})).toBe('');
    expect(shown({ name: 'toString' }, {})).toBe('');
    expect(shown({ name: 'a.constructor.name' }, { a: {} })).toBe('');
  });

  it('is read from the related record for a nested name, or is empty without one', () => {
    const name = 'group.owner.name';
    expect(shown({ name }, { group: { owner: { name: 'Ada' } } })).toBe('Ada');
    expect(shown({ name }, { group: null })).toBe('');
    expect(shown({ name }, { group: { owner: 'text' } })).toBe('');
  });

  it('is read from the property with the dotted name for a flattened row', () => {
    expect(shown({ name: 'group.name' }, { 'group.name': 'flat', group: { name: 'nested' } })).toBe('flat');
  });

  it('is the translated label of the key for an enum column, or the key without a label', () => {
    const options = { enum: { open: 'Open', '1': 'One', true: 'Yes' } };
    expect(shown(options, { name: 'open' })).toBe('Offen');
    expect(shown(options, { name: 1 })).toBe('One');
    expect(shown(options, { name: true })).toBe('Yes');
    expect(shown(options, { name: 'gone' })).toBe('gone');
    expect(shown(options, { name: 'constructor' })).toBe('constructor');
    expect(shown(options, { name: null })).toBe('');
  });

  it('is translated for a translatable column; an empty text is not requested', () => {
    const options = { meta: { translatable: true } };
    expect(shown(options, { name: 'glad' })).toBe('froh');
    expect(shown(options, { name: null })).toBe('');
  });

  it('has the symbol of a money column in the position of the format', () => {
    expect(shown({ number }, { name: '1,234.50' })).toBe('€ 1,234.50');
    expect(shown({ number: { ...number, template: '%v%s' } }, { name: '-5.00' })).toBe('-5.00€');
    expect(shown({ number: { ...number, symbol: '' } }, { name: 7 })).toBe(' 7');
    expect(shown({ number }, { name: '' })).toBe('');
    expect(shown({ number }, { name: null })).toBe('');
  });

  it('keeps what looks like a pattern in the symbol and the value of a money column', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (symbol, value) => {
        const text = shown({ number: { ...number, symbol, template: '[%s|%v]' } }, { name: value });
        expect(text).toBe(`[${symbol}|${value}]`);
      }),
      {
        examples: [
          ['%v', '%s'],
          ['$&', '$1'],
        ],
      },
    );
  });

  it('has the decimal separator of the page, but no others, where its number has no format', () => {
    vi.stubGlobal('document', { documentElement: { lang: 'de' } });
    expect(shown({}, { name: 1234.5 })).toBe('1234,5');
    expect(shown({}, { name: 2026 })).toBe('2026');
    expect(shown({}, { name: 1e-7 })).toBe('1e-7');
    expect(shown({}, { name: '1.5' })).toBe('1.5');
    expect(shown({ type: 'number' }, { name: '12345678901234567890.5' })).toBe('12345678901234567890,5');
    expect(shown({ meta: { total: true } }, { name: '-1.50' })).toBe('-1,50');
    expect(shown({ type: 'number' }, { name: 'n/a' })).toBe('n/a');
    vi.unstubAllGlobals();
  });

  it('is a text for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        expect(typeof shown({}, { name: value })).toBe('string');
        expect(typeof shown({ number }, { name: value })).toBe('string');
        expect(typeof shown({ enum: { a: 'A' } }, { name: value })).toBe('string');
      }),
    );
  });
});

describe('a cell', () => {
  it('is drawn by the tags of its column; a slot takes precedence', () => {
    expect(cell().kind).toBe('text');
    expect(cell({ meta: { boolean: true } }).kind).toBe('boolean');
    expect(cell({ meta: { icon: true } }).kind).toBe('icon');
    expect(cell({ meta: { icon: true, boolean: true, slot: true } }).kind).toBe('slot');
  });

  it('is clickable where the column is, and not in a slot', () => {
    expect(cell({ meta: { clickable: true } }).clickable).toBe(true);
    expect(cell({ meta: { clickable: true, slot: true } }).clickable).toBe(false);
  });

  it('is aligned like its column, or else like the table; numbers are right-aligned', () => {
    expect(cell().alignment).toBe('has-text-centered own');
    expect(cell({ align: 'left' }).alignment).toBe('L');
    expect(cell({ number }).alignment).toBe('R');
    expect(cell({ number, align: 'center' }).alignment).toBe('C');
  });

  it('has the classes of its column', () => {
    expect(cell({ class: 'has-text-weight-bold' }).cssClass).toBe('has-text-weight-bold');
    expect(cell({ class: 'b', number }).cssClass).toBe('b rh-number');
  });
});

it('booleans are true or false, and unknown where there is no value', () => {
  expect([true, 1, '1', 'true'].map(booleanOf)).toEqual([true, true, true, true]);
  expect([false, 0, '0', 'false'].map(booleanOf)).toEqual([false, false, false, false]);
  expect([null, undefined, ''].map(booleanOf)).toEqual([null, null, null]);
});

const plain = { column: {}, text: String } as unknown as CellDescription;
const money = {
  column: { number: {} },
  text: (value: unknown) => `€ ${value}`,
} as unknown as CellDescription;
const format = new Intl.NumberFormat();

describe('a total', () => {
  it('is the text of the server for a number column, drawn like a cell', () => {
    expect(totalText(money, '1,234.00')).toBe('€ 1,234.00');
  });

  it('is formatted like the numbers of the page for other columns', () => {
    expect(totalText(plain, 1234567.5)).toBe(format.format(1234567.5));
  });

  it('keeps every digit beyond the range of a number', () => {
    const digits = '123456789012345678901234567890';
    expect(totalText(plain, digits)).toBe(format.format(BigInt(digits)));
  });

  it('keeps its decimals, too', () => {
    expect(totalText(plain, '1234.56789')).toBe(
      new Intl.NumberFormat(undefined, { minimumFractionDigits: 5 }).format(1234.56789),
    );
    expect(totalText(plain, '2.50')).toBe(
      new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(2.5),
    );
  });

  it('is shown unchanged if it is not a number, and empty if it is missing', () => {
    expect(totalText(plain, 'n/a')).toBe('n/a');
    expect(totalText(plain, null)).toBe('');
    expect(totalText(plain, undefined)).toBe('');
  });
});

describe('the name of a row', () => {
  const columns = [
    column({ name: 'id', label: 'ID', number }),
    column({ name: 'title', label: 'Title' }),
    column({ name: 'last', label: 'Last' }),
  ];
  const row = { id: 1077, title: 'Ms', last: 'Davolio' };
  const named = (rowNames: readonly string[] | undefined, of: Record<string, unknown> = row) =>
    rowName({ columns, rowName: rowNames }, of, 7, (text) => text);

  it('is that of its first text', () => {
    expect(named(undefined)).toEqual({ label: 'Title', name: 'Ms' });
    expect(named(undefined, { id: 1 })).toEqual({ label: 'Row', name: '7' });
  });

  it('consists of the columns that the template names, numbers too, or is the identifier', () => {
    expect(named(['title', 'last'])).toEqual({ label: 'Row', name: 'Ms Davolio' });
    expect(named(['title', 'last'], { last: 'Davolio' })).toEqual({ label: 'Last', name: 'Davolio' });
    expect(named(['id'])).toEqual({ label: 'ID', name: '€ 1077' });
    expect(named([])).toEqual({ label: 'Row', name: '7' });
    expect(named(['gone'])).toEqual({ label: 'Row', name: '7' });
  });
});
