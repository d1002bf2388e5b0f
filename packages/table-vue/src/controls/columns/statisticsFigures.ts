import { describeCell, type TableColumn, type Translate } from '@rowhouse/table-client';
import { numberText, plainText, totalText } from '@rowhouse/table-client/internal';
import type { Statistics } from '@rowhouse/table-protocol';

/** A statistic of a column as text; `name` is translated. */
export interface Figure {
  readonly key: keyof Statistics;
  readonly name: string;
  readonly text: string;
}

const surroundings = { align: [], aligns: { left: '', center: '', right: '' } };

/** The statistics of a column, formatted like its cells. */
export function statisticsFigures(
  statistics: Statistics,
  column: TableColumn,
  translate: Translate,
): Figure[] {
  const cell = describeCell(column, { translate, ...surroundings });
  const isDate = column.meta.date || column.meta.datetime;
  // The server has formatted dates; a year is no number with separators.
  const textOf = (value: string | number) => (isDate ? plainText(value) : totalText(cell, value));
  const counts = (['count', 'empty', 'distinct'] as const).map((key) => ({
    key,
    text: numberText(statistics[key]),
  }));
  const values = (['min', 'max', 'sum', 'average'] as const).flatMap((key) => {
    const value = statistics[key];

    return value === null ? [] : [{ key, text: textOf(value) }];
  });
  const names = figureNames(isDate, translate);

  return [...counts, ...values].map(({ key, text }) => ({ key, name: names[key], text }));
}

function figureNames(isDate: boolean, translate: Translate): Readonly<Record<keyof Statistics, string>> {
  return {
    count: translate('Number of rows'),
    empty: translate('Without a value'),
    distinct: translate('Different values'),
    min: translate(isDate ? 'Earliest' : 'Smallest'),
    max: translate(isDate ? 'Latest' : 'Largest'),
    sum: translate('Sum'),
    average: translate('Average'),
  };
}
