import { suggestWord } from '../../format/suggestWord.ts';
import { isAbsent, soundItems } from '../SoundPart.ts';
import { showValue } from '../showValue.ts';
import type { Rule } from './Rule.ts';

/** The column sorted by at first exists, and the database knows it. */
export const defaultSort: Rule = ({ defaultSort: wanted, columns }, { expressions }) => {
  if (wanted === undefined) return [];
  const sound = soundItems(columns).map(({ item }) => item);
  const column = sound.find(({ name }) => name === wanted) ?? sound.find(({ data }) => data === wanted);
  if (column === undefined) {
    const names = sound.flatMap(({ name, data }) => [name ?? [], data ?? []].flat());
    const suggestion = suggestWord(wanted, names);
    return [
      {
        path: 'defaultSort',
        code: 'unknown_name',
        problem: `No column has the name or the data ${showValue(wanted)}.`,
        remedy: suggestion === undefined ? `Use one of: ${names.join(', ')}.` : `Write "${suggestion}".`,
        ...(suggestion !== undefined && { suggestion }),
      },
    ];
  }
  if (!isAbsent(column, 'data') || expressions.includes(column.name ?? '')) return [];
  return [
    {
      path: 'defaultSort',
      code: 'nested',
      problem: `The column ${showValue(wanted)} is no column of the query, so rows cannot be sorted by it.`,
      remedy: 'Use a column with data (table.column), or with an expression of the table definition.',
    },
  ];
};
