import { describe, expect, it } from 'vitest';
import { date, plain, sheetOf } from '../writers.fixture.ts';
import { cellStyle, column, workbook } from './workbook.fixture.ts';

describe('dates in cells', () => {
  const shown = { kind: 'date', date: date('d-m-Y H:i:s', 'Europe/Bucharest') } as const;
  const day = { kind: 'date', date: date('d-m-Y', 'America/New_York', 'date') } as const;
  const clock = { kind: 'date', date: date('d-m-Y H:i', 'America/New_York', 'timestamp') } as const;
  /** The times of serial numbers, as texts in UTC. */
  const clocks = (xml: string) =>
    [...xml.matchAll(/<c r="B[^>]*><v>([^<]*)<\/v>/g)].map(([, serial]) =>
      new Date(Math.round((Number(serial) - 25_569) * 86_400_000)).toISOString(),
    );

  it('are serial numbers of the clock in the configured time zone', async () => {
    const { xml } = await column(shown, [
      new Date('2026-07-01T12:34:56.789Z'),
      '2026-01-01 00:00:00+00',
      new Date('2026-10-25T00:30:00Z'),
      new Date('2026-10-25T01:30:00Z'),
    ]);

    expect(clocks(xml)).toEqual([
      '2026-07-01T15:34:56.000Z',
      '2026-01-01T02:00:00.000Z',
      '2026-10-25T03:30:00.000Z',
      '2026-10-25T03:30:00.000Z',
    ]);
  });

  it('are the stored day without a time, and a clock in UTC without a zone', async () => {
    expect(clocks((await column(day, [new Date('2026-07-01T00:00:00Z'), '2024-02-29'])).xml)).toEqual([
      '2026-07-01T00:00:00.000Z',
      '2024-02-29T00:00:00.000Z',
    ]);
    expect(clocks((await column(clock, [new Date('2026-07-01T12:00:00Z')])).xml)).toEqual([
      '2026-07-01T08:00:00.000Z',
    ]);
  });

  it('are texts if a spreadsheet cannot count them', async () => {
    const { values, xml } = await column(day, [
      '0001-01-01',
      '1900-02-28',
      '1900-03-01',
      '9999-12-31',
      new Date('-000043-03-15T00:00:00Z'),
      new Date(Date.UTC(10_000, 0, 1)),
    ]);

    expect(clocks(xml)).toEqual(['1900-03-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z']);
    expect(values.map((value) => (typeof value === 'string' ? value : null))).toEqual([
      '01-01-0001',
      '28-02-1900',
      null,
      null,
      '0044-03-15 BC',
      '01-01-10000',
    ]);
  });

  it('are texts in a format that a spreadsheet does not have, as are invalid dates', async () => {
    const week = { kind: 'date', date: date('o-\\WW', 'UTC', 'date') } as const;

    expect((await column(week, ['2026-07-01'])).values).toEqual(['2026-W27']);
    expect(
      (await column(shown, ['never', '', null, new Date(Number.NaN), Number.POSITIVE_INFINITY])).values,
    ).toEqual(['never', null, null, null, 'infinity']);
  });

  it('have a format like that on the screen', async () => {
    const { parts } = await workbook(sheetOf({ at: shown, plain }), [{ at: new Date(), plain: new Date() }]);
    const style = (reference: string) =>
      cellStyle(parts['xl/worksheets/sheet1.xml'] ?? '', parts['xl/styles.xml'] ?? '', reference);

    expect(style('A2').format).toBe('dd\\-mm\\-yyyy\\ hh:mm:ss');
    expect(style('B2').format).toBe('yyyy\\-mm\\-dd\\ hh:mm:ss');
  });
});
