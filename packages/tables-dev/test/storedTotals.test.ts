import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type TestDialect } from '../../../test/databases.ts';
import { summariesOf } from '../../tables/test/summaries.ts';
import { type StoredTables, storedTables } from './storedTables.ts';

interface Case {
  readonly type: string;
  /** As written in SQL. */
  readonly values: readonly string[];
  /** An empty text: none. */
  readonly total: string | number;
  readonly average?: string | number;
}

const million = Array.from({ length: 12 }, () => '999999999999999.99');

const cases: Readonly<Record<TestDialect, Readonly<Record<string, Case>>>> = {
  postgres: {
    'a NaN': { type: 'float8', values: ["'NaN'", '1'], total: '' },
    'a NaN among decimals': { type: 'numeric(10,2)', values: ["'NaN'", '1'], total: '' },
    infinity: { type: 'float8', values: ["'Infinity'", '1'], total: '' },
    'both infinities': { type: 'numeric', values: ["'-Infinity'", "'Infinity'"], total: '' },
    'doubles beyond their type': { type: 'float8', values: ['1e308', '1e308'], total: `2${'0'.repeat(308)}` },
    'short floats': { type: 'float4', values: ['3.14', '0.1', '16777216'], total: 16777219.24 },
    'small doubles': { type: 'float8', values: ['0.1', '0.2'], total: 0.3, average: 0.15 },
    'large integers': {
      type: 'bigint',
      values: ['9223372036854775807', '9223372036854775807'],
      total: '18,446,744,073,709,551,614',
    },
    money: {
      type: 'money',
      values: ["'92233720368547758.07'", "'92233720368547758.07'"],
      total: '184,467,440,737,095,516.14',
    },
  },
  mysql: {
    'doubles beyond their type': { type: 'double', values: ['1e308', '1e308'], total: '' },
    'doubles beyond their type, and back': {
      type: 'double',
      values: ['1e308', '1e308', '-1e308'],
      total: '',
    },
    'short floats': { type: 'float', values: ['3.14', '0.1'], total: 3.24 },
    'large integers': {
      type: 'bigint unsigned',
      values: ['18446744073709551615', '18446744073709551615'],
      total: '36,893,488,147,419,103,230',
    },
    'long decimals': {
      type: 'decimal(30,2)',
      values: ['9999999999999999999999999999.99', '0.01'],
      total: '10,000,000,000,000,000,000,000,000,000.00',
    },
    'one decimal of every digit': {
      type: 'decimal(65,0)',
      values: [`-${'9'.repeat(65)}`],
      total: `-99${',999'.repeat(21)}`,
    },
    'a sum of every digit': {
      type: 'decimal(65,30)',
      values: [`4${'0'.repeat(34)}.${'1'.repeat(30)}`, `4${'0'.repeat(33)}5.${'2'.repeat(30)}`],
      total: `8${'0'.repeat(33)}5.${'3'.repeat(30)}`,
    },
    'decimals beyond every digit': {
      type: 'decimal(65,0)',
      values: ['9'.repeat(65), '9'.repeat(65)],
      total: '',
    },
    'fractions beyond every digit, and back': {
      type: 'decimal(65,30)',
      values: ['9'.repeat(35), '9'.repeat(35), `-${'9'.repeat(35)}`],
      total: '',
    },
  },
  sqlite: {
    'ten trillion': {
      type: 'decimal(18,2)',
      values: ['5000000000000', '5000000000000'],
      total: '10,000,000,000,000.00',
    },
    'one large amount': {
      type: 'decimal(18,2)',
      values: ['9300000000000.50'],
      total: '9,300,000,000,000.50',
    },
    'large amounts with cents': {
      type: 'decimal(18,2)',
      values: ['9300000000000.51', '-0.01', '1e9', '-12345678901.1'],
      total: '9,288,654,321,099.40',
    },
    'many large amounts': {
      type: 'decimal(18,2)',
      values: million.map(() => '9999999999999.99'),
      total: '119,999,999,999,999.88',
    },
    'small amounts': {
      type: 'decimal(18,8)',
      values: ['0.00000001', '0.00000002', '-0.1', '0.30000000000000004'],
      total: '0.20000003',
    },
    'large integers': {
      type: 'integer',
      values: ['9223372036854775807', '9223372036854775807', '-9223372036854775808'],
      total: '9,223,372,036,854,775,806',
    },
    'doubles beyond their type': { type: 'real', values: ['1e308', '1e308'], total: '' },
    infinity: { type: 'real', values: ['9e999', '-9e999', '1'], total: '' },
    'a text among numbers': { type: 'decimal(10,2)', values: ["'abc'", '1.5'], total: '' },
    'bytes among numbers': { type: 'integer', values: ["x'31'", '1'], total: '' },
    'too large for digits': { type: 'decimal(10,2)', values: ['1e20', '1'], total: '' },
  },
};

describe.each(dialects)('totals of values at the limits, on %s', (dialect) => {
  const known = Object.entries(cases[dialect]);
  let served: StoredTables;

  beforeAll(async () => {
    served = await storedTables(
      dialect,
      known.flatMap(([, { type, values }], index) => [
        `create table t${index} (id int primary key, kind varchar(9), amount ${type})`,
        ...values.map((value, row) => `insert into t${index} values (${row + 1}, 'all', ${value})`),
      ]),
    );
  });

  afterAll(() => served.destroy());

  it.each(known.map(([name, each], index) => [name, index, each] as const))(
    'are exact, or none: %s',
    async (_name, index, { total, average, values }) => {
      const id = `t${index}`;
      const statistics = await served.statistics(id, 'amount');
      const { groups, total: whole } = await summariesOf(served.tables, id).groups([{ column: 'kind' }]);

      expect(statistics?.sum).toBe(total === '' ? null : total);
      expect(statistics?.count).toBe(values.length);
      if (total === '') expect(statistics?.average).toBeNull();
      if (average !== undefined) expect(statistics?.average).toBe(average);
      const totals = await served.total(id);
      if (!('amount' in totals)) return;
      expect(totals.amount).toBe(total);
      expect(groups[0]?.total.amount).toBe(total);
      expect(whole.amount).toBe(total);
      const rows = await summariesOf(served.tables, id).groups([{ column: 'id' }]);
      expect(rows.total.amount).toBe(total);
    },
  );

  it('are zero without values', async () => {
    for (const index of known.keys()) {
      const { total } = await served.tables.data(`t${index}`, {
        meta: { total: true, forceInfo: true },
        where: { data: `t${index}.id`, operator: 'is', value: 0 },
      });
      if ('amount' in total) expect(Number(total.amount)).toBe(0);
    }
  });

  it('order groups', async () => {
    for (const [index, [, { type }]] of known.entries()) {
      if (!/decimal|numeric|float|double/.test(type)) continue;
      const id = `t${index}`;
      const { groups } = await summariesOf(served.tables, id).groups([{ column: 'id' }], {
        groupSort: { by: 'amount', direction: 'ASC' },
      });
      expect(groups.length).toBeGreaterThan(0);
    }
  });
});
