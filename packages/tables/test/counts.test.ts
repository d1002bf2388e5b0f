import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type TableDefinition, type Tables, type TemplateJson } from '../src/index.ts';
import { countBySql, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Ledger {
  entries: {
    id: number;
    account: string;
    amount: string;
    rate: string;
    fee: number;
    pieces: number | null;
  };
}

const size = 1200;

const columns = [
  { label: 'Account', name: 'account', data: 'entries.account', meta: ['filterable', 'searchable'] },
  { label: 'Amount', name: 'amount', data: 'entries.amount', meta: ['total'], money: { precision: 2 } },
  { label: 'Rate', name: 'rate', data: 'entries.rate', meta: ['total'] },
  { label: 'Fee', name: 'fee', data: 'entries.fee', meta: ['total', 'cents'], number: { precision: 2 } },
  { label: 'Pieces', name: 'pieces', data: 'entries.pieces', meta: ['average'], number: { precision: 4 } },
  { label: 'Most', name: 'most', data: 'entries.pieces', meta: ['rawTotal'] },
] satisfies TemplateJson['columns'];

const plain = columns.map(({ label, name, data }) => ({ label, name, data, meta: ['filterable'] }));

function ledger(more: Partial<TableDefinition> = {}, options: Partial<TemplateJson> = {}): TableDefinition {
  return {
    ...defineTable({
      template: { routePrefix: 'entries', lengthMenu: [10], columns, ...options },
      query: (db: Kysely<Ledger>) =>
        db
          .selectFrom('entries')
          .select(['id as dtRowId', 'account', 'amount', 'rate', 'fee', 'pieces', 'pieces as most']),
      totals: { most: sql`max(entries.pieces)` },
    }),
    ...more,
  };
}

describe.each(dialects)('counts on %s', (dialect) => {
  let database: LoggedDatabase<Ledger>;
  let rows: Ledger['entries'][];
  let tables: Tables;

  // SQLite keeps decimals as doubles; the others beyond any double's digits.
  const large = dialect === 'sqlite' ? 1_234_567_89n : 90_071_992_547_409_931_07n;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await database.db.schema
      .createTable('entries')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('account', 'varchar(20)', (column) => column.notNull())
      .addColumn('amount', 'decimal(30, 2)', (column) => column.notNull())
      .addColumn('rate', 'decimal(16, 4)', (column) => column.notNull())
      .addColumn('fee', 'integer', (column) => column.notNull())
      .addColumn('pieces', 'integer')
      .execute();
    rows = Array.from({ length: size }, (_, index) => ({
      id: index + 1,
      account: ['cash', 'bank', 'dust'][index % 3] as string,
      amount:
        index % 3 === 2
          ? (['0.10', '0.20', '-0.30'][(index % 9) % 3] as string)
          : decimal(large + BigInt(index), 2),
      // More digits than a double holds in their sum.
      rate: `${1_000_000_000 + index}.${String(index % 10_000).padStart(4, '0')}`,
      fee: index * 7 - 100,
      pieces: index % 4 === 0 ? null : index % 13,
    }));
    for (let start = 0; start < size; start += 400) {
      await database.db
        .insertInto('entries')
        .values(rows.slice(start, start + 400))
        .execute();
    }
    tables = tablesOf(database.db, ledger());
  });

  afterAll(() => database.destroy());

  /** The totals of rows by whole numbers of JavaScript, as expected in the response. */
  const totalsOf = (of: typeof rows) => {
    const pieces = of.map(({ pieces }) => pieces).filter((value) => value !== null);
    const average = roundedRatio(BigInt(pieces.reduce((a, b) => a + b, 0)), BigInt(pieces.length), 4);

    return {
      amount: grouped(decimal(sumOf(of.map(({ amount }) => amount)), 2)),
      rate: plainNumber(decimal(sumOf(of.map(({ rate }) => rate)), 4)),
      fee: grouped(
        decimal(
          of.reduce((sum, { fee }) => sum + BigInt(fee), 0n),
          2,
        ),
      ),
      pieces: decimal(average, 4),
      most: Math.max(...pieces),
    };
  };

  it('are those of plain SQL, filtered or not', async () => {
    const all = await tables.data('entries', {});
    const cash = await tables.data('entries', { meta: { search: 'cash' } });
    const none = await tables.data('entries', { filters: { entries: { account: 'nobody' } } });

    expect(all).toMatchObject({
      count: size,
      filtered: size,
      formattedCount: '1,200',
      formattedFiltered: '1,200',
      fullRecordInfo: true,
      filters: false,
    });
    expect(cash).toMatchObject({
      count: size,
      filtered: await countBySql(database.db, 'entries', "account = 'cash'"),
      formattedFiltered: '400',
      filters: true,
    });
    expect(none).toMatchObject({ count: size, filtered: 0, data: [], filters: true });
    expect(none.pagination).toMatchObject({ page: 1, pages: 0, middlePages: [] });
  });

  it('are sent with exact sums and averages, of large decimals and of tenths', async () => {
    expect((await tables.data('entries', {})).total).toEqual(totalsOf(rows));

    for (const account of ['cash', 'bank', 'dust']) {
      const response = await tables.data('entries', { filters: { entries: { account } } });

      expect(response.total, account).toEqual(totalsOf(rows.filter((row) => row.account === account)));
    }
  });

  it('are sent with a zero for every total of no rows, and never with null', async () => {
    const { total } = await tables.data('entries', { meta: { search: 'nobody' } });

    expect(total).toEqual({ amount: '0.00', rate: 0, fee: '0.00', pieces: '0.0000', most: 0 });
  });

  it('are the same for every page', async () => {
    const first = await tables.data('entries', {});
    const last = await tables.data('entries', { meta: { start: 1190 } });

    expect(last.total).toEqual(first.total);
    expect(last).toMatchObject({ count: size, filtered: size });
  });

  describe('above fullInfoRecordLimit', () => {
    const config = { fullInfoRecordLimit: size - 1 };
    const suppressed = {
      count: size,
      filtered: size,
      formattedFiltered: '1,200',
      total: {},
      fullRecordInfo: false,
      pagination: { page: 1, pages: null, atStart: false, atEnd: false, atMiddle: false, middlePages: [] },
    };

    it('leave the filtered count and the totals out', async () => {
      const limited = tablesOf(database.db, ledger(), config);

      expect(await limited.data('entries', {})).toMatchObject(suppressed);
      expect(await limited.data('entries', { meta: { search: 'cash' } })).toMatchObject({
        ...suppressed,
        filters: true,
      });
    });

    it('compute them when the client forces them', async () => {
      const limited = tablesOf(database.db, ledger(), config);
      const forced = { search: 'cash', forceInfo: true };

      expect(await limited.data('entries', { meta: forced })).toEqual(
        await tables.data('entries', { meta: { search: 'cash' } }),
      );
    });

    it('are full where neither filters nor totals ask for more', async () => {
      const limited = tablesOf(database.db, ledger({}, { columns: plain }), config);

      expect(await limited.data('entries', {})).toMatchObject({
        fullRecordInfo: true,
        total: {},
        pagination: { pages: 120, atStart: true },
      });
    });

    it('are full at the limit itself', async () => {
      const limited = tablesOf(database.db, ledger(), { fullInfoRecordLimit: size });

      expect(await limited.data('entries', {})).toMatchObject({ fullRecordInfo: true, filtered: size });
    });
  });

  describe('cost', () => {
    const search = { meta: { search: 'cash' } };

    /** What a request sends once the catalogue is known. */
    async function sent(of: Tables, ...payloads: object[]) {
      await of.data('entries', { meta: { start: 1 } });
      database.statements();
      await Promise.all(payloads.map((payload) => of.data('entries', payload)));
      const statements = database.statements();
      const counts = statements.filter((statement) => /^select count\(\*\)/i.test(statement));

      return {
        counts: counts.filter((statement) => !/ where /i.test(statement)).length,
        filtered: counts.filter((statement) => / where /i.test(statement)).length,
        sums: counts.filter((statement) => /sum\(/i.test(statement)).length,
        pages: statements.length - counts.length,
      };
    }

    it('is one page and one count without filters and totals', async () => {
      const bare = tablesOf(database.db, ledger({}, { columns: plain }));

      expect(await sent(bare, {})).toEqual({ counts: 1, filtered: 0, sums: 0, pages: 1 });
    });

    it('is one query more for the filtered count with all totals', async () => {
      expect(await sent(tables, search)).toEqual({ counts: 1, filtered: 1, sums: 1, pages: 1 });
    });

    it('is no filtered count and no sum above the limit', async () => {
      const limited = tablesOf(database.db, ledger(), { fullInfoRecordLimit: 10 });

      expect(await sent(limited, search)).toEqual({ counts: 1, filtered: 0, sums: 0, pages: 1 });
      expect(await sent(limited, { meta: { ...search.meta, forceInfo: true } })).toEqual({
        counts: 1,
        filtered: 1,
        sums: 1,
        pages: 1,
      });
    });

    it('is one count for equal requests at the same time', async () => {
      const five = Array.from({ length: 5 }, () => search);

      expect(await sent(tables, ...five)).toEqual({ counts: 1, filtered: 1, sums: 1, pages: 5 });
    });

    it('is a filtered count each for requests that differ', async () => {
      const two = [search, { meta: { search: 'bank' } }];

      expect(await sent(tables, ...two)).toMatchObject({ counts: 1, filtered: 2 });
    });

    it('is no count at all while a count is kept', async () => {
      const kept = tablesOf(database.db, ledger({}, { cache: true, columns: plain }));

      expect(await sent(kept, {}, {})).toEqual({ counts: 0, filtered: 0, sums: 0, pages: 2 });
    });
  });

  describe('estimated', () => {
    let estimating: Tables;

    beforeAll(async () => {
      if (dialect === 'postgres') await sql`analyze entries`.execute(database.db);
      if (dialect === 'mysql') await sql`analyze table entries`.execute(database.db);
      estimating = tablesOf(database.db, ledger({ count: { estimate: true } }));
    });

    it('are marked as estimated and close, where the database can estimate; otherwise they are exact', async () => {
      const response = await estimating.data('entries', {});

      if (dialect === 'sqlite') {
        expect(response).toMatchObject({ count: size, fullRecordInfo: true });
        expect(response).not.toHaveProperty('estimated');
      } else {
        expect(response).toMatchObject({ estimated: true, fullRecordInfo: false, total: {} });
        expect(response.filtered).toBe(response.count);
        expect(response.count).toBeGreaterThan(size * 0.5);
        expect(response.count).toBeLessThan(size * 2);
      }
    });

    it('are exact, and marked so, when the client forces them', async () => {
      const response = await estimating.data('entries', { meta: { forceInfo: true } });

      expect(response).toEqual(await tables.data('entries', {}));
      expect(response).not.toHaveProperty('estimated');
    });

    it('never count exactly', async () => {
      await estimating.data('entries', {});
      database.statements();
      await estimating.data('entries', { meta: { search: 'cash' } });
      const counts = database.statements().filter((statement) => /count\(\*\)/i.test(statement));

      expect(counts).toHaveLength(dialect === 'sqlite' ? 2 : 0);
    });
  });
});

/** Whole units of `scale` digits → decimal text. */
function decimal(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');

  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function sumOf(decimals: readonly string[]): bigint {
  return decimals.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n);
}

/** A number of JSON where a double holds it, otherwise its digits as text. */
function plainNumber(text: string): number | string {
  const digits = text.replace(/\.?0+$/, '');

  return String(Number(digits)) === digits ? Number(digits) : digits;
}

function grouped(text: string): string {
  return text.replace(/\B(?=(\d{3})+(?=\.))/g, ',');
}

/** The quotient in units of `scale` digits, half up; for what is not negative. */
function roundedRatio(sum: bigint, count: bigint, scale: number): bigint {
  return (sum * 10n ** BigInt(scale) * 2n + count) / (count * 2n);
}
